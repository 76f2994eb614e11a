"""Sentences and tables about slices found by search."""

from collections.abc import Mapping, Sequence

import pandas as pd

from core.analyses.slices import QUESTION, WeakSlices
from core.benchmarks.condition_phrases import get_condition_phrase
from core.benchmarks.info import BenchmarkInfo
from core.formatting import LABEL_SEPARATOR, format_interval, format_number, format_p_value, round_half_up
from core.statistics.slice_search import Slice, SliceSearch

_FULL = 100.0
"""The highest score, in percent."""

SCORE_HEADINGS = "score here, %", "overall, %", "lower on the other half, points"
DIFFERENCE_HEADINGS = "points behind here", "elsewhere", "further behind on the other half"


def get_headings(names: Sequence[str]) -> tuple[str, str, str]:
    """Return the headings of a slice's mean, of its comparison, and of the difference that confirms it.

    Args:
        names: of the model, or of the two that are compared.
    """
    return SCORE_HEADINGS if len(names) == 1 else DIFFERENCE_HEADINGS


def describe_slice(
    weak: Slice, means: tuple[float, float], names: Sequence[str], info: BenchmarkInfo, labels: Mapping[str, str]
) -> str:
    """Describe a slice: its conditions, its score, and the test that confirms it.

    Args:
        weak: the slice.
        means: as in `WeakSlices`.
        names: of the model, or of the two that are compared.
        info: the benchmark.
        labels: of levels, by `name_level`.
    """
    where, gap = format_conditions(weak, info, labels), format_number(-weak.difference)
    groups = info.words.groups
    test = f"{describe_interval(weak, len(names))}; {weak.n_groups:,} {groups} in all"
    if len(names) == 1:
        mean, rest = (f"{format_number(value)}%" for value in means)
        return (
            f"{where}. {names[0]} scores {mean}, against {rest} over all answers to {_name_questions(weak)}. In the "
            f"{groups} that confirm it, it is {gap} points below its other answers, measured from each question’s "
            f"mean ({test})."
        )
    return (
        f"{where}. {names[0]} is {format_number(-means[0])} points behind {names[1]}. In the {groups} that confirm it, "
        f"that is {gap} points worse than elsewhere ({test})."
    )


def _name_questions(weak: Slice) -> str:
    return "this question" if QUESTION in weak.levels else "the same questions"


def format_slice_interval(weak: Slice, n_compared: int = 1) -> str:
    """Format the interval of how much lower a slice is; only a spread gives an interval.

    Its ends are at most the largest possible difference: 100 points of one model's score, twice that of two models'.
    """
    largest = n_compared * _FULL
    return "all alike" if pd.isna(weak.low) else format_interval(-weak.high, min(-weak.low, largest))


def describe_interval(weak: Slice, n_compared: int = 1) -> str:
    """Describe the interval of how much lower a slice is, and its p-value."""
    interval = format_slice_interval(weak, n_compared)
    ci = interval if pd.isna(weak.low) else f"95% CI {interval}"
    return f"{ci}, corrected p {format_p_value(weak.p_value)}"


def format_conditions(weak: Slice, info: BenchmarkInfo, labels: Mapping[str, str]) -> str:
    """Format the levels of a slice as the beginning of a sentence: `Q2 Angle class · seen at an angle`.

    A level without a phrase is written with its factor: `Shapes: 3`.

    Args:
        weak: the slice.
        info: the benchmark.
        labels: of levels, by `name_level`.
    """
    level_labels = {factor: labels.get(name_level(factor, level), level) for factor, level in weak.levels.items()}
    question = level_labels.pop(QUESTION, "")
    phrases = {factor: get_condition_phrase(info.benchmark_id, factor, weak.levels[factor]) for factor in level_labels}
    conditions = [phrases[factor] or f"{info.factors[factor].title}: {label}" for factor, label in level_labels.items()]
    return LABEL_SEPARATOR.join([*([question] if question else []), *conditions])


def name_level(factor: str, level: str) -> str:
    """Return the key of a level's label."""
    return f"{factor}={level}"


def describe_result(
    result: WeakSlices,
    names: Sequence[str],
    info: BenchmarkInfo,
    labels: Mapping[str, str],
    *,
    is_perfect: bool = False,
) -> str:
    """Name the confirmed slice with the lowest score, or state why there is none.

    Args:
        result: of the search.
        names: of the model, or of the two that are compared.
        info: the benchmark.
        labels: of levels, by `name_level`.
        is_perfect: whether the model's mean is 100%, so that it is nowhere weak.
    """
    search, words = result.search, info.words
    if not search.n_tried:
        return f"Too few {words.groups} to search for slices: each needs ten of them."
    if not search.slices and is_perfect and len(names) == 1:
        return f"{names[0]} scores {format_number(_FULL)}%, so it has no weak slice. Choose another model."
    if not search.slices:
        if len(names) > 1:
            return f"Under no condition is {names[0]} shown to fall further behind {names[1]} than elsewhere."
        return f"Under no condition is {names[0]} shown to score lower than elsewhere on equally hard questions."
    weak, (inside, rest) = min(zip(search.slices, result.means, strict=True), key=lambda pair: pair[1][0] - pair[1][1])
    where = format_conditions(weak, info, labels)
    if len(names) == 1:
        scores = f"{format_number(inside)}%, against {format_number(rest)}% over all answers to {_name_questions(weak)}"
        return f"{names[0]} fails most under “{where}”. It scores {scores}."
    change = _describe_lead(rest)
    return f"{names[0]} falls furthest behind {names[1]} under “{where}”, by {format_number(-inside)} points; {change}."


def _describe_lead(points: float) -> str:
    """Describe the mean difference elsewhere."""
    return f"elsewhere it is {format_number(abs(points))} points {'behind' if points < 0 else 'ahead'}"


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


def build_slice_table(
    result: WeakSlices, names: Sequence[str], info: BenchmarkInfo, labels: Mapping[str, str]
) -> pd.DataFrame:
    """Build a table of the slices as text and numbers, with one row per slice and headings as column names.

    Args:
        result: of the search.
        names: of the model, or of the two that are compared.
        info: the benchmark.
        labels: of levels, by `name_level`.
    """
    inside, rest, gap = get_headings(names)
    slices = result.search.slices
    signs = 1 if len(names) == 1 else -1
    return pd.DataFrame(
        {
            "Condition": [format_conditions(weak, info, labels) for weak in slices],
            inside: [signs * mean for mean, _ in result.means],
            rest: [signs * mean for _, mean in result.means],
            gap: [-weak.difference for weak in slices],
            "95% CI": [format_slice_interval(weak, len(names)) for weak in slices],
            "by chance, p": [format_p_value(weak.p_value) for weak in slices],
            info.words.groups.capitalize(): [weak.n_groups for weak in slices],
        }
    )
