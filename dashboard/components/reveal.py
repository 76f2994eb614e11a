"""Scrolling to an element that a click has opened elsewhere on the page."""

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey

_REVEAL = create_component("reveal")


def reveal(target: str, key: ElementKey, *, is_asked: bool) -> None:
    """Scroll to an element, as little as needed to see it.

    Args:
        target: CSS selector of the element.
        key: of the component.
        is_asked: whether to scroll to it now; the component must exist before and after.
    """
    _REVEAL(key=key, data={"target": target, "is_asked": is_asked})
