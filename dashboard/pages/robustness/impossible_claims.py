"""Impossible combinations of claims on Robustness, such as two axes of one solid."""

import pandas as pd
import streamlit as st

from core.analyses.impossible_claims import SUMMED_BY, count_impossible_claims
from core.benchmarks.registry import load_exclusions
from core.formatting import escape_markdown, format_interval
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import get_workspace
from dashboard.pages.robustness import texts
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import show_small_table


def show_exclusions(filters: Filters) -> None:
    """Show how often every model claims what no group can have; nothing if the benchmark defines no such claims."""
    exclusions = load_exclusions(get_workspace())
    if not exclusions:
        return
    asked = sorted({question_id for exclusion in exclusions for question_id, _ in exclusion.claims})
    results = analyse_aggregation(
        count_impossible_claims, {**filters, "question": asked}, Aggregation(SUMMED_BY, ()), exclusions
    )
    if results.empty:
        return
    words = get_benchmark_info().words
    with st.expander(texts.name_impossible_claims(words.group)):
        for title, rows in results.groupby("exclusion", sort=False):
            st.markdown(f"**{escape_markdown(title)}**")
            columns = {
                "Model": rows["label"],
                "Share, %": rows["value"],
                "95%": [format_interval(low, high) for low, high in zip(rows["low"], rows["high"], strict=True)],
                "claimed": rows["n_together"],
                words.groups: rows["n_groups"],
            }
            show_small_table(pd.DataFrame(columns), {"Share, %": "{:.1f}"}, ["claimed", words.groups])
        reasons = [(exclusion.title, exclusion.reason) for exclusion in exclusions]
        show_help_popover(texts.explain_impossible_claims(words.group, reasons))
