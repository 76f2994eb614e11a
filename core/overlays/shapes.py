"""Shapes that the browser draws over a photograph, in pixels of the upright image."""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from core.formatting import format_angles
from core.geometry.homography import OUTER_CORNERS_CM, Homography
from core.geometry.triangle import Triangle
from core.overlays import colours

PhotographRow = Mapping[Hashable, Any]
"""A photograph's row of the table `photographs`, or as many of its columns as are known of a user's image."""

LAYERS = {
    "points": "A, B, C",
    "sides": "Sides",
    "lengths": "Lengths",
    "angles": "Angles",
    "found": "Stickers found",
    "border": "Border found",
    "grid": "Grid, 10 cm",
}
"""Label of each layer, in display order."""

SHOWN_LAYERS = ("points", "sides", "lengths", "border")
"""The layers that are on at first."""

SIDE_NAMES = {"ab": "AB", "bc": "BC", "ca": "AC"}
"""Names of the sides, as the questions call them."""

_SIDES = (("A", "B", "ab"), ("B", "C", "bc"), ("C", "A", "ca"))

Point = tuple[float, float]

UPWARDS: Point = (0.0, -1.0)


@dataclass(frozen=True)
class OverlayShape:
    """A mark at points (x, y) in pixels of the upright image, y downwards.

    A text names its point, or the side between its two points; the browser places it beside them, in the direction
    `towards` if there is room. A mark is drawn as the SVG path `path`, within distance 1 of the origin; the browser
    moves marks that would cover one another beside their points.
    """

    layer: str
    form: Literal["line", "dashed", "dotted", "thin", "ring", "cross", "mark", "text"]
    points: tuple[tuple[float, float], ...]
    colour: str = colours.LIGHT
    text: str = ""
    towards: Point = UPWARDS
    path: str = ""


def build_triangle_shapes(photograph: PhotographRow) -> list[OverlayShape]:
    """Build A, B, C as clicked, the sides between them, and their lengths in centimetres and angles.

    Args:
        photograph: a row with `ax_px` to `cy_px` and, for lengths and angles, `ab_cm`, `bc_cm`, `ca_cm`; lengths by
            homography (`ab_rect_cm` ...) follow the true ones if they were measured.
    """
    vertices = {name: (photograph[f"{name.lower()}x_px"], photograph[f"{name.lower()}y_px"]) for name in "ABC"}
    shapes = [OverlayShape("sides", "line", (vertices[start], vertices[end]), colours.SIDE) for start, end, _ in _SIDES]
    shapes += [OverlayShape("points", "ring", (point,), colours.STICKERS[name]) for name, point in vertices.items()]
    shapes += build_name_shapes("points", vertices)
    if "ab_cm" not in photograph:
        return shapes
    return [*shapes, *_build_length_shapes(photograph, vertices), *_build_angle_shapes(photograph, vertices)]


def build_name_shapes(layer: str, vertices: Mapping[str, Point], sign: str = "") -> list[OverlayShape]:
    """Build the names of a triangle's vertices, outside the triangle, each followed by `sign`."""
    middle = _compute_middle(list(vertices.values()))
    return [
        OverlayShape(layer, "text", (point,), text=f"{name}{sign}", towards=_compute_direction(middle, point))
        for name, point in vertices.items()
    ]


def _build_length_shapes(photograph: PhotographRow, vertices: Mapping[str, Point]) -> list[OverlayShape]:
    """Build the name of each side with its length in centimetres, outside the triangle."""
    middle = _compute_middle(list(vertices.values()))
    shapes = []
    for start, end, side in _SIDES:
        ends = (vertices[start], vertices[end])
        outwards = _compute_outward_normal(ends, away_from=middle)
        shapes.append(
            OverlayShape(
                "lengths", "text", ends, text=f"{SIDE_NAMES[side]} {_format_length(photograph, side)}", towards=outwards
            )
        )
    return shapes


def _format_length(photograph: PhotographRow, side: str) -> str:
    in_world, measured = photograph[f"{side}_cm"], photograph.get(f"{side}_rect_cm")
    is_measured = measured is not None and math.isfinite(measured)
    return f"{in_world:.1f} · {measured:.1f}" if is_measured else f"{in_world:.1f}"


def _build_angle_shapes(photograph: PhotographRow, vertices: Mapping[str, Point]) -> list[OverlayShape]:
    """Build each angle in 3D (in the world) and in 2D (in the image), inside its vertex."""
    in_world = format_angles(Triangle(*(photograph[f"{side}_cm"] for _, _, side in _SIDES)).angles_deg)
    in_picture = format_angles(Triangle.build_from_points(*vertices.values()).angles_deg)
    middle = _compute_middle(list(vertices.values()))
    return [
        OverlayShape("angles", "text", (point,), text=f"{world} · {picture}", towards=_compute_direction(point, middle))
        for point, world, picture in zip(vertices.values(), in_world, in_picture, strict=True)
    ]


def build_measured_shapes(photograph: PhotographRow) -> list[OverlayShape]:
    """Build the border as found, both edges of the tape, the board's grid, and the stickers as found.

    Args:
        photograph: a row of the table `photographs`; null values draw nothing.
    """
    shapes = []
    for name in "abc":
        point = (photograph[f"{name}_found_x_px"], photograph[f"{name}_found_y_px"])
        if all(math.isfinite(value) for value in point):
            shapes.append(OverlayShape("found", "cross", (point,), colours.FOUND_STICKER))
    corners = find_border_corners(photograph)
    if corners is None:
        return shapes
    homography = Homography.build_from_corners(corners)
    outer = [(float(x), float(y)) for x, y in homography.to_px(OUTER_CORNERS_CM)]
    shapes += [OverlayShape("border", "line", side, colours.BORDER) for side in pairwise([*corners, corners[0]])]
    shapes += [OverlayShape("border", "thin", side, colours.BORDER) for side in pairwise([*outer, outer[0]])]
    for ends in homography.compute_grid_px():
        (x0, y0), (x1, y1) = ends.tolist()
        shapes.append(OverlayShape("grid", "thin", ((x0, y0), (x1, y1)), colours.GRID))
    return shapes


def find_border_corners(photograph: PhotographRow) -> list[Point] | None:
    """Return the inner corners of the border in pixels, in the order of `BOARD_CORNERS_CM`; None if not found."""
    if photograph["border_status"] != "found":
        return None
    border_px = [float(value) for value in photograph["border_px"]]
    return list(zip(border_px[::2], border_px[1::2], strict=True))


def build_outline(photograph: PhotographRow) -> tuple[OverlayShape, ...]:
    """Build the triangle alone, for a thumbnail."""
    return tuple(shape for shape in build_triangle_shapes(photograph) if shape.layer in ("points", "sides"))


def _compute_middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _compute_direction(start: Point, end: Point) -> Point:
    """Compute the unit vector from one point to another; upwards if they coincide."""
    length = math.dist(start, end)
    return ((end[0] - start[0]) / length, (end[1] - start[1]) / length) if length else UPWARDS


def _compute_outward_normal(ends: tuple[Point, Point], away_from: Point) -> Point:
    """Compute the unit normal of a side that points away from a point."""
    along_x, along_y = _compute_direction(*ends)
    (x, y), (from_x, from_y) = _compute_middle(ends), away_from
    is_away = along_y * (x - from_x) - along_x * (y - from_y) >= 0
    return (along_y, -along_x) if is_away else (-along_y, along_x)
