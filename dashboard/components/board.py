"""The board from above with points to drag."""

from collections.abc import Callable
from dataclasses import asdict, dataclass

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey, read_sent

_BOARD = create_component("board", "svg")


@dataclass(frozen=True, slots=True)
class BoardHandle:
    """A draggable point of the board: short name, x and y in pixels of the view, description, colour."""

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
    key: ElementKey,
    on_move: Callable[[str, float, float], None],
    revision: int = 0,
) -> None:
    """Show the board from above; a drag calls `on_move`.

    Args:
        url: of the rectified, square image.
        size_px: its side.
        px_per_cm: its scale.
        margin_cm: margin around the square of tape.
        handles: A, B and C, which sides connect, and other points.
        key: of the component.
        on_move: called after a drag or a step by key with the point's name, x and y in cm.
        revision: a changed number returns the points to those of `handles`.
    """

    def report_move() -> None:
        sent = read_sent(key, "moved", dict) or {}
        name, x_cm, y_cm = (sent.get(part) for part in ("name", "x_cm", "y_cm"))
        if isinstance(name, str) and isinstance(x_cm, int | float) and isinstance(y_cm, int | float):
            on_move(name, float(x_cm), float(y_cm))

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
    _BOARD(key=key, data=data, on_moved_change=report_move)
