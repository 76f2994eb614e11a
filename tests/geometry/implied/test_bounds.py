"""Tests that bounds of angles contain every triangle within the intervals, and are tight for narrow intervals."""

import numpy as np
import pytest

from core.geometry.implied.angles import compute_implied_angles
from core.geometry.implied.bounds import compute_angle_bounds

RANDOM = np.random.default_rng(11)


def draw_intervals():
    """Draw intervals of |log AB/AC| and |B - C|, wide, narrow and at the limits, and triangles within them."""
    for number in range(400):
        middle = RANDOM.choice([0.0, 10.0 ** RANDOM.uniform(-3, 1.2)])
        nearest, farthest = max(middle - 10.0 ** RANDOM.uniform(-4, 0), 0.0), middle + 10.0 ** RANDOM.uniform(-4, 0)
        low = 0.0 if number % 5 == 0 else RANDOM.uniform(0.0, 175.0)
        high = min(low + RANDOM.uniform(0.1, 8.0), 179.9)
        logs = RANDOM.choice([-1, 1], 300) * RANDOM.uniform(max(nearest, 1e-4), farthest, 300)
        near = compute_implied_angles(np.exp(logs), RANDOM.uniform(max(low, 1e-3), high, 300))
        is_triangle = np.minimum(near.b_deg, near.c_deg) > 0
        yield compute_angle_bounds(nearest, farthest, low, high), near, is_triangle


@pytest.mark.slow
def test_no_triangle_is_beyond_the_bounds():
    """The largest angle, the angle range and the side ratio of every triangle are within the bounds."""
    n_checked = 0
    for bounds, near, is_triangle in draw_intervals():
        *_, sides, angles = (values[is_triangle] for values in near.compute_numbers())
        largest = near.largest_deg[is_triangle]
        n_checked += len(sides)
        assert all(bounds.can_have_largest(value, value) for value in largest)
        assert all(bounds.can_have_range(value, value) for value in angles)
        assert all(bounds.can_have_sides(value, value) for value in sides)
    assert n_checked > 10_000


@pytest.mark.parametrize(("ratio", "difference_deg"), [(1.4, 20.0), (0.6, 35.0), (3.0, 90.0)])
def test_narrow_intervals_give_tight_bounds(ratio, difference_deg):
    """For nearly a single triangle, numbers that it does not have are excluded."""
    bounds = compute_angle_bounds(abs(np.log(ratio)), abs(np.log(ratio)) + 1e-6, difference_deg, difference_deg + 1e-6)
    implied = compute_implied_angles(ratio, difference_deg)
    *_, sides, angles = (float(value) for value in implied.compute_numbers())
    largest = float(implied.largest_deg)
    for value, can_have in (
        (largest, bounds.can_have_largest), (angles, bounds.can_have_range), (sides, bounds.can_have_sides)
    ):  # fmt: skip
        assert can_have(value, value)
        assert not can_have(value * 1.001, value * 1.5)
        assert not can_have(value * 0.5, value * 0.999)
