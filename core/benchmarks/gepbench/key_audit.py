"""Audit of the keys against the parameters, to find the options that are true of a figure as described."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from core.benchmarks.gepbench.figure import FigureQuestion, GeometricFigure
from core.benchmarks.gepbench.ground_truth import JUDGES, FigureTruth, compute_truth
from core.benchmarks.gepbench.item_reader import FigureItem
from core.benchmarks.gepbench.vocabulary import LETTERS
from core.records import Correction

_NAMED = 5
"""Maximum number of lines that the evidence names."""


@dataclass(frozen=True, slots=True)
class KeyDifference:
    """A key that is not the only true option.

    Attributes:
        true_letters: letters of all true options; empty if no option is true.
    """

    item: FigureItem
    true_letters: str


def recompute_truth(question: FigureQuestion, figure: GeometricFigure | None) -> FigureTruth | None:
    """Return the truth of a question's options; None if the description does not determine it.

    It does not if the query has no known form, or if it asks about a colour that the description leaves out, a type
    that the figure does not have exactly once, or the area of a spiral.
    """
    if figure is None or question.query.kind not in JUDGES:
        return None
    try:
        truth = compute_truth(question, figure)
    except (ValueError, KeyError, ArithmeticError):
        return None
    return None if any(math.isnan(verdict.margin) for verdict in truth.verdicts) else truth


def find_key_difference(item: FigureItem, truth: FigureTruth | None) -> KeyDifference | None:
    """Return the difference of an item's key from its recomputed truth; None if they agree or the truth is unknown."""
    if truth is None:
        return None
    true_letters = "".join(letter for letter, one in zip(LETTERS, truth.verdicts, strict=True) if one.is_true)
    return None if true_letters == item.question.letter else KeyDifference(item, true_letters)


def build_corrections(found: Iterable[KeyDifference], audited: Iterable[FigureItem]) -> list[Correction]:
    """Return the corrections that a build reports, one per level and aspect; the keys themselves stay as published."""
    of: dict[tuple[str, str], list[KeyDifference]] = {}
    for one in found:
        of.setdefault((one.item.level, one.item.question.aspect), []).append(one)
    totals: dict[tuple[str, str], int] = {}
    for item in audited:
        cell = item.level, item.question.aspect
        totals[cell] = totals.get(cell, 0) + 1
    return [_build_correction(level, aspect, own, totals[level, aspect]) for (level, aspect), own in of.items()]


def _build_correction(level: str, aspect: str, own: list[KeyDifference], total: int) -> Correction:
    wrong = sum(one.item.question.letter not in one.true_letters for one in own)
    named = "; ".join(
        f"{one.item.item_id}: key {one.item.question.letter}, true {one.true_letters or 'none'}" for one in own[:_NAMED]
    )
    return Correction(
        source=own[0].item.source,
        location=f"{level}, {aspect}",
        finding=f"{len(own)} of {total} keys are not the one true option of the described figure: {wrong} are wrong, "
        f"{len(own) - wrong} share the truth with another option",
        correction="none: answers are scored against the published keys",
        evidence=f"recomputed from the shapes' parameters; {named}{' ...' if len(own) > _NAMED else ''}",
    )
