"""Tests of shapes drawn over a photograph."""

import math

import pytest

from core.overlays.shapes import LAYERS, build_measured_shapes, build_name_shapes, build_outline, build_triangle_shapes

PHOTOGRAPH = {
    "ax_px": 10.0, "ay_px": 20.0, "bx_px": 110.0, "by_px": 20.0, "cx_px": 10.0, "cy_px": 95.0,
    "ab_cm": 50.0, "bc_cm": 62.5, "ca_cm": 37.5,
}  # fmt: skip


def test_every_layer_has_its_shapes():
    """A triangle has three sides, three named lengths in centimetres, and per vertex a ring and a name."""
    shapes = build_triangle_shapes(PHOTOGRAPH)
    count = {layer: [s.form for s in shapes if s.layer == layer] for layer in ("points", "sides", "lengths")}
    assert count == {"points": ["ring"] * 3 + ["text"] * 3, "sides": ["line"] * 3, "lengths": ["text"] * 3}
    assert {s.text for s in shapes if s.layer == "lengths"} == {"AB 50.0", "BC 62.5", "AC 37.5"}


def test_length_includes_the_measurement():
    """A photograph with a border has both lengths; one without has only the true length."""
    rows = (PHOTOGRAPH | {"ab_rect_cm": measured} for measured in (49.4, math.nan))
    assert [build_triangle_shapes(row)[9].text for row in rows] == ["AB 50.0 · 49.4", "AB 50.0"]


def test_lengths_are_placed_outside_the_triangle():
    """A length is at right angles to its side, away from the third vertex."""
    lengths = {s.text: (s.points, s.towards) for s in build_triangle_shapes(PHOTOGRAPH) if s.layer == "lengths"}
    assert lengths["AB 50.0"] == (((10.0, 20.0), (110.0, 20.0)), (0.0, -1.0))
    assert lengths["AC 37.5"] == (((10.0, 95.0), (10.0, 20.0)), (-1.0, 0.0))
    assert lengths["BC 62.5"][1] == pytest.approx((0.6, 0.8))


def test_names_are_placed_outside_and_angles_inside():
    """A vertex's name points away from the triangle's middle, its angle towards it."""
    middle = (130 / 3, 135 / 3)
    shapes = [s for s in build_triangle_shapes(PHOTOGRAPH) if s.form == "text" and s.layer != "lengths"]
    assert [shape.layer for shape in shapes] == ["points"] * 3 + ["angles"] * 3
    for shape in shapes:
        ((x, y),), (towards_x, towards_y) = shape.points, shape.towards
        is_outwards = towards_x * (x - middle[0]) + towards_y * (y - middle[1]) > 0
        assert is_outwards == (shape.layer == "points")
        assert math.hypot(towards_x, towards_y) == pytest.approx(1.0)


def test_coinciding_points_have_directions():
    """If all points of a triangle coincide, their names are placed above."""
    assert [shape.towards for shape in build_name_shapes("points", dict.fromkeys("ABC", (5.0, 5.0)))] == [
        (0.0, -1.0)
    ] * 3


def test_a_thumbnail_has_no_text():
    """The outline has only lines and rings, because text would be unreadable."""
    assert {shape.layer for shape in build_outline(PHOTOGRAPH)} == {"points", "sides"}


MEASURED = {
    "border_status": "found", "border_px": [100.0, 100.0, 500.0, 120.0, 480.0, 500.0, 90.0, 480.0],
    "a_found_x_px": 150.0, "a_found_y_px": 160.0, "b_found_x_px": float("nan"), "b_found_y_px": float("nan"),
    "c_found_x_px": 300.0, "c_found_y_px": 310.0,
}  # fmt: skip


def test_measured_border_grid_and_stickers_are_drawn():
    """There are an inner and an outer square, eleven grid lines in each direction, and a cross per sticker."""
    shapes = build_measured_shapes(MEASURED)
    forms = {layer: sorted(s.form for s in shapes if s.layer == layer) for layer in LAYERS}
    assert forms["border"] == ["line"] * 4 + ["thin"] * 4
    assert forms["grid"] == ["thin"] * 22
    assert forms["found"] == ["cross"] * 2


def test_the_grid_lies_inside_the_border():
    """The grid's outermost lines are the border's sides."""
    corners = {(100.0, 100.0), (500.0, 120.0), (480.0, 500.0), (90.0, 480.0)}
    ends = {
        (round(x, 3), round(y, 3)) for s in build_measured_shapes(MEASURED) if s.layer == "grid" for x, y in s.points
    }
    assert corners <= ends


def test_missing_borders_are_not_drawn():
    """Without a border there is neither a square nor a grid."""
    assert {s.layer for s in build_measured_shapes({**MEASURED, "border_status": "not_found"})} == {"found"}
    assert {s.layer for s in build_measured_shapes({**MEASURED, "border_status": None})} == {"found"}
