"""Sentences and tables about slices found by search."""

from collections.abc import Mapping, Sequence

import pandas as pd

from core.analyses.slices import QUESTION, WeakSlices
from core.benchmarks.condition_phrases import get_condition_phrase, get_condition_subject
from core.benchmarks.info import BenchmarkInfo
from core.formatting import (
    LABEL_SEPARATOR,
    format_interval,
    format_number,
    format_p_value,
    join_with_and,
    put_ending_in_brackets,
    round_half_up,
)
from core.statistics.slice_search import Slice, SliceSearch

_FULL = 100.0
"""The highest score, in percent."""

SCORE_HEADINGS = "score here, %", "overall, %", "lower than other answers, points"
DIFFERENCE_HEADINGS = "points behind here", "elsewhere", "further behind than elsewhere, points"


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
    where, confirmed = describe_conditions(weak, info, labels), describe_confirmation(weak, len(names), info)
    label, *rival_labels = map(put_ending_in_brackets, names)
    if not rival_labels:
        mean, rest = (f"{format_number(value)}%" for value in means)
        return f"{label} scores {mean} {where}, against {rest} over {_name_questions(weak)}. {confirmed}"
    return f"{label} is {format_number(-means[0])} points behind {rival_labels[0]} {where}. {confirmed}"


def describe_confirmation(weak: Slice, n_compared: int, info: BenchmarkInfo) -> str:
    """Describe the test that confirms a slice: how much lower the answers are on the other groups, with the interval.

    Args:
        weak: the slice.
        n_compared: 1 for a model, 2 for its difference to another.
        info: the benchmark.
    """
    groups = info.words.groups
    lower = "below its other answers to equally hard questions" if n_compared == 1 else "worse than elsewhere"
    return (
        f"Confirmed on the other half of the {groups}: "
        f"{format_number(-weak.difference)} points {lower} "
        f"({describe_interval(weak, n_compared)}; {weak.n_groups:,} {groups} in all)."
    )


def _name_questions(weak: Slice) -> str:
    questions = "this question" if QUESTION in weak.levels else "the same kinds of question"
    return f"all its answers to {questions}"


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


def describe_conditions(weak: Slice, info: BenchmarkInfo, labels: Mapping[str, str]) -> str:
    """Describe the levels of a slice as part of a sentence: `on Q2 Angle class where the triangle is acute`.

    Args:
        weak: the slice.
        info: the benchmark.
        labels: of levels, by `name_level`.
    """
    phrases_by_subject: dict[str, list[str]] = {}
    for factor, level in weak.levels.items():
        if factor == QUESTION:
            continue
        title, label = info.factors[factor].title, labels.get(name_level(factor, level), level)
        phrase = get_condition_phrase(info.benchmark_id, factor, level)
        subject = get_condition_subject(info.benchmark_id, factor)
        if subject is None:
            subject = "" if phrase else f"the {title[:1].lower()}{title[1:]} is"
        phrases_by_subject.setdefault(subject, []).append(phrase or label)
    clauses = [f"{subject} {join_with_and(phrases)}".lstrip() for subject, phrases in phrases_by_subject.items()]
    question = weak.levels.get(QUESTION)
    parts = [f"on {labels.get(name_level(QUESTION, question), question)}"] if question else []
    return " ".join([*parts, *([f"where {join_with_and(clauses)}"] if clauses else [])])


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
    label, *rival_labels = map(put_ending_in_brackets, names)
    if not search.n_tried:
        return f"Too few {words.groups} to search for slices: each needs ten of them."
    if not search.slices and is_perfect and len(names) == 1:
        return f"{label} scores {format_number(_FULL)}%, so it has no weak slice. Choose another model."
    if not search.slices:
        verb = f"fall significantly further behind {rival_labels[0]}" if rival_labels else "score significantly lower"
        return f"No weak spot is shown: {label} does not {verb} under any tested condition."
    weak, (inside, rest) = find_weakest(result)
    where = describe_conditions(weak, info, labels)
    if not rival_labels:
        scores = f"{format_number(inside)}%, against {format_number(rest)}% over {_name_questions(weak)}"
        return f"{label} is weakest {where}: it scores {scores}."
    points, change = f"{format_number(-inside)} points", _describe_lead(rest)
    return f"{label} falls furthest behind {rival_labels[0]} {where}: by {points}; {change}."


def find_weakest(result: WeakSlices) -> tuple[Slice, tuple[float, float]]:
    """Return the slice that is furthest below its comparison, with both means; the search has at least one slice."""
    return min(zip(result.search.slices, result.means, strict=True), key=lambda pair: pair[1][0] - pair[1][1])


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
    """Build a table of the slices and their means, with one row per slice and headings as column names.

    Args:
        result: of the search.
        names: of the model, or of the two that are compared.
        info: the benchmark.
        labels: of levels, by `name_level`.
    """
    inside, rest, _ = get_headings(names)
    slices = result.search.slices
    signs = 1 if len(names) == 1 else -1
    return pd.DataFrame(
        {
            "Condition": [format_conditions(weak, info, labels) for weak in slices],
            inside: [signs * mean for mean, _ in result.means],
            rest: [signs * mean for _, mean in result.means],
            info.words.groups.capitalize(): [weak.n_groups for weak in slices],
        }
    )


def build_confirmation_table(
    result: WeakSlices, names: Sequence[str], info: BenchmarkInfo, labels: Mapping[str, str]
) -> pd.DataFrame:
    """Build a table of the tests that confirm the slices, as `build_slice_table` takes and builds them."""
    slices = result.search.slices
    return pd.DataFrame(
        {
            "Condition": [format_conditions(weak, info, labels) for weak in slices],
            get_headings(names)[-1]: [-weak.difference for weak in slices],
            "95% CI": [format_slice_interval(weak, len(names)) for weak in slices],
            "by chance, p": [format_p_value(weak.p_value) for weak in slices],
        }
    )
