"""A button that shows the whole page in full screen, like the key F."""

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey

_FULL_SCREEN = create_component("full_screen")


def show_full_screen(key: ElementKey) -> None:
    """Show the button; it does not involve the server."""
    _FULL_SCREEN(key=key, width="content")
