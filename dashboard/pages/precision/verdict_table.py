"""Table of the Precision page: a verdict for each model and question."""

from collections.abc import Hashable, Mapping
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses.precision import NARROW, WIDE, PrecisionResult, Sight, assign_halves
from core.analyses.sensitivity import format_detectable
from core.formatting import format_number
from core.solvers.fitted import FITTED
from dashboard.components.verdicts import VerdictCell, VerdictHeading, VerdictRow, show_verdicts
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.pages.precision import texts
from dashboard.pages.precision.margin_results import PrecisionResults, list_bands
from dashboard.pages.precision.score_by_margin import open_band
from dashboard.runtime.state_keys import precision as keys
from dashboard.style.markers import PATHS
from dashboard.style.palette import get_marker_style
from dashboard.widgets.navigation import build_run_filter, open_cases

TONES: dict[Sight, str] = {
    "yes": "better",
    "falls": "plain",
    "if wide": "plain",
    "not shown": "plain",
    "no": "worse",
    "one answer": "plain",
    "too few": "plain",
}


TITLES: dict[Sight, str] = {
    "yes": "no fall shown",
    "falls": "falls if narrow",
    "if wide": "only if wide",
    "not shown": "not better than constant",
    "no": "worse than constant",
    "one answer": "one answer",
    "too few": "too few",
}
"""Verdicts in the words of the page."""


def show_verdict_table(results: PrecisionResults) -> None:
    """Show the table: a click on a verdict opens the cases of the half that it is about."""
    described = get_benchmark_info()
    shown = results.runs[results.runs["is_shown"]]
    lines = [_build_row(row, results) for row in shown.to_dict("records")]
    ends = [end for line in lines for end in (line.value, line.low, line.high) if end is not None]
    room = 0.05 * max(max(ends) - min(ends), 1.0)
    show_verdicts(
        lines,
        [VerdictHeading(question_id, described.questions[question_id].name) for question_id in results.questions],
        (max(min(ends) - room, 0.0), min(max(ends) + room, 100.0 + room)),
        texts.name_score_axis(described.score, described.words.cases),
        (texts.CONSTANT, results.find_blind_score()),
        keys.VERDICTS,
        partial(_open, results),
    )
    if len(shown) < len(results.runs):
        st.caption(texts.describe_shown_models(len(shown), len(results.runs)))


def _build_row(run: Mapping[Hashable, Any], results: PrecisionResults) -> VerdictRow:
    look, described = get_marker_style(run["model_id"], get_model_kinds()), get_benchmark_info()
    low, high = (None if pd.isna(run[end]) else float(run[end]) for end in ("low", "high"))
    return VerdictRow(
        run_id=run["run_id"],
        label=run["label"],
        colour=look.colour,
        shape=PATHS[look.shape],
        is_reference=look.is_reference,
        value=float(run["value"]),
        low=low,
        high=high,
        text=format_number(run["value"]),
        says=texts.describe_score(described.score, run["value"], low, high),
        cells=tuple(
            _build_cell(
                question_id, results.sights.get((run["run_id"], question_id)), is_looking=run["model_id"] not in FITTED
            )
            for question_id in results.questions
        ),
    )


def _build_cell(question_id: str, result: PrecisionResult | None, *, is_looking: bool) -> VerdictCell:
    """Build a cell with a verdict; a reference model that does not look has only its scores."""
    if result is None:
        return VerdictCell(question_id, "–", "", "", "plain")
    scores = texts.describe_halves(result.wide_score, result.narrow_score)
    fall = texts.describe_fall(result.fall, result.low, result.high)
    gains = texts.describe_gains(result.wide, result.narrow)
    hover = "; ".join(filter(None, [fall, gains, format_detectable(result.detectable)])) if fall else ""
    if not is_looking:
        return VerdictCell(question_id, "", scores, hover, "bare")
    return VerdictCell(question_id, TITLES[result.sight], scores, hover, TONES[result.sight])


def _open(results: PrecisionResults, run_id: str, question_id: str) -> None:
    """Open the cases behind a click: wide ones if not even those are shown to be seen."""
    if run_id not in set(results.runs["run_id"]):
        return
    one = results.sights.get((run_id, question_id))
    if one is None:
        open_cases(**build_run_filter([run_id]))
        return
    half = WIDE if one.sight in ("no", "not shown", "one answer", "too few") and not one.is_of_narrow else NARROW
    open_band(run_id, question_id, [level for level, own in assign_halves(list_bands()).items() if own == half])
