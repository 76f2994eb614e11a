"""Answers scored at other groups than their own, without an array of all pairs of many groups."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import reduce
from operator import add

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.records import SCORED, Scored
from core.scoring.intervals import Codes
from core.scoring.metrics import Floats, kappas

TOGETHER = 2**15
"""Scores that are in memory together."""

FEW = 64
"""So many groups are few: all pairs of them at once are quicker than pairs of values."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Sums of scores and numbers of readable answers, stacked on the first axis.

    Attributes:
        home: [2, groups]: of a group's answers at the group itself.
        sent: [2, groups]: of a group's answers at every group.
        met: [2, groups]: of every group's answers at this one.
        permuted: [2, permutations]: of all answers after each permutation of the groups.
    """

    home: Floats
    sent: Floats
    met: Floats
    permuted: Floats

    def __add__(self, other: "Moved") -> "Moved":
        return Moved(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))

    def __sub__(self, other: "Moved") -> "Moved":
        """The same answers, by the difference of two scores; the numbers of answers stay."""
        sums_only = np.array([[1.0], [0.0]])
        return Moved(*(getattr(self, one.name) - sums_only * getattr(other, one.name) for one in fields(self)))


def moved(kind: str, values: Floats, truths: Floats, orders: NDArray[np.int64]) -> Moved:
    """The answers to one question at all groups, each in its slot.

    Answers with one value have one score at truths with one value, so that pairs of values are scored and counted: of
    classes and options a handful. Memory grows with the number of answers only. Few groups are scored pair by pair.

    Args:
        kind: of the question.
        values: [groups, slots], coded; NaN where there is no readable answer.
        truths: [groups, slots], coded; NaN where the case was not asked.
        orders: [permutations, groups]: whose answers go to each group.
    """
    if len(values) <= FEW:
        return _by_groups(kind, values, truths, orders)
    return reduce(add, (_in_slot(kind, *slot, orders) for slot in zip(values.T, truths.T, strict=True)))


def moved_reliance(kind: str, values: Floats, truths: Mapping[Scored, Floats], orders: NDArray[np.int64]) -> Moved:
    """As `moved`, by the reliance on the foil, at the cases that have a foil.

    Args:
        kind: of the question.
        values: as `moved`.
        truths: those of `moved` under `truth` and `foil`.
        orders: as `moved`.
    """
    has_both = ~np.isnan(truths["truth"] + truths["foil"])
    of_truth, of_foil = (moved(kind, values, np.where(has_both, truths[against], np.nan), orders) for against in SCORED)
    return of_foil - of_truth


def _by_groups(kind: str, values: Floats, truths: Floats, orders: NDArray[np.int64]) -> Moved:
    """From the scores of each group's answers at each group."""
    scores = kappas(kind, values[:, None], truths[None, :])
    of_pairs = np.stack([np.nan_to_num(scores).sum(axis=2), np.count_nonzero(~np.isnan(scores), axis=2)])
    return Moved(
        np.diagonal(of_pairs, axis1=1, axis2=2),
        of_pairs.sum(axis=2),
        of_pairs.sum(axis=1),
        of_pairs.reshape(2, -1)[:, orders * len(values) + np.arange(len(values))].sum(axis=2),
    )


def _in_slot(kind: str, values: Floats, truths: Floats, orders: NDArray[np.int64]) -> Moved:
    is_read, is_asked = ~np.isnan(values), ~np.isnan(truths)
    at_home = kappas(kind, values, truths)
    sent, met = _pairs(kind, values, truths)
    return Moved(
        np.stack([np.nan_to_num(at_home), is_read & is_asked]),
        np.stack([sent, is_read * is_asked.sum()]),
        np.stack([met, is_asked * is_read.sum()]),
        _permuted(kind, values.copy(), truths, orders),
    )


def _pairs(kind: str, values: Floats, truths: Floats) -> tuple[Floats, Floats]:
    """The sum of the scores of each answer at all truths, and of all answers at each truth; 0 where there is none."""
    said, of_said, times_said = _distinct(values)
    true, of_true, times_true = _distinct(truths)
    sent, met = np.zeros(len(said) + 1), np.zeros(len(true) + 1)  # the last is that of NaN, whose code is -1
    step = max(1, TOGETHER // max(len(true), 1))
    for start in range(0, len(said), step):
        some = slice(start, min(start + step, len(said)))
        scores = kappas(kind, said[some, None], true[None, :])
        sent[some] = scores @ times_true
        met[:-1] += times_said[some] @ scores
    return sent[of_said], met[of_true]


def _distinct(values: Floats) -> tuple[Floats, Codes, Floats]:
    """The distinct values, the place of each value among them (-1: NaN), and how often each is there."""
    codes, distinct = pd.factorize(values)
    return distinct, codes, np.bincount(codes[codes >= 0], minlength=len(distinct)).astype(float)


def _permuted(kind: str, values: Floats, truths: Floats, orders: NDArray[np.int64]) -> Floats:
    """[2, permutations]: the sum of the scores and the number of readable answers after each permutation."""
    sums = np.zeros((2, len(orders)))
    step = max(1, TOGETHER // max(len(values), 1))
    for start in range(0, len(orders), step):
        some = slice(start, start + step)
        scores = kappas(kind, values[orders[some]], truths)
        is_scored = ~np.isnan(scores)
        sums[:, some] = np.where(is_scored, scores, 0.0).sum(axis=1), np.count_nonzero(is_scored, axis=1)
    return sums
