"""The keys of a page: one way for every key that is not a field's own."""

from collections.abc import Callable, Mapping

import streamlit as st

from dashboard.components.mount import component

_KEYS = component("keys")


def listen(keys: Mapping[str, Callable[[], None]], key: str) -> None:
    """Calls a function when its key is pressed.

    Streamlit's own shortcuts take Escape even from a text box or an open list. Here a field, a list, a menu, a popover
    and a dialog keep their keys, and so does whatever has arrow keys of its own.

    Args:
        keys: what to call, by the key's name in the browser: `Escape`, `ArrowLeft`.
        key: of the component.
    """

    def pressed() -> None:
        if handle := keys.get(st.session_state[key].pressed):
            handle()

    _KEYS(key=key, data={"keys": list(keys)}, on_pressed_change=pressed)
