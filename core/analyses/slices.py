"""Slices found by search: combinations of factor levels where a model scores lowest, or falls behind another one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from core.benchmarks.info import BenchmarkInfo
from core.factors import get_factor_column
from core.records import COUNTED
from core.statistics.slice_cells import ROUNDING
from core.statistics.slice_search import Slice, SliceSearch, find_weak_slices

MAX_LEVELS = 30
"""Factors with more levels, such as the groups themselves, form no slices."""

QUESTION = "question"


@dataclass(frozen=True, slots=True)
class WeakSlices:
    """Slices of a run, or of a comparison of two.

    Attributes:
        search: the search; of a comparison, only the slices in which the first run is behind.
        means: per slice its mean, in % or points, and that of its comparison: of scores all answers to the same
            questions, of differences and shares all other answers.
    """

    search: SliceSearch
    means: tuple[tuple[float, float], ...]


def list_slice_factors(info: BenchmarkInfo, options: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """List the keys of the factors that form slices: of questions and cases, if they do not follow from answers.

    Args:
        info: the benchmark.
        options: levels by factor.
    """
    keys = [QUESTION, *(factor.key for factor in info.case_factors if factor.origin != "answers")]
    return tuple(key for key in keys if 2 <= len(options.get(key, ())) <= MAX_LEVELS)


def find_run_slices(sums: pd.DataFrame, factors: Sequence[str], seed: int = 0) -> WeakSlices:
    """Find the slices with the lowest mean score, or the lowest mean difference of two runs.

    Scores are centred by question, so that a slice is not low because a question is hard. Skill must be lower too:
    where not looking fails as much, a slice shows a habit, such as never answering a class. Differences are not
    centred: a question on which a model falls behind is a finding.

    Args:
        sums: of one run or one pair, from `core.warehouse.aggregation_presets.build_slice_aggregation`.
        factors: their keys.
        seed: of the random halves.
    """
    value = "difference" if "difference" in sums else "score"
    rows = sums.rename(columns={value: "raw", COUNTED.format(value): "n"})
    rows["raw"] = 100 * rows["raw"].astype(float).fillna(0.0)
    rows, columns = rows[rows["n"] > 0], {get_factor_column(factor): factor for factor in factors}
    if value == "score":
        mean_skill = rows["skill"].astype(float) / rows[COUNTED.format("skill")]
        skill = (100 * mean_skill * rows["n"]).fillna(rows["raw"])  # without chance, skill is the score
        rows = rows.assign(value=_centre_by_question(rows, rows["raw"]), skill=_centre_by_question(rows, skill))
        rows = rows.rename(columns=columns).assign(question_id=rows["question_id"])
        weak_slices = find_weighted_slices(rows, factors, second_value="skill", seed=seed)
        slices = weak_slices.search.slices
        pairs = zip(slices, weak_slices.means, strict=True)
        means = {weak: (mean, mean - weak.mean) for weak, (mean, _) in pairs if not _is_explained(rows, weak, slices)}
        return WeakSlices(replace(weak_slices.search, slices=tuple(means)), tuple(means.values()))
    weak_slices = find_weighted_slices(rows.assign(value=rows["raw"]).rename(columns=columns), factors, seed=seed)
    pairs = zip(weak_slices.search.slices, weak_slices.means, strict=True)
    behind = {weak: pair for weak, pair in pairs if pair[0] < 0}
    return WeakSlices(replace(weak_slices.search, slices=tuple(behind)), tuple(behind.values()))


def _centre_by_question(rows: pd.DataFrame, sums: pd.Series) -> pd.Series:
    """Subtract from each sum what it would be if all answers to a question had the same value."""
    question_ids = rows["question_id"]
    totals = sums.groupby(question_ids).transform("sum"), rows["n"].groupby(question_ids).transform("sum")
    return sums - rows["n"] * totals[0] / totals[1]


def _is_explained(rows: pd.DataFrame, weak: Slice, slices: Sequence[Slice]) -> bool:
    """Return whether a slice scores no lower than the rest of a wider one, at all and on the same questions.

    The search compares values that are centred on all answers to a question. Within a wider slice these differ by the
    difficulty of its questions even if all its scores are equal.
    """
    inside = _select_slice(rows, weak)
    for wider in slices:
        around = _select_slice(rows, wider)
        if (inside & ~around).any() or (inside == around).all():
            continue
        part, is_in = rows[around], inside[around]
        questions = part["question_id"]
        is_shared = questions.isin(questions[is_in]) & questions.isin(questions[~is_in])
        if not is_shared.any():
            continue
        centred = _centre_by_question(part[is_shared], part["raw"][is_shared])
        differences = _compare_means(centred, part["n"], is_in), _compare_means(part["raw"], part["n"], is_in)
        if min(differences) > -ROUNDING:
            return True
    return False


def _compare_means(sums: pd.Series, counts: pd.Series, is_inside: pd.Series) -> float:
    """Return the mean inside minus that outside."""
    totals = pd.DataFrame({"sum": sums, "n": counts.reindex(sums.index)}).groupby(is_inside).sum()
    means = totals["sum"] / totals["n"]
    return float(means[True] - means[False])


def find_weighted_slices(
    rows: pd.DataFrame, factors: Sequence[str], *, second_value: str | None = None, seed: int = 0
) -> WeakSlices:
    """Find the slices with the lowest mean value.

    Args:
        rows: as `slice_search.find_weak_slices` takes them, with the column `raw`: the sum whose means are shown.
        factors: columns whose levels form slices.
        second_value: column of a second sum, whose mean must be lower too.
        seed: of the random halves.
    """
    search = find_weak_slices(rows, factors, second_value=second_value, seed=seed)
    return WeakSlices(search, tuple(_compute_means(rows, weak) for weak in search.slices))


def _compute_means(rows: pd.DataFrame, weak: Slice) -> tuple[float, float]:
    sums = rows.groupby(_select_slice(rows, weak))[["raw", "n"]].sum()
    means = sums["raw"] / sums["n"]
    return float(means[True]), float(means[False])


def _select_slice(rows: pd.DataFrame, weak: Slice) -> pd.Series:
    """Return which rows have all levels of a slice."""
    inside = pd.Series(data=True, index=rows.index)
    for factor, level in weak.levels.items():
        inside &= rows[factor].astype(str) == level
    return inside
