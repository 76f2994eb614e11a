"""Section of the page Compare: whether two runs that cannot be distinguished are shown to be equally good."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.formatting import format_interval, format_p_value
from core.statistics.power import compute_equivalence
from dashboard.selection.selectors import choose_option

MARGINS = {0.5: "0.5", 1.0: "1", 2.0: "2", 3.0: "3", 5.0: "5"}


def show_equivalence(difference: Mapping[Any, Any], measure: str) -> None:
    """Show the verdict of two one-sided tests beside "not distinguishable", with a margin that the user chooses.

    Args:
        difference: a row of `compare.compare_run_pairs`.
        measure: the compared measure, in words.
    """
    if difference["verdict"] != "not distinguishable":
        return
    freedom = float(difference.get("degrees_of_freedom", difference["n_groups"] - 1))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        margin = choose_option(
            "Differences that do not matter, points", MARGINS, "equivalence_margin", place=2, width=280,
            explanation="Two one-sided tests at 5%: equivalent if the 90% CI lies within this margin.",
        )  # fmt: skip
        result = compute_equivalence(float(difference["value"]), float(difference["standard_error"]), freedom, margin)
        st.markdown(
            f"**{result.verdict.capitalize()}** within {MARGINS[margin]} points of {measure}: 90% CI "
            f"{format_interval(result.low, result.high, with_plus=True)}, p {format_p_value(result.p_value)}."
        )
