"""Warnings about URL values that do not exist; Streamlit drops them silently."""

from collections.abc import Iterable, Sequence

import streamlit as st

from core.formatting import escape_markdown, join_with_and

MAX_SAID = 3
MAX_CHARACTERS = 60


def warn_unknown_values(key: str, title: str, labels: Iterable[str]) -> None:
    """Warn about values of a parameter that do not exist; call it before the widget, which drops them.

    Args:
        key: of the widget, and the parameter's name.
        title: of the widget.
        labels: the valid values in the URL.
    """
    asked = st.query_params.get_all(key)
    known = set(labels) if asked else set()
    warn_ignored_values([value for value in asked if value not in known], title)


def warn_ignored_values(unknown: Sequence[str], title: str) -> None:
    """Warn about the values of a link that the page ignores, if there are any.

    Args:
        unknown: as written in the link.
        title: of the control that they are for.
    """
    if unknown:
        show_link_warning(
            f"The link asks for {summarise_names(unknown)} under *{escape_markdown(title)}*, which does not exist and "
            "was ignored."
        )


def summarise_names(names: Sequence[str]) -> str:
    """Return the first names of a link, shortened, as Markdown, and the number of the others."""
    named = [escape_markdown(name[:MAX_CHARACTERS]) for name in names[:MAX_SAID]]
    return join_with_and(named + ([f"{len(names) - MAX_SAID:,} more"] if len(names) > MAX_SAID else []))


def show_link_warning(text: str) -> None:
    """Show a warning about a link above the page until the user closes it.

    Args:
        text: Markdown, with values of the link escaped.
    """
    st.toast(text, icon=":material/link_off:", duration="infinite")
