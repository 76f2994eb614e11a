"""Table of the page Overview: the difference of every two models and its significance."""

from collections.abc import Sequence

import streamlit as st

from core.analyses.overview import Overview
from core.analyses.phrases import FAMILY
from core.formatting import format_p_value
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.selection.run_limit import format_limit_note
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.run_selector import ONE_RUN
from dashboard.widgets.tables import download, format_intervals, show_small_table

MAX_PAIRS = 45
"""Maximum pairs in the table: those of ten models; with more models, those of the best and of the chosen ones."""


def show_pairs(overview: Overview, chosen: Sequence[str] = ()) -> None:
    """Show the difference of every two models and its significance; of many models, pairs of the best and the chosen.

    Args:
        overview: the overview.
        chosen: ids of the runs that were chosen by name.
    """
    words, score, every = get_benchmark_info().words, get_benchmark_info().score, overview.pairs
    best = every["first"].iloc[0]
    is_named = every["first"].isin([best, *chosen]) | every["second"].isin(chosen)
    pairs = every[is_named] if len(every) > MAX_PAIRS else every
    n_models = len(overview.compared)
    columns = {
        "first_label": "Model",
        "second_label": "against",
        "value": "difference",
        "interval": "95% CI",
        "corrected_p": "p, corrected",
        "verdict": "verdict",
    }
    told_pairs = pairs.assign(interval=format_intervals(pairs), corrected_p=pairs["corrected_p"].map(format_p_value))
    named = told_pairs[list(columns)].rename(columns=columns)
    show_small_table(named, {"difference": "{:+.2f}"})
    n_all = n_models * (n_models - 1) // 2
    limit_note = format_limit_note(len(pairs), n_all)
    best_ones = f"the {every['second'].nunique() + 1} best models"
    more = (
        f" {limit_note}; the file has those of {best_ones}. All {n_all:,} count in the correction."
        if limit_note
        else ""
    )
    st.caption(f"Differences of {score}, in points.{more}")
    show_help_popover(
        f"Each model is represented by one run: {ONE_RUN}. The page Compare has every run.\n\n"
        "Each difference is taken over the answers to the same questions about the same cases; "
        f"{words.groups} are clusters. {FAMILY} *Not distinguishable* does not mean equal."
    )
    download(every, "pairs")
