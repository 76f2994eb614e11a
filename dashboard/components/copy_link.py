"""A button that copies the URL, which contains every choice."""

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey

_COPY_LINK = create_component("copy_link")


def show_copy_link(key: ElementKey) -> None:
    """Show the button; the browser copies its own URL and confirms, without the server."""
    _COPY_LINK(key=key)
