"""Replies that would be right with x and y exchanged, or on another scale, by model."""

import pandas as pd
import streamlit as st

from core.overlays.answer_shapes import is_drawable
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.robustness import texts
from dashboard.widgets.tables import show_small_table


def has_coordinates() -> bool:
    """Return whether any question of the benchmark asks for a point or box."""
    return any(is_drawable(question.kind) for question in get_benchmark_info().questions.values())


def show_other_readings(filters: Filters) -> bool:
    """Show, per model, how many answers would be right if they were read otherwise; return whether there are any."""
    if not has_coordinates():
        return False
    rows = run_query("other_readings", filters=filters)
    if rows.empty:
        return False
    st.header(texts.READINGS_TITLE, anchor=False)
    total, exchanged = int(rows["n_otherwise"].sum()), int(rows["n_exchanged"].sum())
    st.markdown(texts.describe_other_readings(total, int(rows["n"].sum()), exchanged))
    columns = {
        "Model": rows["run_label"],
        "Answers": rows["n"],
        texts.RIGHT_IF_READ_OTHERWISE: rows["n_otherwise"],
        texts.RIGHT_IF_EXCHANGED: rows["n_exchanged"],
        "Share, %": 100 * rows["n_otherwise"] / rows["n"],
    }
    whole = ["Answers", texts.RIGHT_IF_READ_OTHERWISE, texts.RIGHT_IF_EXCHANGED]
    show_small_table(pd.DataFrame(columns), {"Share, %": "{:.1f}"}, whole=whole)
    st.caption(texts.READINGS_CAPTION)
    return True
