"""Typed keys of elements and of the session state, and access to session values.

Streamlit keeps widgets, components and what a page remembers in one flat list of keys, and the key of a widget that is
bound to the URL is the name of its parameter. `dashboard/runtime/state_keys/` lists every key. Three namespaces share
the list without collisions:

- a parameter of a page is one of `link_parameters.PARAMETERS`;
- the filter of a factor has the factor's key, or another one if a page has a parameter of that name:
  `link_parameters.build_filter_key`;
- every other key contains a hyphen, which the others never do.

A browser may send anything under any key that the server has not set itself, so values are read with a type check.
"""

from typing import Generic, Self, TypeVar

import streamlit as st

Kind = TypeVar("Kind")


class ElementKey(str):
    """Key of an element on a page: a widget, a container, a chart or a component."""

    def is_present(self) -> bool:
        """Return whether the session has a value under the key."""
        return self in st.session_state

    def read_unchecked(self) -> object:
        """Return the value, of any type; None if it is missing."""
        return st.session_state.get(self)


class ElementKeyFamily:
    """Template of the keys of similar elements, with `{}` for each varying part."""

    def __init__(self, template: str) -> None:
        """Set the template."""
        self.template = template

    def make_key(self, *parts: object) -> ElementKey:
        """Return the key of one element."""
        return ElementKey(self.template.format(*parts))


class StateKey(ElementKey, Generic[Kind]):
    """Key of a session value that pages read or write: a widget's, or one that a page remembers.

    Attributes:
        kind: type of the value; a value of another type counts as missing.
    """

    kind: type[Kind]

    def __new__(cls, name: str, kind: type[Kind]) -> Self:
        """Return the key of this name."""
        key = super().__new__(cls, name)
        key.kind = kind
        return key

    def read(self) -> Kind | None:
        """Return the value; None if it is missing."""
        return _check_type(st.session_state.get(self), self.kind)

    def take(self) -> Kind | None:
        """Return the value and remove it; None if it is missing."""
        return _check_type(st.session_state.pop(self, None), self.kind)

    def write(self, value: Kind | None) -> None:
        """Replace the value; None leaves a widget without a choice."""
        st.session_state[self] = value

    def forget(self) -> None:
        """Remove the value, if any."""
        st.session_state.pop(self, None)


class StateKeyFamily(Generic[Kind]):
    """Template of the keys of similar session values, with `{}` for each varying part."""

    def __init__(self, template: str, kind: type[Kind]) -> None:
        """Set the template, and the type of the values."""
        self.template, self.kind = template, kind

    def make_key(self, *parts: object) -> StateKey[Kind]:
        """Return the key of one value."""
        return StateKey(self.template.format(*parts), self.kind)


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
    state = st.session_state.get(key)
    selection = state.get("selection") if isinstance(state, dict) else None
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
