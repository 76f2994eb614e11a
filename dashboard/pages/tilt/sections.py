"""Sections of the Tilt page: the content of its chart and tables, and links from marks to photographs."""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import tilt
from core.analyses.estimates import list_run_metadata
from core.analyses.phrases import FAMILY
from core.formatting import format_interval, format_number, join_with_and
from core.records import RUN_COLUMNS
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.charts.forest_plot import draw_forest_plot
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.overview_content import load_overview
from dashboard.pages.tilt import texts
from dashboard.pages.tilt.line_styles import LineStyle, build_question_styles, build_run_styles
from dashboard.pages.tilt.tilt_lines_chart import draw_tilt_lines
from dashboard.runtime.state_keys import tilt as keys
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, Counted, analyse_aggregation, list_displayed_runs
from dashboard.selection.filters import count_filters, list_filter_options
from dashboard.selection.references import are_references_shown
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import build_run_filter, open_cases
from dashboard.widgets.tables import DecimalColumn, show_lazy_expander, show_small_table, show_table_expander

TILT = "tilt"
"""Name of the contrast of tilted and planar cases."""

LINES_FOR = {"model": "Models", "question": "Questions"}


@dataclass(frozen=True, slots=True)
class TiltResults:
    """Bands and curves by `key` (of a run or a question), the runs' names, and the effect of tilt on each run.

    Attributes:
        unreadable: number of unreadable answers to photographs with a measured tilt, without those of references.
        low, high: the two bands that `changes` compares; empty if there are not two.
    """

    bands: pd.DataFrame
    curves: pd.DataFrame
    runs: pd.DataFrame
    changes: pd.DataFrame
    unreadable: int
    low: str = ""
    high: str = ""


def choose_run_scope(lines_for: str) -> Counted:
    """Return which runs count for these lines; for lines of questions, in the table of the effect on each run."""
    return "pooled" if lines_for == "question" else "runs"


def compute_results(filters: Filters, lines_for: str) -> TiltResults | None:
    """Compute all figures of the chart; None if no answer that fits is about a photograph with a measured tilt.

    Args:
        filters: as `read_filters` returns them.
        lines_for: `model`, or `question` for means over the models.
    """
    references = list(tilt.REFERENCE_CURVES) if are_references_shown() else []
    solvers = {**filters, **NOBODY_CHOSEN, "model": references}
    displayed_filters = {**filters, "runs": list(list_displayed_runs(filters, choose_run_scope(lines_for)))}
    return analyse_aggregation(
        _compute_results,
        displayed_filters,
        _build_aggregation(RUN_COLUMNS),
        solvers,
        filters if lines_for == "question" else None,
    )


def _build_aggregation(of_lines: tuple[str, ...]) -> Aggregation:
    return Aggregation((*of_lines, *tilt.SUMMED_BY), tuple(tilt.SCORE_FRAMES))


def _drop_missing_tilt(sums: pd.DataFrame) -> pd.DataFrame:
    return sums.dropna(subset=["tilt_deg"])


def _compute_results(sums: pd.DataFrame, of_solvers: Filters, of_questions: Filters | None) -> TiltResults | None:
    """Compute the figures of the lines and of the solvers beside them.

    Args:
        sums: of the visible runs.
        of_solvers: filters of the solvers.
        of_questions: filters of the means over models if lines are questions; None if they are runs.
    """
    questions, solvers = (
        _drop_missing_tilt(sums),
        analyse_aggregation(_drop_missing_tilt, of_solvers, _build_aggregation(RUN_COLUMNS)),
    )
    solvers = solvers[~solvers["run_id"].isin(questions["run_id"])]
    lines, by = questions, "run_id"
    if of_questions is not None:
        by = "question_id"
        lines = analyse_aggregation(
            _drop_missing_tilt, of_questions, _build_aggregation((by, "model_kind")), counted="pooled"
        )
    if not lines["score_counted"].any():
        return None
    parts = [(lines, by), (solvers, "run_id")]
    bands, curves = (
        pd.concat([compute(rows, [of]).rename(columns={of: "key"}) for rows, of in parts if len(rows)])
        for compute in (tilt.compute_tilt_bands, tilt.compute_tilt_curves)
    )
    everything = pd.concat([questions, solvers])
    compared = tilt.find_extreme_bands(everything) or ("", "")
    changes = tilt.compute_tilt_effect(everything, *compared) if all(compared) else pd.DataFrame()
    listed = everything if of_questions is None else solvers
    models = lines[lines["model_kind"] != "reference"]
    unreadable = int((models["answers"] - models["score_counted"]).sum())
    return TiltResults(bands, curves, list_run_metadata(listed), changes, unreadable, *compared)


def build_line_styles(results: TiltResults) -> dict[str, LineStyle]:
    """Build the style of each line by key: questions, runs in their models' colours, references last."""
    lines = build_question_styles(list_filter_options("question")) | build_run_styles(results.runs, get_model_kinds())
    keys = set(results.bands["key"])
    return {key: line for key, line in lines.items() if key in keys}


@dataclass(frozen=True, slots=True)
class CaseLinks:
    """Links from marks and rows to cases."""

    shown: TiltResults

    def open_mark(self, mark: tuple[str, str]) -> None:
        """Open the cases of a line in a band, within the filters."""
        key, band = mark
        is_run = key in set(self.shown.runs["run_id"])
        open_cases(tilt=band, **(build_run_filter([key]) if is_run else {"question": [key]}))

    def open_row(self, row: int) -> None:
        """Open the cases of a row of the bands."""
        key, band = self.shown.bands.iloc[row][["key", "tilt"]]
        self.open_mark((key, band))


def show_lines(results: TiltResults, lines: Mapping[str, LineStyle], labelled_keys: list[str]) -> None:
    """Show the score of every model against tilt in one chart; a click on a mark opens its cases.

    Args:
        results: the results.
        lines: the style of each line.
        labelled_keys: keys of the lines with colour and name; other models are faint.
    """
    figure = draw_tilt_lines(results.bands, results.curves, lines, labelled_keys)
    show_chart(figure, keys.TILT_CHART, texts.LINES_CHART, CaseLinks(results).open_mark)
    has_references = 0 < sum(line.is_reference for line in lines.values()) < len(lines)
    n_faint = sum(not line.is_reference for line in lines.values()) - len(labelled_keys)
    st.caption(texts.explain_lines(n_faint, tilt.BANDWIDTH_DEG, has_references=has_references))


def show_bands(results: TiltResults, lines: Mapping[str, LineStyle]) -> None:
    """Show the bands as an expandable table with a download."""
    labelled = results.bands.assign(label=[lines[key].label for key in results.bands["key"]])
    columns = {
        "label": "Line",
        "frame": "against",
        "tilt": "Tilt band",
        "value": DecimalColumn("score, %"),
        "low": DecimalColumn("95% from"),
        "high": DecimalColumn("to"),
        "n": "n",
        "n_groups": "triangles",
    }
    show_table_expander(labelled, "tilt", columns, texts.BANDS_TABLE, CaseLinks(results).open_row)


def _format_verdict(change: Mapping[Hashable, Any]) -> str:
    excludes_zero = change["low"] > 0 or change["high"] < 0
    is_clear = change["verdict"] != "not distinguishable"
    return texts.NOT_AFTER_CORRECTION if excludes_zero and not is_clear else change["verdict"]


def show_effect(results: TiltResults) -> None:
    """Show the effect of tilt on the score 3D of each run, models first; a click opens its cases in the high band."""
    in_3d = results.changes[results.changes["frame"] == "3D"].dropna(subset=["value"])
    rows = in_3d.assign(is_reference=in_3d["kind"] == "reference").sort_values(
        ["is_reference", "value"], ignore_index=True
    )
    figure = draw_forest_plot(
        rows, get_model_kinds(), get_benchmark_info().words.units, texts.EFFECT_AXIS, {texts.NO_CHANGE: 0.0}
    )

    def open_row(row_index: int) -> None:
        CaseLinks(results).open_mark((rows["run_id"].iloc[row_index], results.high))

    show_chart(figure, keys.EFFECT_CHART, texts.EFFECT_CHART, open_row)
    show_lazy_expander(texts.EFFECT_TABLE, "tilt_effect", partial(_show_changes, results))


def describe_overview_effect(run_ids: Collection[str]) -> str:
    """Describe what Overview shows as the effect of tilt on these runs; empty if filters are set or it has none."""
    effects = load_overview().found.effects.get(TILT)
    if effects is None or count_filters():
        return ""
    rows = effects[effects["run_id"].isin(run_ids)].dropna(subset=["value"])
    named = [f"{row['label']} {format_number(row['value'], with_plus=True)}" for row in rows.to_dict("records")]
    return texts.describe_overview_effect(get_benchmark_info().words.cases, join_with_and(named)) if named else ""


def _show_changes(results: TiltResults) -> None:
    """Show a table of the effect of tilt on each run, against 3D and against 2D."""
    st.caption(texts.explain_effect(results.low, results.high))
    rows = []
    for _, run in results.changes.groupby("run_id", sort=False):
        row = {"Model": run["label"].iloc[0]}
        for change in run.to_dict("records"):
            points = format_number(change["value"], with_plus=True)
            row |= {
                texts.name_effect(change["frame"]): f"{points} ({format_interval(change['low'], change['high'])})",
                f"{change['frame']}, verdict": _format_verdict(change),
            }
        rows.append({**row, "triangles": run["n_groups"].max()})
    show_small_table(pd.DataFrame(rows), {}, ("triangles",))
    show_help_popover(FAMILY)
