"""Scores of answers at other groups than their own, without an array of all pairs if there are many groups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, reduce
from operator import add

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import sparse

from core.records import SCORED, Scored
from core.scoring.answer_codes import Codes
from core.scoring.metrics import Floats, compute_scores

TOGETHER = 2**15
"""Maximum number of scores in memory at once."""

FEW = 300
"""Maximum number of groups for which all pairs at once are quicker than pairs of values."""


@dataclass(frozen=True, eq=False)
class GroupPermutations:
    """Permutations of groups.

    Attributes:
        places: [permutations, groups]: the group whose answers move to each group.
    """

    places: NDArray[np.int64]

    @cached_property
    def picks(self) -> sparse.csr_array:
        """[permutations, groups x groups]: 1 at the pairs of a group and the group whose answers it gets."""
        n_orders, n_groups = self.places.shape
        columns = (self.places * n_groups + np.arange(n_groups)).ravel()
        begins = np.arange(0, columns.size + 1, n_groups)
        return sparse.csr_array((np.ones(columns.size), columns, begins), shape=(n_orders, n_groups**2))


@dataclass(frozen=True, slots=True)
class PermutationSums:
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

    def __add__(self, sums: "PermutationSums") -> "PermutationSums":
        return PermutationSums(*(getattr(self, one.name) + getattr(sums, one.name) for one in fields(self)))

    def __sub__(self, sums: "PermutationSums") -> "PermutationSums":
        """Subtract scores of the same answers; the numbers of answers stay."""
        sums_only = np.array([[1.0], [0.0]])
        return PermutationSums(*(getattr(self, one.name) - sums_only * getattr(sums, one.name) for one in fields(self)))


def score_at_all_groups(
    kinds: Sequence[str], values: Floats, truths: Floats, orders: GroupPermutations, others: Floats | None = None
) -> list[PermutationSums]:
    """Score the answers to each question at all groups, each in its slot.

    Answers with one value have one score at truths with one value, so pairs of values are scored and counted; classes
    and options have only a few. Memory grows with the number of answers only. Few groups are scored pair by pair.

    Args:
        kinds: of the questions.
        values: [questions, groups, slots], coded; NaN without a readable answer.
        truths: as `values`, coded; NaN if the case was not asked.
        orders: of the groups.
        others: as `truths`; the scores against these are subtracted. NaN wherever `truths` are.
    """
    if values.shape[1] <= FEW:
        return _score_by_groups(kinds, values, truths, orders, others)
    result = [
        reduce(add, (_score_slot(kind, *slot, orders) for slot in zip(value.T, true.T, strict=True)))
        for kind, value, true in zip(kinds, values, truths, strict=True)
    ]
    if others is None:
        return result
    return [one - group for one, group in zip(result, score_at_all_groups(kinds, values, others, orders), strict=True)]


def score_reliance_at_all_groups(
    kinds: Sequence[str], values: Floats, truths: Mapping[Scored, Floats], orders: GroupPermutations
) -> list[PermutationSums]:
    """Score the reliance on the foil as `score_at_all_groups` does, at the cases that have a foil.

    Args:
        kinds: of the questions.
        values: as `score_at_all_groups`.
        truths: those of `score_at_all_groups` under `truth` and `foil`.
        orders: as `score_at_all_groups`.
    """
    has_both = ~np.isnan(truths["truth"] + truths["foil"])
    of_truth, of_foil = (np.where(has_both, truths[against], np.nan) for against in SCORED)
    return score_at_all_groups(kinds, values, of_foil, orders, of_truth)


def _score_by_groups(
    kinds: Sequence[str], values: Floats, truths: Floats, orders: GroupPermutations, others: Floats | None
) -> list[PermutationSums]:
    """Score all pairs of groups at once, and permute all questions together."""
    pairs = _score_group_pairs(kinds, values, truths)
    if others is not None:
        pairs[:, 0] -= _score_group_pairs(kinds, values, others)[:, 0]
    permuted = (orders.picks @ pairs.reshape(2 * len(kinds), -1).T).T.reshape(len(kinds), 2, -1)
    return [
        PermutationSums(np.diagonal(of, axis1=1, axis2=2), of.sum(axis=2), of.sum(axis=1), moved_about)
        for of, moved_about in zip(pairs, permuted, strict=True)
    ]


def _score_group_pairs(kinds: Sequence[str], values: Floats, truths: Floats) -> Floats:
    """Return [questions, 2, groups, groups]: the sum and number of scores of each group's answers at each group."""
    pairs = np.empty((len(kinds), 2, values.shape[1], values.shape[1]))
    for of, kind, value, true in zip(pairs, kinds, values, truths, strict=True):
        scores = compute_scores(kind, value[:, None], true[None, :])
        of[0], of[1] = np.nansum(scores, axis=2), np.count_nonzero(~np.isnan(scores), axis=2)
    return pairs


def _score_slot(kind: str, values: Floats, truths: Floats, orders: GroupPermutations) -> PermutationSums:
    is_read, is_asked = ~np.isnan(values), ~np.isnan(truths)
    at_home = compute_scores(kind, values, truths)
    sent, met = _sum_pair_scores(kind, values, truths)
    return PermutationSums(
        np.stack([np.nan_to_num(at_home), is_read & is_asked]),
        np.stack([sent, is_read * is_asked.sum()]),
        np.stack([met, is_asked * is_read.sum()]),
        _score_permutations(kind, values.copy(), truths, orders.places),
    )


def _sum_pair_scores(kind: str, values: Floats, truths: Floats) -> tuple[Floats, Floats]:
    """Sum the scores of each answer at all truths, and of all answers at each truth; 0 if there are none."""
    said, of_said, times_said = _count_distinct(values)
    true, of_true, times_true = _count_distinct(truths)
    sent, met = np.zeros(len(said) + 1), np.zeros(len(true) + 1)  # the last belongs to NaN, whose code is -1
    step = max(1, TOGETHER // max(len(true), 1))
    for start in range(0, len(said), step):
        some = slice(start, min(start + step, len(said)))
        scores = compute_scores(kind, said[some, None], true[None, :])
        sent[some] = scores @ times_true
        met[:-1] += times_said[some] @ scores
    return sent[of_said], met[of_true]


def _count_distinct(values: Floats) -> tuple[Floats, Codes, Floats]:
    """Return the distinct values, the index of each value among them (-1: NaN), and the count of each."""
    codes, distinct = pd.factorize(values)
    return distinct, codes, np.bincount(codes[codes >= 0], minlength=len(distinct)).astype(float)


def _score_permutations(kind: str, values: Floats, truths: Floats, orders: NDArray[np.int64]) -> Floats:
    """Return [2, permutations]: the summed scores and the number of readable answers after each permutation.

    Only groups that were asked can have a score, so the others cost nothing if a question is about few groups.
    """
    sums = np.zeros((2, len(orders)))
    asked = np.flatnonzero(~np.isnan(truths))
    if not len(asked) or np.isnan(values).all():
        return sums
    step = max(1, TOGETHER // len(asked))
    for start in range(0, len(orders), step):
        some = slice(start, start + step)
        scores = compute_scores(kind, values[orders[some][:, asked]], truths[asked])
        is_scored = ~np.isnan(scores)
        sums[:, some] = np.where(is_scored, scores, 0.0).sum(axis=1), np.count_nonzero(is_scored, axis=1)
    return sums
