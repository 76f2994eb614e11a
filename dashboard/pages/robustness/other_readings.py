"""Replies that would be right with x and y exchanged, or on another scale, by model."""

import pandas as pd
import streamlit as st

from core.overlays.answer_shapes import is_drawable
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
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
    st.header("Would a reply be right with other axes or another scale?", anchor=False)
    total, exchanged = int(rows["n_otherwise"].sum()), int(rows["n_exchanged"].sum())
    st.markdown(
        f"**{total:,} of {int(rows['n'].sum()):,} answers would be right if read otherwise, {exchanged:,} of them with "
        "x and y exchanged.** They are scored as written."
    )
    columns = {
        "Model": rows["run_label"],
        "Answers": rows["n"],
        "Right if read otherwise": rows["n_otherwise"],
        "With x and y exchanged": rows["n_exchanged"],
        "Share, %": 100 * rows["n_otherwise"] / rows["n"],
    }
    whole = ["Answers", "Right if read otherwise", "With x and y exchanged"]
    show_small_table(pd.DataFrame(columns), {"Share, %": "{:.1f}"}, whole=whole)
    st.caption("An answer near the image's diagonal can be right both ways by chance. Its case page shows how.")
    return True
