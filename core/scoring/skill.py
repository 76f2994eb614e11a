"""Skill with an interval that chooses the blind constants again: the mean score minus the blind constant's.

The constants come from the same groups as the answers. An interval that takes them as given says how certain the
distance to *these* constants is. Other groups of the same kind would also give other constants, most of all where
two classes are almost equally common. The bootstrap over groups has both: each draw chooses its constants anew.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.scoring.baselines import TIE
from core.scoring.halves import halves
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

NUMBERS_AT_ONCE = 5_000_000
"""Of a table of draws that are multiplied together: tables of times are kept as small numbers."""

Mask = NDArray[np.bool_]

Times = NDArray[np.uint8]
"""How often groups are drawn: once on average, so that 255 is never reached with more groups than that."""


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants that draws of groups choose: the same for all runs, so that many runs share them.

    Attributes:
        starts: place of the first question of each group among those that are asked, which stand group by group.
        drawn: draws x groups: how often each group is drawn.
        blind: draws x questions of cases: what the draw's constant scores, as often as the group is drawn.
        mute: draws x questions of cases: how often the group is drawn where the draw has nothing to choose a constant
            on, and else 0. Such an answer has no skill in that draw. None where there is always something.
    """

    starts: Codes
    drawn: Times
    blind: Floats | Times
    mute: Times | None


def constants_of(asked: pd.DataFrame, draws: int = DRAWS) -> Constants:
    """The constants of seeded draws, chosen as `blind_scores` and, of options, `blind_letter` choose them.

    Args:
        asked: group_id, question_id, question_kind, truth and, where there are choices, n_options: one row per case
            and question that anybody was asked, group by group in the order of their ids.
        draws: of the bootstrap.
    """
    groups, names = pd.factorize(asked["group_id"])
    equal = np.full(len(names), 1 / len(names)) if len(names) else np.ones(1)
    random = np.random.default_rng(SEED)
    drawn = np.stack([random.multinomial(len(names), equal).astype(np.uint8) for _ in range(draws)])
    truths, half_of = asked["truth"].to_numpy(dtype=float), _halves_of(asked, groups, len(names))
    are_choices = bool((asked["question_kind"] == "choice").all())
    blind = np.zeros((draws, len(asked)), dtype=np.uint8 if are_choices else np.float64)
    mute = np.zeros((draws, len(asked)), dtype=np.uint8)
    found: tuple[Floats | Times, Times]
    for kind, rows in _with_one_constant(asked):
        if kind == "choice":
            found = _letters_of_draws(truths[rows], groups[rows], drawn, half_of)
        else:
            found = _blind_of_draws(kind, truths[rows], groups[rows], drawn)
        blind[:, rows], mute[:, rows] = found
    return Constants(starts_of(groups), drawn, blind, mute if mute.any() else None)


def _halves_of(asked: pd.DataFrame, groups: Codes, n_groups: int) -> Codes:
    """0 or 1 for each group that is asked for a choice, as letters are chosen on halves of them."""
    is_choice = (asked["question_kind"] == "choice").to_numpy(dtype=bool)
    half_of = np.zeros(n_groups, dtype=np.int64)
    half_of[groups[is_choice]] = halves(asked.loc[is_choice, "group_id"])
    return half_of


def _with_one_constant(asked: pd.DataFrame) -> Iterator[tuple[str, Codes]]:
    """Kind and rows of each question; of choices, of those with as many options."""
    keys = [name for name in ("question_id", "n_options") if name in asked]
    strata = asked.groupby(keys, dropna=False, observed=True).ngroup().to_numpy()
    kinds = asked["question_kind"].to_numpy()
    for stratum in range(strata.max(initial=-1) + 1):
        rows = np.flatnonzero(strata == stratum)
        yield str(kinds[rows[0]]), rows


def starts_of(codes: Codes) -> Codes:
    """The places where another code begins, among codes that stand one after the other."""
    return np.flatnonzero(np.diff(codes, prepend=-1))


def skills(scores: Floats, skill: Floats, constants: Constants) -> pd.DataFrame:
    """The mean skill of runs, with the interval of a bootstrap over groups that chooses constants again.

    Skill is the score against the truth minus that of the blind constant; the foil has no part in it.

    Args:
        scores: runs x questions of cases, in the order of the constants; NaN where there is no readable answer.
        skill: the same, minus the score of the blind constant that is chosen on all groups.
        constants: of draws.

    Returns:
        The columns of `intervals.contrasts`, one row per run; without an error below `MIN_GROUPS`.

    Source: B. Efron, R. Tibshirani, "An Introduction to the Bootstrap" (1993), section 6.2, with the finite-cluster
    factor C / (C - 1) that `intervals.contrasts` has.
    """
    return skills_of_sums(*_sum_and_number(scores), *_sum_and_number(skill), constants)


def _sum_and_number(values: Floats) -> tuple[Floats, Floats]:
    return np.nan_to_num(values), (~np.isnan(values)).astype(np.float64)


def skills_of_sums(
    scores: Floats, n_scores: Floats, skill: Floats, n_skill: Floats, constants: Constants
) -> pd.DataFrame:
    """The same of cells, each of which may have several answers to a question of a case, or none.

    Args:
        scores: cells x questions of cases, in the order of the constants: the sum of the scores.
        n_scores: how many answers these are.
        skill: the same of the scores minus the blind constant's.
        n_skill: how many answers have those.
        constants: of draws.
    """
    drawn, blind, mute = constants.drawn, constants.blind, constants.mute
    sums, weights, value, counts = (
        np.add.reduceat(values, constants.starts, axis=1) for values in (scores, n_scores, skill, n_skill)
    )
    totals, n_drawn = _sums(drawn, sums.T) - _sums(blind, n_scores.T), _sums(drawn, weights.T)
    if mute is not None:
        totals, n_drawn = totals - _sums(mute, scores.T), n_drawn - _sums(mute, n_scores.T)
    n_groups = (counts > 0).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = value.sum(axis=1) / counts.sum(axis=1)
        error = _spread(np.where(n_drawn > 0, totals / n_drawn, np.nan)) * np.sqrt(n_groups / (n_groups - 1))
    columns = t_columns(mean, np.where(n_groups >= MIN_GROUPS, error, np.nan), n_groups - 1)
    sizes = {"degrees_of_freedom": np.maximum(n_groups - 1, 0), "n": counts.sum(axis=1).astype(int)}
    return columns.assign(**sizes, n_groups=n_groups)


def _sums(table: Floats | Times, values: Floats) -> Floats:
    """The matrix product of a table of draws and values, some draws at once: as floats the whole table may not fit."""
    at_once = max(1, NUMBERS_AT_ONCE // max(table.shape[1], 1))
    parts = [table[first : first + at_once].astype(np.float64) @ values for first in range(0, len(table), at_once)]
    return np.concatenate(parts)


def by_group(values: Floats, starts: Codes) -> tuple[Floats, Floats]:
    """Runs x groups: the sum of the values that there are, and their number.

    Args:
        values: runs x answers, group by group; NaN where there is none.
        starts: place of each group's first answer.
    """
    known = ~np.isnan(values)
    sums: Floats = np.add.reduceat(np.where(known, values, 0.0), starts, axis=1)
    counts: Floats = np.add.reduceat(known.astype(np.float64), starts, axis=1)
    return sums, counts


def _candidates(truths: Floats) -> Floats:
    """The different truths, or `MAX_CANDIDATES` of them in even steps."""
    different = np.unique(truths)
    steps = np.linspace(0, len(different) - 1, MAX_CANDIDATES).round().astype(int)
    return different if len(different) <= MAX_CANDIDATES else different[steps]


def _blind_of_draws(kind: str, truths: Floats, groups: Codes, drawn: Times) -> tuple[Floats, Times]:
    """Draws x cases of one question: what the constants score, as often as their group is drawn; what has none."""
    candidates = _candidates(truths)
    scores = kappas(kind, candidates[None, :], truths[:, None])
    own = np.zeros((drawn.shape[1], len(candidates)))
    np.add.at(own, groups, scores)
    sizes = np.bincount(groups, minlength=len(own)).astype(float)
    at_once = max(1, CELLS_AT_ONCE // own.size)
    blind, mute = [], []
    for times in np.split(drawn, range(at_once, len(drawn), at_once)):
        weights = times.astype(np.float64)
        best, has_none = _on_others(own, sizes, weights) if len(own) <= MAX_LEFT_OUT else _on_all(own, weights)
        mute.append(np.where(has_none, times, 0)[:, groups])
        blind.append((weights[:, groups] - mute[-1]) * scores[np.arange(len(truths)), best[:, groups]])
    return np.concatenate(blind), np.concatenate(mute)


def _letters_of_draws(truths: Floats, groups: Codes, drawn: Times, half_of: Codes) -> tuple[Times, Times]:
    """The same for options: each half of a draw has the letter that is best in the draw's other half.

    Args:
        truths: letters that are right, coded.
        groups: of the questions.
        drawn: draws x groups: how often each group is drawn.
        half_of: 0 or 1 for each group.
    """
    letters, places = np.unique(truths, return_inverse=True)
    own = np.zeros((drawn.shape[1], len(letters)))
    np.add.at(own, (groups, places), 1.0)
    weights = drawn[:, groups]
    blind, mute = np.zeros((2, *weights.shape), dtype=np.uint8)
    for half in (0, 1):
        elsewhere = _sums(drawn, np.where((half_of != half)[:, None], own, 0.0))
        is_own = half_of[groups] == half
        is_right = elsewhere.argmax(axis=1)[:, None] == places[is_own]
        has_none = elsewhere.sum(axis=1, keepdims=True) <= 0
        blind[:, is_own] = np.where(is_right & ~has_none, weights[:, is_own], 0)
        mute[:, is_own] = np.where(has_none, weights[:, is_own], 0)
    return blind, mute


def _on_others(own: Floats, sizes: Floats, weights: Floats) -> tuple[Codes, Mask]:
    """Draws x groups: the constant that is best on the draw's other groups, and whether there are none.

    Args:
        own: groups x candidates: what each candidate has on the group's cases, of which there are `sizes`.
        sizes: number of the group's cases.
        weights: draws x groups: how often each is drawn.
    """
    elsewhere = (weights @ own)[:, None, :] - weights[:, :, None] * own
    n_elsewhere = (weights @ sizes)[:, None] - weights * sizes
    is_best = elsewhere >= elsewhere.max(axis=2, keepdims=True) - TIE * n_elsewhere[:, :, None]
    return is_best.argmax(axis=2), n_elsewhere <= 0


def _on_all(own: Floats, weights: Floats) -> tuple[Codes, Mask]:
    """The same with one constant for all groups of a draw."""
    best = (weights @ own).argmax(axis=1)
    return np.broadcast_to(best[:, None], weights.shape), np.zeros(weights.shape, dtype=np.bool_)


def _spread(drawn: Floats) -> Floats:
    """The standard deviation over the draws that say something; NaN where fewer than two do."""
    known = ~np.isnan(drawn)
    enough = known.sum(axis=0) > 1
    spread = np.full(drawn.shape[1], np.nan)
    spread[enough] = np.nanstd(drawn[:, enough], axis=0)
    return spread
