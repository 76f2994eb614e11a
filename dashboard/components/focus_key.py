"""The keys that lead to a field from anywhere on the page: slash, and Ctrl or Command with K."""

from dashboard.components.mount import component

_FOCUS_KEY = component("focus_key")


def focus_by_key(field: str, key: str) -> None:
    """Lets the keys lead to a field.

    Args:
        field: CSS selector of it.
        key: of the component.
    """
    _FOCUS_KEY(key=key, data={"field": field})
