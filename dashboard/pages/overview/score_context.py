"""Context of mean scores on Overview: the gain over both baselines, unreadable as wrong, and the design effect."""

import streamlit as st

from core.analyses.overview import Overview
from core.analyses.score_context import compute_score_context
from core.solvers.fitted import FITTED
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.overview import texts
from dashboard.pages.overview.run_choice import select_top_rows
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import download, show_lazy_expander, show_small_table


def show(overview: Overview, chosen: list[str]) -> None:
    """Show a line per model in an expander.

    Args:
        overview: the overview.
        chosen: ids of the runs that were chosen by name.
    """
    show_lazy_expander(texts.CONTEXT_TITLE, "own_measures", lambda: _show(overview, chosen))


def _show(overview: Overview, chosen: list[str]) -> None:
    every, words = compute_score_context(overview), get_benchmark_info().words
    rows, told = select_top_rows(every[~every["model_id"].isin(FITTED)], chosen)
    columns = texts.list_context_headings(get_benchmark_info().score, words.groups)
    there = {name: title for name, title in columns.items() if name == "label" or rows[name].notna().any()}
    formats = {title: "{:.1f}" for title in there.values() if title.endswith(", %")} | {"design effect": "{:.2f}"}
    named = rows[list(there)].rename(columns=there)
    show_small_table(named, {name: text for name, text in formats.items() if name in named}, ("n", words.groups))
    if told:
        st.caption(told)
    show_help_popover(texts.explain_context(words.groups))
    download(every, "own_measures")
