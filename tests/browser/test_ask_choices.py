"""Browser tests of Ask a model on multiple-choice benchmarks: cases and Lab items, readable and unreadable replies."""

import pytest

from tests.browser.serving import ALTERED, dashboard
from tests.browser.test_ask_subjects import VIEW_LIST, find_faults, shoot_whole
from tests.conftest import copy_data
from tests.inference.clients import server as replies
from tests.inference.clients.server import answering
from tests.small_gepbench import fill_gepbench

VIEWS = ("original", "no image")
"""The image views of these benchmarks; the first one is chosen at first."""

LETTER, NONE = "letter", "refusal"
READABLE = "The answer is A."


@pytest.fixture
def server(monkeypatch):
    """Start the loopback server of the clients' tests, which can also answer with a letter."""
    monkeypatch.setitem(replies.TEXTS, LETTER, READABLE)
    with answering() as running:
        yield running


@pytest.fixture(scope="module")
def choices_url(fill_once, fields_workspace, tmp_path_factory):
    """Return the address of a dashboard of four small benchmarks.

    It is a copy, because questions are written to its folder.
    """
    data = tmp_path_factory.mktemp("choices") / "data"
    for workspace in (fill_once("gepbench", fill_gepbench), fields_workspace):
        copy_data(workspace.data, data)
    with dashboard(data, ALTERED) as (url, _):
        yield url


def choose_server(watched, server):
    """Choose a model of the loopback server."""
    page = watched.page
    page.get_by_role("tab", name="Own server").click()
    page.get_by_role("textbox", name="Address").fill(server.url("local"))
    page.keyboard.press("Tab")
    watched.settle()
    page.locator(".st-key-local input").click()
    page.keyboard.type("test-model")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    watched.settle()


def ask(watched, server, acts):
    """Ask once per view, with these acts of the server, and wait until all replies have arrived."""
    server.acts = list(acts)
    watched.settle()
    watched.page.locator(".st-key-ask-models button").click()
    watched.page.get_by_role("heading", name="Asked in this session").wait_for()
    watched.until(lambda: watched.page.get_by_role("button", name="Stop").count() == 0)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["benchmark", "Lab item"])
@pytest.mark.parametrize("benchmark", ["gepbench", "mmperspective", "giq", "3dsrbench"])
def test_a_question_with_options_is_asked_and_every_part_of_the_result_is_shown(
    watch, choices_url, server, benchmark, way
):
    """A case and a Lab item get readable and unreadable replies, and each part of the result is complete."""
    watched = watch(choices_url, theme="dark" if way == "benchmark" else "light")
    page = watched.page
    lab = "" if way == "benchmark" else "&way=Lab+item"
    watched.open(f"/ask_a_model?benchmark={benchmark}{lab}&solver=Homography+solver")
    assert find_faults(watched) == []
    choose_server(watched, server)
    page.get_by_text(VIEW_LIST, exact=True).click()
    page.locator(".st-key-view").get_by_role("button", name=VIEWS[1], exact=True).click()
    ask(watched, server, [LETTER] * len(VIEWS))
    page.get_by_role("heading", name="Answers", exact=True).wait_for()
    watched.settle()
    assert find_faults(watched) == []
    assert page.locator("[class*=st-key-reply-]").count() == len(VIEWS)
    assert page.locator(".st-key-asked-matrix").count() == 1
    assert page.locator(".st-key-rectified-view").count() == 0
    ask(watched, server, [NONE] * len(VIEWS))
    watched.settle()
    page.get_by_text("notes on how answers were read").wait_for()
    page.get_by_text("notes on how answers were read").click()
    watched.settle()
    assert find_faults(watched) == []
    page.locator("[data-testid=stExpander]", has_text="test-model").last.click()
    watched.settle()
    assert find_faults(watched) == []
    shoot_whole(watched, f"ask-{benchmark}-{way.replace(' ', '-')}")
