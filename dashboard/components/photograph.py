"""One photograph with layers, zoom and pan, and a variant with points to place."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from core.overlays.shapes import OverlayShape
from dashboard.components.mount import Part, as_data, create_component
from dashboard.runtime.session_state import ElementKey
from dashboard.style.theme import reserve_aspect_ratio

_PHOTOGRAPH = create_component("photograph", "svg", "labels", "shape")

TOOLS_HEIGHT = "2.3rem"
"""Height of the line with legend and buttons below an image."""

Box = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """An entry of the legend below the image, shown with its layer: a kind of line or of text.

    Attributes:
        form: style of the line; texts have no sample.
        shape: SVG path of the mark of the line's model; empty for other lines.
    """

    layer: str
    form: Literal["line", "dashed", "dotted", "thin", "text"]
    colour: str
    text: str
    shape: str = ""


def build_photograph(
    url: str | None,
    width_px: int,
    height_px: int,
    shapes: list[OverlayShape],
    layers: Sequence[str],
    alt: str,
    key: ElementKey,
    absent: str = "The image file is missing",
    frame: Box | None = None,
    legend: Sequence[LegendEntry] = (),
    title: str = "",
) -> Part:
    """Build a photograph with the shapes of the chosen layers over it; wheel or buttons zoom, dragging pans.

    The browser places the shapes' texts without overlapping one another, a ring or the edge.

    Args:
        url: of the image; None shows `absent` below the shapes alone.
        width_px: of the image, the frame of `shapes`.
        height_px: of the image.
        shapes: of all layers; only the chosen layers are drawn.
        layers: the chosen layers.
        alt: description for screen readers.
        key: of the component; the zoom is kept while image and text stay the same.
        absent: the text below a missing image.
        frame: initial view in pixels of the image, if shapes extend beyond it; None for the image.
        legend: meaning of lines and texts.
        title: in the corner of the picture; empty for none.
    """
    data = {
        "url": url,
        "title": title,
        "width_px": width_px,
        "height_px": height_px,
        "alt": alt,
        "layers": list(layers),
        "absent": absent,
        "shapes": [as_data(shape) for shape in shapes],
        "frame": dict(zip(("x", "y", "width", "height"), frame, strict=True)) if frame else None,
        "legend": [as_data(entry) for entry in legend],
    }
    shown_width, shown_height = (frame[2], frame[3]) if frame else (width_px, height_px)
    return Part(
        _PHOTOGRAPH, key, data, partial(reserve_aspect_ratio, key, shown_width, shown_height, below=TOOLS_HEIGHT)
    )


@dataclass(frozen=True, slots=True)
class PointHandle:
    """A point that can be placed on a photograph.

    Attributes:
        name: one or two characters, shown beside the point and on its button.
        label: description for screen readers.
        point: (x, y) in pixels of the upright image; None if it is not placed yet.
    """

    name: str
    label: str
    colour: str
    point: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Outline:
    """A closed line through handles that moves with them."""

    names: tuple[str, ...]
    colour: str


def place_points(
    url: str,
    width_px: int,
    height_px: int,
    handles: Sequence[PointHandle],
    outlines: Sequence[Outline],
    revision: str,
    alt: str,
    key: ElementKey,
) -> dict[str, tuple[float, float] | None] | None:
    """Show a photograph whose points can be dragged, placed by a click or moved by keys; return their positions.

    Args:
        url: of the image.
        width_px: of the upright image, the frame of the points.
        height_px: of the upright image.
        handles: the initial points.
        outlines: lines through them.
        revision: a change returns the points to those of `handles`.
        alt: description for screen readers.
        key: of the component.

    Returns:
        The points by name; None until one is moved.
    """
    data = {
        "url": url,
        "width_px": width_px,
        "height_px": height_px,
        "alt": alt,
        "layers": [],
        "shapes": [],
        "absent": "",
        "handles": [as_data(handle) for handle in handles],
        "outlines": [as_data(outline) for outline in outlines],
        "revision": revision,
    }
    sent = _PHOTOGRAPH(key=key, data=data, on_points_change=lambda: None).points
    if not isinstance(sent, dict) or sent.get("revision") != revision or not isinstance(sent.get("points"), dict):
        return None
    return {handle.name: _parse_point(sent["points"].get(handle.name), width_px, height_px) for handle in handles}


def _parse_point(value: object, width_px: int, height_px: int) -> tuple[float, float] | None:
    """Parse a point from the browser, at most one image size outside of the image; None if it is not a point."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    if not all(isinstance(number, int | float) and math.isfinite(number) for number in value):
        return None
    x, y = (
        min(max(float(number), -size), 2.0 * size) for number, size in zip(value, (width_px, height_px), strict=True)
    )
    return x, y
