"""Choices of the gallery that stay in the URL while a case is open, when their widgets do not exist.

Streamlit removes the parameter of a bound widget from the URL as soon as a run lacks the widget, and each change of
the URL adds a step to the browser's history: Back from a case would open the same case again.
"""

from collections.abc import Callable, Mapping

import streamlit as st

from dashboard.runtime.session_state import StateKey
from dashboard.runtime.state_keys import cases as keys
from dashboard.selection.link_warnings import warn_unknown_values
from dashboard.selection.selectors import Name


def read_choice(key: str, options: Mapping[Name, str], default: Name | None = None) -> Name | None:
    """Return the choice that the URL has under a key, by its label.

    Args:
        key: the parameter's name.
        options: label by option.
        default: returned if the URL has none, or an unknown one.
    """
    label = st.query_params.get(key)
    return next((option for option, name in options.items() if name == label), default)


def bind_choice(
    key: StateKey[str], title: str, options: Mapping[Name, str], default: Name | None = None
) -> Callable[[], None]:
    """Give the widget of this key the URL's choice; return the callback that writes a new one to the URL.

    Args:
        key: of the widget, and the parameter's name.
        title: of the widget.
        options: label by option.
        default: the option that needs no parameter.
    """
    warn_unknown_values(key, title, options.values())
    key.write(read_choice(key, options, default))

    def keep() -> None:
        option = next((known for known in options if known == key.read()), None)
        _set(key, None if option in (None, default) else options[option])

    return keep


def read_page(pages: int = 1_000_000) -> int:
    """Return the gallery's page number in the URL, not beyond the last one."""
    text = st.query_params.get(keys.PAGE_NUMBER, "")
    return min(max(int(text), 1), pages) if text.isdecimal() and len(text) < 7 else 1


def write_page(page: int) -> None:
    """Write the page number to the URL (callback)."""
    _set(keys.PAGE_NUMBER, None if page == 1 else str(page))


def _set(key: str, value: str | None) -> None:
    """Change the URL only if the value differs: each change adds a step to the browser's history."""
    if value is None:
        st.query_params.pop(key, None)
    elif st.query_params.get(key) != value:
        st.query_params[key] = value
