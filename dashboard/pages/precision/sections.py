"""Sections of the Precision page: a verdict for each model and question, and scores by margin."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import precision
from core.analyses.estimates import compute_run_scores
from core.analyses.precision import BAND, HALF, NARROW, WIDE, PrecisionResult, Sight, assign_halves
from core.analyses.skill import ASKED
from core.benchmarks.data import MARGIN
from core.formatting import escape_markdown, format_interval, format_number, join_with_and
from core.records import FEW_GROUPS
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.components.verdicts import VerdictCell, VerdictHeading, VerdictRow, show_verdicts
from dashboard.data.queries import get_benchmark_info, get_model_kinds
from dashboard.pages.precision.score_by_margin_chart import draw_score_by_margin
from dashboard.selection.bootstrap_constants import are_redrawn, describe_distance_interval, load_constants
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.style.markers import PATHS
from dashboard.style.palette import get_marker_style
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import build_run_filter, open_cases
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.run_selector import sort_references_last
from dashboard.widgets.tables import build_decimal_column, show_table_expander

KEY = "precision-verdicts"
SHOWN_AT_FIRST = 8
"""Number of models shown at first if there are more; the filter of models chooses others."""

PANEL_WIDTH = 390
"""Minimum width of a panel, in pixels."""

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
    "yes": "precise",
    "falls": "less precise",
    "if wide": "only if wide",
    "not shown": "no gain shown",
    "no": "worse than blind",
    "one answer": "one answer",
    "too few": "too few",
}
"""Verdicts in the words of the page."""


@dataclass(frozen=True, slots=True)
class MarginSummary:
    """A summary of the cases themselves.

    Attributes:
        blind: the score of not looking per question and half, as a share.
        ranges: the margins of each question's bands.
        partly: the numbers of cases with a margin and of all cases, for questions without a margin in some cases.
    """

    blind: pd.DataFrame
    ranges: pd.DataFrame
    partly: dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class PrecisionResults:
    """The page's results for a selection.

    Attributes:
        runs: the best first, reference models last.
        bands: score per run, question and band.
        sights: by run and question.
    """

    runs: pd.DataFrame
    bands: pd.DataFrame
    margins: MarginSummary
    sights: dict[tuple[str, str], PrecisionResult]

    @property
    def questions(self) -> list[str]:
        """The questions with a margin and an answer, in order."""
        asked = set(self.bands["question_id"])
        return [question_id for question_id in get_benchmark_info().questions if question_id in asked]


def _list_bands() -> tuple[str, ...]:
    """List the bands, the narrowest first."""
    return get_benchmark_info().factors[MARGIN].levels


def compute_results(filters: Filters) -> PrecisionResults | None:
    """Compute the figures of a selection; None if no readable answer is about a case with a margin."""
    if not get_benchmark_info().margins:
        return None
    by = dict.fromkeys((*precision.SUMMED_BY, *(ASKED if are_redrawn() else ())))
    return analyse_aggregation(
        _compute_results, filters, Aggregation(tuple(by), ("score",)), filters, _list_bands(), counted="models"
    )


def _summarise_margins(cases: pd.DataFrame, levels: tuple[str, ...]) -> MarginSummary:
    rows = precision.add_halves(cases, levels)
    return MarginSummary(
        precision.compute_blind_scores(rows),
        precision.compute_margin_ranges(rows),
        precision.count_partial_margins(cases),
    )


def _compute_results(sums: pd.DataFrame, filters: Filters, levels: tuple[str, ...]) -> PrecisionResults | None:
    rows = precision.add_halves(sums, levels)
    if rows["score"].isna().all():
        return None
    of_cases = Aggregation(precision.CASES_BY, ("score", "skill"))
    margins = analyse_aggregation(_summarise_margins, filters, of_cases, levels, counted="models")
    sights = precision.diagnose_precision(rows, margins.blind, load_constants())
    return PrecisionResults(rank_runs(rows), precision.compute_band_scores(rows), margins, sights)


def rank_runs(sums: pd.DataFrame) -> pd.DataFrame:
    """Return the runs of sums, as `compute_run_scores` returns them, the best first and references last."""
    runs = sort_references_last(compute_run_scores(sums).dropna(subset=["value"]))
    is_shown = runs["kind"].eq("reference") | (runs["kind"].ne("reference").cumsum() <= SHOWN_AT_FIRST)
    return runs.assign(is_shown=is_shown)


def show_margins(found: PrecisionResults) -> None:
    """Show the definition of the margin, a sentence, the verdicts, and a panel for each question."""
    described, words = get_benchmark_info(), get_benchmark_info().words
    st.caption(
        "The margin is how far the correct answer is from changing. A model that cannot see the thing fails at every "
        "margin; a model that is not precise enough fails if the margin is narrow. "
        f"{len(found.questions)} of {len(described.questions)} questions have margins that differ."
        f"{describe_coverage(found)}{_describe_undivided(found)}"
    )
    if text := precision.describe_precision(found.sights, found.runs, described):
        st.markdown(f"#### {escape_markdown(text)}")
    show_sights(found)
    show_help_popover(
        "The cases of each question are halved by their margin; those with equal margins stay together, so halves "
        "may differ in size. The two numbers are the gains from looking at "
        f"wide → at narrow margins, in points: {described.score} minus the score of not looking, the "
        f"better of guessing and of the best constant answer. {describe_distance_interval()} "
        f"Hover to see by how much the {described.score} falls, "
        f"with its 95% CI, {words.groups} as clusters.\n\n"
        "- **precise**: significantly above 0 at wide and at narrow margins, without a significant fall.\n"
        "- **less precise**: significantly above 0 at both, with a significant fall.\n"
        "- **only if wide**: significantly above 0 at wide margins only: the model is not precise enough, or more "
        f"{words.cases} are needed to tell.\n"
        "- **no gain shown**: not significantly different from 0 even at wide margins.\n"
        "- **worse than blind**: significantly below 0 at wide margins.\n"
        "- **one answer**: one answer is right in all cases, so no model can beat it.\n"
        f"- **too few**: fewer than {FEW_GROUPS} {words.groups} in a half.\n\n"
        f"{_describe_unbeatable(found)}"
        "Verdicts are corrected for the number of models and questions (Holm); intervals are not. Click a verdict to "
        f"open its cases.\n\n{describe_parser()}"
    )
    st.header("From narrow to wide margins", anchor=False)
    st.caption("Marks as in the table above.")
    show_panels(found)
    show_help_popover(
        "The cases of each question are in four bands by their margin, of the same size unless margins are equal; the "
        "limits of each band are below it. Lines are 95% CIs; faint marks have too few "
        f"{words.groups}. Dashed: the score of not looking. Click a mark to open its cases."
    )
    show_bands(found)


def show_sights(found: PrecisionResults) -> None:
    """Show the table: a click on a verdict opens the cases of the half that it is about."""
    described = get_benchmark_info()
    shown = found.runs[found.runs["is_shown"]]
    lines = [_build_row(row, found) for row in shown.to_dict("records")]
    ends = [end for line in lines for end in (line.value, line.low, line.high) if end is not None]
    room = 0.05 * max(max(ends) - min(ends), 1.0)
    show_verdicts(
        lines,
        [VerdictHeading(question_id, described.questions[question_id].name, "") for question_id in found.questions],
        {},
        (max(min(ends) - room, 0.0), min(max(ends) + room, 100.0 + room)),
        f"Mean {described.score} of cases with a margin, %",
        KEY,
        partial(_open, found),
    )
    if len(shown) < len(found.runs):
        st.caption(f"{len(shown)} of {len(found.runs):,} models shown, the best; the filter of models shows others.")


def describe_coverage(found: PrecisionResults) -> str:
    """Name the questions with a margin in only some of their cases; empty if all have one."""
    parts = [
        f"{with_margin:,} of {n_cases:,} in {get_benchmark_info().questions[question_id].name}"
        for question_id, (with_margin, n_cases) in found.margins.partly.items()
    ]
    return (
        f" Not all {get_benchmark_info().words.cases} of a question have one: {join_with_and(parts)}." if parts else ""
    )


def _describe_undivided(found: PrecisionResults) -> str:
    """Name the questions whose cases here are all in one half; empty if there are none."""
    undivided = precision.list_undivided_questions(found.margins.ranges, _list_bands())
    names = [
        get_benchmark_info().questions[question_id].name for question_id in found.questions if question_id in undivided
    ]
    if not names:
        return ""
    return (
        f" In {join_with_and(names)} all {get_benchmark_info().words.cases} shown are in one half, because margins are "
        "equal or filtered. They have no verdict (–)."
    )


def _describe_unbeatable(found: PrecisionResults) -> str:
    """Name the questions in which one answer is right at every wide margin; empty if there are none."""
    named = dict.fromkeys(question_id for (_, question_id), one in found.sights.items() if one.is_of_narrow)
    if not named:
        return ""
    names = join_with_and([get_benchmark_info().questions[question_id].name for question_id in named])
    return (
        f"In {names} one answer is right at every wide margin. There not looking is right too and cannot be beaten, so "
        "these verdicts are about narrow margins alone.\n\n"
    )


def _build_row(run: Mapping[Hashable, Any], found: PrecisionResults) -> VerdictRow:
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
        foil=None,
        text=format_number(run["value"]),
        says=f"{described.score} {format_number(run['value'])}%, 95% CI {format_interval(low, high)}",
        cells=tuple(
            _build_cell(question_id, found.sights.get((run["run_id"], question_id))) for question_id in found.questions
        ),
    )


def _build_cell(question_id: str, one: PrecisionResult | None) -> VerdictCell:
    if one is None:
        return VerdictCell(question_id, "–", "", "", "plain")
    skills = f"{format_number(one.wide, 0, with_plus=True)} → {format_number(one.narrow, 0, with_plus=True)}"
    fall = (
        ""
        if one.low is None
        else f"{format_interval(one.low, one.high)}, for a fall by {format_number(one.fall)} points"
    )
    return VerdictCell(question_id, TITLES[one.sight], skills, fall, TONES[one.sight])


def _open(found: PrecisionResults, run_id: str, question_id: str) -> None:
    """Open the cases behind a click: wide ones if not even those are shown to be seen."""
    if run_id not in set(found.runs["run_id"]):
        return
    one = found.sights.get((run_id, question_id))
    if one is None:
        open_cases(**build_run_filter([run_id]))
        return
    half = WIDE if one.sight in ("no", "not shown", "one answer", "too few") and not one.is_of_narrow else NARROW
    _open_band(run_id, question_id, [level for level, own in assign_halves(_list_bands()).items() if own == half])


def _open_band(run_id: str, question_id: str, bands: Sequence[str]) -> None:
    """Open the cases of these bands in which a run was asked this question."""
    open_cases(question=[question_id], **{MARGIN: list(bands)}, **build_run_filter([run_id]))


def show_panels(found: PrecisionResults) -> None:
    """Show a panel for each question; a click on a mark opens its cases."""
    runs = found.runs[found.runs["is_shown"]]["run_id"].tolist()
    shown = found.bands[found.bands["run_id"].isin(runs)]
    ordered = shown.sort_values("run_id", key=lambda ids: ids.map(runs.index), kind="stable")
    with st.grid("auto", min_column_width=PANEL_WIDTH):
        for question_id in found.questions:
            _show_panel(found, ordered[ordered["question_id"] == question_id], question_id)


def _show_panel(found: PrecisionResults, rows: pd.DataFrame, question_id: str) -> None:
    described = get_benchmark_info()
    name = described.questions[question_id].name
    by_half = found.margins.blind[found.margins.blind["question_id"] == question_id].set_index(HALF)["value"]
    blind = {
        level: 100 * by_half[half] for level, half in assign_halves(_list_bands()).items() if half in by_half.index
    }
    bands = _label_bands(found.margins.ranges[found.margins.ranges["question_id"] == question_id])
    show_chart(
        draw_score_by_margin(
            rows, blind, bands, get_model_kinds(), described.words.units, name, format_axis_title(question_id)
        ),
        f"score-by-margin-{question_id}",
        f"{name}: {described.score} against the margin",
        lambda mark: _open_band(mark[1], question_id, [mark[0]]),
    )


def format_axis_title(question_id: str) -> str:
    """Return what the margin of a question measures, with its unit."""
    margin = get_benchmark_info().margins.get(question_id)
    if margin is None:
        return "size of the margin"
    return f"{margin.meaning} ({margin.unit})" if margin.unit else margin.meaning


def _label_bands(ranges: pd.DataFrame) -> dict[str, str]:
    """Label the bands that have cases with their limits."""
    by_band = {
        row[BAND]: f"{row[BAND]}<br>{_format_ends(row['low'], row['high'])}" for row in ranges.to_dict("records")
    }
    return {level: by_band[level] for level in _list_bands() if level in by_band}


def _format_ends(low: float, high: float) -> str:
    """Format the limits of a band with two significant digits, and never as a power of ten."""
    ends = [f"{float(f'{end:.2g}'):g}" for end in (low, high)]
    return ends[0] if ends[0] == ends[1] else "–".join(ends)


def show_bands(found: PrecisionResults) -> None:
    """Show the figures of the panels as an expandable table with a download."""
    ends = found.margins.ranges.drop(columns="n")
    rows = found.bands.merge(ends, on=["question_id", BAND], suffixes=("", "_margin"))
    named = rows.assign(
        question=[get_benchmark_info().questions[question_id].name for question_id in rows["question_id"]]
    )
    columns = {
        "label": "Model",
        "question": "Question",
        BAND: "Margin",
        "low_margin": st.column_config.NumberColumn("margin from", format="%.3g"),
        "high_margin": st.column_config.NumberColumn("margin to", format="%.3g"),
        "value": build_decimal_column(f"{get_benchmark_info().score}, %"),
        "low": build_decimal_column("95% from"),
        "high": build_decimal_column("to"),
        "n": "n",
        "n_groups": get_benchmark_info().words.groups,
    }

    def open_row(place: int) -> None:
        row = rows.iloc[place]
        _open_band(row["run_id"], row["question_id"], [row[BAND]])

    show_table_expander(named, "precision", columns, f"{get_benchmark_info().score.capitalize()} by margin", open_row)
