"""Browser tests of a meeting: pinned cases, the presenter, notes, and the report that contains them."""

import re
from pathlib import Path

import pytest

from core.reports.report import render_report
from core.warehouse.read import open_current
from tests.browser.serving import dashboard

TEXT_PX = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
"""The size of a page's usual text, from which all of it is measured."""


def report_of(watched):
    """Return the text of the report that this page's button downloads."""
    watched.settle()
    with watched.page.expect_download() as waiting:
        watched.page.get_by_role("button", name="Report", exact=True).click()
    return Path(waiting.value.path()).read_text(encoding="utf-8")


def test_a_meeting_walks_through_pinned_cases(watch, tiny_url):
    """Pins, set by button or key, are in the link.

    The presenter shows only them, and the arrow keys step through them.
    """
    watched = watch(tiny_url)
    watched.open("/cases?case=002_T0")
    watched.page.get_by_role("button", name="Pin", exact=True).click()
    watched.page.wait_for_url("**pins=002_T0**")
    watched.page.keyboard.press("ArrowRight")
    watched.settle()
    watched.page.keyboard.press("p")
    watched.page.wait_for_url("**pins=002_T0%2C**")
    second = watched.page.url.split("pins=002_T0%2C")[1][:6]
    other = watch(tiny_url)
    other.open(watched.page.url.removeprefix(tiny_url))
    other.page.get_by_role("button", name="Present 2 pinned").click()
    other.expect_heading("002_T0 · 1 of 2")
    assert not other.page.locator("[data-testid=stSidebar]").is_visible()
    other.page.keyboard.press("ArrowRight")
    other.expect_heading(f"{second} · 2 of 2")
    other.page.keyboard.press("ArrowRight")
    other.expect_heading("Pinned photographs")
    other.page.keyboard.press("ArrowLeft")
    other.expect_heading(f"{second} · 2 of 2")
    other.page.keyboard.press("Escape")
    other.expect_heading(second)
    assert other.page.locator("[data-testid=stSidebar]").is_visible()


def test_a_room_guesses_first_and_what_it_notes_is_in_the_report(watch, tiny_url):
    """G shows the truth, F takes the whole screen, N and L write over the slide; the last slide has it all.

    On a large screen a slide is larger in all its parts.
    """
    watched = watch(tiny_url)
    page = watched.page
    watched.open("/cases?case=003_T0&pins=003_T0&present=1")
    watched.expect_heading("003_T0 · 1 of 1")
    page.get_by_text("What is your answer?").wait_for()
    assert page.locator(".answers").count() == 0
    assert page.evaluate(TEXT_PX) == 16
    page.set_viewport_size({"width": 2560, "height": 1440})
    watched.settle()
    assert page.evaluate(TEXT_PX) == pytest.approx(1440 / 900 * 16)
    assert page.locator(".st-key-guess-subject").bounding_box()["height"] > 0.8 * 1440
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight") == 1440
    page.set_viewport_size({"width": 1440, "height": 900})
    page.keyboard.press("f")
    watched.until(lambda: page.evaluate("document.fullscreenElement === document.documentElement"))
    page.keyboard.press("g")
    page.locator(".answers td.wrong").first.wait_for()
    assert page.get_by_text("What is your answer?").count() == 0
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog")
    choose_label(watched, "to discuss", dialog)
    dialog.get_by_label("Comment").fill("grows and falls")
    dialog.get_by_label("Your name").fill("Emmy")
    dialog.get_by_role("button", name="Save").click()
    dialog.wait_for(state="detached")
    page.get_by_text("to discuss · Emmy: grows and falls").wait_for()
    page.keyboard.press("l")
    dialog.get_by_role("button", name="good example").click()
    dialog.wait_for(state="detached")
    page.keyboard.press("ArrowRight")
    watched.expect_heading("Pinned photographs")
    page.get_by_text("1 photograph, 2 notes.").wait_for()
    text = report_of(watched)
    assert "Photograph 003_T0" in text
    assert "grows and falls" in text
    assert "good example" in text


@pytest.mark.slow
def test_only_the_browser_that_wrote_a_note_changes_it(watch, tiny_url):
    """A note's writer edits and deletes it, even after a reload; others have no buttons for it."""
    watched = watch(tiny_url)
    page = watched.page
    watched.open("/cases?case=001_T1")
    page.get_by_text("Write a note").click()
    choose_label(watched, "to discuss")
    page.get_by_label("Comment").fill("The tape lies askew")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Notes (1)").wait_for()
    watched.until(lambda: "trilens_writer=" in page.evaluate("document.cookie"))
    watched.open("/cases?case=001_T1")
    page.get_by_role("button", name="Edit").click()
    watched.settle()
    page.get_by_label("Comment").first.fill("It lies straight")
    page.get_by_role("button", name="Save").first.click()
    text_of_a_note(page, "It lies straight").wait_for()
    other = watch(tiny_url)
    kept = [cookie for cookie in page.context.cookies() if cookie["name"] == "trilens_writer"]
    page.context.clear_cookies(name="trilens_writer")  # as another browser, which has not written it
    other.open("/cases?case=001_T1")
    page.context.add_cookies(kept)
    text_of_a_note(other.page, "It lies straight").wait_for()
    assert other.page.get_by_role("button", name="Edit").count() == 0
    assert other.page.get_by_role("button", name="Delete").count() == 0
    watched.settle()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete the note").click()
    page.get_by_role("heading", name="Notes (0)").wait_for()


@pytest.mark.slow
def test_two_servers_on_one_folder_show_the_same_notes(watch, tiny_url, tiny_data):
    """A note written on one server appears on the other on the next view, and neither server loses a note."""
    with dashboard(tiny_data) as (second_url, _):
        for url, name in ((tiny_url, "Ada"), (second_url, "Bob")):
            watched = watch(url)
            watched.open("/cases?case=003_T1")
            watched.page.get_by_text("Write a note").click()
            choose_label(watched, "to discuss")
            watched.page.get_by_label("Comment").fill(f"Seen by {name}")
            watched.page.get_by_label("Your name").fill(name)
            watched.page.get_by_role("button", name="Save").click()
            text_of_a_note(watched.page, f"Seen by {name}").wait_for()
        for url in (tiny_url, second_url):
            watched = watch(url)
            watched.open("/cases?case=003_T1")
            for name in ("Ada", "Bob"):
                text_of_a_note(watched.page, f"Seen by {name}").wait_for()


def text_of_a_note(page, text):
    """Return a stored and displayed note. The editor has the same text even before it is stored."""
    return page.get_by_test_id("stText").get_by_text(text, exact=True)


def choose_label(watched, label, within=None):
    """Chooses a label in the form of a note; none is chosen beforehand. The list closes before anything is clicked.

    A form that comes closes a list that is opened while it does.
    """
    watched.settle()
    (within or watched.page.get_by_test_id("stMain")).get_by_role("combobox", name="Label").click()
    watched.page.get_by_role("option", name=label).click()
    watched.settle()


def test_a_note_is_text_and_stays(watch, tiny_url):
    """A user's note is shown as text to other users, and links from the gallery to its case."""
    watched = watch(tiny_url)
    watched.open("/cases?case=003_P1")
    watched.page.get_by_text("Write a note").click()
    choose_label(watched, "interesting failure")
    watched.page.get_by_label("Comment").fill("<img src=x onerror=alert(1)> reads the picture")
    watched.page.get_by_label("Your name").fill("Ada")
    watched.page.get_by_role("button", name="Save").click()
    watched.page.get_by_role("heading", name="Notes (1)").wait_for()
    other = watch(tiny_url)
    other.open("/cases?case=003_P1")
    note = text_of_a_note(other.page, "<img src=x onerror=alert(1)> reads the picture")
    note.wait_for()
    assert note.locator("img").count() == 0


def test_the_report_has_the_pinned_cases_with_their_notes(watch, tiny_url):
    """The button on Overview gives a report with the images, verdicts and notes of this session's pinned cases."""
    watched = watch(tiny_url)
    watched.open("/cases?case=004_T1")
    watched.page.get_by_role("button", name="Pin", exact=True).click()
    watched.page.wait_for_url("**pins=004_T1**")
    watched.settle()
    watched.page.get_by_text("Write a note").click()
    choose_label(watched, "interesting failure")
    watched.page.get_by_label("Comment").fill("The tape lies <b>askew</b>")
    watched.page.get_by_label("Your name").fill("Grace")
    watched.page.get_by_role("button", name="Save").click()
    watched.page.get_by_role("heading", name="Notes (1)").wait_for()
    watched.page.get_by_role("link", name="Overview").click()
    watched.expect_heading("Overview")
    text = report_of(watched)
    assert "Photograph 004_T1" in text
    assert f'<a href="{tiny_url}/cases?benchmark=tri_bench&amp;case=004_T1">' in text
    assert text.count("data:image/webp;base64,") == 1
    assert "Grace" in text
    assert "The tape lies &lt;b&gt;askew&lt;/b&gt;" in text
    assert '<td class="right">' in text
    assert '<td class="wrong">' in text


@pytest.mark.slow
def test_the_report_is_about_the_benchmark_that_is_shown(watch, both_url):
    """On synthetic scenes the button gives their report, and on Tri-Bench that of Tri-Bench."""
    watched = watch(both_url)
    watched.open("/?benchmark=synthetic")
    of_scenes = report_of(watched)
    watched.open("/")
    of_release = report_of(watched)
    assert "GPT-5" in of_release
    assert "GPT-5" not in of_scenes
    assert "Homography solver" in of_scenes


@pytest.mark.slow
def test_a_report_with_five_pins_prints_on_few_pages(computing, tiny_workspace, tmp_path):
    """Page one and a page per pinned case are printed, at most 15 pages, and the folded appendix is not."""
    pins = ["001_P0", "001_T1", "002_P0", "002_T1", "003_T0"]
    report = tmp_path / "report.html"
    with open_current(tiny_workspace) as warehouse:
        report.write_text(render_report(warehouse, "html", pins, tiny_workspace.derived_images), encoding="utf-8")
    computing.goto(report.as_uri())
    assert len(re.findall(rb"/Type\s*/Page\b", computing.pdf(prefer_css_page_size=True))) in range(len(pins) + 1, 16)
    assert computing.get_by_role("heading", name="Truth audit").count() == 0
    computing.locator("summary").click()
    computing.get_by_role("heading", name="Truth audit").wait_for()
