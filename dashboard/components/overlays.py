"""The shapes that the browser draws over a photograph, in pixels of the upright picture."""

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from core.geometry.homography import OUTER_CORNERS_CM, Homography
from core.geometry.triangle import Triangle
from dashboard.components import colours

PhotographRow = Mapping[Hashable, Any]
"""One photograph's row of the table `photographs`, or as many of its columns as are known of an own picture."""

LAYERS = {
    "points": "A, B, C",
    "sides": "Sides",
    "lengths": "Lengths",
    "angles": "Angles",
    "found": "Stickers found",
    "border": "Border found",
    "grid": "Grid, 10 cm",
}
"""Label by layer, in the order to show them."""

SHOWN_LAYERS = ("points", "sides", "lengths", "border")
"""The layers that are on at first."""

_SIDES = (("A", "B", "ab"), ("B", "C", "bc"), ("C", "A", "ca"))

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]

LENGTH_DISTANCE_PX = 14.0
MIDDLE_BELOW = 0.5
"""A side whose normal is less horizontal than this has its length centred above or below it."""


@dataclass(frozen=True)
class Shape:
    """A mark at points (x, y) in pixels of the upright picture, y downwards; a text lies there with its `anchor`."""

    layer: str
    form: Literal["line", "dashed", "thin", "ring", "cross", "text"]
    points: tuple[tuple[float, float], ...]
    colour: str = colours.LIGHT
    text: str = ""
    anchor: Anchor = "middle"


def triangle_shapes(photograph: PhotographRow) -> list[Shape]:
    """A, B, C as clicked, the sides between them, and their lengths and angles.

    Args:
        photograph: a row with `ax_px` to `cy_px` and, for lengths and angles, `ab_cm`, `bc_cm`, `ca_cm`; lengths by
            homography (`ab_rect_cm` ...) follow the true ones if they were measured.
    """
    vertices = {name: (photograph[f"{name.lower()}x_px"], photograph[f"{name.lower()}y_px"]) for name in "ABC"}
    shapes = []
    for start, end, side in _SIDES:
        shapes.append(Shape("sides", "line", (vertices[start], vertices[end]), colours.SIDE))
        if f"{side}_cm" in photograph:
            shapes.append(_length_shape(_length(photograph, side), vertices, start, end))
    for name, point in vertices.items():
        shapes.append(Shape("points", "ring", (point,), colours.STICKERS[name]))
        shapes.append(Shape("points", "text", (_beside(point, vertices, 30.0),), text=name))
    return shapes + _angle_shapes(photograph, vertices)


def _length(photograph: PhotographRow, side: str) -> str:
    in_world, measured = photograph[f"{side}_cm"], photograph.get(f"{side}_rect_cm")
    is_measured = measured is not None and math.isfinite(measured)
    return f"{in_world:.1f} · {measured:.1f} cm" if is_measured else f"{in_world:.1f} cm"


def _angle_shapes(photograph: PhotographRow, vertices: Mapping[str, Point]) -> list[Shape]:
    """Each angle in 3D (in the world) and in 2D (in the picture), inside its vertex."""
    if "ab_cm" not in photograph:
        return []
    in_world = Triangle(*(photograph[f"{side}_cm"] for _, _, side in _SIDES)).angles_deg
    in_picture = Triangle.from_points(*vertices.values()).angles_deg
    return [
        Shape("angles", "text", (_beside(point, vertices, -48.0),), text=f"{world:.0f}° · {picture:.0f}°")
        for point, world, picture in zip(vertices.values(), in_world, in_picture, strict=True)
    ]


def measured_shapes(photograph: PhotographRow) -> list[Shape]:
    """The border as found, inner and outer edge of the tape, the board's grid, and the stickers as found.

    Args:
        photograph: a row of the table `photographs`; null values draw nothing.
    """
    shapes = []
    for name in "abc":
        point = (photograph[f"{name}_found_x_px"], photograph[f"{name}_found_y_px"])
        if all(math.isfinite(value) for value in point):
            shapes.append(Shape("found", "cross", (point,), colours.FOUND_STICKER))
    if photograph["border_status"] != "found":
        return shapes
    border_px = [float(value) for value in photograph["border_px"]]
    corners = list(zip(border_px[::2], border_px[1::2], strict=True))
    homography = Homography.from_corners(corners)
    outer = [(float(x), float(y)) for x, y in homography.to_px(OUTER_CORNERS_CM)]
    shapes += [Shape("border", "line", side, colours.BORDER) for side in pairwise([*corners, corners[0]])]
    shapes += [Shape("border", "thin", side, colours.BORDER) for side in pairwise([*outer, outer[0]])]
    for ends in homography.grid_px():
        (x0, y0), (x1, y1) = ends.tolist()
        shapes.append(Shape("grid", "thin", ((x0, y0), (x1, y1)), colours.GRID))
    return shapes


def outline(photograph: PhotographRow) -> tuple[Shape, ...]:
    """The triangle alone, for a thumbnail."""
    return tuple(shape for shape in triangle_shapes(photograph) if shape.layer in ("points", "sides"))


def _length_shape(text: str, vertices: Mapping[str, Point], start: str, end: str) -> Shape:
    """The length of a side, outside of it; it grows away from the triangle, so that lengths do not cover each other."""
    (x0, y0), (x1, y1) = vertices[start], vertices[end]
    (third,) = (point for name, point in vertices.items() if name not in (start, end))
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    normal_x, normal_y = y1 - y0, x0 - x1
    if normal_x * (third[0] - middle_x) + normal_y * (third[1] - middle_y) > 0:
        normal_x, normal_y = -normal_x, -normal_y
    length = max(math.hypot(normal_x, normal_y), 1e-9)
    dx, dy = normal_x / length, normal_y / length
    anchor: Anchor = "middle" if abs(dx) < MIDDLE_BELOW else "start" if dx > 0 else "end"
    place = middle_x + LENGTH_DISTANCE_PX * dx, middle_y + LENGTH_DISTANCE_PX * dy
    return Shape("lengths", "text", (place,), text=text, anchor=anchor)


def _beside(point: Point, vertices: Mapping[str, Point], distance_px: float) -> Point:
    """A place for a vertex' text: away from the centroid, or towards it where the distance is below zero."""
    centre = tuple(sum(vertex[axis] for vertex in vertices.values()) / 3 for axis in (0, 1))
    dx, dy = point[0] - centre[0], point[1] - centre[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1e-9)
    return point[0] + distance_px * dx / length, point[1] + distance_px * dy / length
