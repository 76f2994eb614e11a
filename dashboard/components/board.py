"""The board from above with points to drag."""

from collections.abc import Callable
from dataclasses import asdict, dataclass

from dashboard.components.mount import component

_BOARD = component("board")


@dataclass(frozen=True, slots=True)
class BoardHandle:
    """A point of the board that can be dragged: short name, x and y in pixels of the view, what it is, colour."""

    name: str
    x: float
    y: float
    label: str
    colour: str


def show_board(
    url: str,
    size_px: int,
    px_per_cm: float,
    margin_cm: float,
    handles: list[BoardHandle],
    key: str,
    on_move: Callable[[], None],
    revision: int = 0,
) -> None:
    """Shows the board from above; after a drag `st.session_state[key].moved` has name, x_cm and y_cm.

    Args:
        url: of the rectified picture, square.
        size_px: its side.
        px_per_cm: its scale.
        margin_cm: margin around the square of tape.
        handles: A, B and C, which sides connect, and other points.
        key: of the component.
        on_move: called after a drag or a step by key.
        revision: another number returns the points to those of `handles`.
    """
    low_px = px_per_cm * margin_cm - 0.5
    data = {
        "url": url,
        "size_px": size_px,
        "px_per_cm": px_per_cm,
        "margin_cm": margin_cm,
        "low_px": low_px,
        "high_px": size_px - 1 - low_px,
        "handles": [asdict(handle) for handle in handles],
        "revision": revision,
        "alt": "The board from above; A, B and C can be dragged",
    }
    _BOARD(key=key, data=data, on_moved_change=on_move)
