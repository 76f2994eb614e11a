"""The keys of a page: one way for every key that is not a field's own."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import read_sent

_KEYS = create_component("keys")


def listen(
    keys: Mapping[str, Callable[[], None]],
    key: str,
    pictures: Sequence[str] = (),
    fields: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Calls a function when its key is pressed.

    Streamlit's own shortcuts take Escape even from a text box or an open list. Here a field, a list, a menu, a popover
    and a dialog keep their keys, and so does whatever has arrow keys of its own.

    Args:
        keys: what to call, by the key's name in the browser: `Escape`, `ArrowLeft`.
        key: of the component.
        pictures: addresses of what the keys lead to, which the browser loads when it has nothing else to do.
        fields: CSS selectors of the fields that keys open and lead to, by key.
    """

    def pressed() -> None:
        if handle := keys.get(read_sent(key, "pressed", str) or ""):
            handle()

    data = {"keys": list(keys), "pictures": list(pictures), "fields": dict(fields)}
    _KEYS(key=key, data=data, on_pressed_change=pressed)
