"""Skill with an interval that chooses the blind constants again: the mean score minus the blind constant's.

The constants come from the same groups as the answers. An interval that takes them as given says how certain the
distance to *these* constants is. Other groups of the same kind would also give other constants, most of all where
two classes are almost equally common. The bootstrap over groups has both: each draw chooses its constants anew.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.scoring.baselines import TIE
from core.scoring.coding import in_words, kinds_of
from core.scoring.intervals import Codes, t_columns
from core.scoring.metrics import Floats, kappas

DRAWS = 500
SEED = 20_251_122
MIN_GROUPS = 3
"""Of two groups every draw that leaves one to choose on is the same, which would look like certainty."""

MAX_CANDIDATES = 200
"""Truths among which a draw's constant is sought; of more, these many in even steps."""

MAX_LEFT_OUT = 500
"""With more groups a draw chooses one constant for all of them: none of so many changes it by being left out."""

CELLS_AT_ONCE = 500_000
"""Draws x groups x candidates that are in memory together."""


def skill_table(answers: pd.DataFrame, draws: int = DRAWS) -> pd.DataFrame:
    """The mean skill per run, with the interval of a bootstrap over groups that chooses constants again.

    Skill is the score against the truth minus that of the blind constant; the foil has no part in it.

    Args:
        answers: run_id, group_id, case_id, question_id, question_kind, score, skill and truth of all runs: constants
            are chosen on every case that somebody was asked about.
        draws: of the bootstrap, seeded.

    Returns:
        run_id and the columns of `intervals.contrasts`, sorted by run; without an error below `MIN_GROUPS`.

    Source: B. Efron, R. Tibshirani, "An Introduction to the Bootstrap" (1993), section 6.2, with the finite-cluster
    factor C / (C - 1) that `intervals.contrasts` has.
    """
    groups, names = pd.factorize(answers["group_id"], sort=True)
    runs, run_ids = pd.factorize(answers["run_id"], sort=True)
    shape = (len(run_ids), len(names))
    equal = np.full(len(names), 1 / len(names))
    drawn = np.random.default_rng(SEED).multinomial(len(names), equal, size=draws).astype(np.float64)
    value, counts = _by_group(answers["skill"], runs, groups, shape)
    totals, weights = np.zeros((draws, len(run_ids))), np.zeros((draws, len(run_ids)))
    for question_id, kind in kinds_of(answers).items():
        asked = (answers["question_id"] == question_id).to_numpy()
        stake = _stake(kind, answers[asked], runs[asked], groups[asked], shape)
        totals += drawn @ stake.sums.T - _blind_sums(stake, drawn)
        weights += drawn @ stake.counts.T
    n_groups = (counts > 0).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = value.sum(axis=1) / counts.sum(axis=1)
        error = _spread(totals / weights) * np.sqrt(n_groups / (n_groups - 1))
    columns = t_columns(mean, np.where(n_groups >= MIN_GROUPS, error, np.nan), n_groups - 1)
    named = in_words(pd.DataFrame({"run_id": run_ids})).join(columns)
    sizes = {"degrees_of_freedom": np.maximum(n_groups - 1, 0), "n": counts.sum(axis=1).astype(int)}
    return named.assign(**sizes, n_groups=n_groups)


@dataclass(frozen=True, slots=True)
class _Stake:
    """What a draw needs of one question.

    Attributes:
        sums, counts: runs x groups: sum of the score, and number of readable answers.
        blind: runs x groups x candidates: what each candidate for a constant has in their place.
        own: groups x candidates: what each candidate has on the group's cases, of which there are `sizes`.
    """

    sums: Floats
    counts: Floats
    blind: Floats
    own: Floats
    sizes: Floats


def _stake(kind: str, asked: pd.DataFrame, runs: Codes, groups: Codes, shape: tuple[int, int]) -> _Stake:
    sums, counts = _by_group(asked["score"], runs, groups, shape)
    is_first = ~asked["case_id"].duplicated().to_numpy()
    truths = asked["truth"].to_numpy(dtype=float)
    candidates = _candidates(truths)
    scores = kappas(kind, candidates[None, :], truths[:, None])
    own = np.zeros((shape[1], len(candidates)))
    np.add.at(own, groups[is_first], scores[is_first])
    is_read = asked["score"].notna().to_numpy()
    blind = np.zeros((*shape, len(candidates)))
    np.add.at(blind, (runs[is_read], groups[is_read]), scores[is_read])
    return _Stake(sums, counts, blind, own, np.bincount(groups[is_first], minlength=shape[1]).astype(float))


def _candidates(truths: Floats) -> Floats:
    """The different truths, or `MAX_CANDIDATES` of them in even steps."""
    different = np.unique(truths)
    steps = np.linspace(0, len(different) - 1, MAX_CANDIDATES).round().astype(int)
    return different if len(different) <= MAX_CANDIDATES else different[steps]


def _blind_sums(stake: _Stake, drawn: Floats) -> Floats:
    """Draws x runs: the sum of the blind constant's scores, for each group chosen on the draw's other groups."""
    at_once = max(1, CELLS_AT_ONCE // stake.own.size)
    parts = np.split(drawn, range(at_once, len(drawn), at_once))
    choose = _chosen_on_others if len(stake.own) <= MAX_LEFT_OUT else _chosen_on_all
    return np.concatenate([choose(stake, weights) for weights in parts])


def _chosen_on_others(stake: _Stake, weights: Floats) -> Floats:
    elsewhere = (weights @ stake.own)[:, None, :] - weights[:, :, None] * stake.own
    n_elsewhere = (weights @ stake.sizes)[:, None] - weights * stake.sizes
    is_best = elsewhere >= elsewhere.max(axis=2, keepdims=True) - TIE * n_elsewhere[:, :, None]
    chosen = stake.blind[:, np.arange(len(stake.own)), is_best.argmax(axis=2)]  # runs x draws x groups
    # A draw of one group alone leaves no other to choose on: it says nothing.
    usable = np.where((n_elsewhere > 0) | (weights == 0), weights, np.nan)
    sums: Floats = np.einsum("dt,rdt->dr", usable, chosen)
    return sums


def _chosen_on_all(stake: _Stake, weights: Floats) -> Floats:
    best = (weights @ stake.own).argmax(axis=1)
    sums: Floats = np.einsum("dt,rtd->dr", weights, stake.blind[:, :, best])
    return sums


def _by_group(values: pd.Series, runs: Codes, groups: Codes, shape: tuple[int, int]) -> tuple[Floats, Floats]:
    """Runs x groups: the sum of the values that there are, and their number."""
    known = values.notna().to_numpy()
    sums, counts = np.zeros(shape), np.zeros(shape)
    np.add.at(sums, (runs[known], groups[known]), values.to_numpy(dtype=float)[known])
    np.add.at(counts, (runs[known], groups[known]), 1.0)
    return sums, counts


def _spread(drawn: Floats) -> Floats:
    """The standard deviation over the draws that say something; NaN where fewer than two do."""
    known = ~np.isnan(drawn)
    enough = known.sum(axis=0) > 1
    spread = np.full(drawn.shape[1], np.nan)
    spread[enough] = np.nanstd(drawn[:, enough], axis=0)
    return spread
