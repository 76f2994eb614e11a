"""Walk through every page of the dashboard in one session, like a user who follows the sidebar."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from dashboard.server.request_log import WENT_WRONG
from tests.browser.watched import Watched

PAGES = ("Overview", "Cases", "Heatmaps", "Compare", "Checkpoints", "Slices", "Items", "Bias", "Tilt", "Robustness",
         "Leaderboard", "Review", "Truth audit", "Benchmarks", "Paper", "Data", "Glossary", "Ask a model",
         "Ask yourself", "Lab")  # fmt: skip

BY_ADDRESS = {
    "002_T0": "/cases?photograph=002_T0",
    "002_T0 · 1 of 2": "/cases?photograph=002_T0&pins=002_T0,001_P0&present=1",
    "Pinned photographs": "/cases?photograph=002_T0&pins=002_T0,001_P0&present=list",
    "Bias": "/bias?about=Q4 |B − C|",
}
"""What the sidebar does not lead to, by the heading: an open case, the presenter and its list, Bias about a number."""


NARROW_PX = 767
"""Below it Streamlit lays the sidebar over the page."""


def every_page(
    watched: Watched, pages: Sequence[str] = PAGES, by_address: Mapping[str, str] = BY_ADDRESS, *, start: str = "/"
) -> Iterator[str]:
    """Goes to each page, sees how much moves there, and names it when all of it is on the screen.

    A move is not seen where an address is set without a click, which would excuse it, and not on a narrow screen, where
    it goes by how busy the machine is.
    """
    screen = watched.page.viewport_size
    watched.open(start)
    ways = [(title, title, partial(follow, watched, title)) for title in pages]
    ways += [(path, title, partial(watched.visit, path)) for title, path in by_address.items()]
    for name, title, go in ways:
        watched.page.set_viewport_size(screen)
        go()
        watched.expect_heading(title)
        moved = watched.take_moved()
        is_seen = name in pages and screen["width"] > NARROW_PX
        watched.moved = moved if is_seen else 0.0
        watched.show_whole()
        watched.take_moved()
        yield name


def open_cell(watched: Watched, place: int) -> None:
    """Click a cell of the heatmap and open all of its cases on Cases."""
    watched.click_mark("heatmap-chart", place, "barlayer")
    watched.page.get_by_role("button", name="Open all in Cases").click()
    watched.page.wait_for_url("**/cases?*")
    watched.settle()


def choose_benchmark(watched: Watched, title: str) -> None:
    """Choose another benchmark in the sidebar's list."""
    watched.page.get_by_test_id("stSidebar").get_by_role("combobox", name="Benchmark").click()
    watched.page.get_by_role("option", name=title, exact=True).click()
    watched.settle()


def follow(watched: Watched, title: str) -> None:
    """Follow the sidebar's link; on a narrow screen, open the sidebar first."""
    opens = watched.page.get_by_test_id("stExpandSidebarButton")
    if opens.is_visible():
        opens.click()
    watched.page.get_by_test_id("stSidebar").get_by_role("link", name=title, exact=True).click()


MOST_MOVED = 0.05
"""Half of the layout shift that is good to look at. Source: web.dev, "Cumulative Layout Shift"."""


BEYOND = """
    () => {
        const holders = [document.documentElement, document.querySelector("[data-testid=stMain]")];
        return innerWidth + Math.max(...holders.map(one => one.scrollWidth - one.clientWidth));
    }
"""
"""What the page and what scrolls on it would need, as the width of a screen."""


def faults(watched: Watched) -> list[str]:
    """Return a page's problems in `every_page` at first sight: an error, too wide for the screen, or a layout shift."""
    width, needed = watched.page.viewport_size["width"], watched.page.evaluate(BEYOND)
    errors = watched.page.locator("[data-testid=stException]").all_inner_texts()
    errors += watched.page.get_by_text(WENT_WRONG).all_inner_texts()
    errors += [f"{needed} pixels wide on a screen of {width}"] if needed > width else []
    return [*errors, *([f"moves by {watched.moved:.2f}"] if watched.moved > MOST_MOVED else [])]
