"""Sentences about thresholds and biases, in the margin's own unit."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.analyses.thresholds import Status, Threshold, find_resolution
from core.benchmarks.info import BenchmarkInfo
from core.formatting import format_unit, join_with_and

MAX_QUESTIONS = 3
"""Maximum number of questions in the first sentence of a page."""


def format_margin(value: float) -> str:
    """Format a margin with two significant digits, never as a power of ten."""
    if not np.isfinite(value):
        return "–"
    decimals = 0 if value == 0 else max(0, 1 - int(np.floor(np.log10(abs(value)))))
    return f"{value:,.{decimals}f}".replace("-", "−")


def format_ends(fit: Threshold) -> str:
    """Format the interval of a threshold; an end beyond the margins asked is named as such."""
    if np.isinf(fit.high):
        return f"{format_margin(fit.low)} to more than {format_margin(fit.largest)}"
    return f"{format_margin(fit.low)}–{format_margin(fit.high)}"


def describe_status(fit: Threshold, unit: str) -> str:
    """State a threshold, or why none is stated: if one answer does not become frequent enough, because of a bias."""
    space = format_unit(unit)
    words: dict[Status, str] = {
        "threshold": f"{format_margin(fit.value)}{space} ({format_ends(fit)})",
        "too few": "too few groups or margins",
        "no rise": "no evidence of a rise with the margin",
        "not reached": "not reached within the margins asked",
    }
    if fit.status == "not reached" and (favoured := _find_favoured(fit)):
        return f"answers {favoured} too often to be measured ({favoured} up to {format_margin(abs(fit.bias))}{space})"
    if fit.status == "below":
        return f"below {_format_resolution(fit)}{space}"
    return words[fit.status]


def _format_resolution(fit: Threshold) -> str:
    return format_margin(find_resolution(fit.levels, is_signed=bool(fit.upper)))


def _find_favoured(fit: Threshold) -> str:
    """Return the answer that a model gives although the other one is right; empty if 0 lies in the bias's interval."""
    if np.isnan(fit.bias) or fit.bias_low <= 0 <= fit.bias_high:
        return ""
    return fit.upper if fit.bias < 0 else fit.lower


def describe_bias(fit: Threshold, unit: str) -> str:
    """State which answer a model gives although the other one is right, and up to which margin; empty if none is shown.

    Nothing is stated if 0 lies in the interval.
    """
    if not (favoured := _find_favoured(fit)):
        return ""
    rejected = fit.lower if favoured == fit.upper else fit.upper
    ends = sorted((abs(fit.bias_low), abs(fit.bias_high)))
    space = format_unit(unit)
    interval = f"{format_margin(ends[0])}–{format_margin(ends[1])}"
    margin = f"{format_margin(abs(fit.bias))}{space}"
    return f"{favoured} when {rejected} is correct, up to a margin of {margin} ({interval})"


def describe_adaptive_runs(labels: Sequence[str]) -> str:
    """State that the cases of runs were chosen by their margins, and what follows for their figures; empty if none.

    Source: tests/statistics/simulate_adaptive.py; 47 of 57 intervals held the threshold (Wilson interval).

    Args:
        labels: of the runs, as on the page.
    """
    if not labels:
        return ""
    was, whose = ("was", "Its") if len(labels) == 1 else ("were", "Their")
    return (
        f"{join_with_and(list(labels))} {was} asked with --adaptive, which chooses the cases whose margins tell most "
        f"about the threshold. {whose} mean scores on this page are therefore not comparable with those of other runs, "
        f"and the intervals of {whose.lower()} thresholds are too narrow: in simulations, 82% of such intervals "
        "(95% CI 71–90) contained the true threshold, instead of 95%. Use the interval that trilens run printed."
    )


def describe_thresholds(
    fits: Mapping[tuple[str, str], Threshold],
    differences: pd.DataFrame,
    labels: Mapping[str, str],
    about: BenchmarkInfo,
) -> str:
    """Describe per question which model needs the smallest margin, and the largest bias that is shown.

    Args:
        fits: as `fit_thresholds` returns it.
        differences: as `compare_thresholds` returns them.
        labels: names of the runs.
        about: the benchmark.
    """
    text = []
    for question_id in about.questions:
        selected = [fit for (_, asked_id), fit in fits.items() if asked_id == question_id]
        unit = about.margins[question_id].unit if question_id in about.margins else ""
        if smallest := _describe_smallest(selected, differences, labels, unit):
            text.append(f"In {about.questions[question_id].name}, {smallest}.")
        biased = [fit for fit in selected if describe_bias(fit, unit)]
        if biased:
            most = max(biased, key=lambda fit: abs(fit.bias))
            text.append(f"{labels[most.run_id]} answers {describe_bias(most, unit)}.")
    return " ".join(text)


def describe_visible_margins(
    fits: Mapping[tuple[str, str], Threshold],
    labels: Mapping[str, str],
    about: BenchmarkInfo,
    not_better: Collection[tuple[str, str]] = (),
) -> str:
    """State per question the smallest and the largest threshold of the models; empty if none has both ends.

    If there are more than `MAX_QUESTIONS` questions, only those with the most models are included.

    Args:
        fits: as `fit_thresholds` returns it.
        labels: names of the runs.
        about: the benchmark.
        not_better: runs and questions to leave out, because the run is not shown to beat the best constant answer.
    """
    fits_by_question: dict[str, list[Threshold]] = {}
    for (run_id, question_id), fit in fits.items():
        if fit.status == "threshold" and np.isfinite(fit.high) and (run_id, question_id) not in not_better:
            fits_by_question.setdefault(question_id, []).append(fit)
    counts = {question_id: len(fits_by_question[question_id]) for question_id in fits_by_question}
    listed = sorted(counts, key=lambda question_id: -counts[question_id])[:MAX_QUESTIONS]
    text = []
    for question_id in (asked_id for asked_id in about.questions if asked_id in listed):
        ordered = sorted(fits_by_question[question_id], key=lambda fit: fit.value)
        unit = about.margins[question_id].unit if question_id in about.margins else ""
        parts = [f"{labels[ordered[0].run_id]} sees margins from {describe_status(ordered[0], unit)}"]
        if len(ordered) > 1:
            parts.append(f"{labels[ordered[-1].run_id]} only from {describe_status(ordered[-1], unit)}")
        text.append(f"{about.questions[question_id].name}: {', '.join(parts)}.")
    return " ".join(text)


def _describe_smallest(
    selected: Sequence[Threshold], differences: pd.DataFrame, labels: Mapping[str, str], unit: str
) -> str:
    """Name the models with the smallest threshold on a question; empty if no model has one.

    A threshold whose interval has no upper end is not said to be smaller than others.
    """
    below = [fit for fit in selected if fit.status == "below"]
    known = sorted((fit for fit in selected if fit.status == "threshold"), key=lambda fit: fit.value)
    bounded = [fit for fit in known if np.isfinite(fit.high)]
    parts = []
    if below:
        has = "has a threshold" if len(below) == 1 else "have thresholds"
        parts.append(
            f"{join_with_and([labels[fit.run_id] for fit in below])} {has} below {_format_resolution(below[0])}"
            f"{format_unit(unit)}, the smallest that these cases can show"
        )
    if bounded:
        best = bounded[0]
        rank = "the next smallest" if below else "the smallest threshold" if len(known) > 1 else "the only threshold"
        ties = _describe_ties(best, differences, labels)
        parts.append(f"{labels[best.run_id]} has {rank}, {describe_status(best, unit)}{ties}")
    elif known:
        names = join_with_and([f"{labels[fit.run_id]} ({describe_status(fit, unit)})" for fit in known])
        parts.append(f"the cases are too few to tell the threshold of {names}")
    return "; ".join(parts)


def _describe_ties(best: Threshold, differences: pd.DataFrame, labels: Mapping[str, str]) -> str:
    """Name the models whose threshold is not shown to be another one; empty if all are."""
    if differences.empty:
        return ""
    selected = differences[differences["question_id"] == best.question_id]
    pairs = selected[(selected["first"] == best.run_id) | (selected["second"] == best.run_id)]
    unclear = pairs[~pairs["verdict"].isin(["higher", "lower"])]
    ties = [_select_other(row, best.run_id) for row in unclear.to_dict("records")]
    return f"; {join_with_and([labels[run_id] for run_id in ties])} cannot be distinguished from it" if ties else ""


def _select_other(pair: Mapping[Hashable, Any], run_id: str) -> str:
    return str(pair["second"] if pair["first"] == run_id else pair["first"])
