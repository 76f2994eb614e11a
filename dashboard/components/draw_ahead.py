"""Drawing what a key will show before the server answers."""

from collections.abc import Mapping, Sequence
from time import monotonic_ns

from dashboard.components.mount import Part, create_component
from dashboard.runtime.session_state import ElementKey

_DRAW_AHEAD = create_component("draw_ahead")


def draw_ahead(parts_by_action: Mapping[str, Sequence[Part]], key: ElementKey) -> None:
    """Let the browser draw parts of the page as soon as an action of its header is chosen, and load their images.

    The server's answer to the action replaces what was drawn.

    Args:
        parts_by_action: by key of the action, what the page's components will show.
        key: of this component, which is invisible.
    """
    ahead = {action: {part.key: part.data for part in parts} for action, parts in parts_by_action.items()}
    _DRAW_AHEAD(key=key, data={"ahead": ahead, "answer": monotonic_ns()})  # another number, so that its script runs
