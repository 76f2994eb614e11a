"""Rank changes between two conditions: the probability that two models change places, by a cluster bootstrap."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from core.scoring.metrics import Floats

DRAWS = 2_000
SEED = 20_261_128


@dataclass(frozen=True, slots=True)
class ConditionSums:
    """Sums of the scores of several models under two conditions.

    Attributes:
        before, after: [models, groups], sums of scores on the answers that a model gave under both conditions.
        counts: [models, groups], number of these answers.
    """

    before: Floats
    after: Floats
    counts: Floats


@dataclass(frozen=True, slots=True)
class RankChange:
    """A change of places of two models.

    Attributes:
        leader: index of the model that is ahead before.
        follower: index of the other one.
        lead_before, lead_after: mean score of the leader minus that of the follower.
        probability: share of draws of groups in which the leader is ahead before, and the follower after.
    """

    leader: int
    follower: int
    lead_before: float
    lead_after: float
    probability: float


def compute_rank_changes(sums: ConditionSums, draws: int = DRAWS, seed: int = SEED) -> list[RankChange]:
    """Compute the change of places of every two models that are not equal before.

    Groups that some model did not answer are left out, and a draw takes the same groups for all models and both
    conditions. Two models that differ by less than noise change places in many draws, but not in nearly all.

    Args:
        sums: at least one model.
        draws: number of draws of groups with replacement.
        seed: of the draws.
    """
    is_common = (sums.counts > 0).all(axis=0)
    before, after, counts = (table[:, is_common] for table in (sums.before, sums.after, sums.counts))
    n_groups = counts.shape[1]
    if n_groups < 2:
        return []
    random = np.random.default_rng(seed).multinomial(n_groups, np.full(n_groups, 1 / n_groups), size=draws)
    weights = np.vstack([np.ones((1, n_groups)), random]).astype(np.float64)
    total = weights @ counts.T
    means_before, means_after = weights @ before.T / total, weights @ after.T / total
    changes = []
    for first, second in combinations(range(len(counts)), 2):
        lead = means_before[0, first] - means_before[0, second]
        if lead == 0:
            continue
        leader, follower = (first, second) if lead > 0 else (second, first)
        is_ahead = means_before[1:, leader] > means_before[1:, follower]
        is_behind = means_after[1:, leader] < means_after[1:, follower]
        lead_after = float(means_after[0, leader] - means_after[0, follower])
        changes.append(RankChange(leader, follower, float(abs(lead)), lead_after, float(np.mean(is_ahead & is_behind))))
    return changes
