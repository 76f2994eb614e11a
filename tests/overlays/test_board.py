"""Tests that all views of a triangle have the same orientation on the board from above."""

import numpy as np
import pytest

from core.overlays.board import SIZE_PX, build_board_shapes, count_quarter_turns

CORNERS_PX = [(100.0, 120.0), (700.0, 90.0), (760.0, 640.0), (60.0, 600.0)]
STICKERS_PX = {"a": (300.0, 200.0), "b": (600.0, 260.0), "c": (420.0, 520.0)}


def make_row(start=0, status="found"):
    """Return a row of `photographs` whose border starts at one of its four corners."""
    row = {"border_status": status, "border_px": np.ravel(np.roll(CORNERS_PX, -start, axis=0))}
    for name, (x, y) in STICKERS_PX.items():
        row |= {f"{name}_found_x_px": x, f"{name}_found_y_px": y}
    return row


def make_unmeasured_row(vertices_px=((300.0, 200.0), (600.0, 260.0), (420.0, 520.0))):
    """Return a row without measured border, with these corners in the photograph and known sides."""
    names = [f"{name}{axis}_px" for name in "abc" for axis in "xy"]
    clicked = dict(zip(names, np.ravel(vertices_px), strict=True))
    return make_row(status="not_found") | clicked | {"ab_cm": 50.0, "bc_cm": 45.0, "ca_cm": 40.0}


def list_rings(row):
    """Return A, B and C in the view of a row."""
    return np.array([shape.points[0] for shape in build_board_shapes(row) if shape.form == "ring"])


@pytest.mark.parametrize("start", range(4))
def test_views_are_turned_like_the_first_measured_view(start):
    """For any first corner, the stated clockwise quarter turns align the triangle with the first view."""
    first, other = make_row(), make_row(start)
    unmeasured = make_unmeasured_row()
    turns_unmeasured, turns_first, turns = count_quarter_turns([unmeasured, first, other])
    assert (turns_unmeasured, turns_first) == (0, 0)
    points, middle = list_rings(other), (SIZE_PX - 1) / 2
    for _ in range(turns):
        right, down = (points - middle).T
        points = np.stack([-down, right], axis=1) + middle
    assert points == pytest.approx(list_rings(first), abs=1e-6)


@pytest.mark.parametrize("c_y_px", [100.0, 500.0])
def test_an_unmeasured_triangle_lies_as_in_the_photograph(c_y_px):
    """Without a border in the photograph, the board is not mirrored: C is on the same side of AB as in it."""
    vertices_px = np.array([(300.0, 300.0), (600.0, 290.0), (480.0, c_y_px)])
    on_board = list_rings(make_unmeasured_row(vertices_px))
    assert on_board.mean(axis=0) == pytest.approx(((SIZE_PX - 1) / 2,) * 2)
    directions = [points - points.mean(axis=0) for points in (vertices_px, on_board)]
    cosines = [a @ b / (np.linalg.norm(a) * np.linalg.norm(b)) for a, b in zip(*directions, strict=True)]
    assert min(cosines) > 0.8
