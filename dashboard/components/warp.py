"""A picture that turns into the view from above while the mouse or the keyboard is on it."""

from collections.abc import Sequence
from dataclasses import asdict

from core.overlays.shapes import OverlayShape, Point
from dashboard.components.mount import create_component

_WARP = create_component("warp")


def show_warp(
    url: str | None,
    width_px: int,
    height_px: int,
    shapes: Sequence[OverlayShape],
    square_px: Sequence[Point] | None,
    alt: str,
    key: str,
) -> None:
    """Shows a picture with shapes that bend with it.

    Args:
        url: of the picture; None shows the shapes alone.
        width_px: of the upright picture, the frame of shapes and square.
        height_px: of the upright picture.
        shapes: lines and rings.
        square_px: corners of a square of the world, in the order in which the view from above has them: top left, top
            right, bottom right, bottom left. None where there is none; the picture then stays as it is.
        alt: what it is, for a screen reader.
        key: of the component.
    """
    data = {
        "url": url,
        "width_px": width_px,
        "height_px": height_px,
        "shapes": [asdict(shape) for shape in shapes],
        "square": None if square_px is None else [list(point) for point in square_px],
        "alt": alt,
    }
    _WARP(key=key, data=data)
