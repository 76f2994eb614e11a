"""A button that copies the address, in which every choice stands."""

from dashboard.components.mount import create_component

_COPY_LINK = create_component("copy_link")


def show_copy_link(key: str) -> None:
    """Shows the button; the browser copies its own address and says so, without the server."""
    _COPY_LINK(key=key)
