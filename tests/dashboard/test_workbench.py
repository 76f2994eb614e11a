"""Tests of the Lab of a benchmark with a generator, through AppTest: sliders, links, and the link to Ask a model."""

import pytest

from core.generators.gepbench import lab_items
from core.runs.journal import list_journal_paths
from tests.conftest import copy_data
from tests.dashboard.pages import drawn, matrix_of, open_page, text_of
from tests.dashboard.test_ask_a_model import ask
from tests.inference.clients import server

LINK = "location~2~right:0.05"


@pytest.fixture(autouse=True)
def _warehouse(gepbench):
    """Show a dashboard of a small GePBench."""


def link_of(app):
    """Return the item in the address."""
    value = app.query_params["scene"]
    return value if isinstance(value, str) else value[0]


def test_a_link_restores_an_item():
    """Lists and sliders have the link's values; the question has its options, and the truth is marked."""
    app = open_page("lab", scene=LINK)
    assert not app.exception
    assert app.selectbox(key="lab-kind").value == "location"
    assert app.selectbox(key="lab-item").value == "2"
    assert app.slider(key="lab-knob-right").value == 0.05
    found = lab_items.compute_truth("location", "2", {"right": 0.05, "up": 0.0, "size": 1.0})
    assert f":blue-background[**{found.answer}.**" in text_of(app)
    assert found.text in text_of(app)


def test_a_slider_changes_picture_and_link():
    """The address states the changes from the original item, and a click reverts them."""
    app = open_page("lab", scene="location~2")
    (before,) = drawn(app, "photograph")
    app.slider(key="lab-knob-size").set_value(1.5).run()
    (after,) = drawn(app, "photograph")
    assert link_of(app) == "location~2~size:1.5"
    assert before["url"] != after["url"]
    app.button(key="lab-reset").click().run()
    assert link_of(app) == "location~2"
    assert drawn(app, "photograph")[0]["url"] == before["url"]


def test_another_question_begins_with_its_first_item():
    """Changes belong to the item that the user left, not to the next one."""
    app = open_page("lab", scene=LINK)
    app.selectbox(key="lab-kind").set_value("counting").run()
    assert link_of(app) == "counting~1"
    assert not app.exception


@pytest.mark.parametrize(
    "link", ["nothing", "location~99", "location~2~shear:1", "location~2~size:nan", "location~2~size:x", "~" * 2000]
)
def test_a_link_that_names_no_item_is_said(link):
    """The first item is shown with a warning; nothing of the link is run or drawn."""
    app = open_page("lab", scene=link)
    assert not app.exception
    assert "Showing the first item instead" in text_of(app)


def test_a_value_beyond_its_range_is_moved_to_the_end():
    """A link may request any number; the slider is set to the end of its range."""
    app = open_page("lab", scene="location~2~size:1e300")
    assert not app.exception
    assert app.slider(key="lab-knob-size").value == 3.0


def test_an_item_of_the_lab_can_be_asked_about():
    """Ask a model shows the same image and the question without its key, and links back."""
    lab = open_page("lab", scene=LINK)
    app = open_page("ask_a_model", way="Lab item", scene=LINK)
    assert not app.exception
    assert drawn(app, "photograph")[0]["url"] == drawn(lab, "photograph")[0]["url"]
    text = text_of(app)
    assert "Its truth follows from its parameters and is exact" in text
    assert ":blue-background" not in text
    assert app.segmented_control(key="way").value == "item"


def test_a_reply_to_an_item_of_the_lab_is_judged(gepbench_workspace, workspace, monkeypatch):
    """The model gets the changed image and the question; its letter is judged by the changed truth, and not kept."""
    copy_data(gepbench_workspace.data, workspace.data)
    monkeypatch.setenv("TRILENS_DATA", str(workspace.data))
    found = lab_items.compute_truth("location", "2", {"right": 0.05, "up": 0.0, "size": 1.0})
    monkeypatch.setitem(server.TEXTS, "letter", f"The answer is {found.answer}.")
    journals = list_journal_paths(workspace.select_benchmark("gepbench").runs)
    with server.answering() as running:
        running.acts = ["letter"]
        app = open_page("ask_a_model", way="Lab item", scene=LINK)
        app.text_input(key="base-url").set_value(running.url("local"))
        app.multiselect(key="local").set_value(["test"]).run()
        ask(app)
        (asked,) = running.asked
    assert found.text in asked.prompt
    assert asked.image
    assert matrix_of(app).iloc[0, 1:].tolist() == [found.answer, f"{found.answer} right"]
    assert list_journal_paths(workspace.select_benchmark("gepbench").runs) == journals
