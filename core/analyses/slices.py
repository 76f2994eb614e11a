"""Slices found by search: combinations of factor levels where a model scores lowest, or falls behind another one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from core.benchmarks.info import BenchmarkInfo
from core.benchmarks.triangles.spoken_questions import format_spoken_class
from core.factors import get_factor_column
from core.formatting import LABEL_SEPARATOR, format_interval, format_number, format_p_value, round_half_up
from core.records import COUNTED
from core.statistics.slice_search import Slice, SliceSearch, find_weak_slices

MAX_LEVELS = 30
"""Factors with more levels, such as the groups themselves, form no slices."""

QUESTION = "question"

_FULL = 100.0
"""The highest score, in percent."""


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
        weak_slices = find_weighted_slices(rows.rename(columns=columns), factors, second_value="skill", seed=seed)
        pairs = zip(weak_slices.search.slices, weak_slices.means, strict=True)
        return replace(weak_slices, means=tuple((mean, mean - weak.mean) for weak, (mean, _) in pairs))
    weak_slices = find_weighted_slices(rows.assign(value=rows["raw"]).rename(columns=columns), factors, seed=seed)
    pairs = zip(weak_slices.search.slices, weak_slices.means, strict=True)
    behind = {weak: pair for weak, pair in pairs if pair[0] < 0}
    return WeakSlices(replace(weak_slices.search, slices=tuple(behind)), tuple(behind.values()))


def _centre_by_question(rows: pd.DataFrame, sums: pd.Series) -> pd.Series:
    """Subtract from each sum what it would be if all answers to a question had the same value."""
    question_ids = rows["question_id"]
    totals = sums.groupby(question_ids).transform("sum"), rows["n"].groupby(question_ids).transform("sum")
    return sums - rows["n"] * totals[0] / totals[1]


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
    inside = pd.Series(data=True, index=rows.index)
    for factor, level in weak.levels.items():
        inside &= rows[factor].astype(str) == level
    sums = rows.groupby(inside)[["raw", "n"]].sum()
    means = sums["raw"] / sums["n"]
    return float(means[True]), float(means[False])


def describe_slice(
    weak: Slice, means: tuple[float, float], names: Sequence[str], info: BenchmarkInfo, labels: Mapping[str, str]
) -> str:
    """Describe a slice: its conditions, and a sentence on the scores.

    Args:
        weak: the slice.
        means: as in `WeakSlices`.
        names: of the model, or of the two that are compared.
        info: the benchmark.
        labels: of levels, by `name_level`.
    """
    where = format_conditions(weak, info, labels)
    points = format_number(-weak.difference)
    test = describe_interval(weak)
    size = f"{weak.n_groups:,} {info.words.groups}"
    if len(names) == 1:
        mean, rest = (f"{format_number(value)}%" for value in means)
        questions = "this question" if QUESTION in weak.levels else "the same questions"
        gap = f"{points} points below its other answers, measured from each question’s mean ({test}; {size})"
        return f"{where}: {names[0]} scores {mean} ({rest} over all answers to {questions}), {gap}."
    return (
        f"{where}: {names[0]} is {format_number(-means[0])} points behind {names[1]}, "
        f"{points} points worse than elsewhere ({test}; {size})."
    )


def describe_interval(weak: Slice) -> str:
    """Describe the interval of how much lower a slice is, and its p-value; only a spread gives an interval."""
    interval = "all alike" if pd.isna(weak.low) else f"95% CI {format_interval(-weak.high, -weak.low)}"
    return f"{interval}, corrected p {format_p_value(weak.p_value)}"


def format_conditions(weak: Slice, info: BenchmarkInfo, labels: Mapping[str, str]) -> str:
    """Format the levels of a slice as the beginning of a sentence: `Q2 Angle class · Pose = tilted`.

    Args:
        weak: the slice.
        info: the benchmark.
        labels: of levels, by `name_level`.
    """
    level_labels = {factor: labels.get(name_level(factor, level), level) for factor, level in weak.levels.items()}
    question = level_labels.pop(QUESTION, "")
    conditions = [
        f"{info.factors[factor].title} = {_format_level(factor, label, labels)}"
        for factor, label in level_labels.items()
    ]
    return LABEL_SEPARATOR.join([*([question] if question else []), *conditions])


def _format_level(factor: str, label: str, labels: Mapping[str, str]) -> str:
    """Return the label of a level; among classes of angles `right` is right-angled, since it could mean correct."""
    return format_spoken_class(label) if name_level(factor, "obtuse") in labels else label


def name_level(factor: str, level: str) -> str:
    """Return the key of a level's label."""
    return f"{factor}={level}"


def describe_result(result: WeakSlices, names: Sequence[str], info: BenchmarkInfo, *, is_perfect: bool = False) -> str:
    """State how many slices were confirmed, or that there are too few groups to search.

    Args:
        result: of the search.
        names: of the model, or of the two that are compared.
        info: the benchmark.
        is_perfect: whether the model's mean is 100%, so that it is nowhere weak.
    """
    search, words = result.search, info.words
    if not search.n_tried:
        return f"Too few {words.groups} to search for slices: each needs ten of them."
    if not search.slices and is_perfect and len(names) == 1:
        return f"{names[0]} scores {format_number(_FULL)}%, so it has no weak slice. Choose another model."
    if not search.slices:
        worse = "scores lower" if len(names) == 1 else f"falls further behind {names[1]}"
        return f"No combination of conditions was confirmed in which {names[0]} {worse} than elsewhere."
    count = len(search.slices)
    noun = "condition" if count == 1 else "conditions"
    worse = "scores lower than elsewhere" if len(names) == 1 else f"falls further behind {names[1]} than elsewhere"
    return f"{names[0]} {worse} under {count} {noun} that a search found and confirmed."


def is_full_score(percent: float) -> bool:
    """Return whether a mean score is written as 100.0%: such a model has no slice worth searching."""
    return round_half_up(percent) >= _FULL


def describe_search(search: SliceSearch, info: BenchmarkInfo) -> str:
    """Describe what was compared, and how a slice is confirmed."""
    groups = info.words.groups
    return (
        f"{search.n_tried:,} combinations of up to {search.n_factors} conditions with at least ten {groups} were "
        f"compared on a random half of the {search.n_groups:,} {groups}. The lowest were tested on the other half, "
        "corrected for their number. Combinations that a simpler or narrower one explains are left out."
    )
