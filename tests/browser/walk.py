"""A walk through every page of the dashboard in one session, as somebody takes it who follows the sidebar."""

from collections.abc import Iterator, Mapping, Sequence

from dashboard.log import WENT_WRONG
from tests.browser.watched import Watched

PAGES = ("Overview", "Cases", "Heatmaps", "Compare", "Bias", "Tilt", "Robustness", "Truth audit", "Benchmarks",
         "Paper", "Data", "Glossary", "Ask a model", "Ask yourself", "Lab")  # fmt: skip

BY_ADDRESS = {
    "002_T0": "/cases?photograph=002_T0",
    "002_T0 · 1 of 2": "/cases?photograph=002_T0&pins=002_T0,001_P0&present=1",
    "Pinned photographs": "/cases?photograph=002_T0&pins=002_T0,001_P0&present=list",
    "Bias": "/bias?about=Q4 |B − C|",
}
"""What the sidebar does not lead to, by the heading: an open case, the presenter and its list, Bias about a number."""


def every_page(
    watched: Watched, pages: Sequence[str] = PAGES, by_address: Mapping[str, str] = BY_ADDRESS, *, start: str = "/"
) -> Iterator[str]:
    """Goes to each page, all of it on the screen, and names it. The screen stays as high as the highest page so far."""
    watched.open(start)
    for title in pages:
        follow(watched, title)
        watched.expect_heading(title)
        watched.show_whole()
        yield title
    for title, path in by_address.items():
        watched.visit(path)
        watched.expect_heading(title)
        watched.show_whole()
        yield path


def choose_benchmark(watched: Watched, title: str) -> None:
    """Chooses another benchmark in the sidebar's list."""
    watched.page.get_by_test_id("stSidebar").get_by_role("combobox", name="Benchmark").click()
    watched.page.get_by_role("option", name=title, exact=True).click()
    watched.settle()


def follow(watched: Watched, title: str) -> None:
    """Follows the sidebar's link; on a narrow screen the sidebar has to be opened first."""
    opens = watched.page.get_by_test_id("stExpandSidebarButton")
    if opens.is_visible():
        opens.click()
    watched.page.get_by_test_id("stSidebar").get_by_role("link", name=title, exact=True).click()


def faults(watched: Watched) -> list[str]:
    """What is wrong with the page at first sight: an error shown, or more than fits the screen's width."""
    width, needed = watched.page.viewport_size["width"], watched.page.evaluate("document.documentElement.scrollWidth")
    errors = watched.page.locator("[data-testid=stException]").all_inner_texts()
    errors += watched.page.get_by_text(WENT_WRONG).all_inner_texts()
    return [*errors, *([f"{needed} pixels wide on a screen of {width}"] if needed > width else [])]
