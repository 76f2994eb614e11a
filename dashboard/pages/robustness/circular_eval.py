"""CircularEval on Robustness: accuracy in the first order of the options against accuracy in every order."""

import pandas as pd
import streamlit as st

from core.analyses.circular_eval import CircularGaps, compute_circular_gaps, describe_circular_gap
from core.formatting import escape_markdown
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.robustness import texts
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import format_intervals, show_small_table


def _compute_circular(sums: pd.DataFrame, filters: Filters) -> CircularGaps | None:
    return compute_circular_gaps(sums, run_query("set_cases", filters=filters))


def show_circular(filters: Filters, sums: Aggregation) -> None:
    """Show the circular gap of every model; nothing if options are asked in one order only.

    Args:
        filters: of the page.
        sums: aggregation of sets, as the page builds it.
    """
    results = analyse_aggregation(_compute_circular, filters, sums, filters)
    if results is None:
        return
    st.header(texts.CIRCULAR_TITLE, anchor=False)
    st.markdown(escape_markdown(describe_circular_gap(results)))
    rows = results.by_run
    columns = {
        "Model": rows["label"],
        texts.RIGHT_IN_FIRST_ORDER: rows["first"],
        texts.RIGHT_IN_EVERY_ORDER: rows["every"],
        texts.SAME_IN_EVERY_ORDER: rows["stable"],
        "Gap, points": rows["value"],
        "95%": format_intervals(rows),
        "n": rows["n"],
        get_benchmark_info().words.groups: rows["n_groups"],
    }
    percents = [name for name in columns if name.endswith((", %", ", points"))]
    numbers = dict.fromkeys(percents, "{:.1f}")
    with st.expander(texts.MODELS_TABLE):
        show_small_table(pd.DataFrame(columns), numbers, whole=["n", get_benchmark_info().words.groups])
        show_help_popover(texts.CIRCULAR_HELP)
