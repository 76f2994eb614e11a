"""Contradictions between the answers of one reply, whatever the photograph shows: the rules.

Every rule names the questions that it needs, and gives a sentence with the reply's own numbers where no triangle can
have them together. Numbers may be off by what the paper itself calls equal: 3 % for ratios, 2 degrees for angles; and
ratios by what rounding to their last decimal did, since 1.3 stands for all from 1.25 to 1.35.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log, radians, sin, sqrt

import numpy as np

from core.geometry.implied.angles import ImpliedAngles, angle_range_limits_deg, implied_angles
from core.geometry.implied.bounds import AngleBounds, bounds_of
from core.geometry.triangle import RIGHT_ANGLE_TOLERANCE_DEG, Floats
from core.parsing.values import decimals_of
from core.records import TRIANGLE_QUESTION_BY_ID, Value
from core.scoring.tolerances import ANGLE_SLACK_DEG, LARGEST_EQUAL_RATIO, RATIO_SLACK

FINEST_DECIMALS = 2
"""More decimals than these are taken for these: half of a hundredth is more than 3 % of small ratios."""

SMALLEST_RATIO = 1e-12
"""AB/AC below this, or its inverse, is clamped to this: replies may state values that overflow."""

LARGEST_ANGLE_DEG = {
    "acute": (60.0, 90.0),
    "right": (90.0 - RIGHT_ANGLE_TOLERANCE_DEG, 90.0 + RIGHT_ANGLE_TOLERANCE_DEG),
    "obtuse": (90.0, 180.0),
}
"""Smallest and largest value of the largest angle by class; acute and obtuse also as books without tolerance say."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Answers of one reply that no triangle has together: the rule's kind, and a sentence with the numbers."""

    kind: str
    question_ids: tuple[str, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio as a reply gives it: rounding took or gave at most `half`, half a unit of its last decimal."""

    value: float
    half: float


def contradictions(answers: Mapping[str, Value], stated: Mapping[str, str | None] | None = None) -> list[Contradiction]:
    """The contradictions among the readable answers of one reply; empty where there are none.

    Args:
        answers: the readable answers by question id.
        stated: the same as the reply wrote them, which says how many decimals they have; unknown are two.
    """
    found = []
    given = {
        question_id: _given(question_id, value, (stated or {}).get(question_id))
        for question_id, value in answers.items()
    }
    for kind, rule in RULES.items():
        if all(question_id in given for question_id in rule.question_ids):
            sentence = rule.find(*(given[question_id] for question_id in rule.question_ids))
            if sentence:
                found.append(Contradiction(kind, rule.question_ids, sentence))
    return found


def _given(question_id: str, value: Value, stated: str | None) -> Value | Ratio:
    if isinstance(value, str) or TRIANGLE_QUESTION_BY_ID[question_id].kind != "ratio":
        return value
    decimals = None if stated is None else decimals_of(stated)
    return Ratio(value, 0.5 * 10.0 ** -min(FINEST_DECIMALS, FINEST_DECIMALS if decimals is None else decimals))


def _difference_beyond_range(difference: float, angle_range: float) -> str | None:
    if difference <= angle_range + ANGLE_SLACK_DEG:
        return None
    return f"B and C differ by {difference:.1f}°, though no two angles are to differ by more than {angle_range:.1f}°."


def _angles_beyond_180(difference: float, angle_range: float) -> str | None:
    """With range w and |B - C| = d below w, the angles are x, x + w and either x + d or x + w - d, and x is above 0."""
    if difference >= angle_range - ANGLE_SLACK_DEG:
        return None
    smallest_deg = max(180.0 - angle_range - difference, 180.0 - 2.0 * angle_range + difference) / 3.0
    if 3.0 * smallest_deg + ANGLE_SLACK_DEG > 0.0:
        return None
    return f"With an angle range of {angle_range:.1f}° and B and C {difference:.1f}° apart, angles cannot sum to 180°."


def _ratio_beyond_extremes(ratio: Ratio, extremes: Ratio) -> str | None:
    if _at_least(ratio) <= RATIO_SLACK * (extremes.value + extremes.half):
        return None
    return f"AB/AC is {_short(ratio)}, though no side is to exceed another more than {_short(extremes)} times."


def _sides_against_angles(extremes: Ratio, angle_range: float) -> str | None:
    lowest, _ = angle_range_limits_deg(max(1.0, extremes.value / RATIO_SLACK - extremes.half))
    _, highest = angle_range_limits_deg(RATIO_SLACK * extremes.value + extremes.half)
    if lowest - ANGLE_SLACK_DEG <= angle_range <= highest + ANGLE_SLACK_DEG:
        return None
    least, most = angle_range_limits_deg(extremes.value)
    limit = f"at least {least:.1f}°" if angle_range < lowest else f"at most {most:.1f}°"
    return f"Sides up to {_short(extremes)} times one another make an angle range of {limit}, not {angle_range:.1f}°."


def _numbers_of_no_triangle(ratio: Ratio, difference: float, extremes: Ratio, angle_range: float) -> str | None:
    exact = _triangle_of(ratio.value, difference)
    if _has(exact, extremes, angle_range) or (
        can_have(angles_near(ratio, difference), extremes, angle_range)
        and _has(_triangles_near(ratio, difference), extremes, angle_range)
    ):
        return None
    *_, makes_sides, makes_range = (float(number) for number in exact.numbers())
    implied = (
        f"make the longest side {_short(makes_sides)} times the shortest and an angle range of {makes_range:.1f}°, not"
        if not np.isnan(makes_range)
        else "go with no triangle of"
    )
    stated = f"{_short(extremes)} times and {angle_range:.1f}°"
    return f"AB/AC = {_short(ratio)} and |B − C| = {difference:.1f}° {implied} {stated}."


def _has(triangles: ImpliedAngles, extremes: Ratio, angle_range: float) -> bool:
    """Whether one of the triangles has these sides and angles within the slack."""
    *_, sides, angles = triangles.numbers()
    fits_sides = (sides <= RATIO_SLACK * extremes.value + extremes.half) & (
        RATIO_SLACK * (sides + extremes.half) >= extremes.value
    )
    return bool((fits_sides & (abs(angles - angle_range) <= ANGLE_SLACK_DEG)).any())


def _equilateral_not_acute(side_class: str, angle_class: str) -> str | None:
    if side_class != "equilateral" or angle_class == "acute":
        return None
    return f"An equilateral triangle has angles of 60°, it is not {angle_class}."


def _side_class_against_ratio(side_class: str, ratio: Ratio) -> str | None:
    if side_class == "equilateral" and _at_least(ratio) > LARGEST_EQUAL_RATIO * RATIO_SLACK:
        return f"Equilateral, but AB/AC is {_short(ratio)}."
    quotient = max(ratio.value, 1.0 / ratio.value)
    if side_class == "scalene" and max(quotient * RATIO_SLACK, _at_most(ratio)) < LARGEST_EQUAL_RATIO:
        return f"Scalene, but AB/AC is {_short(ratio)}, which makes two sides equal."
    return None


def _side_class_against_difference(side_class: str, difference: float) -> str | None:
    if side_class != "equilateral" or difference <= angle_range_limits_deg(LARGEST_EQUAL_RATIO)[1] + ANGLE_SLACK_DEG:
        return None
    return f"Equilateral, but B and C differ by {difference:.1f}°."


def _side_class_against_extremes(side_class: str, extremes: Ratio) -> str | None:
    least, most = (extremes.value - extremes.half, extremes.value + extremes.half)
    if side_class == "equilateral" and min(extremes.value / RATIO_SLACK, least) > LARGEST_EQUAL_RATIO:
        return f"Equilateral, but the longest side is {_short(extremes)} times the shortest."
    if side_class != "equilateral" and max(extremes.value * RATIO_SLACK, most) < LARGEST_EQUAL_RATIO:
        return (
            f"{side_class.capitalize()}, but the longest side is {_short(extremes)} times the shortest: all are equal."
        )
    return None


def _side_class_against_range(side_class: str, angle_range: float) -> str | None:
    lowest, highest = angle_range_limits_deg(LARGEST_EQUAL_RATIO)
    if side_class == "equilateral" and angle_range > highest + ANGLE_SLACK_DEG:
        return f"Equilateral, but the angles differ by up to {angle_range:.1f}°."
    if side_class != "equilateral" and angle_range < lowest - ANGLE_SLACK_DEG:
        return f"{side_class.capitalize()}, but the angles differ by {angle_range:.1f}° at most: all are equal."
    return None


def _isosceles_without_equal_sides(side_class: str, ratio: Ratio, extremes: Ratio) -> str | None:
    """If AB and AC differ, BC equals one of them, so that AB/AC or its inverse is also longest over shortest."""
    if side_class != "isosceles" or _at_least(ratio) <= LARGEST_EQUAL_RATIO * RATIO_SLACK:
        return None
    if extremes.value <= _at_most(ratio) * LARGEST_EQUAL_RATIO * RATIO_SLACK + extremes.half:
        return None
    return (
        f"Isosceles, but with AB/AC = {_short(ratio)} and longest/shortest = {_short(extremes)} no two sides are equal."
    )


def _angle_class_against_difference(angle_class: str, difference: float) -> str | None:
    if angle_class == "obtuse" or difference <= LARGEST_ANGLE_DEG[angle_class][1] + ANGLE_SLACK_DEG:
        return None
    return f"{angle_class.capitalize()}, but B and C differ by {difference:.1f}°."


def _angle_class_against_extremes(angle_class: str, extremes: Ratio) -> str | None:
    needed = 2.0 * sin(radians(LARGEST_ANGLE_DEG[angle_class][0] / 2.0))  # of two equal sides about the largest angle
    if RATIO_SLACK * extremes.value + extremes.half >= needed:
        return None
    return f"{angle_class.capitalize()}, but longest/shortest is {_short(extremes)}, below {sqrt(2.0):.2f}."


def _angle_class_against_range(angle_class: str, angle_range: float) -> str | None:
    least, most = LARGEST_ANGLE_DEG[angle_class]
    lowest = least - (180.0 - least) / 2.0  # the smallest angle is at most half of what the largest leaves
    if lowest - ANGLE_SLACK_DEG <= angle_range <= most + ANGLE_SLACK_DEG:
        return None
    return f"{angle_class.capitalize()}, but the largest and the smallest angle differ by {angle_range:.1f}°."


def _angle_class_against_implied(angle_class: str, ratio: Ratio, difference: float) -> str | None:
    least, most = LARGEST_ANGLE_DEG[angle_class]
    exact = float(_triangle_of(ratio.value, difference).largest_deg)
    if least <= exact <= most:  # the stated triangle itself: no need to look near it
        return None
    if angles_near(ratio, difference).can_have_largest(least, most):
        largest = _triangles_near(ratio, difference).largest_deg
        if ((largest >= least) & (largest <= most)).any():
            return None
    makes = f" make the largest angle {exact:.0f}°" if not np.isnan(exact) else " exclude it"
    return f"{angle_class.capitalize()}, but AB/AC = {_short(ratio)} and |B − C| = {difference:.1f}°{makes}."


def _at_least(ratio: Ratio) -> float:
    """The quotient of AB and AC, the larger over the smaller, if rounding made it as large as it could."""
    return max(ratio.value - ratio.half, 1.0 / (ratio.value + ratio.half), 1.0)


def _at_most(ratio: Ratio) -> float:
    """The quotient of AB and AC, the larger over the smaller, if rounding made it as small as it could."""
    return max(ratio.value + ratio.half, 1.0 / max(ratio.value - ratio.half, 1e-9))


def _short(ratio: Ratio | float) -> str:
    value = ratio.value if isinstance(ratio, Ratio) else ratio
    return f"{value:.2f}" if value < 1000.0 else f"{value:.3g}"


@lru_cache(maxsize=64)
def _triangle_of(ratio: float, difference: float) -> ImpliedAngles:
    """The triangle with exactly this AB/AC and |B - C|."""
    return implied_angles(ratio, difference)


def _near(given: Ratio, difference: float) -> tuple[float, float, float, float]:
    """Ends of the logarithm of AB/AC, and of |B - C|, that are the stated ones within the slack."""
    ratio = min(max(given.value, SMALLEST_RATIO), 1.0 / SMALLEST_RATIO)
    slack = max((RATIO_SLACK - 1.0) * ratio, given.half)
    lowest, highest = log(max(ratio - slack, ratio / 10.0)), log(ratio + slack)
    return lowest, highest, max(difference - ANGLE_SLACK_DEG, 0.0), min(difference + ANGLE_SLACK_DEG, 179.9)


@lru_cache(maxsize=64)
def angles_near(given: Ratio, difference: float) -> AngleBounds:
    """What the angles of the triangles near the stated one have at least and at most."""
    lowest, highest, low, high = _near(given, difference)
    farthest = max(abs(lowest), abs(highest))
    nearest = 0.0 if lowest <= 0.0 <= highest else min(abs(lowest), abs(highest))
    return bounds_of(nearest, farthest, low, high)


def can_have(near: AngleBounds, extremes: Ratio, angle_range: float) -> bool:
    """False where no triangle within these bounds has these sides and angles within the slack: see `_has`."""
    return near.can_have_range(angle_range - ANGLE_SLACK_DEG, angle_range + ANGLE_SLACK_DEG) and near.can_have_sides(
        extremes.value / RATIO_SLACK - extremes.half, RATIO_SLACK * extremes.value + extremes.half
    )


@lru_cache(maxsize=64)
def _triangles_near(given: Ratio, difference: float) -> ImpliedAngles:
    """Triangles whose AB/AC and |B - C| are the stated ones within the slack, close together everywhere.

    The shape changes fast where the ratio nears 1 or the difference 0: samples are spaced by their distance to these.
    """
    lowest, highest, low, high = _near(given, difference)
    ratios = np.exp(np.concatenate([_spaced(lowest, highest, 1e-4, 160), -_spaced(-highest, -lowest, 1e-4, 160)]))
    near = implied_angles(ratios[:, None], _spaced(low, high, 1e-3, 32)[None, :])
    is_triangle = np.minimum(near.b_deg, near.c_deg) > 0
    return ImpliedAngles(near.a_deg[is_triangle], near.b_deg[is_triangle], near.c_deg[is_triangle])


def _spaced(low: float, high: float, floor: float, count: int) -> Floats:
    """Positive values from low to high, each the same factor above the last; none where high is not above floor."""
    return np.geomspace(max(low, floor), high, count) if high > floor else np.empty(0)


@dataclass(frozen=True, slots=True)
class Rule:
    """What cannot go together: the questions it needs, and how it is found (None where the answers agree)."""

    question_ids: tuple[str, ...]
    title: str
    find: Callable[..., str | None]


RULES = {
    "difference_beyond_range": Rule(("Q4", "Q6"), "|B − C| above the angle range", _difference_beyond_range),
    "angles_beyond_180": Rule(("Q4", "Q6"), "angles that cannot sum to 180°", _angles_beyond_180),
    "ratio_beyond_extremes": Rule(("Q3", "Q5"), "AB/AC beyond longest/shortest", _ratio_beyond_extremes),
    "sides_against_angles": Rule(("Q5", "Q6"), "longest/shortest against the angle range", _sides_against_angles),
    "numbers_of_no_triangle": Rule(
        ("Q3", "Q4", "Q5", "Q6"), "impossible triangle (numbers incompatible)", _numbers_of_no_triangle
    ),
    "equilateral_not_acute": Rule(("Q1", "Q2"), "equilateral but not acute", _equilateral_not_acute),
    "side_class_against_ratio": Rule(("Q1", "Q3"), "side class against AB/AC", _side_class_against_ratio),
    "side_class_against_difference": Rule(("Q1", "Q4"), "side class against |B − C|", _side_class_against_difference),
    "side_class_against_extremes": Rule(
        ("Q1", "Q5"), "side class against longest/shortest", _side_class_against_extremes
    ),
    "side_class_against_range": Rule(("Q1", "Q6"), "side class against the angle range", _side_class_against_range),
    "isosceles_without_equal_sides": Rule(
        ("Q1", "Q3", "Q5"), "isosceles with no two sides equal", _isosceles_without_equal_sides
    ),
    "angle_class_against_difference": Rule(
        ("Q2", "Q4"), "angle class against |B − C|", _angle_class_against_difference
    ),
    "angle_class_against_extremes": Rule(
        ("Q2", "Q5"), "angle class against longest/shortest", _angle_class_against_extremes
    ),
    "angle_class_against_range": Rule(("Q2", "Q6"), "angle class against the angle range", _angle_class_against_range),
    "angle_class_against_implied": Rule(
        ("Q2", "Q3", "Q4"), "angle class against AB/AC and |B − C|", _angle_class_against_implied
    ),
}
"""The rules by kind. What follows from two of them is not listed again."""
