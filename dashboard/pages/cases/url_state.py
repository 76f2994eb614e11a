"""Choices of the gallery that stay in the address while a case is open, where their widgets are not.

Streamlit takes the parameter of a bound widget out of the address as soon as a run is without the widget, and each
change of the address is a step of the browser's history: Back from a case would lead to the same case.
"""

from collections.abc import Callable, Mapping

import streamlit as st

from dashboard.selection.filters import PAGE
from dashboard.selection.link_warnings import warn_unknown_values
from dashboard.selection.selectors import Name


def read_choice(key: str, options: Mapping[Name, str], default: Name | None = None) -> Name | None:
    """The choice that the address has under a key, by its label.

    Args:
        key: the parameter's name.
        options: label by option.
        default: where the address has none, or one that there is not.
    """
    label = st.query_params.get(key)
    return next((option for option, name in options.items() if name == label), default)


def bind_choice(key: str, title: str, options: Mapping[Name, str], default: Name | None = None) -> Callable[[], None]:
    """Gives the widget of this key the choice of the address; returns the callback that keeps a new one there.

    Args:
        key: of the widget, and the parameter's name.
        title: of the widget.
        options: label by option.
        default: what needs no parameter.
    """
    warn_unknown_values(key, title, options.values())
    st.session_state[key] = read_choice(key, options, default)

    def keep() -> None:
        option = next((known for known in options if known == st.session_state[key]), None)
        _set(key, None if option in (None, default) else options[option])

    return keep


def read_page(pages: int = 1_000_000) -> int:
    """The page of the gallery that the address has, not beyond the last one."""
    text = st.query_params.get(PAGE, "")
    return min(max(int(text), 1), pages) if text.isdecimal() and len(text) < 7 else 1


def write_page(page: int) -> None:
    """Callback: puts the page into the address."""
    _set(PAGE, None if page == 1 else str(page))


def _set(key: str, value: str | None) -> None:
    """Changes the address only where something changes: each change is a step of the browser's history."""
    if value is None:
        st.query_params.pop(key, None)
    elif st.query_params.get(key) != value:
        st.query_params[key] = value
