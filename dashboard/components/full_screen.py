"""A button that puts the whole page on the whole screen, as the key F does."""

from dashboard.components.mount import create_component

_FULL_SCREEN = create_component("full_screen")


def show_full_screen(key: str) -> None:
    """Shows the button; the server has no part in it."""
    _FULL_SCREEN(key=key)
