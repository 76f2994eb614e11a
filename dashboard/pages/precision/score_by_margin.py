"""Panels of the Precision page: scores by margin for each question, and the table of their figures."""

from collections.abc import Sequence
from contextlib import AbstractContextManager

import pandas as pd
import streamlit as st

from core.analyses.precision import BAND, HALF, assign_halves
from core.benchmarks.data import MARGIN
from core.formatting import capitalise_first
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.pages.precision import texts
from dashboard.pages.precision.margin_results import PrecisionResults, list_bands
from dashboard.pages.precision.score_by_margin_chart import draw_score_by_margin
from dashboard.runtime.state_keys import precision as keys
from dashboard.widgets.chart_display import show_chart
from dashboard.widgets.navigation import build_run_filter, open_cases
from dashboard.widgets.tables import DecimalColumn, show_table_expander

PANEL_WIDTH = 390
"""Minimum width of a panel, in pixels."""


def open_band(run_id: str, question_id: str, bands: Sequence[str]) -> None:
    """Open the cases of these bands in which a run was asked this question."""
    open_cases(question=[question_id], **{MARGIN: list(bands)}, **build_run_filter([run_id]))


def show_grid(n_panels: int) -> AbstractContextManager[object]:
    """Show a grid of panels; a single one has the whole width."""
    return st.grid("auto" if n_panels > 1 else 1, min_column_width=PANEL_WIDTH if n_panels > 1 else "auto")


def show_panels(results: PrecisionResults) -> None:
    """Show a panel for each question; a click on a mark opens its cases."""
    runs = results.runs[results.runs["is_shown"]]["run_id"].tolist()
    shown = results.bands[results.bands["run_id"].isin(runs)]
    ordered = shown.sort_values("run_id", key=lambda ids: ids.map(runs.index), kind="stable")
    with show_grid(len(results.questions)):
        for question_id in results.questions:
            _show_panel(results, ordered[ordered["question_id"] == question_id], question_id)


def _show_panel(results: PrecisionResults, rows: pd.DataFrame, question_id: str) -> None:
    described = get_benchmark_info()
    name = described.questions[question_id].name
    by_half = results.margins.blind[results.margins.blind["question_id"] == question_id].set_index(HALF)["value"]
    blind = {level: 100 * by_half[half] for level, half in assign_halves(list_bands()).items() if half in by_half.index}
    bands = _label_bands(results.margins.ranges[results.margins.ranges["question_id"] == question_id])
    show_chart(
        draw_score_by_margin(
            rows, blind, bands, get_model_kinds(), described.words.units, name, format_axis_title(question_id)
        ),
        keys.SCORE_BY_MARGIN_CHART.make_key(question_id),
        texts.describe_panel(name, described.score),
        lambda mark: open_band(mark[1], question_id, [mark[0]]),
    )


def format_axis_title(question_id: str) -> str:
    """Return what the margin of a question measures, with its unit."""
    margin = get_benchmark_info().margins.get(question_id)
    if margin is None:
        return texts.MARGIN_AXIS
    return f"{margin.meaning} ({margin.unit})" if margin.unit else margin.meaning


def _label_bands(ranges: pd.DataFrame) -> dict[str, str]:
    """Label the bands that have cases with their limits."""
    by_band = {row[BAND]: f"{row[BAND]}<br>{format_ends(row['low'], row['high'])}" for row in ranges.to_dict("records")}
    return {level: by_band[level] for level in list_bands() if level in by_band}


def format_ends(low: float, high: float) -> str:
    """Format the limits of a band with two significant digits, and never as a power of ten."""
    ends = [f"{float(f'{end:.2g}'):g}" for end in (low, high)]
    return ends[0] if ends[0] == ends[1] else "–".join(ends)


def show_bands(results: PrecisionResults) -> None:
    """Show the figures of the panels as an expandable table with a download."""
    ends = results.margins.ranges.drop(columns="n")
    rows = results.bands.merge(ends, on=["question_id", BAND], suffixes=("", "_margin"))
    named = rows.assign(
        question=[get_benchmark_info().questions[question_id].name for question_id in rows["question_id"]]
    )
    columns = {
        "label": "Model",
        "question": "Question",
        BAND: "Margin",
        "low_margin": st.column_config.NumberColumn("margin from", format="%.3g"),
        "high_margin": st.column_config.NumberColumn("margin to", format="%.3g"),
        "value": DecimalColumn(f"{get_benchmark_info().score}, %"),
        "low": DecimalColumn("95% from"),
        "high": DecimalColumn("to"),
        "n": "n",
        "n_groups": get_benchmark_info().words.groups,
    }

    def open_row(place: int) -> None:
        row = rows.iloc[place]
        open_band(row["run_id"], row["question_id"], [row[BAND]])

    show_table_expander(
        named, "precision", columns, f"{capitalise_first(get_benchmark_info().score)} by margin", open_row
    )
