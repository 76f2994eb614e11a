"""Pages that only other benchmarks have: a link to one explains why it is unavailable."""

from collections.abc import Callable

import streamlit as st

from core.formatting import escape_markdown
from dashboard.data.benchmark_info import list_extra_pages
from dashboard.data.current_benchmark import get_registry_entry
from dashboard.widgets import navigation

NEEDS = {
    "tilt": ("Tilt", "camera tilts"),
    "precision": ("Precision", "margins: how much the image could change before the correct answer does"),
    "truth_audit": ("Truth audit", "measurements to check the truth against"),
    "paper": ("Paper", "tables that a paper has published"),
    "lab": ("Lab", "scenes that can be drawn again"),
}
"""Title of a page and what it needs, by the last part of its path."""


def list_unavailable_pages() -> list[st.Page]:
    """Return the pages that the selected benchmark lacks; the navigation does not list them."""
    return [
        st.Page(_make_page(title, needed), title=title, url_path=name, visibility="hidden")
        for name, (title, needed) in NEEDS.items()
        if name not in list_extra_pages()
    ]


def _make_page(title: str, needed: str) -> Callable[[], None]:
    """Return the function that shows such a page."""

    def show() -> None:
        st.title(title)
        st.info(f"{title} needs {needed}. There are none in {escape_markdown(get_registry_entry().title)}.")
        st.page_link(navigation.OVERVIEW, label="Overview", icon=":material/leaderboard:")

    return show
