"""Histograms of the factors of the selected cases, above the gallery: a click on a bar filters by its level."""

from functools import partial

import streamlit as st

from core.factors import Factor
from core.formatting import capitalise_first
from dashboard.components.histograms import Histogram, HistogramBar, show_histograms
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.runtime.link_parameters import build_filter_key
from dashboard.runtime.session_state import read_texts
from dashboard.runtime.state_keys import cases as keys
from dashboard.selection.filters import list_all_filter_options
from dashboard.widgets.tables import show_lazy_expander

MAX_LEVELS = 8
"""Maximum number of bars per factor; the levels with the most cases, and those that are chosen."""


def show(case_ids: list[str]) -> None:
    """Show an expander with a histogram per factor that has at least two levels."""
    words = get_benchmark_info().words
    label = f"{capitalise_first(words.cases)} by factor"
    show_lazy_expander(label, "level-counts", partial(_show_counts, case_ids))


def _show_counts(case_ids: list[str]) -> None:
    rows = run_query("level_counts", case_ids=case_ids)
    counts = {
        (factor, level): (int(n_cases), int(n_selected))
        for factor, level, n_cases, n_selected in rows.itertuples(index=False)
    }
    factors = [factor for factor in get_benchmark_info().factors.values() if factor.of == "case"]
    histograms = [
        _build_histogram(factor, counts) for factor in sorted(factors, key=lambda factor: not factor.is_first)
    ]
    show_histograms([histogram for histogram in histograms if len(histogram.bars) > 1], keys.LEVEL_HISTOGRAMS, _toggle)


def _build_histogram(factor: Factor, counts: dict[tuple[str, str], tuple[int, int]]) -> Histogram:
    selected = set(read_texts(build_filter_key(factor.key)))
    options = {
        level: title for level, title in list_all_filter_options(factor.key).items() if (factor.key, level) in counts
    }
    largest = sorted(options, key=lambda level: (level not in selected, -counts[factor.key, level][0]))[:MAX_LEVELS]
    bars = [
        HistogramBar(level, title, *counts[factor.key, level], is_pressed=level in selected)
        for level, title in options.items()
        if level in largest
    ]
    return Histogram(factor.key, factor.title, bars, len(options) - len(bars))


def _toggle(factor: str, level: str) -> None:
    """Add a level to its filter or remove it (callback), and rerun the page so that the sidebar follows."""
    key = build_filter_key(factor)
    levels = read_texts(key)
    key.write([other for other in levels if other != level] if level in levels else [*levels, level])
    st.rerun()
