"""The Overview page through AppTest."""

import pytest

from core.analyses.reproduction import FIGURE_TITLES
from dashboard.pages.paper import reproduction
from tests.dashboard.pages import drawn, open_page, text_of


def test_the_overview_says_from_the_data_who_is_ahead(shared):
    """The findings name the models and figures that the warehouse gives; of three triangles nobody is called best."""
    text = text_of(open_page("overview"))
    assert "3 triangles are too few to tell which model reads them best" in text
    assert "is 84.0 % so far, of Gemini 2.5 Pro" in text
    assert "The best constant answer, which never looks" in text


def test_the_overview_begins_with_a_case_and_what_is_said_about_it(shared):
    """A question stands first with its truths and what each model says; the button passes on to another case."""
    app = open_page("overview")
    text = text_of(app)
    assert "?**  \nThe world (3D): **" in text
    assert "Gemini 2.5 Pro says" in text
    opened = [link.proto.label for link in app.get("page_link")]
    app.button(key="another-task").click().run()
    assert [link.proto.label for link in app.get("page_link")] != opened


def test_a_headline_leads_to_its_cases(shared):
    """The button beside a finding is a way to the worst photographs of the models that it names."""
    app = open_page("overview")
    assert [button.label for button in app.button if button.key.startswith("headline-")] != []


def test_the_axis_of_verdicts_is_read_without_the_mouse(shared):
    """Each line of the axis has its value beside its name, and the open mark of a model has its number in sight."""
    (found,) = drawn(open_page("overview"), "verdicts")
    assert [mark["text"] for mark in found["marks"]] == [
        "blind constant 61.9",
        *(f"ceiling {line['text']}" for line in found["lines"] if line["label"] == "Homography solver"),
    ]
    assert all(line["foil_text"] == f"2D {line['foil']:.1f}" for line in found["lines"])


def test_subsets_are_called_by_their_titles_in_links(shared):
    """A link names the photographs by what the buttons say, which is that the side class changes in 2D."""
    app = open_page("overview", chart="Habit or looking", read_on="side class changes in 2D")
    control = app.segmented_control(key="read_on")
    assert control.options == ["tilted", "planar", "all", "side class changes in 2D", "side class stays"]
    assert control.value == "side class changes"


@pytest.mark.slow
def test_the_paper_shows_every_published_table(shared):
    """Each part of the paper has its tables, computed, published, as difference and with n."""
    app = open_page("paper")
    titles = []
    for part in reproduction.PARTS:
        app.segmented_control(key="paper_part").set_value(part).run()
        titles += [title.value for title in app.subheader]
        seen = []
        for column in reproduction.COLUMNS:
            app.segmented_control(key="reproduction_view").set_value(column).run()
            assert not app.exception
            seen.append(app.table[-1].value.to_csv())
        assert len(set(seen)) > 1
    # Figure 2 is published by the release's result tables only, which the tiny release lacks.
    assert titles == [title for figure_id, title in FIGURE_TITLES.items() if figure_id != "kappa_by_condition"]
