"""Page-level keyboard shortcuts: one mechanism for every key that does not belong to a field."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey, read_sent

_KEYS = create_component("keys", "streamlit_page", "key_listener")

NO_FIELDS: Mapping[str, str] = MappingProxyType({})


def listen(
    callbacks: Mapping[str, Callable[[], None]],
    key: ElementKey,
    fields: Mapping[str, str] = NO_FIELDS,
    focus_token: str = "",
) -> None:
    """Call a function when its key is pressed.

    Streamlit's shortcuts take Escape even from a text box or an open list. Here a field, a list, a menu, a popover
    and a dialog keep their keys, and so does any element that uses arrow keys.

    Args:
        callbacks: by the key's name in the browser: `Escape`, `ArrowLeft`.
        key: of the component.
        fields: CSS selectors of the fields that keys open and focus, by key.
        focus_token: when this text changes, the focused element loses the focus, so that keys belong to the page.
    """
    data = build_listener(callbacks, fields, focus_token)
    _KEYS(key=key, data=data, on_pressed_change=lambda: call_pressed(callbacks, key))


def build_listener(
    callbacks: Mapping[str, Callable[[], None]], fields: Mapping[str, str], focus_token: str = ""
) -> dict[str, object]:
    """Build the data of `key_listener.js`.

    Args:
        callbacks: as in `listen`.
        fields: as in `listen`.
        focus_token: as in `listen`.
    """
    return {"keys": list(callbacks), "fields": dict(fields), "focusToken": focus_token}


def call_pressed(callbacks: Mapping[str, Callable[[], None]], key: ElementKey) -> None:
    """Call the function of the key that a component reports.

    Args:
        callbacks: as in `listen`.
        key: of the component.
    """
    if handle := callbacks.get(read_sent(key, "pressed", str) or ""):
        handle()
