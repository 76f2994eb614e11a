"""First questions about every model: does it beat the best constant answer, look, and read 2D; what does tilt cost?"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import pandas as pd

from core.analyses.answered import format_answered
from core.analyses.estimates import are_negligible, classify_against_zero
from core.analyses.not_compared import describe_not_compared
from core.analyses.overview import Overview, list_reference_lines
from core.analyses.phrases import strip_brackets
from core.benchmarks.info import BenchmarkInfo
from core.formatting import capitalise_first, has_too_few_groups
from core.records import FEW_GROUPS
from core.solvers.fitted import FITTED

BLIND, LOOKS, FOIL = "blind", "looks", "foil"
"""Keys of the questions that do not belong to a contrast."""

Tone = Literal["better", "worse", "truth", "foil", "plain"]
"""Display style of a verdict: good or bad news, for the truth or the foil, or neutral if nothing is shown."""

_SAID: dict[str, dict[str, tuple[str, Tone]]] = {
    BLIND: {"above": ("yes", "better"), "below": ("no", "worse")},
    LOOKS: {"above": ("yes", "better"), "below": ("no", "worse")},
    FOIL: {"above": ("yes", "foil"), "below": ("no", "truth")},
    "contrast": {"above": ("higher", "better"), "below": ("lower", "worse")},
}
"""Verdicts of a question by the position of its estimate relative to 0."""

_UNSAID = {"unclear": "not shown", "too few": "too few"}


_JUDGED_BY = ["value", "low", "high", "detectable", "standing", "is_small"]
_OF_MODEL = ["run_id", "model_id", "label", "kind", "value", "low", "high", "n_groups", "n_cases", "all_cases"]


@dataclass(frozen=True, slots=True)
class QuestionVerdict:
    """The answer to one question about a model, with its evidence.

    Attributes:
        word: `yes`, `no`, `higher`, `lower`, `hardly` (significant, but small by `estimates.are_negligible`), `not
            shown`, `too few`.
        value, low, high: the estimate in points; None if there is none.
        detectable: for a difference that is not shown, the smallest one that would be shown in 80 of 100 such sets.
        levels: of the cases that it is about, by factor.
        is_foil_only: whether the cases to show are those that a model gets right only against the foil.
    """

    word: str
    tone: Tone
    value: float
    low: float | None
    high: float | None
    detectable: float | None = None
    levels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_foil_only: bool = False


@dataclass(frozen=True, slots=True)
class ModelVerdicts:
    """A run with its mean scores in percent and its verdicts by question; a reference model has none.

    Attributes:
        foil_value: mean score against the foil; None without one.
        answered: as `format_answered` returns it.
    """

    run_id: str
    model_id: str
    label: str
    is_reference: bool
    value: float
    low: float | None
    high: float | None
    foil_value: float | None
    verdicts: Mapping[str, QuestionVerdict]
    answered: str = ""


def list_verdict_titles(overview: Overview) -> dict[str, str]:
    """List the questions by their keys, in display order."""
    described = overview.about
    titles = {BLIND: "Better than the best constant answer?", LOOKS: "Uses the image?"}
    if described.foil:
        titles[FOIL] = f"Reads {strip_brackets(described.foil.phrase)}?"
    return titles | {contrast.contrast: f"Effect of {contrast.contrast}?" for contrast in described.contrasts[:1]}


def list_verdict_notes(overview: Overview) -> dict[str, str]:
    """List what each question compares, by its key."""
    described = overview.about
    words, score = described.words, described.score
    n_without = overview.scores.set_index("run_id")["n"] - overview.skill.set_index("run_id")["n"]
    where = ", over the answers to questions that have one" if n_without.gt(0).any() else ""
    notes = {
        BLIND: f"{capitalise_first(score)} minus that of the best constant answer, in points{where}.",
        LOOKS: (
            f"{capitalise_first(score)} minus that of the text-only baseline, in points."
            if len(overview.looking)
            else f"{capitalise_first(score)} minus what the same answers score on other {words.groups}, in points."
        ),
    }
    if described.foil and described.subsets:
        on = next(iter(described.subsets.values())).phrase
        notes[FOIL] = (
            f"What looking at {on} adds to the score against {described.foil.phrase} more than to the one against "
            f"{strip_brackets(described.truth.phrase)}, in points; what habit alone gives is left out."
        )
    return notes | {
        contrast.contrast: f"{capitalise_first(score)}, {contrast.title}, in points."
        for contrast in described.contrasts[:1]
    }


def describe_missing_models(overview: Overview) -> str:
    """Name the models that are missing among the compared ones, each with its reason; empty if none is or all are."""
    return describe_not_compared(overview) if overview.compared else ""


def list_model_verdicts(overview: Overview) -> list[ModelVerdicts]:
    """List the compared models, or the references if no model has answered, best first; then all other references."""
    rows = overview.scores.dropna(subset=["value"])
    is_reference = (rows["kind"] == "reference") & ~rows["model_id"].isin(FITTED)
    is_judged = rows["run_id"].isin(overview.compared) if overview.compared else is_reference
    judged_runs = rows["run_id"][is_judged]
    by_question = {}
    for key in list_verdict_titles(overview):
        estimates = _select_estimates(overview, key)
        by_question[key] = estimates.loc[estimates.index.isin(judged_runs), _JUDGED_BY].to_dict("index")
    against_foil = overview.lifts[overview.lifts["against"] == "foil"]
    foil = against_foil.dropna(subset=["mean"]).set_index("run_id")["mean"].mul(100).to_dict()
    return [
        ModelVerdicts(
            run_id=row["run_id"],
            model_id=row["model_id"],
            label=row["label"],
            is_reference=row["kind"] == "reference",
            value=row["value"],
            low=None if has_too_few_groups(row["n_groups"]) else _to_optional_float(row["low"]),
            high=None if has_too_few_groups(row["n_groups"]) else _to_optional_float(row["high"]),
            foil_value=foil.get(row["run_id"]),
            verdicts=_build_verdicts(overview.about, by_question, row["run_id"]) if judged else {},
            answered=format_answered(row["n_cases"], row["all_cases"], overview.about.words),
        )
        for part, judged in ((rows[is_judged], True), (rows[is_reference & ~is_judged], False))
        for row in part[_OF_MODEL].to_dict("records")
    ]


def compute_score_axis(models: Sequence[ModelVerdicts], overview: Overview) -> tuple[float, float]:
    """Compute the ends of the axis that all mean scores share, in percent: no mark or interval touches them.

    Args:
        models: in the chart.
        overview: its baselines are in the chart too.
    """
    fitted = overview.scores[overview.scores["model_id"].isin(FITTED)]
    intervals = fitted.loc[~fitted["n_groups"].lt(FEW_GROUPS), ["low", "high"]]
    ends = [
        end for model in models for end in (model.value, model.low, model.high, model.foil_value) if end is not None
    ]
    ends += [*fitted["value"].dropna(), *intervals["low"].dropna(), *intervals["high"].dropna()]
    ends += list_reference_lines(overview).values()
    lowest, highest = min(ends), max(ends)
    room = 0.05 * max(highest - lowest, 1.0)
    return max(lowest - room, min(lowest, 0.0)), min(highest + room, max(highest, 100.0) + room)


def _select_estimates(overview: Overview, question: str) -> pd.DataFrame:
    """Select the estimates that decide a question, one row per run, with their `standing`."""
    over_others = overview.lifts[overview.lifts["against"] == "truth"]
    frames = {
        BLIND: overview.skill,
        LOOKS: overview.looking if len(overview.looking) else over_others,
        FOIL: overview.reading,
        **overview.effects,
    }
    rows = frames[question].dropna(subset=["run_id", "value"])
    return rows.assign(standing=classify_against_zero(rows), is_small=are_negligible(rows)).set_index("run_id")


def _build_verdicts(
    described: BenchmarkInfo, by_question: Mapping[str, Mapping[Hashable, Mapping[Hashable, Any]]], run_id: str
) -> dict[str, QuestionVerdict]:
    """Build the verdicts on a run, by question, from the estimates by question and run."""
    return {
        question: _build_verdict(described, question, rows[run_id])
        for question, rows in by_question.items()
        if run_id in rows
    }


def _build_verdict(described: BenchmarkInfo, question: str, row: Mapping[Hashable, Any]) -> QuestionVerdict:
    value, low, high, standing = (
        row["value"],
        _to_optional_float(row["low"]),
        _to_optional_float(row["high"]),
        row["standing"],
    )
    word, tone = _SAID.get(question, _SAID["contrast"]).get(standing, (_UNSAID.get(standing, "not shown"), "plain"))
    if standing in ("above", "below") and row["is_small"]:
        word, tone = "hardly", "plain"
    is_few = standing == "too few"
    return QuestionVerdict(
        word=word,
        tone=tone,
        value=value,
        low=None if is_few else low,
        high=None if is_few else high,
        detectable=_to_optional_float(row["detectable"]) if standing == "unclear" else None,
        levels=_list_levels(described, question),
        is_foil_only=question == FOIL,
    )


def _list_levels(described: BenchmarkInfo, question: str) -> dict[str, tuple[str, ...]]:
    """List the levels of a factor that a question is about; empty if it is about all cases."""
    if question == FOIL:
        subset = next(iter(described.subsets.values()), None)
        return {subset.factor: subset.levels} if subset and subset.factor else {}
    contrast = next((one for one in described.contrasts if one.contrast == question), None)
    return {contrast.factor: contrast.first} if contrast and contrast.first else {}


def _to_optional_float(value: float) -> float | None:
    return None if pd.isna(value) else float(value)
