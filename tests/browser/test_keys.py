"""Browser tests of the keys of a case and of the presenter: fields, lists and menus keep theirs."""

import pytest

from tests.browser.by_keyboard import focused

CASE, PRESENTER = "/cases?photograph=002_T0", "/cases?photograph=002_T0&pins=002_T0,001_P0&present=1"
HEADINGS = {CASE: "002_T0", PRESENTER: "002_T0 · 1 of 2"}
OUTSIDE = {CASE: "Cases", PRESENTER: "002_T0"}


def caret(page):
    """Return the caret position of the focused field."""
    return page.evaluate("document.activeElement.selectionStart")


def press(watched, *keys):
    """Press keys, one after the other, and wait until the page is idle."""
    for key in keys:
        watched.page.keyboard.press(key)
    watched.settle()


def test_a_note_s_draft_stays_whatever_is_pressed(watch, tiny_url):
    """Escape and arrows keep the case open and the draft intact; arrows move its caret.

    A reopened form has the draft.
    """
    watched = watch(tiny_url)
    watched.open(CASE)
    watched.page.get_by_text("Write a note").click()
    comment = watched.page.get_by_label("Comment")
    comment.press_sequentially("a draft")
    press(watched, "ArrowLeft", "ArrowLeft")
    assert caret(watched.page) == len("a dra")
    press(watched, "Escape", "ArrowRight")
    watched.expect_heading("002_T0")
    assert comment.input_value() == "a draft"
    assert caret(watched.page) == len("a draf")
    for _ in ("close", "open"):
        watched.page.get_by_text("Write a note").click()
        watched.settle()
    assert comment.input_value() == "a draft"


def test_escape_closes_an_open_list_only(watch, tiny_url):
    """Escape in an open list or explanation closes it; Escape on the page leaves the case."""
    watched = watch(tiny_url, stays=True)
    watched.open(CASE)
    lists = watched.page.get_by_role("listbox")
    watched.page.get_by_label("Draw triangle from").click()
    lists.wait_for()
    press(watched, "Escape")
    assert lists.count() == 0
    watched.expect_heading(HEADINGS[CASE])
    watched.page.get_by_role("button", name="How to read this").first.click()
    watched.page.get_by_test_id("stPopoverBody").wait_for()
    press(watched, "Escape")
    assert watched.page.get_by_test_id("stPopoverBody").count() == 0
    watched.expect_heading(HEADINGS[CASE])
    watched.page.get_by_role("heading", level=1).click()
    press(watched, "Escape")
    watched.expect_heading(OUTSIDE[CASE])


@pytest.mark.slow
def test_a_dialog_keeps_the_keys_of_a_slide(watch, tiny_url):
    """On a slide the note takes the focus, letters are its text or nothing, and Escape closes it, then the slide."""
    watched = watch(tiny_url)
    page = watched.page
    watched.open(PRESENTER)
    watched.expect_heading(HEADINGS[PRESENTER])
    press(watched, "n")
    dialog = page.get_by_role("dialog")
    watched.until(lambda: focused(page) == "INPUT Label")
    page.evaluate("document.activeElement.closest('[role=dialog]').focus()")
    press(watched, *"frgl")
    assert dialog.get_by_label("Comment").input_value() == ""
    dialog.get_by_label("Comment").press_sequentially("gnlf")
    press(watched, "ArrowRight")
    assert dialog.get_by_label("Comment").input_value() == "gnlf"
    assert page.evaluate("document.fullscreenElement") is None
    watched.expect_heading(HEADINGS[PRESENTER])
    press(watched, "Escape")
    assert dialog.count() == 0
    watched.expect_heading(HEADINGS[PRESENTER])
    page.get_by_text("What is your answer?").wait_for()
    press(watched, "Escape")
    watched.expect_heading(OUTSIDE[PRESENTER])


LISTENING = """
    () => {
        window.__listening = 0;
        for (const [name, more] of [["addEventListener", 1], ["removeEventListener", -1]]) {
            const old = window[name];
            window[name] = function (kind, ...given) {
                if (this === window && kind === "keydown") window.__listening += more;
                return old.call(this, kind, ...given);
            };
        }
    }
"""
"""Counts how many more listen to the window's keys from now on."""


@pytest.mark.slow
def test_a_step_leaves_no_listener_behind(watch, tiny_url):
    """After any number of cases, the page has as many key listeners as on its first one."""
    watched = watch(tiny_url)
    page = watched.page
    watched.open(CASE)
    page.evaluate(LISTENING)
    press(watched, "ArrowRight")
    press(watched, "ArrowRight")
    press(watched, "ArrowLeft")
    assert page.evaluate("window.__listening") == 0


@pytest.mark.slow
def test_letters_and_numbers_lead_on_and_are_text_in_a_field(watch, tiny_url):
    """V cycles through the views, a number chooses a model.

    N focuses the note's form, in which all of them are text.
    """
    watched = watch(tiny_url)
    page = watched.page
    watched.open(CASE)
    for view in ("002_T1", "002_P0"):
        press(watched, "v")
        watched.expect_heading(view)
    names = page.locator(".st-key-answer-matrix thead button")
    for number in ("2", "1"):
        press(watched, number)
        assert names.nth(int(number) - 1).get_attribute("aria-pressed") == "true"
    press(watched, "n")
    watched.until(lambda: page.evaluate("document.activeElement.closest('[data-testid=stForm]') !== null"))
    page.keyboard.type("vn2")
    assert page.evaluate("document.activeElement.value") == "vn2"
    assert page.locator("h1").inner_text() == "002_P0"


@pytest.mark.slow
def test_a_filter_keeps_its_keys(watch, tiny_url):
    """Escape in a filter of the sidebar closes its list; neither Escape nor an arrow leaves the case."""
    watched = watch(tiny_url, stays=True)
    watched.open(CASE)
    models = watched.page.get_by_test_id("stSidebar").get_by_role("combobox").first
    models.scroll_into_view_if_needed()
    watched.settle()  # a list that opens while the sidebar still scrolls closes again
    models.click()
    watched.page.get_by_role("listbox").wait_for()
    press(watched, "Escape")
    assert watched.page.get_by_role("listbox").count() == 0
    press(watched, "Escape", "ArrowRight")
    watched.expect_heading("002_T0")


@pytest.mark.slow
def test_keys_work_where_a_button_has_the_focus(watch, tiny_url):
    """After a click on Next the arrow continues from there; a slider's arrows move the slider."""
    watched = watch(tiny_url)
    watched.open("/cases?sort=by+number&photograph=001_P0")
    watched.page.get_by_role("button", name="Next").click()
    watched.expect_heading("001_P1")
    press(watched, "ArrowRight")
    watched.expect_heading("001_T0")
    watched.page.get_by_role("slider").first.focus()
    press(watched, "ArrowLeft")
    watched.expect_heading("001_T0")
    assert "right_at=0.89" in watched.page.url
