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
    true_letters = "".join(letter for letter, verdict in zip(LETTERS, truth.verdicts, strict=True) if verdict.is_true)
    return None if true_letters == item.question.letter else KeyDifference(item, true_letters)


def build_corrections(differences: Iterable[KeyDifference], audited: Iterable[FigureItem]) -> list[Correction]:
    """Return the corrections that a build reports, one per level and aspect; the keys themselves stay as published."""
    of: dict[tuple[str, str], list[KeyDifference]] = {}
    for difference in differences:
        of.setdefault((difference.item.level, difference.item.question.aspect), []).append(difference)
    totals: dict[tuple[str, str], int] = {}
    for item in audited:
        cell = item.level, item.question.aspect
        totals[cell] = totals.get(cell, 0) + 1
    return [_build_correction(level, aspect, own, totals[level, aspect]) for (level, aspect), own in of.items()]


def _build_correction(level: str, aspect: str, differences: list[KeyDifference], total: int) -> Correction:
    wrong = sum(difference.item.question.letter not in difference.true_letters for difference in differences)
    named = "; ".join(
        f"{difference.item.item_id}: key {difference.item.question.letter}, true {difference.true_letters or 'none'}"
        for difference in differences[:_NAMED]
    )
    return Correction(
        source=differences[0].item.source,
        location=f"{level}, {aspect}",
        finding=f"{len(differences)} of {total} keys are not the one true option of the described figure: {wrong} are "
        f"wrong, {len(differences) - wrong} share the truth with another option",
        correction="none: answers are scored against the published keys",
        evidence=f"recomputed from the shapes' parameters; {named}{' ...' if len(differences) > _NAMED else ''}",
    )
