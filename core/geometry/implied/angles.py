"""Answers that imply others: AB/AC and |B - C| fix a triangle's shape; longest/shortest bounds its angles."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from core.geometry.triangle import Floats, compute_numeric_answers


@dataclass(frozen=True, slots=True)
class ImpliedAngles:
    """Interior angles in degrees, arrays of one shape; NaN if the two numbers do not fix a triangle."""

    a_deg: Floats
    b_deg: Floats
    c_deg: Floats

    @property
    def largest_deg(self) -> Floats:
        """Return the largest angle."""
        return np.asarray(np.maximum(np.maximum(self.a_deg, self.b_deg), self.c_deg))

    def compute_numbers(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Compute Q3 to Q6: AB/AC, |B - C| (degrees), longest over shortest side, range of the angles (degrees)."""
        sum_b_c_deg = self.b_deg + self.c_deg  # sin A = sin(B + C); the smaller of the two angles has the exact sine
        bc, ca, ab = (np.sin(np.radians(x)) for x in (np.minimum(self.a_deg, sum_b_c_deg), self.b_deg, self.c_deg))
        with np.errstate(divide="ignore", invalid="ignore"):  # an angle that rounds to 0: infinitely long sides
            return compute_numeric_answers((ab, bc, ca), (self.a_deg, self.b_deg, self.c_deg))


def compute_implied_angles(ab_over_ac: ArrayLike, abs_b_minus_c_deg: ArrayLike) -> ImpliedAngles:
    """Compute the angles of the triangle with this AB/AC (positive) and |B - C| (0 to below 180 degrees).

    If both AB = AC and B = C, the apex may have any angle. If only one of them holds, no triangle exists.

    Source: law of tangents, (AB - AC) / (AB + AC) = tan((C - B) / 2) / tan((C + B) / 2), and (C + B) / 2 = 90 - A / 2.
    """
    ratio, difference_deg = np.broadcast_arrays(
        np.asarray(ab_over_ac, dtype=float), np.asarray(abs_b_minus_c_deg, dtype=float)
    )
    with np.errstate(over="ignore"):  # extremely large ratios give a degenerate triangle
        rise, run = abs(ratio - 1.0), (ratio + 1.0) * np.tan(np.radians(difference_deg) / 2.0)
    has_shape = (rise > 0) & (run > 0)
    a_deg = np.where(has_shape, 2.0 * np.degrees(np.arctan2(rise, run)), np.nan)
    mean_deg = np.degrees(np.arctan2(run, rise))  # (B + C) / 2, exact even if A is nearly 180 degrees
    larger, smaller = mean_deg + difference_deg / 2.0, mean_deg - difference_deg / 2.0
    b_deg, c_deg = np.where(ratio < 1.0, larger, smaller), np.where(ratio < 1.0, smaller, larger)
    return ImpliedAngles(a_deg, np.where(has_shape, b_deg, np.nan), np.where(has_shape, c_deg, np.nan))


def compute_angle_range_limits_deg(longest_over_shortest: float) -> tuple[float, float]:
    """Return the smallest and largest angle range (degrees) of triangles with this ratio of sides, at least 1.

    The range falls as the middle side grows. It is smallest if two sides are the longest. It is largest if two sides
    are the shortest or, from a ratio of 2 on, if the triangle is flat.
    """
    lowest = 90.0 - 3.0 * np.degrees(np.arcsin(0.5 / longest_over_shortest))
    if longest_over_shortest >= 2.0:
        return float(lowest), 180.0
    return float(lowest), float(3.0 * np.degrees(np.arcsin(longest_over_shortest / 2.0)) - 90.0)
