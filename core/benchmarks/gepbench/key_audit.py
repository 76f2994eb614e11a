"""Keys against the parameters: which options are true of a figure as it is described."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from core.benchmarks.gepbench.figure import Figure, Question
from core.benchmarks.gepbench.ground_truth import JUDGES, Truth, truth_of
from core.benchmarks.gepbench.item_reader import Item
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

    item: Item
    true_letters: str


def recomputed(question: Question, figure: Figure | None) -> Truth | None:
    """What is true of a question's options; None where the description does not tell.

    It does not where the query is of no known form, names a colour that the description leaves out, a type that the
    figure has not exactly once, or the area of a spiral.
    """
    if figure is None or question.query.kind not in JUDGES:
        return None
    try:
        truth = truth_of(question, figure)
    except (ValueError, KeyError, ArithmeticError):
        return None
    return None if any(math.isnan(verdict.margin) for verdict in truth.verdicts) else truth


def difference(item: Item, truth: Truth | None) -> KeyDifference | None:
    """The difference of an item's key from its recomputed truth; None where they agree or nothing can be said."""
    if truth is None:
        return None
    true_letters = "".join(letter for letter, one in zip(LETTERS, truth.verdicts, strict=True) if one.is_true)
    return None if true_letters == item.question.letter else KeyDifference(item, true_letters)


def differences(items: Iterable[Item]) -> list[KeyDifference]:
    """All of them, in the order of the items."""
    found = (difference(item, recomputed(item.question, item.figure)) for item in items)
    return [one for one in found if one is not None]


def corrections(found: Iterable[KeyDifference], audited: Iterable[Item]) -> list[Correction]:
    """What a build says of them: a line for each level and aspect; the keys themselves stay as published."""
    of: dict[tuple[str, str], list[KeyDifference]] = {}
    for one in found:
        of.setdefault((one.item.level, one.item.question.aspect), []).append(one)
    totals: dict[tuple[str, str], int] = {}
    for item in audited:
        cell = item.level, item.question.aspect
        totals[cell] = totals.get(cell, 0) + 1
    return [_correction(level, aspect, own, totals[level, aspect]) for (level, aspect), own in of.items()]


def _correction(level: str, aspect: str, own: list[KeyDifference], total: int) -> Correction:
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
