"""Keys of the session state and of the URL, and typed access to session values.

Streamlit keeps widgets, components and what a page remembers in one flat list of keys, and the key of a widget that is
bound to the URL is the name of its parameter. Three namespaces share the list without collisions:

- a parameter of a page is one of `link_parameters.PARAMETERS`;
- the filter of a factor has the factor's key, or another one if a page has a parameter of that name:
  `link_parameters.build_filter_key`;
- every other key contains a hyphen, which the others never do.

A browser may send anything under any key that the server has not set itself, so values are read with a type check.
"""

from typing import TypeVar

import streamlit as st

Kind = TypeVar("Kind")


def read_state(key: str, kind: type[Kind]) -> Kind | None:
    """Return the session's value under a key; None if it has none of this type."""
    return _check_type(st.session_state.get(key), kind)


def take_state(key: str, kind: type[Kind]) -> Kind | None:
    """Return the session's value under a key and remove it; None if it has none of this type."""
    return _check_type(st.session_state.pop(key, None), kind)


def read_texts(key: str) -> list[str]:
    """Return the texts of the list under a key of the session."""
    return list_texts(st.session_state.get(key))


def read_sent(key: str, name: str, kind: type[Kind]) -> Kind | None:
    """Return what one of our components has sent under a name; None if it is not of this type."""
    state = st.session_state.get(key)
    return _check_type(state.get(name), kind) if isinstance(state, dict) else None


def read_selected(key: str, name: str, kind: type[Kind]) -> Kind | None:
    """Return the first selected point or row of a chart or a table; None if there is none of this type."""
    selected = _list_selected(key, name)
    return _check_type(selected[0], kind) if selected else None


def read_all_selected(key: str, name: str, kind: type[Kind]) -> list[Kind]:
    """Return all selected points or rows of a chart or a table that are of this type."""
    return [value for value in _list_selected(key, name) if isinstance(value, kind)]


def _list_selected(key: str, name: str) -> list[object]:
    selection = (read_state(key, dict) or {}).get("selection")
    selected = selection.get(name) if isinstance(selection, dict) else None
    return selected if isinstance(selected, list) else []


def list_texts(value: object) -> list[str]:
    """Return the texts of a list or tuple; none for any other value."""
    return [text for text in value if isinstance(text, str)] if isinstance(value, list | tuple) else []


def as_text(value: object) -> str:
    """Return the value of a text field; empty if the browser has sent anything but a text."""
    return value if isinstance(value, str) else ""


def _check_type(value: object, kind: type[Kind]) -> Kind | None:
    return value if isinstance(value, kind) else None
