"""What a link asks for and a page does not have: Streamlit drops it without a word, so it is said here."""

from collections.abc import Iterable, Sequence

import streamlit as st

from core.formatting import escape_markdown, join_with_and

MAX_SAID = 3
MAX_CHARACTERS = 60


def warn_unknown_values(key: str, title: str, labels: Iterable[str]) -> None:
    """Says which values of a parameter are not among those that there are; before its widget, which drops them.

    Args:
        key: of the widget, and the parameter's name.
        title: of the widget.
        labels: what the address may hold.
    """
    asked = st.query_params.get_all(key)
    known = set(labels) if asked else set()
    warn_ignored_values([value for value in asked if value not in known], title)


def warn_ignored_values(unknown: Sequence[str], title: str) -> None:
    """Says what a link asks for and a page leaves out, if it leaves out anything.

    Args:
        unknown: as the link has it.
        title: of what would have it.
    """
    if unknown:
        show_link_warning(
            f"The link asks for {summarise_names(unknown)} under *{escape_markdown(title)}*, which is not there and is "
            "left out."
        )


def summarise_names(names: Sequence[str]) -> str:
    """The first names of a link, shortened, as Markdown, and how many more there are."""
    named = [escape_markdown(name[:MAX_CHARACTERS]) for name in names[:MAX_SAID]]
    return join_with_and(named + ([f"{len(names) - MAX_SAID:,} more"] if len(names) > MAX_SAID else []))


def show_link_warning(text: str) -> None:
    """Says over the page what became of a link, until somebody closes it.

    Args:
        text: Markdown, in which what the link has is escaped.
    """
    st.toast(text, icon=":material/link_off:", duration="infinite")
