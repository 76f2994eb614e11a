"""The benchmark's own tolerances, for comparing answers with one another and with two truths.

Source: Tri-Bench, "Labeling Rules and Tolerances": 3 % for sides, 2 degrees for angles.
"""

from core.geometry.triangle import ISOSCELES_TOLERANCE, RIGHT_ANGLE_TOLERANCE_DEG
from core.records import QuestionKind

RATIO_SLACK = 1.0 + ISOSCELES_TOLERANCE
"""Factor within which two ratios count as equal."""

ANGLE_SLACK_DEG = RIGHT_ANGLE_TOLERANCE_DEG
"""Difference within which two angles count as equal."""

LARGEST_EQUAL_RATIO = 1.0 / (1.0 - ISOSCELES_TOLERANCE)
"""Largest ratio of two sides that count as equal."""


def are_equal(kind: QuestionKind, one: float, other: float) -> bool:
    """Return whether two answers to a number question are equal within the tolerance."""
    if kind == "ratio":
        return abs(one - other) <= ISOSCELES_TOLERANCE * max(one, other)
    return abs(one - other) <= ANGLE_SLACK_DEG
