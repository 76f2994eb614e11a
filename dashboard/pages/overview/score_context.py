"""Context of mean scores on Overview: the gain over both baselines, unreadable as wrong, and the design effect."""

import streamlit as st

from core.analyses.overview import Overview
from core.analyses.score_context import compute_score_context
from core.solvers.fitted import FITTED
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.overview.run_choice import select_top_rows
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import download, show_lazy_expander, show_small_table

TITLE = "Compared with not looking"


def show(overview: Overview, chosen: list[str]) -> None:
    """Show a line per model in an expander.

    Args:
        overview: the overview.
        chosen: ids of the runs that were chosen by name.
    """
    show_lazy_expander(TITLE, "own_measures", lambda: _show(overview, chosen))


def _show(overview: Overview, chosen: list[str]) -> None:
    every, words = compute_score_context(overview), get_benchmark_info().words
    rows, told = select_top_rows(every[~every["model_id"].isin(FITTED)], chosen)
    columns = {
        "label": "Model",
        "score": f"{get_benchmark_info().score} of readable answers, %",
        "least": "unreadable as wrong, %",
        "over_chance": "chance-adjusted accuracy (CAA), %",
        "over_constant": "share of the headroom over the best constant answer, %",
        "over_text": "share of the headroom over the text-only baseline, %",
        "design_effect": "design effect",
        "n": "n",
        "n_groups": words.groups,
    }
    there = {name: title for name, title in columns.items() if name == "label" or rows[name].notna().any()}
    formats = {title: "{:.1f}" for title in there.values() if title.endswith(", %")} | {"design effect": "{:.2f}"}
    named = rows[list(there)].rename(columns=there)
    show_small_table(named, {name: text for name, text in formats.items() if name in named}, ("n", words.groups))
    if told:
        st.caption(told)
    show_help_popover(
        "The *share of the headroom* is how much of the distance from the baseline to 100% a score covers: (score − "
        "baseline) / (100 − baseline). The *chance-adjusted accuracy* is the same with guessing as the baseline and "
        "unreadable answers as wrong. The "
        "text-only baseline sees only question and options. Below 0 the baseline is better. The "
        f"*design effect* is the variance of the score with {words.groups} as clusters over that of as many single "
        "answers, p (1 − p) / n: at 4 an interval is twice as wide as without clusters. It requires answers that are "
        "right or wrong."
    )
    download(every, "own_measures")
