"""Page-level keyboard shortcuts: one mechanism for every key that does not belong to a field."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey, read_sent

_KEYS = create_component("keys")


def listen(
    keys: Mapping[str, Callable[[], None]],
    key: ElementKey,
    pictures: Sequence[str] = (),
    fields: Mapping[str, str] = MappingProxyType({}),
    focus_token: str = "",
) -> None:
    """Call a function when its key is pressed.

    Streamlit's shortcuts take Escape even from a text box or an open list. Here a field, a list, a menu, a popover
    and a dialog keep their keys, and so does any element that uses arrow keys.

    Args:
        keys: callbacks by the key's name in the browser: `Escape`, `ArrowLeft`.
        key: of the component.
        pictures: URLs of images that the keys would show next; the browser loads them when idle.
        fields: CSS selectors of the fields that keys open and focus, by key.
        focus_token: when this text changes, the focused element loses the focus, so that keys belong to the page.
    """

    def handle_press() -> None:
        if handle := keys.get(read_sent(key, "pressed", str) or ""):
            handle()

    data = {"keys": list(keys), "pictures": list(pictures), "fields": dict(fields), "focusToken": focus_token}
    _KEYS(key=key, data=data, on_pressed_change=handle_press)
