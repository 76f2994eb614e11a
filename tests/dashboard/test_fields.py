"""Tests of pages of MMPerspective and 3DSRBench through AppTest: content that only their sets and papers have."""

import json
import re

import pytest

from dashboard.pages.data.downloads import MOST_OF_TYPE
from tests.dashboard.pages import drawn, open_page, opened, text_of
from tests.small_fields import SEEDS

EVERY_PAGE = (
    "overview", "cases", "heatmaps", "compare", "bias", "precision", "robustness", "paper", "data", "ask_a_model",
    "ask_yourself",
)  # fmt: skip


@pytest.fixture
def fields(fields_workspace, monkeypatch):
    """Return small sets of three benchmarks, for read-only tests."""
    monkeypatch.setenv("TRILENS_DATA", str(fields_workspace.data))


@pytest.mark.parametrize("benchmark", ["mmperspective", "3dsrbench"])
@pytest.mark.parametrize("page", EVERY_PAGE)
def test_every_page_runs(fields, benchmark, page):
    """Each page shows the set with its two models without an error."""
    app = open_page(page, benchmark=benchmark)
    assert not app.exception
    assert "by Trilens after " in text_of(app)


def test_whole_scenes_stand_by_what_is_true_in_them(fields):
    """Robustness of MMPerspective shows the result of always answering one class, and each model in each class."""
    app = open_page("robustness", benchmark="mmperspective")
    text = text_of(app)
    assert "Robust, or always the same answer?" in text
    tables = [table.value for table in app.table if "if always this answer, %" in table.value]
    assert len(tables) == 1
    assert tables[0]["sets"].astype(int).sum() == SEEDS
    assert app.selectbox(key="worst_question").options == ["Perspective type, robustness"]
    sets = drawn(app, "gallery")
    assert {gallery["most_columns"] for gallery in sets} == {len(gallery["tiles"]) for gallery in sets} == {5}


def test_types_of_columns_are_no_lists_of_all_cases(fields):
    """Data shows a column's type, the number of ids of all cases, and the meaning of the column."""
    listed = [table.value for table in open_page("data", benchmark="mmperspective").table]
    (types,) = [table.set_index("Column")["Type"] for table in listed if "Column" in table]
    assert types["case_id"].startswith("ENUM of ")
    assert types["score"] == "DOUBLE"
    assert types.str.len().max() <= MOST_OF_TYPE


def test_paper_says_who_is_not_shown_to_be_behind_and_what_size_does(fields):
    """The printed Overall has a sole first place, 39 models with a size, and the two models of the data with theirs."""
    app = open_page("paper", benchmark="mmperspective")
    text = text_of(app)
    assert "Overall: Gemini-2-flash (CoT) is highest; all others with an interval are significantly lower." in text
    assert "Over 39 models, Overall correlates with" in text
    assert "with their 9 families as units" in text
    assert "Models stored here against their size" in text
    assert "Models stored here by the paper's means" in text


def test_paper_states_the_unit_and_the_source_of_a_column(fields):
    """A column of points has no percent sign on its axis; a link with a table's former title opens the table."""
    name = "Effect of chain of thought"
    app = open_page("paper", benchmark="mmperspective", paper_table=name)
    (figure,) = [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")[:1]]
    assert figure["layout"]["xaxis"]["title"]["text"].endswith(", points")
    assert "%" not in json.dumps(figure["layout"]["xaxis2"])
    assert "Published in: MMPerspective, Table 2." in text_of(app)
    former = open_page("paper", benchmark="mmperspective", paper_table=f"{name}, points. MMPerspective, Table 2")
    assert [trip["parameters"] for trip in drawn(former, "trip")] == [{"paper_table": [name]}]


def test_two_options_of_scenes_are_told_apart(fields):
    """3DSRBench has d' for its questions with the same two options, and none for its questions with four sides."""
    app = open_page("bias", benchmark="3dsrbench")
    asked = app.selectbox(key="told_question").options
    assert any("above" in one.lower() for one in asked)
    assert not any("side" in one.lower() for one in asked)
    app.selectbox(key="told_question").set_value(asked[-1]).run()
    assert not app.exception
    assert re.search(r"significantly distinguish(es)? .+ from .+ in ", text_of(app))


def test_of_many_questions_bias_shows_those_that_differ_most(fields):
    """The chart has three of the twelve questions, all of which are in an expander."""
    app = open_page("bias", benchmark="3dsrbench")
    assert any("Shown: 3 of 12 kinds of question, with the longest lines." in caption.value for caption in app.caption)
    [figure] = [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")[:1]]
    labels = figure["layout"]["yaxis"]["ticktext"]
    opened(app)
    assert not app.exception
    figures = [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]
    whole = max((one["layout"]["yaxis"].get("ticktext") or [] for one in figures), key=len)
    assert len(labels) < len(whole)
    assert set(labels) < set(whole)


def test_errors_in_common_are_on_compare(fields):
    """The errors of the two models have their phi."""
    app = open_page("compare", benchmark="3dsrbench")
    text = text_of(app)
    assert "Careful 7B and Hasty 70B fail on the same questions most often: phi " in text.replace(
        "Hasty 70B and Careful 7B", "Careful 7B and Hasty 70B"
    )
