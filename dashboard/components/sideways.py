"""A chart that is wider than the screen: who has no mouse reaches it by Tab and moves it by the arrow keys."""

from dashboard.components.mount import component

_SIDEWAYS = component("sideways")


def scroll_by_keys(key: str) -> None:
    """Lets Tab reach an element while it is wider than its place.

    Args:
        key: of the element.
    """
    _SIDEWAYS(key=f"{key}-sideways", data={"place": f".st-key-{key}"})
