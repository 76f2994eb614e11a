"""One photograph with layers, zoom and pan, and the same with points to place."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.overlays.shapes import OverlayShape
from dashboard.components.mount import as_data, create_component

_PHOTOGRAPH = create_component("photograph", "labels", "shape")

Box = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """What a kind of line, or of text, is, told below the picture while its layer is shown.

    Attributes:
        form: of the line; a text has no sample.
        shape: path of the mark of the model whose line it is, as `charts.shapes` has it; empty of other lines.
    """

    layer: str
    form: Literal["line", "dashed", "dotted", "thin", "text"]
    colour: str
    text: str
    shape: str = ""


def show_photograph(
    url: str | None,
    width_px: int,
    height_px: int,
    shapes: list[OverlayShape],
    layers: Sequence[str],
    alt: str,
    key: str,
    absent: str = "The image file is missing",
    frame: Box | None = None,
    legend: Sequence[LegendEntry] = (),
) -> None:
    """Shows a photograph with the shapes of the chosen layers over it; wheel or buttons zoom, dragging pans.

    The browser places the shapes' texts: none lies on another one, on a ring or over the edge.

    Args:
        url: of the picture; None shows `absent` below the shapes alone.
        width_px: of the picture, the frame of `shapes`.
        height_px: of the picture.
        shapes: of all layers; only the chosen layers are drawn.
        layers: the chosen layers.
        alt: what it is, for a screen reader.
        key: of the component; zoom stays while picture and text are the same.
        absent: the text below a missing picture.
        frame: what is seen before zooming, in pixels of the picture, where shapes run out of it; None is the picture.
        legend: what lines and texts are.
    """
    data = {
        "url": url,
        "width_px": width_px,
        "height_px": height_px,
        "alt": alt,
        "layers": list(layers),
        "absent": absent,
        "shapes": [as_data(shape) for shape in shapes],
        "frame": dict(zip(("x", "y", "width", "height"), frame, strict=True)) if frame else None,
        "legend": [as_data(entry) for entry in legend],
    }
    _PHOTOGRAPH(key=key, data=data)


@dataclass(frozen=True, slots=True)
class PointHandle:
    """A point that can be placed on a photograph.

    Attributes:
        name: a sign or two, shown beside the point and on its button.
        label: what it is, for a screen reader.
        point: (x, y) in pixels of the upright picture; None if it is still to be placed.
    """

    name: str
    label: str
    colour: str
    point: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Outline:
    """A closed line through handles, which follows them."""

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
    key: str,
) -> dict[str, tuple[float, float] | None] | None:
    """Shows a photograph whose points can be dragged, clicked into place or moved by keys; returns where they are now.

    Args:
        url: of the picture.
        width_px: of the upright picture, the frame of the points.
        height_px: of the upright picture.
        handles: the points at first.
        outlines: lines through them.
        revision: when it changes, the points return to those of `handles`.
        alt: what it is, for a screen reader.
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
    """What the browser sent as a point, at most one picture's size outside of it; None if it is not a point."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    if not all(isinstance(number, int | float) and math.isfinite(number) for number in value):
        return None
    x, y = (
        min(max(float(number), -size), 2.0 * size) for number, size in zip(value, (width_px, height_px), strict=True)
    )
    return x, y
