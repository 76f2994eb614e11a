"""Rules for contradictions between the answers of one reply, whatever the photograph shows.

Every rule names the questions that it needs, and returns a sentence with the reply's own numbers if no triangle can
combine them. Numbers may differ by what the paper itself treats as equal: 3% for ratios, 2 degrees for angles. Ratios
may also differ by the rounding of their last decimal, since 1.3 represents every value from 1.25 to 1.35.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import radians, sin, sqrt

import numpy as np

from core.geometry.implied.angles import compute_angle_range_limits_deg
from core.geometry.triangle import RIGHT_ANGLE_TOLERANCE_DEG
from core.parsing.numbers import count_decimals
from core.records import TRIANGLE_QUESTION_BY_ID, Value
from core.scoring.nearby_triangles import (
    StatedRatio,
    can_have,
    compute_max_quotient,
    compute_min_quotient,
    compute_nearby_bounds,
    format_ratio,
    has_match,
    sample_nearby_triangles,
    solve_triangle,
)
from core.scoring.tolerances import ANGLE_SLACK_DEG, LARGEST_EQUAL_RATIO, RATIO_SLACK

FINEST_DECIMALS = 2
"""Numbers with more decimals than this are treated as having this many: half of 0.01 exceeds 3% of small ratios."""

LARGEST_ANGLE_DEG = {
    "acute": (60.0, 90.0),
    "right": (90.0 - RIGHT_ANGLE_TOLERANCE_DEG, 90.0 + RIGHT_ANGLE_TOLERANCE_DEG),
    "obtuse": (90.0, 180.0),
}
"""Range of the largest angle per class; for acute and obtuse it is the textbook range, without tolerance."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Answers of one reply that no triangle can combine: the rule's kind, and a sentence with the numbers."""

    kind: str
    question_ids: tuple[str, ...]
    sentence: str


def find_contradictions(
    answers: Mapping[str, Value], stated: Mapping[str, str | None] | None = None
) -> list[Contradiction]:
    """Find the contradictions among the readable answers of one reply.

    Args:
        answers: the readable answers by question id.
        stated: the same as the reply wrote them, which shows their number of decimals; two if unknown.
    """
    contradictions = []
    given = {
        question_id: _to_rule_value(question_id, value, (stated or {}).get(question_id))
        for question_id, value in answers.items()
    }
    for kind, rule in RULES.items():
        if all(question_id in given for question_id in rule.question_ids):
            sentence = rule.find(*(given[question_id] for question_id in rule.question_ids))
            if sentence:
                contradictions.append(Contradiction(kind, rule.question_ids, sentence))
    return contradictions


def _to_rule_value(question_id: str, value: Value, stated: str | None) -> Value | StatedRatio:
    if isinstance(value, str) or TRIANGLE_QUESTION_BY_ID[question_id].kind != "ratio":
        return value
    decimals = None if stated is None else count_decimals(stated)
    return StatedRatio(value, 0.5 * 10.0 ** -min(FINEST_DECIMALS, FINEST_DECIMALS if decimals is None else decimals))


def _check_difference_and_range(difference: float, angle_range: float) -> str | None:
    if difference <= angle_range + ANGLE_SLACK_DEG:
        return None
    return f"B and C differ by {difference:.1f}°, though no two angles are to differ by more than {angle_range:.1f}°."


def _check_angle_sum(difference: float, angle_range: float) -> str | None:
    """Check the sum: with range w and |B - C| = d < w, the angles are x > 0, x + w, and either x + d or x + w - d."""
    if difference >= angle_range - ANGLE_SLACK_DEG:
        return None
    smallest_deg = max(180.0 - angle_range - difference, 180.0 - 2.0 * angle_range + difference) / 3.0
    if 3.0 * smallest_deg + ANGLE_SLACK_DEG > 0.0:
        return None
    return f"With an angle range of {angle_range:.1f}° and B and C {difference:.1f}° apart, angles cannot sum to 180°."


def _check_ratio_and_extremes(ratio: StatedRatio, extremes: StatedRatio) -> str | None:
    if compute_min_quotient(ratio) <= RATIO_SLACK * (extremes.value + extremes.half):
        return None
    return (
        f"AB/AC is {format_ratio(ratio)}, though no side is to exceed another more than {format_ratio(extremes)} times."
    )


def _check_sides_and_angles(extremes: StatedRatio, angle_range: float) -> str | None:
    lowest, _ = compute_angle_range_limits_deg(max(1.0, extremes.value / RATIO_SLACK - extremes.half))
    _, highest = compute_angle_range_limits_deg(RATIO_SLACK * extremes.value + extremes.half)
    if lowest - ANGLE_SLACK_DEG <= angle_range <= highest + ANGLE_SLACK_DEG:
        return None
    least, most = compute_angle_range_limits_deg(extremes.value)
    limit = f"at least {least:.1f}°" if angle_range < lowest else f"at most {most:.1f}°"
    return (
        f"Sides up to {format_ratio(extremes)} times one another make an angle range of {limit}, not "
        f"{angle_range:.1f}°."
    )


def _check_all_numbers(ratio: StatedRatio, difference: float, extremes: StatedRatio, angle_range: float) -> str | None:
    exact = solve_triangle(ratio.value, difference)
    if has_match(exact, extremes, angle_range) or (
        can_have(compute_nearby_bounds(ratio, difference), extremes, angle_range)
        and has_match(sample_nearby_triangles(ratio, difference), extremes, angle_range)
    ):
        return None
    *_, makes_sides, makes_range = (float(number) for number in exact.compute_numbers())
    implied = (
        f"make the longest side {format_ratio(makes_sides)} times the shortest and an angle range of "
        f"{makes_range:.1f}°, not"
        if not np.isnan(makes_range)
        else "go with no triangle of"
    )
    stated = f"{format_ratio(extremes)} times and {angle_range:.1f}°"
    return f"AB/AC = {format_ratio(ratio)} and |B − C| = {difference:.1f}° {implied} {stated}."


def _check_equilateral_angles(side_class: str, angle_class: str) -> str | None:
    if side_class != "equilateral" or angle_class == "acute":
        return None
    return f"An equilateral triangle has angles of 60°, it is not {angle_class}."


def _check_side_class_ratio(side_class: str, ratio: StatedRatio) -> str | None:
    if side_class == "equilateral" and compute_min_quotient(ratio) > LARGEST_EQUAL_RATIO * RATIO_SLACK:
        return f"Equilateral, but AB/AC is {format_ratio(ratio)}."
    quotient = max(ratio.value, 1.0 / ratio.value)
    if side_class == "scalene" and max(quotient * RATIO_SLACK, compute_max_quotient(ratio)) < LARGEST_EQUAL_RATIO:
        return f"Scalene, but AB/AC is {format_ratio(ratio)}, which makes two sides equal."
    return None


def _check_side_class_difference(side_class: str, difference: float) -> str | None:
    if (
        side_class != "equilateral"
        or difference <= compute_angle_range_limits_deg(LARGEST_EQUAL_RATIO)[1] + ANGLE_SLACK_DEG
    ):
        return None
    return f"Equilateral, but B and C differ by {difference:.1f}°."


def _check_side_class_extremes(side_class: str, extremes: StatedRatio) -> str | None:
    least, most = (extremes.value - extremes.half, extremes.value + extremes.half)
    if side_class == "equilateral" and min(extremes.value / RATIO_SLACK, least) > LARGEST_EQUAL_RATIO:
        return f"Equilateral, but the longest side is {format_ratio(extremes)} times the shortest."
    if side_class != "equilateral" and max(extremes.value * RATIO_SLACK, most) < LARGEST_EQUAL_RATIO:
        return (
            f"{side_class.capitalize()}, but the longest side is {format_ratio(extremes)} times the "
            "shortest: all are equal."
        )
    return None


def _check_side_class_range(side_class: str, angle_range: float) -> str | None:
    lowest, highest = compute_angle_range_limits_deg(LARGEST_EQUAL_RATIO)
    if side_class == "equilateral" and angle_range > highest + ANGLE_SLACK_DEG:
        return f"Equilateral, but the angles differ by up to {angle_range:.1f}°."
    if side_class != "equilateral" and angle_range < lowest - ANGLE_SLACK_DEG:
        return f"{side_class.capitalize()}, but the angles differ by {angle_range:.1f}° at most: all are equal."
    return None


def _check_isosceles_sides(side_class: str, ratio: StatedRatio, extremes: StatedRatio) -> str | None:
    """Check the sides: if AB and AC differ, BC equals one of them, so AB/AC or its inverse is also longest/shortest."""
    if side_class != "isosceles" or compute_min_quotient(ratio) <= LARGEST_EQUAL_RATIO * RATIO_SLACK:
        return None
    if extremes.value <= compute_max_quotient(ratio) * LARGEST_EQUAL_RATIO * RATIO_SLACK + extremes.half:
        return None
    return (
        f"Isosceles, but with AB/AC = {format_ratio(ratio)} and longest/shortest = "
        f"{format_ratio(extremes)} no two sides are equal."
    )


def _check_angle_class_difference(angle_class: str, difference: float) -> str | None:
    if angle_class == "obtuse" or difference <= LARGEST_ANGLE_DEG[angle_class][1] + ANGLE_SLACK_DEG:
        return None
    return f"{angle_class.capitalize()}, but B and C differ by {difference:.1f}°."


def _check_angle_class_extremes(angle_class: str, extremes: StatedRatio) -> str | None:
    needed = 2.0 * sin(radians(LARGEST_ANGLE_DEG[angle_class][0] / 2.0))  # two equal sides enclose the largest angle
    if RATIO_SLACK * extremes.value + extremes.half >= needed:
        return None
    return f"{angle_class.capitalize()}, but longest/shortest is {format_ratio(extremes)}, below {sqrt(2.0):.2f}."


def _check_angle_class_range(angle_class: str, angle_range: float) -> str | None:
    least, most = LARGEST_ANGLE_DEG[angle_class]
    lowest = least - (180.0 - least) / 2.0  # the smallest angle is at most half of what the largest leaves
    if lowest - ANGLE_SLACK_DEG <= angle_range <= most + ANGLE_SLACK_DEG:
        return None
    return f"{angle_class.capitalize()}, but the largest and the smallest angle differ by {angle_range:.1f}°."


def _check_angle_class_implied(angle_class: str, ratio: StatedRatio, difference: float) -> str | None:
    least, most = LARGEST_ANGLE_DEG[angle_class]
    exact = float(solve_triangle(ratio.value, difference).largest_deg)
    if least <= exact <= most:  # the stated triangle itself fits: no need to sample near it
        return None
    if compute_nearby_bounds(ratio, difference).can_have_largest(least, most):
        largest = sample_nearby_triangles(ratio, difference).largest_deg
        if ((largest >= least) & (largest <= most)).any():
            return None
    makes = f" make the largest angle {exact:.0f}°" if not np.isnan(exact) else " exclude it"
    return f"{angle_class.capitalize()}, but AB/AC = {format_ratio(ratio)} and |B − C| = {difference:.1f}°{makes}."


@dataclass(frozen=True, slots=True)
class ContradictionRule:
    """A rule for contradictions: the questions it needs, and a function that returns None if the answers agree."""

    question_ids: tuple[str, ...]
    title: str
    find: Callable[..., str | None]


RULES = {
    "difference_beyond_range": ContradictionRule(
        ("Q4", "Q6"), "|B − C| above the angle range", _check_difference_and_range
    ),
    "angles_beyond_180": ContradictionRule(("Q4", "Q6"), "angles that cannot sum to 180°", _check_angle_sum),
    "ratio_beyond_extremes": ContradictionRule(
        ("Q3", "Q5"), "AB/AC beyond longest/shortest", _check_ratio_and_extremes
    ),
    "sides_against_angles": ContradictionRule(
        ("Q5", "Q6"), "longest/shortest against the angle range", _check_sides_and_angles
    ),
    "numbers_of_no_triangle": ContradictionRule(
        ("Q3", "Q4", "Q5", "Q6"), "impossible triangle (numbers incompatible)", _check_all_numbers
    ),
    "equilateral_not_acute": ContradictionRule(("Q1", "Q2"), "equilateral but not acute", _check_equilateral_angles),
    "side_class_against_ratio": ContradictionRule(("Q1", "Q3"), "side class against AB/AC", _check_side_class_ratio),
    "side_class_against_difference": ContradictionRule(
        ("Q1", "Q4"), "side class against |B − C|", _check_side_class_difference
    ),
    "side_class_against_extremes": ContradictionRule(
        ("Q1", "Q5"), "side class against longest/shortest", _check_side_class_extremes
    ),
    "side_class_against_range": ContradictionRule(
        ("Q1", "Q6"), "side class against the angle range", _check_side_class_range
    ),
    "isosceles_without_equal_sides": ContradictionRule(
        ("Q1", "Q3", "Q5"), "isosceles with no two sides equal", _check_isosceles_sides
    ),
    "angle_class_against_difference": ContradictionRule(
        ("Q2", "Q4"), "angle class against |B − C|", _check_angle_class_difference
    ),
    "angle_class_against_extremes": ContradictionRule(
        ("Q2", "Q5"), "angle class against longest/shortest", _check_angle_class_extremes
    ),
    "angle_class_against_range": ContradictionRule(
        ("Q2", "Q6"), "angle class against the angle range", _check_angle_class_range
    ),
    "angle_class_against_implied": ContradictionRule(
        ("Q2", "Q3", "Q4"), "angle class against AB/AC and |B − C|", _check_angle_class_implied
    ),
}
"""The rules by kind. Contradictions that follow from two of them are not listed again."""
