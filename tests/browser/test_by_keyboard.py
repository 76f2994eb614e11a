"""Pages by keyboard alone: Tab walks back too, what opens gives the focus back. `test_every_page` walks them forth."""

import pytest

from tests.browser.by_keyboard import faults_by_keyboard, focused, walk
from tests.browser.serving import dashboard
from tests.browser.walk import every_page, faults

PRESENTER = "/cases?case=002_T0&pins=002_T0,001_P0&present=1"


@pytest.fixture(scope="module")
def scenes_url(scenes_workspace):
    """Return the address of a read-only dashboard of synthetic scenes alone, as before any download."""
    with dashboard(scenes_workspace.data, TRILENS_READ_ONLY="1") as (url, _):
        yield url


@pytest.mark.slow
def test_tab_walks_the_default_s_pages(watch, scenes_url):
    """On the synthetic scenes of a first visit, every control is reached and visible, and Tab continues."""
    watched = watch(scenes_url)
    pages = every_page(watched, ("Overview", "Cases", "Tilt", "Truth audit", "Lab"), {})
    found = {page: faults(watched) + faults_by_keyboard(watched) for page in pages}
    assert found == {page: [] for page in found}


@pytest.mark.slow
def test_shift_and_tab_walk_back(watch, tiny_url):
    """Backwards, the same controls come in reverse order, however far the page is scrolled, and none is covered."""
    watched = watch(tiny_url, stays=True)
    for path in ("/heatmaps", "/bias"):
        watched.open(path)
        forth, back = walk(watched), walk(watched, "Shift+Tab")
        assert (forth.faults, back.faults) == ([], []), path
        assert sorted(forth.stops) == sorted(back.stops), path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "name", "is_dialog"),
    [(PRESENTER, "Note", True), (PRESENTER, "Label", True), ("/heatmaps", "How to read this", False)],
)
def test_what_opens_gives_the_focus_back(watch, tiny_url, path, name, is_dialog):
    """Enter opens a dialog, which traps the focus, or an explanation; Escape returns the focus to the button."""
    watched = watch(tiny_url, stays=True)
    watched.open(path)
    page, button = watched.page, watched.page.get_by_role("button", name=name).first
    button.focus()
    own = focused(page)
    page.keyboard.press("Enter")
    opened = page.get_by_role("dialog") if is_dialog else page.get_by_test_id("stPopoverBody")
    opened.wait_for()
    watched.settle()
    if is_dialog:
        page.keyboard.press("Tab")
        assert opened.evaluate("node => node.contains(document.activeElement)")
    page.keyboard.press("Escape")
    opened.wait_for(state="detached")
    watched.until(lambda: focused(page) == own)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "table", "case"),
    [
        ("/bias?about=Q4 |B − C|", "Numbers answered", True),
        ("/compare", "Photographs that both answered", True),
        ("/robustness?measure_of=right per view", "Robustness by model and question", False),
    ],
)
def test_what_a_mark_opens_a_row_opens_too(watch, tiny_url, path, table, case):
    """If a click on a chart's mark opens cases, so do arrows, Shift and Space in the table below the chart."""
    watched = watch(tiny_url, stays=True)
    watched.open(path)
    page = watched.page
    choose_row(page, table)
    page.wait_for_url("**/cases?*")
    watched.settle()
    assert ("case=" in page.url) == case
    assert case or "scope=" in page.url


@pytest.mark.slow
def test_a_row_of_the_heatmap_opens_its_cell(watch, tiny_url):
    """The table below the map is created when it is opened.

    A chosen row shows the cases of its cell, outside the table.
    """
    watched = watch(tiny_url, stays=True)
    watched.open("/heatmaps")
    page = watched.page
    assert page.get_by_test_id("stDataFrame").count() == 0
    choose_row(page, "Skill by Model and Question")
    page.get_by_role("button", name="Open all in Cases").wait_for()
    watched.settle()
    assert "of_cell=" in page.url
    watched.open("/heatmaps")


def choose_row(page, table):
    """Open the data below a chart and choose the second row of the table of this name, by keyboard alone."""
    shown = page.get_by_test_id("stDataFrame").filter(has=page.get_by_label(table)).first
    page.locator("summary").filter(has_text="Show data").last.press("Enter")
    shown.locator("canvas").first.focus()
    for key in ("ArrowDown", "Shift+Space"):
        page.keyboard.press(key)
