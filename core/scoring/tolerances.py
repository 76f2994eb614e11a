"""The benchmark's own tolerances, for comparing answers with one another and with two truths.

Source: Tri-Bench, "Labeling Rules and Tolerances": 3% for sides, 2 degrees for angles.
"""

from core.geometry.triangle import ISOSCELES_TOLERANCE, RIGHT_ANGLE_TOLERANCE_DEG
from core.question_types.numbers import NumberType
from core.question_types.registry import find_question_type
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


MRA_BANDS = (0.1, 0.5)
"""Relative errors between which an MRA falls from 0.9 to 0."""


def find_tolerance_band(kind: QuestionKind) -> tuple[tuple[float, float], ...]:
    """Return the lines that bound the tolerance of a number, as (factor, shift) of the truth; empty without one.

    For MRA these are errors of 10% and 50%, for `within X` the truth plus and minus X.
    """
    question_type = find_question_type(kind)
    if not isinstance(question_type, NumberType):
        return ()
    if question_type.name == "within":
        return ((1.0, -question_type.tolerance), (1.0, question_type.tolerance))
    if question_type.name in ("mra", "relative"):
        return tuple((1.0 + sign * band, 0.0) for band in MRA_BANDS for sign in (-1, 1))
    return ()
