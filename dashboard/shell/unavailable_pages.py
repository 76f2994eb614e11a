"""Pages that only other benchmarks have: a link to one says why it is not here."""

from collections.abc import Callable

import streamlit as st

from core.formatting import plain
from dashboard.data.queries import listed_here, own_pages
from dashboard.widgets import navigation

NEEDS = {
    "tilt": ("Tilt", "the tilt of the camera"),
    "precision": ("Precision", "margins, which say how clearly a case decides"),
    "truth_audit": ("Truth audit", "measurements to check the truth by"),
    "paper": ("Paper", "tables that a paper has published"),
    "lab": ("Lab", "scenes that can be drawn anew"),
}
"""Title of a page and what it is made of, by the last part of its path."""


def pages() -> list[st.Page]:
    """The pages that the chosen benchmark lacks; the navigation does not list them."""
    return [
        st.Page(_saying(title, needed), title=title, url_path=name, visibility="hidden")
        for name, (title, needed) in NEEDS.items()
        if name not in own_pages()
    ]


def _saying(title: str, needed: str) -> Callable[[], None]:
    """What such a page runs."""

    def show() -> None:
        st.title(title)
        st.info(f"{title} needs {needed}. {plain(listed_here().title)} does not have this.")
        st.page_link(navigation.OVERVIEW, label="Overview", icon=":material/leaderboard:")

    return show
