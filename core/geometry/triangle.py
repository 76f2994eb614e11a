"""A triangle ABC: its sides, angles, classes, and the true answers to Q1 to Q6. The one place for these formulas."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.errors import TriangleError
from core.records import QUESTIONS, Value

ISOSCELES_TOLERANCE = 0.03
"""Largest relative difference of two sides that count as equal. Source: Tri-Bench, "Labeling Rules and Tolerances"."""

RIGHT_ANGLE_TOLERANCE_DEG = 2.0
"""Largest distance of a right angle from 90 degrees. Source: Tri-Bench, "Labeling Rules and Tolerances"."""

SideRule = Literal["paper", "release"]
"""`paper`: equilateral means that all three pairs of sides are equal within the tolerance.
`release`: only the two pairs of neighbours in sorted order are compared, as the released 2D side classes do."""

Point = Sequence[float]


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
    def from_points(cls, a: Point, b: Point, c: Point) -> "Triangle":
        """The triangle of three points (x, y), all in one frame and unit.

        Raises:
            TriangleError: two points coincide or all three are on one line.
        """
        return cls(math.dist(a, b), math.dist(b, c), math.dist(c, a))

    @property
    def sorted_sides(self) -> tuple[float, float, float]:
        """Shortest, middle and longest side."""
        shortest, middle, longest = sorted((self.ab, self.bc, self.ca))
        return shortest, middle, longest

    @property
    def angles_deg(self) -> tuple[float, float, float]:
        """Interior angles at A, B and C in degrees; accurate for needle-like triangles too."""
        return (
            _angle_deg(self.bc, self.ca, self.ab),
            _angle_deg(self.ca, self.ab, self.bc),
            _angle_deg(self.ab, self.bc, self.ca),
        )

    def side_class(self, rule: SideRule = "paper", tolerance: float = ISOSCELES_TOLERANCE) -> str:
        """`equilateral`, `isosceles` or `scalene`.

        Source: Tri-Bench, "Labeling Rules and Tolerances": two sides are equal if |x - y| / max(x, y) <= 3 %.
        """
        shortest, middle, longest = self.sorted_sides
        neighbours = ((middle - shortest) / middle <= tolerance, (longest - middle) / longest <= tolerance)
        extremes = (longest - shortest) / longest <= tolerance
        if all(neighbours) and (extremes or rule == "release"):
            return "equilateral"
        return "isosceles" if any(neighbours) else "scalene"

    def angle_class(self, tolerance_deg: float = RIGHT_ANGLE_TOLERANCE_DEG) -> str:
        """`right`, `obtuse` or `acute`.

        Source: Tri-Bench, "Labeling Rules and Tolerances": right if some angle is within 2 degrees of 90.
        """
        if any(abs(angle - 90.0) <= tolerance_deg for angle in self.angles_deg):
            return "right"
        return "obtuse" if max(self.angles_deg) > 90.0 else "acute"

    def answers(self, rule: SideRule = "paper") -> dict[str, Value]:
        """The right answers to Q1 to Q6, by question id.

        Source: Tri-Bench, section "Tasks and Metrics".
        """
        angles = self.angles_deg
        shortest, _, longest = self.sorted_sides
        values: tuple[Value, ...] = (
            self.side_class(rule),
            self.angle_class(),
            self.ab / self.ca,
            abs(angles[1] - angles[2]),
            longest / shortest,
            max(angles) - min(angles),
        )
        return {question.question_id: value for question, value in zip(QUESTIONS, values, strict=True)}


def _angle_deg(opposite: float, side: float, other_side: float) -> float:
    """The angle in degrees between two sides, from all three lengths.

    Source: W. Kahan, "Miscalculating Area and Angles of a Needle-like Triangle" (2014), section 5.
    """
    a, b = max(side, other_side), min(side, other_side)
    c = opposite
    mu = c - (a - b) if b >= c else b - (a - c)
    return math.degrees(2.0 * math.atan(math.sqrt((((a - b) + c) * mu) / ((a + (b + c)) * ((a - c) + b)))))
