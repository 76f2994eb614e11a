"""Triangles near the numbers that a reply states, within rounding and the paper's tolerances."""

from dataclasses import dataclass
from functools import lru_cache
from math import log

import numpy as np

from core.geometry.implied.angles import ImpliedAngles, compute_implied_angles
from core.geometry.implied.bounds import AngleBounds, compute_angle_bounds
from core.geometry.triangle import Floats
from core.scoring.tolerances import ANGLE_SLACK_DEG, RATIO_SLACK

SMALLEST_RATIO = 1e-12
"""Lower bound for AB/AC and its inverse, which are clamped to it: replies may state values that overflow."""


@dataclass(frozen=True, slots=True)
class StatedRatio:
    """A ratio as a reply states it, off by at most `half` (half a unit of its last decimal) through rounding."""

    value: float
    half: float


def has_match(triangles: ImpliedAngles, extremes: StatedRatio, angle_range: float) -> bool:
    """Return whether one of the triangles has these sides and angles within the slack."""
    *_, sides, angles = triangles.compute_numbers()
    fits_sides = (sides <= RATIO_SLACK * extremes.value + extremes.half) & (
        RATIO_SLACK * (sides + extremes.half) >= extremes.value
    )
    return bool((fits_sides & (abs(angles - angle_range) <= ANGLE_SLACK_DEG)).any())


def compute_min_quotient(ratio: StatedRatio) -> float:
    """Return the smallest quotient, larger over smaller, of AB and AC that rounds to the stated ratio."""
    return max(ratio.value - ratio.half, 1.0 / (ratio.value + ratio.half), 1.0)


def compute_max_quotient(ratio: StatedRatio) -> float:
    """Return the largest quotient, larger over smaller, of AB and AC that rounds to the stated ratio."""
    return max(ratio.value + ratio.half, 1.0 / max(ratio.value - ratio.half, 1e-9))


def format_ratio(ratio: StatedRatio | float) -> str:
    """Format a ratio with two decimals, or with three digits if it is large."""
    value = ratio.value if isinstance(ratio, StatedRatio) else ratio
    return f"{value:.2f}" if value < 1000.0 else f"{value:.3g}"


@lru_cache(maxsize=64)
def solve_triangle(ratio: float, difference: float) -> ImpliedAngles:
    """Return the triangle with exactly this AB/AC and |B - C|."""
    return compute_implied_angles(ratio, difference)


def _compute_slack_limits(stated_ratio: StatedRatio, difference: float) -> tuple[float, float, float, float]:
    """Return the range of the logarithm of AB/AC, and that of |B - C|, that match the stated ones within the slack."""
    ratio = min(max(stated_ratio.value, SMALLEST_RATIO), 1.0 / SMALLEST_RATIO)
    slack = max((RATIO_SLACK - 1.0) * ratio, stated_ratio.half)
    lowest, highest = log(max(ratio - slack, ratio / 10.0)), log(ratio + slack)
    return lowest, highest, max(difference - ANGLE_SLACK_DEG, 0.0), min(difference + ANGLE_SLACK_DEG, 179.9)


@lru_cache(maxsize=64)
def compute_nearby_bounds(given: StatedRatio, difference: float) -> AngleBounds:
    """Return the bounds of the angles of all triangles near the stated one."""
    lowest, highest, low, high = _compute_slack_limits(given, difference)
    farthest = max(abs(lowest), abs(highest))
    nearest = 0.0 if lowest <= 0.0 <= highest else min(abs(lowest), abs(highest))
    return compute_angle_bounds(nearest, farthest, low, high)


def can_have(near: AngleBounds, extremes: StatedRatio, angle_range: float) -> bool:
    """Return False if no triangle within these bounds has these sides and angles within the slack: see `has_match`."""
    return near.can_have_range(angle_range - ANGLE_SLACK_DEG, angle_range + ANGLE_SLACK_DEG) and near.can_have_sides(
        extremes.value / RATIO_SLACK - extremes.half, RATIO_SLACK * extremes.value + extremes.half
    )


@lru_cache(maxsize=64)
def sample_nearby_triangles(given: StatedRatio, difference: float) -> ImpliedAngles:
    """Return a dense sample of the triangles whose AB/AC and |B - C| match the stated ones within the slack.

    The shape changes fast when the ratio nears 1 or the difference 0: the spacing is proportional to the distance from
    these.
    """
    lowest, highest, low, high = _compute_slack_limits(given, difference)
    ratios = np.exp(
        np.concatenate(
            [_build_geometric_grid(lowest, highest, 1e-4, 160), -_build_geometric_grid(-highest, -lowest, 1e-4, 160)]
        )
    )
    near = compute_implied_angles(ratios[:, None], _build_geometric_grid(low, high, 1e-3, 32)[None, :])
    is_triangle = np.minimum(near.b_deg, near.c_deg) > 0
    return ImpliedAngles(near.a_deg[is_triangle], near.b_deg[is_triangle], near.c_deg[is_triangle])


def _build_geometric_grid(low: float, high: float, floor: float, count: int) -> Floats:
    """Return positive values from low to high in geometric progression; none if high is not above floor."""
    return np.geomspace(max(low, floor), high, count) if high > floor else np.empty(0)
