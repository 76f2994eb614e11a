"""Pages that only other benchmarks have: a link to one states what it needs, and which page or benchmark to use."""

from dataclasses import dataclass
from functools import partial

import streamlit as st

from core.formatting import escape_markdown
from dashboard.data.benchmark_info import list_extra_pages
from dashboard.data.current_benchmark import get_registry_entry
from dashboard.page_files import PAGE_FILES
from dashboard.shell.page_title import show_page_title
from dashboard.widgets.benchmark_links import show_benchmark_links


@dataclass(frozen=True, slots=True)
class UnavailablePage:
    """A page that not every benchmark has.

    Attributes:
        title: of the page.
        needed: what it needs.
        alternatives: names of pages that may replace it, the best first; the last one exists for every benchmark.
    """

    title: str
    needed: str
    alternatives: tuple[str, ...]


UNAVAILABLE_PAGES = {
    "tilt": UnavailablePage("Tilt", "camera tilts", ("precision", "heatmaps")),
    "precision": UnavailablePage(
        "Precision", "margins: how much the image could change before the correct answer does", ("tilt", "heatmaps")
    ),
    "truth_audit": UnavailablePage("Truth audit", "measurements to check the truth against", ("data",)),
    "paper": UnavailablePage("Paper", "tables that a paper has published", ("leaderboard",)),
    "lab": UnavailablePage("Lab", "scenes that can be drawn again", ("ask_a_model",)),
}
"""By the last part of the page's path."""

ALTERNATIVES = {
    "ask_a_model": ("Ask a model: send one of the images to a model", ":material/forum:"),
    "data": ("Data: the source and the checksum of each file", ":material/database:"),
    "heatmaps": ("Heatmaps: the scores under each condition", ":material/grid_on:"),
    "leaderboard": ("Leaderboard: the models that have answered", ":material/social_leaderboard:"),
    "precision": ("Precision: how small a difference a model still sees", ":material/straighten:"),
    "tilt": ("Tilt: how scores change as the camera tilts", ":material/screen_rotation_alt:"),
}
"""Label and icon of the link to a page, by the last part of its path."""


def list_unavailable_pages() -> list[st.Page]:
    """Return the pages that the selected benchmark lacks; the navigation does not list them."""
    return [_make_page(name) for name in UNAVAILABLE_PAGES if name not in list_extra_pages()]


def _make_page(name: str) -> st.Page:
    page = UNAVAILABLE_PAGES[name]
    return st.Page(partial(_show, name), title=page.title, url_path=name, visibility="hidden")


def _show(name: str) -> None:
    """Show what the page needs, the page to use instead, and the benchmarks that have it."""
    page, own_pages = UNAVAILABLE_PAGES[name], list_extra_pages()
    show_page_title(page.title)
    st.info(f"{page.title} needs {page.needed}. There are none in {escape_markdown(get_registry_entry().title)}.")
    alternative = next(other for other in page.alternatives if other not in UNAVAILABLE_PAGES or other in own_pages)
    label, icon = ALTERNATIVES[alternative]
    st.markdown("**Use instead**")
    st.page_link(PAGE_FILES[alternative], label=label, icon=icon)
    show_benchmark_links(_make_page(name), "Benchmarks with this page", lambda: name in list_extra_pages())
