"""An image that turns into the view from above on hover or keyboard focus."""

from collections.abc import Sequence
from dataclasses import asdict

from core.overlays.shapes import OverlayShape, Point
from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey

_WARP = create_component("warp", "svg")


def show_warp(
    url: str | None,
    width_px: int,
    height_px: int,
    shapes: Sequence[OverlayShape],
    square_px: Sequence[Point] | None,
    alt: str,
    key: ElementKey,
) -> None:
    """Show an image with shapes that bend with it.

    Args:
        url: of the image; None shows the shapes alone.
        width_px: of the upright image, the frame of shapes and square.
        height_px: of the upright image.
        shapes: lines and rings.
        square_px: corners of a square of the scene, in the order of the view from above: top left, top right,
            bottom right, bottom left. If None, the image does not turn.
        alt: description for screen readers.
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
