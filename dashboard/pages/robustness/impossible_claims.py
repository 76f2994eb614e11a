"""Claims that nothing has together, on Robustness: such as two axes of one solid."""

import pandas as pd
import streamlit as st

from core.analyses.impossible_claims import SUMMED_BY, claimed_together
from core.benchmarks.registry import exclusions_of
from core.formatting import interval_text, plain
from core.warehouse.aggregation import Sums
from core.warehouse.read import Filters
from dashboard.data.queries import about, benchmark_settings
from dashboard.selection.cached_analyses import summed
from dashboard.widgets.chart_display import how_to_read
from dashboard.widgets.tables import show_small_table


def show_exclusions(filters: Filters) -> None:
    """How often every model claims what no group can have; nothing where the benchmark knows of none."""
    exclusions = exclusions_of(benchmark_settings())
    if not exclusions:
        return
    asked = sorted({question_id for one in exclusions for question_id, _ in one.claims})
    found = summed(claimed_together, {**filters, "question": asked}, Sums(SUMMED_BY, ()), exclusions)
    if found.empty:
        return
    words = about().words
    st.header(f"Does a model claim of a {words.group} what none can have?", anchor=False)
    for title, rows in found.groupby("exclusion", sort=False):
        st.markdown(f"**{plain(title)}**")
        columns = {
            "Model": rows["label"],
            "Share, %": rows["value"],
            "95 %": [interval_text(low, high) for low, high in zip(rows["low"], rows["high"], strict=True)],
            "claimed": rows["n_together"],
            words.groups: rows["n_groups"],
        }
        show_small_table(pd.DataFrame(columns), {"Share, %": "{:.1f}"}, ["claimed", words.groups])
    how_to_read(
        f"Answers to several questions about one {words.group}, each readable. Nothing has all of it, so one of them "
        "is wrong, whatever the picture shows. "
        + " ".join(f"*{plain(one.title)}*: {plain(one.reason)}" for one in exclusions)
    )
