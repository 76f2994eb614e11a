"""What a link asks for and a page does not have: Streamlit drops it without a word, so it is said here."""

from collections.abc import Iterable, Sequence

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
    say_left_out([value for value in asked if value not in known], title)


def say_left_out(unknown: Sequence[str], title: str) -> None:
    """Says what a link asks for and a page leaves out, if it leaves out anything.

    Args:
        unknown: as the link has it.
        title: of what would have it.
    """
    if unknown:
        shown = [plain(value[:MAX_CHARACTERS]) for value in unknown[:MAX_SAID]]
        named = shown + ([f"{len(unknown) - MAX_SAID} more"] if len(unknown) > MAX_SAID else [])
        st.toast(
            f"The link asks for {listed(named)} under *{plain(title)}*, which is not there and is left out.",
            icon=":material/link_off:",
            duration="infinite",
        )
