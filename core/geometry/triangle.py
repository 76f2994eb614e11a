"""A triangle ABC: its sides, angles, classes, and the true answers to Q1 to Q6. These formulas exist only here."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.errors import TriangleError
from core.records import TRIANGLE_QUESTIONS, Value

ISOSCELES_TOLERANCE = 0.03
"""Largest relative difference of two sides that count as equal. Source: Tri-Bench, "Labeling Rules and Tolerances"."""

RIGHT_ANGLE_TOLERANCE_DEG = 2.0
"""Largest distance of a right angle from 90 degrees. Source: Tri-Bench, "Labeling Rules and Tolerances"."""

SideRule = Literal["paper", "release"]
"""`paper`: equilateral means that all three pairs of sides are equal within the tolerance.
`release`: only the two pairs of neighbours in sorted order are compared, as the released 2D side classes do."""

Point = Sequence[float]
Floats = NDArray[np.float64]


Lengths = TypeVar("Lengths", float, Floats)
Three = tuple[Lengths, Lengths, Lengths]


def compute_relative_difference(smaller: Lengths, larger: Lengths) -> Lengths:
    """Compute |x - y| / max(x, y) of two positive lengths in order, or of arrays of them.

    Source: Tri-Bench, "Labeling Rules and Tolerances".
    """
    return (larger - smaller) / larger


def compute_numeric_answers(
    sides: Three[Lengths], angles_deg: Three[Lengths]
) -> tuple[Lengths, Lengths, Lengths, Lengths]:
    """Compute Q3 to Q6 of triangles: AB/AC, |B - C|, longest over shortest side, range of the angles.

    Args:
        sides: AB, BC, CA, in any unit; numbers or arrays.
        angles_deg: at A, B, C.

    Source: Tri-Bench, section "Tasks and Metrics".
    """
    (ab, _, ca), (_, b, c) = sides, angles_deg
    (shortest, longest), (smallest, largest) = _compute_extremes(*sides), _compute_extremes(*angles_deg)
    return ab / ca, abs(b - c), longest / shortest, largest - smallest


def _compute_extremes(x: Lengths, y: Lengths, z: Lengths) -> tuple[Lengths, Lengths]:
    """Return the smallest and the largest of three numbers or, elementwise, of three arrays."""
    if isinstance(x, float):
        return min(x, y, z), max(x, y, z)
    return np.minimum(np.minimum(x, y), z), np.maximum(np.maximum(x, y), z)


@dataclass(frozen=True, slots=True)
class Triangle:
    """Three side lengths in any one unit (cm, px, board units).

    Raises:
        TriangleError: a side is not a positive finite number, or the three sides cannot close.
    """

    ab: float
    bc: float
    ca: float

    def __post_init__(self) -> None:
        for name, side in (("AB", self.ab), ("BC", self.bc), ("CA", self.ca)):
            if not (math.isfinite(side) and side > 0):
                raise TriangleError(f"side {name} = {side:g} is not a positive length")
        shortest, middle, longest = self.sorted_sides
        if not shortest + middle > longest:
            raise TriangleError(
                f"sides {self.ab:g}, {self.bc:g}, {self.ca:g} do not close: {longest:g} is not below the sum of the "
                f"other two ({shortest + middle:g})"
            )

    @classmethod
    def build_from_points(cls, a: Point, b: Point, c: Point) -> "Triangle":
        """Build the triangle of three points (x, y), all in one frame and unit.

        Raises:
            TriangleError: two points coincide or all three are on one line.
        """
        return cls(math.dist(a, b), math.dist(b, c), math.dist(c, a))

    @property
    def sorted_sides(self) -> tuple[float, float, float]:
        """Return the shortest, middle and longest side."""
        shortest, middle, longest = sorted((self.ab, self.bc, self.ca))
        return shortest, middle, longest

    @property
    def angles_deg(self) -> tuple[float, float, float]:
        """Compute the interior angles at A, B and C in degrees; accurate for degenerate (very thin) triangles too."""
        return (
            _compute_angle_deg(self.bc, self.ca, self.ab),
            _compute_angle_deg(self.ca, self.ab, self.bc),
            _compute_angle_deg(self.ab, self.bc, self.ca),
        )

    def classify_sides(self, rule: SideRule = "paper", tolerance: float = ISOSCELES_TOLERANCE) -> str:
        """Return `equilateral`, `isosceles` or `scalene`.

        Source: Tri-Bench, "Labeling Rules and Tolerances": two sides are equal if |x - y| / max(x, y) <= 3%.
        """
        shortest, middle, longest = self.sorted_sides
        pairs = ((shortest, middle), (middle, longest), (shortest, longest))
        *neighbours, extremes = (compute_relative_difference(*pair) <= tolerance for pair in pairs)
        if all(neighbours) and (extremes or rule == "release"):
            return "equilateral"
        return "isosceles" if any(neighbours) else "scalene"

    def classify_angles(self, tolerance_deg: float = RIGHT_ANGLE_TOLERANCE_DEG) -> str:
        """Return `right`, `obtuse` or `acute`.

        Source: Tri-Bench, "Labeling Rules and Tolerances": right if some angle is within 2 degrees of 90.
        """
        if any(abs(angle - 90.0) <= tolerance_deg for angle in self.angles_deg):
            return "right"
        return "obtuse" if max(self.angles_deg) > 90.0 else "acute"

    def compute_answers(self, rule: SideRule = "paper") -> dict[str, Value]:
        """Compute the right answers to Q1 to Q6, by question id.

        Source: Tri-Bench, section "Tasks and Metrics".
        """
        numbers = compute_numeric_answers((self.ab, self.bc, self.ca), self.angles_deg)
        values: tuple[Value, ...] = (self.classify_sides(rule), self.classify_angles(), *numbers)
        return {question.question_id: value for question, value in zip(TRIANGLE_QUESTIONS, values, strict=True)}


def _compute_angle_deg(opposite: float, side: float, other_side: float) -> float:
    """Compute the angle in degrees between two sides from all three lengths.

    Source: W. Kahan, "Miscalculating Area and Angles of a Needle-like Triangle" (2014), section 5.
    """
    a, b = max(side, other_side), min(side, other_side)
    c = opposite
    mu = c - (a - b) if b >= c else b - (a - c)
    return math.degrees(2.0 * math.atan(math.sqrt((((a - b) + c) * mu) / ((a + (b + c)) * ((a - c) + b)))))
