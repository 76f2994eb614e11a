"""Explanations of a difference between tape and photographs: two sides exchanged, or one number free."""

from collections.abc import Iterator
from itertools import combinations
from statistics import NormalDist
from typing import Literal

import numpy as np

from core.errors import TriangleError
from core.geometry.homography import Array
from core.geometry.triangle import Triangle

Verdict = Literal[
    "agrees",
    "sides_swapped",
    "one_side_off",
    "all_sides_scaled",
    "several_sides_off",
    "labels_inconsistent",
    "cannot_tell",
]
Sides = tuple[float, float, float]
"""AB, BC, CA in centimetres."""

SIDES = ("AB", "BC", "CA")

FREE_NUMBER = NormalDist().inv_cdf(0.975) ** 2
"""The gain in chi-square that an explanation needs per number that it is free to choose (likelihood ratio, 5%)."""


def explain_difference(
    tape_cm: Array, residual_cm: Array, is_off: Array, limit_sigmas: float, noise_cm: float
) -> tuple[Verdict, str, Sides]:
    """Return the simplest explanation that leaves no side beyond the limit.

    A swap corrects the tape by its own lengths. Every other explanation uses the three sides that the photographs show:
    one side by photographs and two by tape may form a class that neither of the two sources has.
    """
    shown_cm = tape_cm + residual_cm
    from_photographs = to_sides(shown_cm if _is_triangle(shown_cm) else tape_cm)
    offers: list[tuple[float, Verdict, str, Sides]] = []

    def offer(name: Verdict, sentence: str, fitted_cm: Array, audited_cm: Sides, free_numbers: int) -> None:
        if (np.abs(shown_cm - fitted_cm) <= limit_sigmas * noise_cm).all():
            badness = _compute_chi_square(shown_cm - fitted_cm, noise_cm) + FREE_NUMBER * free_numbers
            offers.append((badness, name, sentence, audited_cm))

    for names, swapped_cm in _list_exchanges(tape_cm):
        fit = f"after swapping them, {_describe_fit(shown_cm - swapped_cm)}"
        offer("sides_swapped", f"{names} are swapped: {fit}.", swapped_cm, to_sides(swapped_cm), 0)
    for side in range(3):
        fitted_cm = tape_cm.copy()
        fitted_cm[side] = shown_cm[side]
        sentence = f"{_describe_deviation(side, tape_cm, residual_cm)}; the other two fit."
        offer("one_side_off", sentence, fitted_cm, from_photographs, 1)
    factor = float(shown_cm @ tape_cm / (tape_cm @ tape_cm))
    fit = f"times {factor:.3f}, {_describe_fit(shown_cm - factor * tape_cm)}"
    offer("all_sides_scaled", f"All sides are off by one factor: {fit}.", factor * tape_cm, from_photographs, 1)
    if offers:
        _, name, sentence, audited_cm = min(offers, key=lambda made: made[0])
        return name, sentence, audited_cm
    off = "; ".join(_describe_deviation(side, tape_cm, residual_cm) for side in range(3) if is_off[side])
    return "several_sides_off", f"{off}.{_describe_common_vertex(is_off)}", from_photographs


def _list_exchanges(tape_cm: Array) -> Iterator[tuple[str, Array]]:
    """List the three ways to exchange two sides: the two by name, and AB, BC, CA afterwards."""
    for one, other in combinations(range(3), 2):
        order = [0, 1, 2]
        order[one], order[other] = other, one
        yield f"{SIDES[one]} and {SIDES[other]}", tape_cm[order]


def describe_better_exchange(tape_cm: Array, residual_cm: Array, noise_cm: float) -> str:
    """Describe the exchange of two sides that fits even better though the tape agrees; empty if there is none."""
    names, rest_cm = min(
        ((names, tape_cm + residual_cm - swapped_cm) for names, swapped_cm in _list_exchanges(tape_cm)),
        key=lambda exchange: _compute_chi_square(exchange[1], noise_cm),
    )
    if _compute_chi_square(residual_cm, noise_cm) - _compute_chi_square(rest_cm, noise_cm) < FREE_NUMBER:
        return ""
    return f" With {names} exchanged, {_describe_fit(rest_cm)}; no side is beyond the limit, so the tape is not blamed."


def _compute_chi_square(difference_cm: Array, noise_cm: float) -> float:
    sigmas = difference_cm / noise_cm
    return float(sigmas @ sigmas)


def _describe_fit(difference_cm: Array) -> str:
    return f"the tape fits the photographs within {np.abs(difference_cm).max():.1f} cm"


def _is_triangle(sides_cm: Array) -> bool:
    try:
        Triangle(*to_sides(sides_cm))
    except TriangleError:
        return False
    return True


def _describe_deviation(side: int, tape_cm: Array, residual_cm: Array) -> str:
    return (
        f"{SIDES[side]} is {tape_cm[side] + residual_cm[side]:.1f} cm in the photographs and {tape_cm[side]:.1f} cm by "
        f"tape ({format_deviation(residual_cm[side])} cm)"
    )


def format_deviation(value_cm: float) -> str:
    """Format a deviation with its sign, a real minus."""
    return f"{value_cm:+.1f}".replace("-", "−")


def _describe_common_vertex(is_off: Array) -> str:
    """Name the sticker at which two deviating sides meet; it may have been moved after measuring."""
    if is_off.sum() != 2:
        return ""
    (first, second) = (set(SIDES[side]) for side in range(3) if is_off[side])
    return f" Both end in {(first & second).pop()}, which may have been moved after measuring."


def to_sides(values: Array) -> Sides:
    """Return an array of three lengths as a tuple."""
    ab, bc, ca = (float(value) for value in values)
    return ab, bc, ca
