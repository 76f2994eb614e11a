"""Brings into view what a click has opened elsewhere on the page."""

from dashboard.components.mount import create_component

_REVEAL = create_component("reveal")


def reveal(target: str, key: str, *, is_asked: bool) -> None:
    """Scrolls to an element, as little as is needed to see it.

    Args:
        target: CSS selector of it.
        key: of the component.
        is_asked: whether it is to be scrolled to now; the component has to be there before and after.
    """
    _REVEAL(key=key, data={"target": target, "is_asked": is_asked})
