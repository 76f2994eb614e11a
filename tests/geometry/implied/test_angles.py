"""Tests of implied triangles as the inverse of the six answers."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.geometry.implied.angles import compute_angle_range_limits_deg, compute_implied_angles
from core.geometry.triangle import Triangle

lengths = st.floats(1.0, 100.0)


def make_triangle(ab, bc, ca):
    sides = sorted((ab, bc, ca))
    assume(sides[0] + sides[1] > sides[2] * 1.001)
    return Triangle(ab, bc, ca)


@given(lengths, lengths, lengths)
def test_two_numbers_determine_the_triangle(ab, bc, ca):
    """AB/AC and |B - C| of any triangle give its three angles."""
    triangle = make_triangle(ab, bc, ca)
    answers = triangle.compute_answers()
    assume(answers["Q4"] > 0.01)
    implied = compute_implied_angles(answers["Q3"], answers["Q4"])
    angles = (float(implied.a_deg), float(implied.b_deg), float(implied.c_deg))
    assert angles == pytest.approx(triangle.angles_deg, abs=1e-5)


@given(lengths, lengths, lengths)
def test_the_other_two_numbers_follow(ab, bc, ca):
    """Longest over shortest and the angle range of the implied triangle equal those of the triangle."""
    answers = make_triangle(ab, bc, ca).compute_answers()
    assume(answers["Q4"] > 0.01)
    implied = compute_implied_angles(answers["Q3"], answers["Q4"])
    *_, extremes, range_deg = implied.compute_numbers()
    assert float(extremes) == pytest.approx(answers["Q5"], rel=1e-5)
    assert float(range_deg) == pytest.approx(answers["Q6"], abs=1e-5)
    assert float(implied.largest_deg) == pytest.approx(max(make_triangle(ab, bc, ca).angles_deg), abs=1e-5)


@pytest.mark.parametrize(("ratio", "difference_deg"), [(1.0, 0.0), (1.0, 20.0), (1.5, 0.0)])
def test_equal_sides_go_with_equal_angles_only(ratio, difference_deg):
    """If only one of the two numbers means equal there is no triangle; if both do there are many."""
    assert np.isnan(compute_implied_angles(ratio, difference_deg).a_deg)


def test_arrays_equal_single_numbers():
    """Arrays broadcast and give the same as single numbers."""
    ratios, differences = np.array([0.5, 1.5])[:, None], np.array([10.0, 30.0, 50.0])[None, :]
    implied = compute_implied_angles(ratios, differences)
    assert implied.a_deg.shape == (2, 3)
    for i, j in np.ndindex(2, 3):
        assert implied.b_deg[i, j] == compute_implied_angles(ratios[i, 0], differences[0, j]).b_deg


@given(lengths, lengths, lengths)
def test_every_triangle_is_within_the_limits(ab, bc, ca):
    """No triangle has an angle range outside the limits for its ratio of sides."""
    answers = make_triangle(ab, bc, ca).compute_answers()
    lowest, highest = compute_angle_range_limits_deg(answers["Q5"])
    assert lowest - 1e-6 <= answers["Q6"] <= highest + 1e-6


@pytest.mark.parametrize("ratio", [1.0, 1.03, 1.4, 1.9, 2.0, 7.0])
def test_the_limits_are_reached(ratio):
    """Isosceles triangles have the least angle range of their ratio, and the largest below a ratio of 2."""
    lowest, highest = compute_angle_range_limits_deg(ratio)
    assert Triangle(1.0, ratio, ratio).compute_answers()["Q6"] == pytest.approx(lowest)
    if ratio < 2:
        assert Triangle(1.0, 1.0, ratio).compute_answers()["Q6"] == pytest.approx(highest)
    else:
        flat = Triangle(1.0, ratio, ratio - 1.0 + 1e-9)
        assert flat.compute_answers()["Q6"] == pytest.approx(highest, abs=0.01)


def test_right_angle_at_a():
    """A 3-4-5 triangle with the right angle at A is recovered from two of its numbers."""
    implied = compute_implied_angles(3 / 4, math.degrees(math.atan2(4, 3) - math.atan2(3, 4)))
    assert float(implied.a_deg) == pytest.approx(90.0)
    assert float(implied.compute_numbers()[2]) == pytest.approx(5 / 3)


@pytest.mark.parametrize("difference_deg", [1e-3, 1e-9, 1e-200])
def test_a_flat_triangle_keeps_its_sides(difference_deg):
    """If the angles at B and C vanish, the side between them equals the sum of the other two."""
    implied = compute_implied_angles(2.0, difference_deg)
    assert float(implied.compute_numbers()[2]) == pytest.approx(3.0)
    assert float(implied.largest_deg) == pytest.approx(180.0, abs=0.01)
