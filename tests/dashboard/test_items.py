"""Tests of the page Items through AppTest."""

import re

import pandas as pd

from dashboard.pages.items.item_scatter_chart import draw_item_scatter
from dashboard.pages.items.texts import describe_few_models
from dashboard.widgets.chart_display import list_marks
from tests.dashboard.pages import data_of, open_page, opened, text_of


def test_few_models_are_said(shared):
    """Four models are too few for any question; the page has the command that asks another one."""
    app = open_page("items")
    assert not app.exception
    assert [info.proto.title for info in app.info] == ["Not enough models yet: 4 of at least 10"]
    assert "Ask models with this command" in text_of(app)
    assert app.code[0].value == "trilens run --benchmark tri_bench --model MODEL"
    assert not app.get("plotly_chart")


def test_the_title_never_says_that_enough_models_are_too_few():
    """With enough models, but too few readable answers to any question, the title speaks of the answers."""
    assert describe_few_models(0, 10) == "Not enough models yet: 0 of at least 10"
    assert describe_few_models(10, 10) == "Not enough readable answers"


def test_each_mark_opens_its_case():
    """Marks of every flag hold the id of the case, and the hover text names the flags."""
    items = pd.DataFrame(
        {
            "case_id": ["a", "b", "c<i>"],
            "question": "Q",
            "flag": ["", "key in doubt, separates no models", "separates no models"],
            "n": 14,
            "n_right": [5, 1, 0],
            "difficulty": [0.0, 2.0, 4.0],
            "discrimination": [1.0, 0.9, 1.1],
        }
    )
    figure = draw_item_scatter(items)
    assert sorted(list_marks(figure)) == ["a", "b", "c<i>"]
    assert [trace.name for trace in figure.data] == ["no flag", "separates no models", "key in doubt"]
    assert "c&lt;i&gt;" in figure.data[1].hovertext[0]
    assert re.search("1 of 14 models correct; key in doubt, separates no models", figure.data[2].hovertext[0])


def test_a_fit_shows_chart_flags_and_set(shared, monkeypatch):
    """With a lower limit the page fits the few models: chart, flags, and the set as a filter for `--cases`."""
    monkeypatch.setattr("core.analyses.items.MIN_MODELS", 2)
    app = open_page("items", question="Q1 Side class")
    assert not app.exception
    assert "do not separate strong from weak models" in text_of(app)
    assert app.slider(key="rank_error").value == 1.0
    assert not app.get("plotly_chart"), "intervals of so few models are too wide to show the chart at once"
    app = opened(app)
    assert not app.exception
    assert app.get("plotly_chart")


def test_questions_that_all_models_answer_alike_have_no_discrimination(shared, monkeypatch):
    """The table leaves the cell empty if all models are right or none is, and only then."""
    monkeypatch.setattr("core.analyses.items.MIN_MODELS", 2)
    table = data_of(open_page("items", question="Q1 Side class"), "items")
    is_split = (table["n_right"] > 0) & (table["n_right"] < table["n"])
    assert is_split.any()
    assert not is_split.all()
    assert (table["discrimination"].notna() == is_split).all()


def test_flagged_questions_have_their_image_and_the_text_of_the_key(shared, monkeypatch):
    """A row has the image of its case, and the key in words."""
    monkeypatch.setattr("core.analyses.items.MIN_MODELS", 2)
    table = open_page("items", question="Q1 Side class").dataframe[0].value
    assert len(table)
    assert table["image"].str.startswith("data:image/webp").any()
    assert set(table["key"]) <= {"equilateral", "isosceles", "scalene"}
