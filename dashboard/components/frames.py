"""The frames of a video as a strip of thumbnails in one line, of which one is open."""

from collections.abc import Sequence

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey

_FRAMES = create_component("frames")


def choose_frame(urls: Sequence[str | None], name: str, key: ElementKey) -> int:
    """Show a thumbnail for each frame and return the index of the chosen one, from 0; arrow keys choose too.

    Args:
        urls: of the thumbnails, in the order of time; None for a missing file.
        name: description of the strip for screen readers.
        key: of the component.
    """
    sent = _FRAMES(key=key, data={"urls": list(urls), "name": name}, on_chosen_change=lambda: None).chosen
    return sent if isinstance(sent, int) and 0 <= sent < len(urls) else 0
