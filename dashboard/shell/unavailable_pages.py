"""Pages that only other benchmarks have: a link to one says why it is not here."""

from collections.abc import Callable

import streamlit as st

from core.formatting import escape_markdown
from dashboard.data.queries import get_registry_entry, list_extra_pages
from dashboard.widgets import navigation

NEEDS = {
    "tilt": ("Tilt", "the tilt of the camera"),
    "precision": ("Precision", "margins, which say how clearly a case decides"),
    "truth_audit": ("Truth audit", "measurements to check the truth by"),
    "paper": ("Paper", "tables that a paper has published"),
    "lab": ("Lab", "scenes that can be drawn anew"),
}
"""Title of a page and what it is made of, by the last part of its path."""


def list_unavailable_pages() -> list[st.Page]:
    """The pages that the chosen benchmark lacks; the navigation does not list them."""
    return [
        st.Page(_make_page(title, needed), title=title, url_path=name, visibility="hidden")
        for name, (title, needed) in NEEDS.items()
        if name not in list_extra_pages()
    ]


def _make_page(title: str, needed: str) -> Callable[[], None]:
    """What such a page runs."""

    def show() -> None:
        st.title(title)
        st.info(f"{title} needs {needed}. {escape_markdown(get_registry_entry().title)} does not have this.")
        st.page_link(navigation.OVERVIEW, label="Overview", icon=":material/leaderboard:")

    return show
