"""Rules for contradictions between the answers of one reply, whatever the photograph shows.

Every rule names the questions that it needs, and returns a sentence with the reply's own numbers if no triangle can
combine them. Numbers may differ by what the paper itself treats as equal: 3% for ratios, 2 degrees for angles. Ratios
may also differ by the rounding of their last decimal, since 1.3 represents every value from 1.25 to 1.35.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log, radians, sin, sqrt

import numpy as np

from core.geometry.implied.angles import ImpliedAngles, compute_angle_range_limits_deg, compute_implied_angles
from core.geometry.implied.bounds import AngleBounds, compute_angle_bounds
from core.geometry.triangle import RIGHT_ANGLE_TOLERANCE_DEG, Floats
from core.parsing.values import count_stated_decimals
from core.records import TRIANGLE_QUESTION_BY_ID, Value
from core.scoring.tolerances import ANGLE_SLACK_DEG, LARGEST_EQUAL_RATIO, RATIO_SLACK

FINEST_DECIMALS = 2
"""Numbers with more decimals than this are treated as having this many: half of 0.01 exceeds 3% of small ratios."""

SMALLEST_RATIO = 1e-12
"""Lower bound for AB/AC and its inverse, which are clamped to it: replies may state values that overflow."""

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


@dataclass(frozen=True, slots=True)
class StatedRatio:
    """A ratio as a reply states it, off by at most `half` (half a unit of its last decimal) through rounding."""

    value: float
    half: float


def find_contradictions(
    answers: Mapping[str, Value], stated: Mapping[str, str | None] | None = None
) -> list[Contradiction]:
    """Find the contradictions among the readable answers of one reply.

    Args:
        answers: the readable answers by question id.
        stated: the same as the reply wrote them, which shows their number of decimals; two if unknown.
    """
    found = []
    given = {
        question_id: _to_rule_value(question_id, value, (stated or {}).get(question_id))
        for question_id, value in answers.items()
    }
    for kind, rule in RULES.items():
        if all(question_id in given for question_id in rule.question_ids):
            sentence = rule.find(*(given[question_id] for question_id in rule.question_ids))
            if sentence:
                found.append(Contradiction(kind, rule.question_ids, sentence))
    return found


def _to_rule_value(question_id: str, value: Value, stated: str | None) -> Value | StatedRatio:
    if isinstance(value, str) or TRIANGLE_QUESTION_BY_ID[question_id].kind != "ratio":
        return value
    decimals = None if stated is None else count_stated_decimals(stated)
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
    if _compute_min_quotient(ratio) <= RATIO_SLACK * (extremes.value + extremes.half):
        return None
    return (
        f"AB/AC is {_format_ratio(ratio)}, though no side is to exceed another more than "
        f"{_format_ratio(extremes)} times."
    )


def _check_sides_and_angles(extremes: StatedRatio, angle_range: float) -> str | None:
    lowest, _ = compute_angle_range_limits_deg(max(1.0, extremes.value / RATIO_SLACK - extremes.half))
    _, highest = compute_angle_range_limits_deg(RATIO_SLACK * extremes.value + extremes.half)
    if lowest - ANGLE_SLACK_DEG <= angle_range <= highest + ANGLE_SLACK_DEG:
        return None
    least, most = compute_angle_range_limits_deg(extremes.value)
    limit = f"at least {least:.1f}°" if angle_range < lowest else f"at most {most:.1f}°"
    return (
        f"Sides up to {_format_ratio(extremes)} times one another make an angle range of {limit}, not "
        f"{angle_range:.1f}°."
    )


def _check_all_numbers(ratio: StatedRatio, difference: float, extremes: StatedRatio, angle_range: float) -> str | None:
    exact = _solve_triangle(ratio.value, difference)
    if _has_match(exact, extremes, angle_range) or (
        can_have(compute_nearby_bounds(ratio, difference), extremes, angle_range)
        and _has_match(_sample_nearby_triangles(ratio, difference), extremes, angle_range)
    ):
        return None
    *_, makes_sides, makes_range = (float(number) for number in exact.compute_numbers())
    implied = (
        f"make the longest side {_format_ratio(makes_sides)} times the shortest and an angle range of "
        f"{makes_range:.1f}°, not"
        if not np.isnan(makes_range)
        else "go with no triangle of"
    )
    stated = f"{_format_ratio(extremes)} times and {angle_range:.1f}°"
    return f"AB/AC = {_format_ratio(ratio)} and |B − C| = {difference:.1f}° {implied} {stated}."


def _has_match(triangles: ImpliedAngles, extremes: StatedRatio, angle_range: float) -> bool:
    """Return whether one of the triangles has these sides and angles within the slack."""
    *_, sides, angles = triangles.compute_numbers()
    fits_sides = (sides <= RATIO_SLACK * extremes.value + extremes.half) & (
        RATIO_SLACK * (sides + extremes.half) >= extremes.value
    )
    return bool((fits_sides & (abs(angles - angle_range) <= ANGLE_SLACK_DEG)).any())


def _check_equilateral_angles(side_class: str, angle_class: str) -> str | None:
    if side_class != "equilateral" or angle_class == "acute":
        return None
    return f"An equilateral triangle has angles of 60°, it is not {angle_class}."


def _check_side_class_ratio(side_class: str, ratio: StatedRatio) -> str | None:
    if side_class == "equilateral" and _compute_min_quotient(ratio) > LARGEST_EQUAL_RATIO * RATIO_SLACK:
        return f"Equilateral, but AB/AC is {_format_ratio(ratio)}."
    quotient = max(ratio.value, 1.0 / ratio.value)
    if side_class == "scalene" and max(quotient * RATIO_SLACK, _compute_max_quotient(ratio)) < LARGEST_EQUAL_RATIO:
        return f"Scalene, but AB/AC is {_format_ratio(ratio)}, which makes two sides equal."
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
        return f"Equilateral, but the longest side is {_format_ratio(extremes)} times the shortest."
    if side_class != "equilateral" and max(extremes.value * RATIO_SLACK, most) < LARGEST_EQUAL_RATIO:
        return (
            f"{side_class.capitalize()}, but the longest side is {_format_ratio(extremes)} times the "
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
    if side_class != "isosceles" or _compute_min_quotient(ratio) <= LARGEST_EQUAL_RATIO * RATIO_SLACK:
        return None
    if extremes.value <= _compute_max_quotient(ratio) * LARGEST_EQUAL_RATIO * RATIO_SLACK + extremes.half:
        return None
    return (
        f"Isosceles, but with AB/AC = {_format_ratio(ratio)} and longest/shortest = "
        f"{_format_ratio(extremes)} no two sides are equal."
    )


def _check_angle_class_difference(angle_class: str, difference: float) -> str | None:
    if angle_class == "obtuse" or difference <= LARGEST_ANGLE_DEG[angle_class][1] + ANGLE_SLACK_DEG:
        return None
    return f"{angle_class.capitalize()}, but B and C differ by {difference:.1f}°."


def _check_angle_class_extremes(angle_class: str, extremes: StatedRatio) -> str | None:
    needed = 2.0 * sin(radians(LARGEST_ANGLE_DEG[angle_class][0] / 2.0))  # two equal sides enclose the largest angle
    if RATIO_SLACK * extremes.value + extremes.half >= needed:
        return None
    return f"{angle_class.capitalize()}, but longest/shortest is {_format_ratio(extremes)}, below {sqrt(2.0):.2f}."


def _check_angle_class_range(angle_class: str, angle_range: float) -> str | None:
    least, most = LARGEST_ANGLE_DEG[angle_class]
    lowest = least - (180.0 - least) / 2.0  # the smallest angle is at most half of what the largest leaves
    if lowest - ANGLE_SLACK_DEG <= angle_range <= most + ANGLE_SLACK_DEG:
        return None
    return f"{angle_class.capitalize()}, but the largest and the smallest angle differ by {angle_range:.1f}°."


def _check_angle_class_implied(angle_class: str, ratio: StatedRatio, difference: float) -> str | None:
    least, most = LARGEST_ANGLE_DEG[angle_class]
    exact = float(_solve_triangle(ratio.value, difference).largest_deg)
    if least <= exact <= most:  # the stated triangle itself fits: no need to sample near it
        return None
    if compute_nearby_bounds(ratio, difference).can_have_largest(least, most):
        largest = _sample_nearby_triangles(ratio, difference).largest_deg
        if ((largest >= least) & (largest <= most)).any():
            return None
    makes = f" make the largest angle {exact:.0f}°" if not np.isnan(exact) else " exclude it"
    return f"{angle_class.capitalize()}, but AB/AC = {_format_ratio(ratio)} and |B − C| = {difference:.1f}°{makes}."


def _compute_min_quotient(ratio: StatedRatio) -> float:
    """Return the smallest quotient, larger over smaller, of AB and AC that rounds to the stated ratio."""
    return max(ratio.value - ratio.half, 1.0 / (ratio.value + ratio.half), 1.0)


def _compute_max_quotient(ratio: StatedRatio) -> float:
    """Return the largest quotient, larger over smaller, of AB and AC that rounds to the stated ratio."""
    return max(ratio.value + ratio.half, 1.0 / max(ratio.value - ratio.half, 1e-9))


def _format_ratio(ratio: StatedRatio | float) -> str:
    value = ratio.value if isinstance(ratio, StatedRatio) else ratio
    return f"{value:.2f}" if value < 1000.0 else f"{value:.3g}"


@lru_cache(maxsize=64)
def _solve_triangle(ratio: float, difference: float) -> ImpliedAngles:
    """Return the triangle with exactly this AB/AC and |B - C|."""
    return compute_implied_angles(ratio, difference)


def _compute_slack_limits(given: StatedRatio, difference: float) -> tuple[float, float, float, float]:
    """Return the range of the logarithm of AB/AC, and that of |B - C|, that match the stated ones within the slack."""
    ratio = min(max(given.value, SMALLEST_RATIO), 1.0 / SMALLEST_RATIO)
    slack = max((RATIO_SLACK - 1.0) * ratio, given.half)
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
    """Return False if no triangle within these bounds has these sides and angles within the slack: see `_has_match`."""
    return near.can_have_range(angle_range - ANGLE_SLACK_DEG, angle_range + ANGLE_SLACK_DEG) and near.can_have_sides(
        extremes.value / RATIO_SLACK - extremes.half, RATIO_SLACK * extremes.value + extremes.half
    )


@lru_cache(maxsize=64)
def _sample_nearby_triangles(given: StatedRatio, difference: float) -> ImpliedAngles:
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
