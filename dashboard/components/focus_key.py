"""Keys that focus a field from anywhere on the page: slash, and Ctrl or Command with K."""

from dashboard.components.mount import create_component

_FOCUS_KEY = create_component("focus_key")


def bind_focus_key(field: str, key: str) -> None:
    """Let the keys focus a field.

    Args:
        field: CSS selector of the field.
        key: of the component.
    """
    _FOCUS_KEY(key=key, data={"field": field})
