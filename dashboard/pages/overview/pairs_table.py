"""Table of the page Overview: the difference of every two models and its significance."""

from collections.abc import Sequence

import streamlit as st

from core.analyses.overview import Overview
from core.formatting import format_p_value
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.overview import texts
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
    st.caption(texts.describe_pairs(score, limit_note, every["second"].nunique() + 1, n_all))
    show_help_popover(texts.explain_pairs(words.groups, ONE_RUN))
    download(every, "pairs")
