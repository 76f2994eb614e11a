"""Whose errors go together, on Compare: phi between the errors of every two of the runs side by side."""

import streamlit as st

from core.analyses.compare import OUTCOMES
from core.analyses.error_correlation import common_errors, most_alike
from core.formatting import plain
from core.warehouse.aggregation_presets import of_pairs
from dashboard.data.queries import about
from dashboard.pages.compare.sections import Two
from dashboard.selection.cached_analyses import summed
from dashboard.widgets.chart_display import how_to_read
from dashboard.widgets.tables import percent, show_table, show_when_opened

NO_MODELS = "No two models have errors that can be compared. *All pairs* has the reference models too."


def show_common_errors(two: Two) -> None:
    """The pair whose errors go together most, and below it all pairs of the runs side by side."""
    sums = of_pairs(("first", "second", "group_id"), OUTCOMES, two.against, two.right_at)
    names = zip(two.runs.index, two.runs["run_label"], two.runs["model_kind"], strict=True)
    runs = tuple((str(run_id), str(label), str(kind)) for run_id, label, kind in names)
    found = summed(common_errors, two.side_by_side, sums, runs)
    st.header("Whose errors go together")
    st.markdown(plain(most_alike(found)) or NO_MODELS)
    how_to_read(
        "*Phi* is the correlation of being wrong, over the answers that are readable in both: at 1 two runs err on the "
        "same cases, at 0 their errors are independent. It is undefined where a run is always or never wrong. Its "
        f"interval takes {about().words.groups} as clusters, and needs ten of them. Models "
        "with the same habit err together without anything else in common; *Who is right* has phi within each true "
        "class."
    )

    def compare(place: int) -> None:
        for side in ("first", "second"):
            st.session_state[side] = found[side].iloc[place]

    def show_pairs() -> None:
        columns = {
            "first_label": "First",
            "second_label": "Second",
            "phi": percent("phi of errors"),
            "interval": "95 %",
            "n": "n",
            "both_wrong": "wrong in both",
            "n_groups": about().words.groups,
        }
        show_table(found, "common_errors", columns, "Pairs of runs, a row compares the two", compare)

    show_when_opened("All pairs", "common_errors", show_pairs)
