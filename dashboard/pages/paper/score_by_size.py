"""Scores against model size on Paper: printed figures, and the local models."""

import pandas as pd
import streamlit as st

from core.analyses.estimates import compute_run_scores
from core.analyses.model_size import describe_size_correlation, select_sized_models
from core.benchmarks.model_sizes import SIZES, read_model_sizes
from core.errors import ReleaseError
from core.formatting import escape_markdown
from core.records import RUN_COLUMNS
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import NO_FILTERS
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.current_benchmark import get_settings
from dashboard.pages.paper import texts
from dashboard.pages.paper.score_by_size_chart import draw_score_by_size
from dashboard.runtime.state_keys import paper as keys
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.widgets.chart_display import show_chart, show_help_popover

SCORES = Aggregation((*RUN_COLUMNS, "group_id"), ("score",))

FEWEST_PRINTED, FEWEST_HERE = 8, 2
"""Minimum number of models with a known size for a chart."""


def show_printed(rows: pd.DataFrame, column: str, unit: str) -> None:
    """Show a column of the paper's table against the sizes in the models' names; nothing if there are too few.

    Args:
        rows: label, value, low, high.
        column: the printed quantity.
        unit: of its values.
    """
    sized_models = select_sized_models(rows)
    if len(sized_models) < FEWEST_PRINTED:
        return
    st.subheader(texts.PRINTED_BY_SIZE, anchor=False)
    st.markdown(escape_markdown(describe_size_correlation(sized_models, column)))
    show_chart(
        draw_score_by_size(sized_models, {}, f"{column}, {unit}"), keys.BY_SIZE_CHART, texts.name_printed_chart(column)
    )
    st.caption(texts.describe_sized_rows(len(sized_models), len(rows)))


def show_own() -> None:
    """Show the local models against their size; nothing if fewer than two sizes are known."""
    runs = analyse_aggregation(compute_run_scores, NO_FILTERS, SCORES, counted="models")
    runs = runs[runs["kind"] == "vlm"]
    if runs.empty:
        return
    try:
        sized_models = select_sized_models(runs, read_model_sizes(get_settings().workspace.home))
    except ReleaseError as error:
        st.error(escape_markdown(str(error)))
        return
    if len(sized_models) < FEWEST_HERE:
        return
    st.subheader(texts.OWN_BY_SIZE, anchor=False)
    st.markdown(escape_markdown(describe_size_correlation(sized_models, get_benchmark_info().score)))
    figure = draw_score_by_size(sized_models, get_model_kinds(), f"{get_benchmark_info().score}, %")
    show_chart(figure, keys.LOCAL_BY_SIZE_CHART, texts.OWN_CHART)
    show_help_popover(texts.explain_sizes(SIZES))
    if unknown := len(runs) - len(sized_models):
        st.caption(texts.describe_unknown_sizes(unknown, len(runs), SIZES))
