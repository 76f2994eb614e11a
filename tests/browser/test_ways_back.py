"""Browser tests of the way from an analysis to its cases and back: the analysis and its filters are unchanged."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.serving import ALTERED, dashboard
from tests.browser.walk import follow, open_cell


def sidebar(watched):
    """Return the text of the sidebar."""
    return watched.page.get_by_test_id("stSidebar").inner_text()


def sentence(watched):
    """Return the sentence above an analysis."""
    return watched.page.locator("[data-testid=stMain] h4").first.inner_text()


def open_all(watched):
    """Open all cases of the heatmap's open cell."""
    watched.page.get_by_role("button", name="Open all in Cases").click()


OF_CELL = "of_cell=object%3Dapple%26question%3DQ3+AB+%252F+AC"
WAYS = {
    f"/heatmaps?measure=2D+minus+3D+beyond+constant&rows=Object&fewest=1&pose=tilted&{OF_CELL}": ("Heatmaps", open_all),
    "/compare?first=GPT-5&second=Gemini+2.5+Pro&slice=Condition&pose=tilted": (
        "Compare",
        lambda watched: watched.click_mark("slices-chart", 1),
    ),
    "/compare?first=GPT-5&second=Qwen2.5-VL-32B&pose=tilted&right_at=0.7": (
        "Compare",
        lambda watched: watched.click_mark("differences-by-case", 1),
    ),
}


@pytest.mark.slow
def test_back_is_the_same_analysis(watch, tiny_url):
    """The browser's Back and the page's back link restore the analysis with every choice and filter."""
    watched = watch(tiny_url, stays=True)
    watched.open("/data")
    for path, (title, leave) in WAYS.items():
        watched.visit(path)
        before, said = watched.page.url, sentence(watched)
        for has_button in (False, True):
            leave(watched)
            watched.page.wait_for_url("**/cases?*")
            watched.settle()
            assert "pose=tilted" in urlsplit(watched.page.url).query.split("&"), path
            if has_button:
                watched.page.get_by_role("button", name="Back to ").click()
            else:
                watched.page.go_back()
            watched.expect_heading(title)
            assert parse_qs(urlsplit(watched.page.url).query) == parse_qs(urlsplit(before).query), path
            assert sentence(watched) == said, path
        assert "Filters · 1 set" in sidebar(watched), path


def test_a_scope_is_no_filter_of_other_pages(watch, tiny_url):
    """The selection of a mark narrows Cases alone; the sidebar's links drop it."""
    watched = watch(tiny_url, stays=True)
    watched.open("/heatmaps?fewest=1")
    said = sentence(watched)
    open_cell(watched, 1)
    follow(watched, "Heatmaps")
    watched.expect_heading("Heatmaps")
    assert "Filters · 0 set" in sidebar(watched)
    watched.page.get_by_role("button", name="More settings").click()
    fewest = watched.page.get_by_role("spinbutton", name="Min. triangles per cell")
    fewest.fill("1")
    fewest.press("Enter")
    watched.settle()
    assert sentence(watched) == said


def test_a_scope_is_removed_by_keyboard(watch, tiny_url):
    """The chip is a button that describes its selection; Enter on it shows all cases again."""
    watched = watch(tiny_url, stays=True)
    watched.open("/cases?scope=object%3Dapple%26model%3DGPT-5&pose=tilted")
    chip = watched.page.get_by_role("button", name="from a link: Object = apple × GPT-5")
    watched.until(lambda: watched.page.locator(".gallery a").count() == 4)
    chip.press("Enter")
    watched.until(lambda: chip.count() == 0)
    watched.until(lambda: watched.page.locator(".gallery a").count() == 8)
    assert watched.page.url.endswith("/cases?pose=tilted")


@pytest.mark.slow
def test_an_overview_is_left_and_found_again(watch, tiny_url):
    """A mark of the overview's chart, which is a fragment, opens its run's cases; Back shows the same chart."""
    watched = watch(tiny_url, stays=True)
    watched.open("/?chart=Skill")
    watched.click_mark("ranking-chart", 1)
    watched.page.get_by_role("button", name="from Overview: ").wait_for()
    watched.page.get_by_role("button", name="Back to Overview").click()
    watched.expect_heading("Overview")
    assert watched.page.url.endswith("/?chart=Skill")
    watched.page.go_back()
    watched.expect_heading("Cases")
    watched.page.go_back()
    watched.expect_heading("Overview")
    assert watched.page.url.endswith("/?chart=Skill")


@pytest.mark.slow
def test_a_scope_works_read_only(watch, read_only_url):
    """A visitor of a read-only dashboard can also open the cases and return."""
    watched = watch(read_only_url, stays=True)
    watched.open("/heatmaps?rows=Object&fewest=1")
    open_cell(watched, 1)
    watched.page.get_by_role("button", name="from Heatmaps: ").wait_for()
    watched.settle()
    watched.page.go_back()
    watched.expect_heading("Heatmaps")
    assert "rows=Object" in watched.page.url


def test_a_filter_set_while_cases_is_left_shows_the_new_page(watch, tiny_data):
    """If a filter is clicked before the next page has begun, the gallery is not shown under that page's address."""
    with dashboard(tiny_data, ALTERED, TEST_SLOW_PATH="/", TRILENS_READ_ONLY="1") as (url, _):
        watched = watch(url)
        watched.open("/cases")
        watched.page.get_by_test_id("stSidebarNav").get_by_text("Overview").click()
        watched.page.wait_for_url(f"{url}/")
        watched.page.get_by_test_id("stSidebarUserContent").get_by_role("button", name="tilted").click()
        watched.expect_heading("Overview")
        expect(watched.page.get_by_test_id("stMain").get_by_role("heading", level=1)).to_have_text(["Overview"])
        assert not watched.problems
