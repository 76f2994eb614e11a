"""Lift: how much better a model's answers fit their own groups than others. At zero, looking made no difference.

The answers about a group's cases move together, each to the same slot of another group. A habit (always scalene,
always 1.25) scores the same on other groups, so it has no lift.
"""

import operator
from collections.abc import Iterable
from functools import lru_cache, reduce
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.errors import StatisticsError
from core.records import SCORED
from core.scoring.answer_codes import build_answer_array, get_truth_column, map_question_kinds
from core.scoring.metrics import Floats
from core.statistics.intervals import compute_t_intervals
from core.statistics.permutation_scores import (
    GroupPermutations,
    PermutationSums,
    score_at_all_groups,
    score_reliance_at_all_groups,
)

Score = Literal["truth", "foil", "reliance"]
"""The score against truth or foil, or foil_score - score: how much of the reliance comes from looking."""

PERMUTATIONS = 2_000
SEED = 20_251_109
AS_GOOD = 1e-12
"""A permuted mean this close to the observed one counts as reaching it: the difference is rounding."""


_COLUMNS = (
    "mean", "chance", "lift", "mean_standard_error", "chance_standard_error", "standard_error", "reached", "n",
    "n_groups",
)  # fmt: skip

_KEYS = ["group_id", "slot", "question_id"]
_VALUES = ["value", *map(get_truth_column, SCORED)]


def compute_lift_tables(
    wanted: Iterable[tuple[Score, str, pd.DataFrame]], n_permutations: int = PERMUTATIONS
) -> pd.DataFrame:
    """Compute the lift tables of several scores and subsets of cases, stacked.

    Args:
        wanted: the score, the name of the subset, and its answers: run_id, group_id, slot, question_id, question_kind,
            value, truth and foil.
        n_permutations: of the groups, the same ones for every question, score and run.

    Returns:
        One row per run, score, subset and question, and one over all questions (`all`): run_id, question_id, mean (of
        the score), chance (the same at other groups) and lift, each with its standard_error, low and high (those of
        mean and chance begin with their name), p_value of the lift (one-sided for scores, two-sided for reliance), n,
        n_groups, against (the score), subset; NaN with fewer than two groups.

    Raises:
        StatisticsError: a run has two answers to a question about one group in one slot.
    """
    rows = []
    names = ["run_id", *_KEYS, "question_kind"]
    for score, subset, answers in wanted:
        needed = answers[[*names, *_VALUES]].astype(dict.fromkeys(names, object))
        for run_id, run in needed.groupby("run_id", observed=True):
            by_question = _score_run_at_all_groups(run, score, n_permutations)
            if by_question:
                by_question["all"] = reduce(operator.add, by_question.values())
            key = {"run_id": run_id, "against": score, "subset": subset}
            rows += [{**key, "question_id": q} | _estimate_lift(sums, score) for q, sums in by_question.items()]
    table = pd.DataFrame(rows, columns=["run_id", "question_id", *_COLUMNS, "against", "subset"])
    reached = table.pop("reached").to_numpy(dtype=float)
    table = table.assign(p_value=np.nan)
    is_reliance = table["against"] == "reliance"
    for name, prefix in (("mean", "mean_"), ("chance", "chance_"), ("lift", "")):
        table = table.assign(**{f"{prefix}{end}": np.nan for end in ("low", "high")})
        for among in (is_reliance, ~is_reliance):
            some = table[among]
            value, error = (some[column].to_numpy(dtype=float) for column in (name, f"{prefix}standard_error"))
            is_share = name != "lift" and among is not is_reliance
            freedom = some["n_groups"].to_numpy(dtype=np.int64) - 1
            columns = compute_t_intervals(value, error, freedom, is_share=is_share)
            ends = columns[["standard_error", "low", "high"]]
            table.loc[among, [f"{prefix}{end}" for end in ends]] = ends.to_numpy()
            if name == "lift":
                table.loc[among, "p_value"] = compute_permutation_p_values(
                    reached[among], n_permutations, columns, is_two_sided=among is is_reliance
                )
    return table


def compute_permutation_p_values(
    reached: Floats, n_permutations: int, estimates: pd.DataFrame, *, is_two_sided: bool
) -> Floats:
    """Return the p-values of lifts: (b + 1) / (m + 1), or Student's if no permutation reaches the lift.

    With b = 0 the permutations only show that the p-value is below 1 / (m + 1). Corrected for some hundred models, that
    bound alone would hide every effect. The result is therefore the smaller of it and Student's p-value.

    Args:
        reached: b, the number of permutations that are as good; NaN without a lift.
        n_permutations: m.
        estimates: value and p_value (two-sided) of the lifts by Student's t.
        is_two_sided: whether a lift below 0 counts too.
    """
    by_permutation = (reached + 1) / (n_permutations + 1)
    two_sided = estimates["p_value"].to_numpy(dtype=float)
    by_student = two_sided if is_two_sided else np.where(estimates["value"] > 0, two_sided / 2, 1 - two_sided / 2)
    p_values: Floats = np.where(reached == 0, np.fmin(by_permutation, by_student), by_permutation)
    return p_values


def _score_run_at_all_groups(run: pd.DataFrame, score: Score, n_permutations: int) -> dict[str, PermutationSums]:
    """Score one run's answers at every group, per question; cases without an answer are not scored."""
    if run.duplicated(_KEYS).any():
        raise StatisticsError("two answers of one run to a question about one group in one slot")
    kinds = map_question_kinds(run)
    values, *truths = build_answer_array(run, _VALUES, list(kinds))
    orders = _get_permutations(values.shape[1], n_permutations)
    of = dict(zip(SCORED, truths, strict=True))
    asked = list(kinds.values())
    sums = (
        score_reliance_at_all_groups(asked, values, of, orders)
        if score == "reliance"
        else score_at_all_groups(asked, values, of[score], orders)
    )
    return dict(zip(kinds, sums, strict=True))


@lru_cache(maxsize=8)
def _get_permutations(n_groups: int, n_permutations: int) -> GroupPermutations:
    """Return the permutations, cached for the next run and the next score."""
    return GroupPermutations(draw_permutations(n_groups, n_permutations))


def draw_permutations(n_groups: int, n_permutations: int) -> NDArray[np.int64]:
    """Draw seeded plain permutations, n_permutations x n_groups.

    Derangements would not do: permutations form a group only with the identity, and the group makes (b + 1) / (m + 1)
    an exact p-value. Source: B. Phipson, G. Smyth, "Permutation P-values Should Never Be Zero" (2010), equation 2.
    """
    orders = np.tile(np.arange(n_groups), (n_permutations, 1))
    return np.random.default_rng(SEED).permuted(orders, axis=1)


def _estimate_lift(sums: PermutationSums, score: Score) -> dict[str, float]:
    """Estimate the mean score at home, the mean at other groups, and the certainty of the difference.

    The mean is over all pairs of different groups: the limit of the mean over random derangements, without its
    noise. The standard errors are jackknife errors over groups, which for a plain mean equal the clustered one.
    """
    home, n_home = sums.home
    away, n_away = sums.sent.sum(axis=1) - sums.home.sum(axis=1)
    away_of, n_away_of = sums.sent + sums.met - 2 * sums.home
    permuted_sums, n_permuted = sums.permuted
    has_answers = n_home > 0
    n_groups = int(has_answers.sum())
    with np.errstate(invalid="ignore", divide="ignore"):
        mean, chance = home.sum() / n_home.sum(), away / n_away
        without = (home.sum() - home) / (n_home.sum() - n_home), (away - away_of) / (n_away - n_away_of)
        permuted = permuted_sums / n_permuted
        left_out = np.stack([*without, without[0] - without[1]])[:, has_answers]
        errors = np.sqrt(max(n_groups - 1, 0) * left_out.var(axis=1)) if n_groups else np.full(3, np.nan)
    lift = mean - chance
    beyond, needed = (abs(permuted - chance), abs(lift)) if score == "reliance" else (permuted - chance, lift)
    reached = np.count_nonzero(~(beyond < needed - AS_GOOD))  # a permutation with nothing to score counts too
    return {
        "mean": mean,
        "chance": chance,
        "lift": lift,
        **dict(zip(("mean_standard_error", "chance_standard_error", "standard_error"), errors.tolist(), strict=True)),
        "reached": np.nan if np.isnan(lift) else reached,
        "n": int(n_home.sum()),
        "n_groups": n_groups,
    }
