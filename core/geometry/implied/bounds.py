"""Fast bounds, never too narrow, of the angles of all triangles whose AB/AC and |B - C| lie in given intervals."""

from dataclasses import dataclass
from math import atan2, degrees, inf, radians, sin, tan, tanh

MARGIN = 1e-6
"""Widening of the bounds, relative or in degrees, so that values with rounding errors still lie within."""

Ends = tuple[float, float]
"""The smallest and the largest value."""


@dataclass(frozen=True, slots=True)
class AngleBounds:
    """Intervals of angle A, of the larger and the smaller of the angles B and C, and of |B - C|; degrees."""

    a_deg: Ends
    larger_deg: Ends
    smaller_deg: Ends
    difference_deg: Ends

    def can_have_largest(self, low_deg: float, high_deg: float) -> bool:
        """Return False if no such triangle has its largest angle in this interval."""
        least, most = (max(ends) for ends in zip(self.a_deg, self.larger_deg, strict=True))
        return least - MARGIN <= high_deg and most + MARGIN >= low_deg

    def can_have_range(self, low_deg: float, high_deg: float) -> bool:
        """Return False if no such triangle has its range of angles in this interval.

        With A, B = 90 - A/2 + d/2 and C = 90 - A/2 - d/2, the range is the largest of d and |3 A / 2 - 90| + d/2.
        """
        away = [1.5 * a - 90.0 for a in self.a_deg]
        nearest = 0.0 if away[0] <= 0.0 <= away[1] else min(map(abs, away))
        least, most = (
            max(d, distance + d / 2.0)
            for d, distance in zip(self.difference_deg, (nearest, max(map(abs, away))), strict=True)
        )
        return least - MARGIN <= high_deg and most + MARGIN >= low_deg

    def can_have_sides(self, low: float, high: float) -> bool:
        """Return False if no such triangle has longest over shortest side in this interval, by the law of sines."""
        sines = [_compute_sine_bounds(ends) for ends in (self.a_deg, self.larger_deg, self.smaller_deg)]
        lows, highs = zip(*sines, strict=True)
        least = max(lows) / min(highs) if min(highs) > 0.0 else 0.0
        most = max(highs) / min(lows) if min(lows) > 0.0 else inf
        return least * (1.0 - MARGIN) <= high and most * (1.0 + MARGIN) >= low


def compute_angle_bounds(nearest: float, farthest: float, low_deg: float, high_deg: float) -> AngleBounds:
    """Compute the bounds of triangles from their AB/AC and |B - C|.

    Law of tangents: tan(A / 2) = tanh(|log AB/AC| / 2) / tan(|B - C| / 2), so A grows with the former and falls with
    the latter.

    Args:
        nearest: the smallest absolute logarithm of AB/AC.
        farthest: the largest one.
        low_deg: the smallest |B - C|, at least 0.
        high_deg: the largest one, below 180.
    """
    a_low, a_high = _compute_angle_deg(nearest, high_deg), _compute_angle_deg(farthest, low_deg)
    return AngleBounds(
        (a_low, a_high),
        (90.0 - (a_high - low_deg) / 2.0, 90.0 - (a_low - high_deg) / 2.0),
        (90.0 - (a_high + high_deg) / 2.0, 90.0 - (a_low + low_deg) / 2.0),
        (low_deg, high_deg),
    )


def _compute_angle_deg(log_ratio: float, difference_deg: float) -> float:
    return 2.0 * degrees(atan2(tanh(log_ratio / 2.0), tan(radians(difference_deg) / 2.0)))


def _compute_sine_bounds(ends_deg: Ends) -> Ends:
    """Compute the interval of the sine between two angles, of which only the part from 0 to 180 degrees counts."""
    low, high = (min(max(end, 0.0), 180.0) for end in ends_deg)
    of_ends = sin(radians(low)), sin(radians(high))
    return max(min(of_ends), 0.0), 1.0 if low <= 90.0 <= high else max(of_ends)
