"""Smallest detectable difference per question, on Overview."""

import pandas as pd
import streamlit as st

from core.analyses.overview import Overview
from core.analyses.sensitivity import (
    CHANCES,
    SUMMED_BY,
    SUMMED_COLUMNS,
    describe_sensitivity,
    list_detectable_differences,
)
from core.analyses.skill import ASKED
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import NO_FILTERS
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.overview import texts
from dashboard.selection.bootstrap_constants import are_redrawn, describe_distance_interval, load_constants
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.filters import list_filter_options
from dashboard.widgets.tables import download, show_lazy_expander, show_small_table


def show(found: Overview) -> None:
    """Show the smallest difference that each question would have detected, in an expander; nothing without models."""
    if found.compared and len(found.skill):
        show_lazy_expander(texts.SENSITIVITY_TITLE, "sensitivity", lambda: _show(found))


def _show(found: Overview) -> None:
    described, words = get_benchmark_info(), get_benchmark_info().words
    by = dict.fromkeys((*SUMMED_BY, *(ASKED if are_redrawn() else ())))
    sums = Aggregation(tuple(by), SUMMED_COLUMNS)
    table = analyse_aggregation(_compute_detectable, {**NO_FILTERS, "runs": list(found.compared)}, sums, of_all=True)
    columns = {
        "question": "Question",
        "detectable": texts.name_smallest_difference(described.score),
        "n_runs": "models",
        "n_groups": words.groups,
    }
    titles = list_filter_options("question")
    rows = table.set_index("question_id").reindex([one for one in titles if one in set(table["question_id"])])
    named = rows.assign(question=[titles[one] for one in rows.index])[list(columns)].rename(columns=columns)
    if sentence := describe_sensitivity(found):
        st.markdown(sentence)
    show_small_table(named, {columns["detectable"]: "{:.1f}"}, (columns["n_runs"], words.groups))
    st.caption(texts.explain_sensitivity(CHANCES, describe_distance_interval()))
    download(table, "sensitivity")


def _compute_detectable(sums: pd.DataFrame) -> pd.DataFrame:
    return list_detectable_differences(sums, load_constants())
