"""Skill: the mean score minus what not looking scores, with an interval that chooses the constants again.

The best constant answer is chosen on the same groups as the answers, in hindsight, which favours it. Other groups of
the same kind would give other constants, especially if two classes are almost equally common. The bootstrap over
groups accounts for both: each draw chooses its constants in hindsight again. The average gain of hindsight is thereby
known and removed, and its random part widens the interval.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.scoring.answer_codes import Codes
from core.scoring.choice.constant_baseline import ConstantScores, score_constants
from core.scoring.constant_baseline import TIE, find_first_best, list_candidates
from core.scoring.constant_scores import compute_guess_scores, score_constant_answers
from core.scoring.metrics import Floats
from core.scoring.split_halves import split_halves_repeatedly
from core.statistics.intervals import NO_SPREAD, compute_t_intervals

DRAWS = 500
MIN_DRAWS = 100
MAX_DRAWN = 5_000_000
"""Maximum number of draws x questions of cases in memory, 40 MB; benchmarks of more than 10,000 questions use fewer
draws, down to `MIN_DRAWS`."""

SEED = 20_251_122
MIN_GROUPS = 3
"""Minimum number of groups; draws of two groups are too much alike to show how much constants vary."""

MAX_CANDIDATES = 200
"""Maximum number of truths that are tried as a draw's constant; if there are more, they are sampled in even steps."""

CELLS_AT_ONCE = 2_000_000
"""Maximum number of draws x questions of cases for which constants are chosen at once."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class BootstrapConstants:
    """Scores of not looking on the groups themselves and on draws of them; the same for all runs.

    Attributes:
        starts: position of the first question of each group; the questions are sorted by group.
        drawn: (1 + draws) x groups: how often each group is drawn; in the first row once.
        blind: (1 + draws) x questions of cases: the score of not looking, times the number of times the group is drawn.
        mute: (1 + draws) x questions of cases: how often the group is drawn if the draw has no other cases to choose a
            constant on, and otherwise 0. Such an answer has no skill in that draw. None if this never happens.
        is_hindsight: questions of cases: whether the constant is chosen on the groups that it is scored on. Constants
            of choices are not, and never score below chance.
        guess: questions of cases: the score of guessing, which is one of the constants if no answer can be given to all
            cases of a question (orders of different items); otherwise 0.
        chance: questions of cases: what guessing scores: among the options, or among the truths of all cases if they
            are classes or names; otherwise 0.
    """

    starts: Codes
    drawn: Floats
    blind: Floats
    mute: NDArray[np.uint8] | None
    is_hindsight: Mask
    guess: Floats
    chance: Floats


def bootstrap_constants(asked: pd.DataFrame, draws: int = DRAWS) -> BootstrapConstants:
    """Choose the constants of the groups and of seeded draws.

    For options they are chosen as in `score_constant_baseline`, otherwise as the best ones in hindsight.

    Args:
        asked: group_id, question_id, question_kind, truth and, if there are choices, n_options and options (texts): one
            row per case and question that any run was asked, group by group in the order of their ids.
        draws: of the bootstrap, unless the benchmark is large.
    """
    draws = min(draws, max(MIN_DRAWS, MAX_DRAWN // max(len(asked), 1)))
    groups, names = pd.factorize(asked["group_id"])
    equal = np.full(len(names), 1 / len(names)) if len(names) else np.ones(1)
    random = np.random.default_rng(SEED).multinomial(len(names), equal, size=draws).astype(np.float64)
    drawn = np.concatenate([np.ones((1, random.shape[1])), random])
    truths, half_of = asked["truth"].to_numpy(dtype=float), _assign_halves(asked, groups, len(names))
    options = asked["options"].tolist() if "options" in asked else []
    blind, mute = np.zeros((len(drawn), len(asked))), np.zeros((len(drawn), len(asked)), dtype=np.uint8)
    guess, chance = np.zeros((2, len(asked)))
    is_hindsight = (asked["question_kind"] != "choice").to_numpy(dtype=bool)
    for kind, rows in _split_by_constant(asked):
        if kind != "choice":
            chance[rows] = _compute_truth_shares(truths[rows]) if kind in ("class", "name") else 0.0
            guesses = compute_guess_scores(kind, truths[rows])
            has_guess = not np.isnan(guesses).any()
            guess[rows] = guesses if has_guess else 0.0
            blind[:, rows] = _score_best_constants(
                kind, truths[rows], groups[rows], drawn, guesses if has_guess else None
            )
            continue
        constants = score_constants([options[row] for row in rows], truths[rows])
        chance[rows] = constants.chance
        at_once = max(1, CELLS_AT_ONCE // len(rows))
        for first in range(0, len(drawn), at_once):
            some = slice(first, first + at_once)
            blind[some, rows], mute[some, rows] = _score_choice_constants(constants, groups[rows], drawn[some], half_of)
    known_mute = mute if mute.any() else None
    return BootstrapConstants(find_starts(groups), drawn, blind, known_mute, is_hindsight, guess, chance)


def _assign_halves(asked: pd.DataFrame, groups: Codes, n_groups: int) -> Codes:
    """Return splits x groups: the half, 0 or 1, of each group with choices, on which constants are chosen."""
    is_choice = (asked["question_kind"] == "choice").to_numpy(dtype=bool)
    halves = split_halves_repeatedly(asked.loc[is_choice, "group_id"])
    half_of = np.zeros((len(halves), n_groups), dtype=np.int64)
    half_of[:, groups[is_choice]] = halves
    return half_of


def _split_by_constant(asked: pd.DataFrame) -> Iterator[tuple[str, Codes]]:
    """Yield kind and rows of each question; choices are split by their number of options."""
    keys = [name for name in ("question_id", "n_options") if name in asked]
    strata = asked.groupby(keys, dropna=False, observed=True).ngroup().to_numpy()
    kinds = asked["question_kind"].to_numpy()
    for stratum in range(strata.max(initial=-1) + 1):
        rows = np.flatnonzero(strata == stratum)
        yield str(kinds[rows[0]]), rows


def find_starts(codes: Codes) -> Codes:
    """Return the positions at which the code changes, for sorted codes."""
    return np.flatnonzero(np.diff(codes, prepend=-1))


def compute_skills(scores: Floats, constants: BootstrapConstants) -> pd.DataFrame:
    """Compute the mean skill of runs, with the interval of a bootstrap over groups that chooses constants again.

    Skill is the score against the truth minus what not looking scores; the foil has no part in it.

    Args:
        scores: runs x questions of cases, in the order of the constants; NaN without a readable answer.
        constants: of draws.

    Returns:
        The columns of `intervals.compute_contrasts`, one row per run; without an error below `MIN_GROUPS`.

    Source: B. Efron, R. Tibshirani, "An Introduction to the Bootstrap" (1993), sections 6.2 and 10.2 (bias), with
    the finite-cluster factor C / (C - 1), as in `intervals.compute_contrasts`.
    """
    return compute_skills_from_sums(np.nan_to_num(scores), (~np.isnan(scores)).astype(np.float64), constants)


def compute_skills_from_sums(scores: Floats, n_scores: Floats, constants: BootstrapConstants) -> pd.DataFrame:
    """Compute the skill of cells that may each have several answers to a question of a case, or none.

    Not looking never scores below guessing in a cell. Constants exceed guessing in the whole benchmark, but not in a
    cell whose factor is related to the truth: a guesser would seem to look there.

    Args:
        scores: cells x questions of cases, in the order of the constants: the sum of the scores.
        n_scores: the number of these answers.
        constants: of draws.
    """
    drawn, mute = constants.drawn, constants.mute
    sums, weights = (np.add.reduceat(values, constants.starts, axis=1) for values in (scores, n_scores))
    totals, n_drawn = drawn @ sums.T, drawn @ weights.T
    counted = n_scores
    if mute is not None:
        totals, n_drawn = totals - mute @ scores.T, n_drawn - mute @ n_scores.T
        counted = n_scores * (mute[0] == 0)
    of_hindsight, of_choices = (
        _score_not_looking(n_scores, constants, rows) for rows in (constants.is_hindsight, ~constants.is_hindsight)
    )
    totals -= of_hindsight + of_choices
    n, n_groups = counted.sum(axis=1), (np.add.reduceat(counted, constants.starts, axis=1) > 0).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.where(n_drawn > 0, totals / n_drawn, np.nan)
        error = _compute_spread(means[1:]) * np.sqrt(n_groups / (n_groups - 1))
        of_constants = of_hindsight / n_drawn
        # A run that equals the best constant in every draw has skill 0 in all of them: there is nothing to remove.
        # No constant scores below 0, and guessing needs no hindsight, so at most the score above it is hindsight.
        guessed = (constants.guess @ n_scores.T) / n_drawn[0]
        gained = np.minimum(_compute_known_mean(of_constants[1:]) - of_constants[0], of_constants[0] - guessed)
        hindsight = np.where(error > NO_SPREAD, gained, 0.0)
    columns = compute_t_intervals(means[0] + hindsight, np.where(n_groups >= MIN_GROUPS, error, np.nan), n_groups - 1)
    return columns.assign(degrees_of_freedom=np.maximum(n_groups - 1, 0), n=n.astype(int), n_groups=n_groups)


def _score_not_looking(n_scores: Floats, constants: BootstrapConstants, rows: Mask) -> Floats:
    """Return draws x cells: the larger of the sums of constants and of guessing over some questions of cases."""
    if not rows.any():
        return np.zeros((len(constants.drawn), len(n_scores)))
    n_selected = np.where(rows, n_scores, 0.0)
    of_guessing = constants.drawn @ np.add.reduceat(n_selected * constants.chance, constants.starts, axis=1).T
    if constants.mute is not None:
        of_guessing -= constants.mute @ (n_selected * constants.chance).T
    of_constants = constants.blind @ n_selected.T
    return np.asarray(np.maximum(of_constants, of_guessing))


def _compute_truth_shares(truths: Floats) -> Floats:
    """Return the share of each truth among all of them."""
    _, places, counts = np.unique(truths, return_inverse=True, return_counts=True)
    return np.asarray(counts[places] / max(len(truths), 1))


def sum_by_group(values: Floats, starts: Codes) -> tuple[Floats, Floats]:
    """Sum the known values, and count them, as runs x groups.

    Args:
        values: runs x answers, group by group; NaN without a value.
        starts: position of each group's first answer.
    """
    known = ~np.isnan(values)
    sums: Floats = np.add.reduceat(np.where(known, values, 0.0), starts, axis=1)
    counts: Floats = np.add.reduceat(known.astype(np.float64), starts, axis=1)
    return sums, counts


def _score_best_constants(
    kind: str, truths: Floats, groups: Codes, drawn: Floats, guesses: Floats | None = None
) -> Floats:
    """Return draws x cases of one question: the score of the draw's best constant, times the draws of the group.

    Args:
        kind: of the question.
        truths: of its cases.
        groups: of the cases.
        drawn: draws x groups: how often each group is drawn.
        guesses: the score of guessing per case if guessing is one of the constants; otherwise None.
    """
    candidates = list_candidates(kind, truths, MAX_CANDIDATES)
    scores = score_constant_answers(kind, candidates[None, :], truths[:, None])
    if guesses is not None:
        scores = np.concatenate([guesses[:, None], scores], axis=1)
    own = np.zeros((drawn.shape[1], scores.shape[1]))
    np.add.at(own, groups, scores)
    best = find_first_best(drawn @ own / np.maximum(drawn @ np.bincount(groups, minlength=drawn.shape[1]), 1)[:, None])
    blind: Floats = drawn[:, groups] * scores[:, best].T
    return blind


def _score_choice_constants(
    constants: ConstantScores, groups: Codes, drawn: Floats, half_of: Codes
) -> tuple[Floats, Floats]:
    """Score the constants of options: each half of a draw uses the constant that is best in the draw's other half.

    Scores are means over the splits in which the draw's other half asks the question. A draw in which these do not
    exceed chance scores chance.

    Args:
        constants: scores of a question's constants on its cases.
        groups: of the cases.
        drawn: draws x groups: how often each group is drawn.
        half_of: splits x groups: 0 or 1.
    """
    weights = drawn[:, groups]
    sums, n_splits = np.zeros((2, *weights.shape))
    for is_second in half_of[:, groups] == 1:
        for is_own in (is_second, ~is_second):
            elsewhere = weights[:, ~is_own]
            is_known = elsewhere.sum(axis=1, keepdims=True) > 0
            scores = constants.scores[np.ix_(is_own, constants.choose(elsewhere, ~is_own))].T
            sums[:, is_own] += is_known * scores
            n_splits[:, is_own] += is_known
    mute = np.where(n_splits > 0, 0.0, weights)
    counted = weights - mute
    blind = counted * sums / np.maximum(n_splits, 1)
    is_chance = blind.sum(axis=1, keepdims=True) <= (constants.chance + TIE) * counted.sum(axis=1, keepdims=True)
    return np.where(is_chance, constants.chance * counted, blind), mute


def _compute_spread(drawn: Floats) -> Floats:
    """Compute the standard deviation over the draws with a value; NaN if fewer than two have one."""
    known = ~np.isnan(drawn)
    enough = known.sum(axis=0) > 1
    spread = np.full(drawn.shape[1], np.nan)
    spread[enough] = np.nanstd(drawn[:, enough], axis=0)
    return spread


def _compute_known_mean(drawn: Floats) -> Floats:
    """Compute the mean over the draws with a value; NaN if none has one."""
    known = ~np.isnan(drawn)
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Floats = np.where(known, drawn, 0.0).sum(axis=0) / known.sum(axis=0)
    return means
