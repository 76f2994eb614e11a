"""The board from above: the true triangle, the measured one and other shapes on it, in pixels of the view."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from core.geometry.homography import (
    BOARD_CM,
    BOARD_CORNERS_CM,
    BOARD_MIDDLE_CM,
    VIEW_MARGIN_CM,
    VIEW_PX_PER_CM,
    Array,
    Homography,
    compute_view_from_board,
    map_points,
)
from core.geometry.triangle import Triangle
from core.geometry.triangle_alignment import align_triangle
from core.overlays import colours
from core.overlays.shapes import OverlayShape, PhotographRow

SIZE_PX = round(VIEW_PX_PER_CM * (BOARD_CM + 2 * VIEW_MARGIN_CM))
"""Width and height of the view."""


def build_board_shapes(photograph: PhotographRow) -> list[OverlayShape]:
    """Build the true triangle and, dotted, the measured one.

    Args:
        photograph: a row of the table `photographs`.
    """
    corners, measured = compute_true_cm(photograph), _find_measured_cm(photograph)
    layer = "true" if has_truth(photograph) else "measured"
    shapes = build_polygon_shapes("true", corners, colours.SIDE, "line") if has_truth(photograph) else []
    shapes += [
        OverlayShape(layer, "ring", (point,), colours.STICKERS[name])
        for name, point in zip("ABC", _to_view_px(corners), strict=True)
    ]
    return (
        shapes
        if measured is None
        else [*shapes, *build_polygon_shapes("measured", measured, colours.MEASURED, "dotted")]
    )


def count_quarter_turns(photographs: Sequence[PhotographRow]) -> list[int]:
    """Count the clockwise quarter turns from each view of a triangle to the orientation of the first measured one.

    A border's corners begin at the upper left of the photograph, so views from two sides of the board are turned
    against each other. A view whose triangle was not measured is not turned.

    Args:
        photographs: rows of the table `photographs`, of one triangle.
    """
    triangles = [_find_measured_cm(photograph) for photograph in photographs]
    first = next((triangle for triangle in triangles if triangle is not None), None)
    return [0 if first is None or triangle is None else _count_turns_onto(triangle, first) for triangle in triangles]


def _count_turns_onto(triangle: Array, onto: Array) -> int:
    """Count the quarter turns about the board's middle that move one triangle, (3, 2), nearest to the other."""
    off_middle = triangle - BOARD_MIDDLE_CM
    distances_cm = []
    for _ in range(4):
        distances_cm.append(float(np.linalg.norm(off_middle + BOARD_MIDDLE_CM - onto)))
        off_middle = off_middle[:, ::-1] * (-1.0, 1.0)  # y points down: points above move to the right
    return int(np.argmin(distances_cm))


def build_square_shapes() -> list[OverlayShape]:
    """Build the inner edge of the tape."""
    return build_polygon_shapes("square", BOARD_CORNERS_CM, colours.BORDER, "thin")


def has_truth(photograph: PhotographRow) -> bool:
    """Return whether the true sides of the photograph's triangle are known; users' own photographs lack them."""
    return "ab_cm" in photograph


def compute_true_cm(photograph: PhotographRow) -> Array:
    """Return the true A, B, C, (3, 2) on the board, aligned with those measured; without truth, those measured.

    If none were measured, the triangle is in the middle of the board, turned as in the photograph.
    """
    measured = _find_measured_cm(photograph)
    if not has_truth(photograph) and measured is not None:
        return measured
    sides = Triangle(photograph["ab_cm"], photograph["bc_cm"], photograph["ca_cm"])
    return align_triangle(sides, _move_clicked_to_board(photograph) if measured is None else measured)


def compute_vertices_px(corners_cm: Array) -> dict[str, tuple[float, float]]:
    """Return A, B and C in pixels, by name.

    Args:
        corners_cm: (3, 2) on the board.
    """
    return dict(zip("ABC", _to_view_px(corners_cm), strict=True))


def build_polygon_shapes(layer: str, corners_cm: Array, colour: str, form: Any) -> list[OverlayShape]:  # noqa: ANN401 - a Shape's form
    """Build the sides of a polygon.

    Args:
        layer: to which the polygon belongs.
        corners_cm: (n, 2) on the board.
        colour: of its lines.
        form: of its lines.
    """
    corners = _to_view_px(corners_cm)
    return [OverlayShape(layer, form, side, colour) for side in pairwise([*corners, corners[0]])]


def _find_measured_cm(photograph: PhotographRow) -> Array | None:
    """Return A, B and C as found, (3, 2) on the board; None unless border and stickers were found."""
    columns = [[photograph[f"{name}_found_{axis}_px"] for axis in "xy"] for name in "abc"]
    found = np.array(columns, dtype=np.float64)
    if pd.isna(photograph["border_status"]) or photograph["border_status"] != "found" or not np.isfinite(found).all():
        return None
    return Homography.build_from_corners(np.reshape(photograph["border_px"], (4, 2))).to_board(found)


def _move_clicked_to_board(photograph: PhotographRow) -> Array:
    """Return A, B and C as clicked, (3, 2) in pixels, moved so that the middle of the board is their mean."""
    clicked = np.array([[photograph[f"{name}{axis}_px"] for axis in "xy"] for name in "abc"], dtype=np.float64)
    return np.asarray(clicked - clicked.mean(axis=0) + BOARD_MIDDLE_CM)


def _to_view_px(points_cm: Array) -> list[tuple[float, float]]:
    view = map_points(compute_view_from_board(VIEW_PX_PER_CM, VIEW_MARGIN_CM), points_cm)
    return [(float(x), float(y)) for x, y in view]
