"""What a link asks for and a page does not have: Streamlit drops it without a word, so it is said here."""

from collections.abc import Iterable

import streamlit as st

from core.text import listed, plain

MAX_SAID = 3
MAX_CHARACTERS = 60


def say_unknown(key: str, title: str, labels: Iterable[str]) -> None:
    """Says which values of a parameter are not among those that there are; before its widget, which drops them.

    Args:
        key: of the widget, and the parameter's name.
        title: of the widget.
        labels: what the address may hold.
    """
    asked = st.query_params.get_all(key)
    known = set(labels) if asked else set()
    unknown = [plain(value[:MAX_CHARACTERS]) for value in asked if value not in known]
    if unknown:
        named = unknown[:MAX_SAID] + ([f"{len(unknown) - MAX_SAID} more"] if len(unknown) > MAX_SAID else [])
        st.toast(
            f"The link asks for {listed(named)} under *{plain(title)}*, which is not there and is left out.",
            icon=":material/link_off:",
            duration="infinite",
        )
