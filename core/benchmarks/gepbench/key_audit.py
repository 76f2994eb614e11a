"""Keys against the parameters: which options are true of a figure as it is described."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from core.benchmarks.gepbench.figure import FigureQuestion, GeometricFigure
from core.benchmarks.gepbench.ground_truth import JUDGES, FigureTruth, compute_truth
from core.benchmarks.gepbench.item_reader import FigureItem
from core.benchmarks.gepbench.vocabulary import LETTERS
from core.records import Correction

_NAMED = 5
"""Lines that the evidence names."""


@dataclass(frozen=True, slots=True)
class KeyDifference:
    """A key that is not the one true option.

    Attributes:
        true_letters: of all options that are true; empty where none is.
    """

    item: FigureItem
    true_letters: str


def recompute_truth(question: FigureQuestion, figure: GeometricFigure | None) -> FigureTruth | None:
    """What is true of a question's options; None where the description does not tell.

    It does not where the query is of no known form, names a colour that the description leaves out, a type that the
    figure has not exactly once, or the area of a spiral.
    """
    if figure is None or question.query.kind not in JUDGES:
        return None
    try:
        truth = compute_truth(question, figure)
    except (ValueError, KeyError, ArithmeticError):
        return None
    return None if any(math.isnan(verdict.margin) for verdict in truth.verdicts) else truth


def find_key_difference(item: FigureItem, truth: FigureTruth | None) -> KeyDifference | None:
    """The difference of an item's key from its recomputed truth; None where they agree or nothing can be said."""
    if truth is None:
        return None
    true_letters = "".join(letter for letter, one in zip(LETTERS, truth.verdicts, strict=True) if one.is_true)
    return None if true_letters == item.question.letter else KeyDifference(item, true_letters)


def list_key_differences(items: Iterable[FigureItem]) -> list[KeyDifference]:
    """All of them, in the order of the items."""
    found = (find_key_difference(item, recompute_truth(item.question, item.figure)) for item in items)
    return [one for one in found if one is not None]


def build_corrections(found: Iterable[KeyDifference], audited: Iterable[FigureItem]) -> list[Correction]:
    """What a build says of them: a line for each level and aspect; the keys themselves stay as published."""
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
