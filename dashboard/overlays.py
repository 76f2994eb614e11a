"""What is drawn over a photograph, as shapes in pixels of the upright picture; the browser draws them."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

STICKER_COLOURS = {"A": "#d7263d", "B": "#f2c12e", "C": "#4a63d9"}
"""Colours of the stickers: A red, B yellow, C blue."""

LAYERS = {"points": "A, B, C", "sides": "Sides", "lengths": "Lengths by tape"}
"""Label by layer, in the order to show them."""

_SIDES = (("A", "B", "ab_cm"), ("B", "C", "bc_cm"), ("C", "A", "ca_cm"))


@dataclass(frozen=True, slots=True)
class Shape:
    """A line, a ring or a text at points (x, y) in pixels of the upright picture, y downwards."""

    layer: str
    form: Literal["line", "ring", "text"]
    points: tuple[tuple[float, float], ...]
    colour: str = "#ffffff"
    text: str = ""


def triangle_shapes(photograph: Mapping[Hashable, Any]) -> list[Shape]:
    """A, B, C as clicked, the sides between them, and their lengths by tape.

    Args:
        photograph: a row with `ax_px` to `cy_px` and, for the lengths, `ab_cm`, `bc_cm`, `ca_cm`.
    """
    vertices = {name: (photograph[f"{name.lower()}x_px"], photograph[f"{name.lower()}y_px"]) for name in "ABC"}
    shapes = []
    for start, end, length in _SIDES:
        shapes.append(Shape("sides", "line", (vertices[start], vertices[end])))
        if length in photograph:
            middle = tuple((p + q) / 2 for p, q in zip(vertices[start], vertices[end], strict=True))
            shapes.append(Shape("lengths", "text", (middle,), text=f"{photograph[length]:.1f} cm"))
    for name, point in vertices.items():
        shapes.append(Shape("points", "ring", (point,), STICKER_COLOURS[name]))
        shapes.append(Shape("points", "text", (_outwards(point, vertices),), text=name))
    return shapes


def outline(photograph: Mapping[Hashable, Any]) -> tuple[Shape, ...]:
    """The triangle alone, for a thumbnail."""
    return tuple(shape for shape in triangle_shapes(photograph) if shape.layer in ("points", "sides"))


def _outwards(point: tuple[float, float], vertices: Mapping[str, tuple[float, float]]) -> tuple[float, float]:
    """A place for a vertex' name: beside it, away from the centroid."""
    centre = tuple(sum(vertex[axis] for vertex in vertices.values()) / 3 for axis in (0, 1))
    dx, dy = point[0] - centre[0], point[1] - centre[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1e-9)
    return point[0] + 30 * dx / length, point[1] + 30 * dy / length
