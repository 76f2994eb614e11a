"""What a link asks for and a page does not have: Streamlit drops it without a word, so it is said here."""

from collections.abc import Iterable, Sequence

import streamlit as st

from core.formatting import listed, plain

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
        say(f"The link asks for {some_of(unknown)} under *{plain(title)}*, which is not there and is left out.")


def some_of(names: Sequence[str]) -> str:
    """The first names of a link, shortened, as Markdown, and how many more there are."""
    named = [plain(name[:MAX_CHARACTERS]) for name in names[:MAX_SAID]]
    return listed(named + ([f"{len(names) - MAX_SAID:,} more"] if len(names) > MAX_SAID else []))


def say(text: str) -> None:
    """Says over the page what became of a link, until somebody closes it.

    Args:
        text: Markdown, in which what the link has is escaped.
    """
    st.toast(text, icon=":material/link_off:", duration="infinite")
