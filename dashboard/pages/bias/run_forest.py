"""Forest plot of runs on Bias: at first those that differ from chance, all of them on demand."""

from collections.abc import Callable
from functools import partial

import pandas as pd
import streamlit as st

from core.formatting import has_too_few_groups
from dashboard.charts.forest_plot import draw_forest_plot
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.pages.bias import texts
from dashboard.runtime.state_keys import bias as keys
from dashboard.widgets.chart_display import show_chart
from dashboard.widgets.tables import show_lazy_expander

MAX_RUNS = 8
"""Maximum number of runs that are all in the first chart."""


def select_first_runs(rows: pd.DataFrame, chance: float, run_id: str) -> pd.DataFrame:
    """Select the page's run, the best model's, baselines and the first of the runs whose interval excludes chance."""
    if len(rows) <= MAX_RUNS:
        return rows
    is_firm = ~rows["n_groups"].map(has_too_few_groups).astype(bool)
    differing = rows[is_firm & ((rows["low"] > chance) | (rows["high"] < chance))].index[:MAX_RUNS]
    is_reference = rows["kind"].eq("reference")
    is_first = rows["run_id"].eq(run_id) | is_reference | rows.index.isin([*rows.index[~is_reference][:1], *differing])
    return rows[is_first].reset_index(drop=True)


def show_run_forest(
    rows: pd.DataFrame,
    chance: float,
    axis: str,
    name: str,
    run_id: str,
    show_table: Callable[[], None],
    on_open: Callable[[str], None] | None = None,
) -> None:
    """Show the runs that a reader needs first, and the others with the table in an expander.

    Args:
        rows: as `draw_forest_plot` takes them, with run_id and kind; the best first.
        chance: of a run that cannot see, in the unit of the axis.
        axis: title of the axis.
        name: of the charts and the expander in the session.
        run_id: the page's run.
        show_table: shows the figures of all runs.
        on_open: called with the model's id of a clicked mark.
    """

    def show(runs: pd.DataFrame, size: str) -> None:
        figure = draw_forest_plot(
            runs, get_model_kinds(), get_benchmark_info().words.units, axis, {texts.CHANCE: chance}
        )
        on_click = None if on_open is None else partial(_open_run, runs, on_open)
        show_chart(figure, keys.RUN_FOREST.make_key(name, size), axis, on_click)

    def show_rest() -> None:
        if len(first) < len(rows):
            show(rows, "all")
        show_table()

    first = select_first_runs(rows, chance, run_id)
    show(first, "first")
    if len(first) < len(rows):
        st.caption(texts.describe_first_runs(len(first), len(rows), MAX_RUNS))
    show_lazy_expander(texts.name_all_runs(len(rows)), name, show_rest)


def _open_run(runs: pd.DataFrame, on_open: Callable[[str], None], row_index: int) -> None:
    on_open(runs["model_id"].iloc[row_index])
