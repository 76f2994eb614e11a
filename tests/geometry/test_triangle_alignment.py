"""Tests of the alignment of triangles to others."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from core.errors import TriangleError
from core.geometry.homography import BOARD_CM
from core.geometry.triangle import Triangle
from core.geometry.triangle_alignment import align_triangle

SIDES = (50.0, 60.0, 40.0)


def compute_sides(points):
    return [float(np.linalg.norm(points[i] - points[j])) for i, j in ((0, 1), (1, 2), (2, 0))]


@given(st.floats(0, 360), st.floats(-50, 50), st.booleans(), st.floats(0.2, 5))
def test_triangle_aligns_with_its_copy(angle_deg, shift, is_mirrored, size):
    """A rotated, moved, mirrored or resized copy is matched exactly."""
    angle = np.radians(angle_deg)
    turn = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    copy = size * align_triangle(Triangle(*SIDES)) * (1, -1 if is_mirrored else 1) @ turn.T + shift
    assert align_triangle(Triangle(*SIDES), copy, may_scale=True) == pytest.approx(copy, abs=1e-6)


def test_sides_keep_their_length():
    """A tape-measured triangle is moved and rotated onto the measured one, never stretched."""
    onto = np.array([(10.0, 10.0), (70.0, 20.0), (30.0, 60.0)])
    assert compute_sides(align_triangle(Triangle(*SIDES), onto)) == pytest.approx(SIDES)


def test_alignment_keeps_the_orientation():
    """Swapped sides do not flip a triangle."""
    onto = align_triangle(Triangle(60.0, 50.0, 40.0))
    aligned = align_triangle(Triangle(50.0, 60.0, 40.0), onto)

    def turn(points):
        (ax, ay), (bx, by), (cx, cy) = points
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    assert turn(aligned) * turn(onto) > 0


@pytest.mark.parametrize("onto", [[(40.0, 30.0)] * 3, [(0.0, 0.0), (50.0, 10.0), (float("nan"), 3.0)]])
def test_degenerate_points_raise_clear_errors(onto):
    """Three identical points, or a point without coordinates, raise an error with the reason."""
    with pytest.raises(TriangleError, match="onto which the triangle is aligned"):
        align_triangle(Triangle(*SIDES), onto)


def test_points_on_a_line_still_determine_the_rotation():
    """Aligned with three points on a line, the triangle keeps its sides and its centroid."""
    onto = np.array([(10.0, 10.0), (30.0, 20.0), (50.0, 30.0)])
    aligned = align_triangle(Triangle(*SIDES), onto)
    assert compute_sides(aligned) == pytest.approx(SIDES)
    assert aligned.mean(axis=0) == pytest.approx(onto.mean(axis=0))


def test_a_triangle_without_target_is_centred_on_the_board():
    """Its centroid is the middle of the board."""
    assert align_triangle(Triangle(*SIDES)).mean(axis=0) == pytest.approx((BOARD_CM / 2, BOARD_CM / 2))
