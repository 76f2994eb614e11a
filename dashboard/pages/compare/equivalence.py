"""Section of the page Compare: whether two runs that cannot be distinguished are shown to be equally good."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.formatting import format_interval, format_p_value
from core.statistics.power import EquivalenceResult, compute_equivalence
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.selection.selectors import choose_option

MARGINS = {0.5: "0.5", 1.0: "1", 2.0: "2", 3.0: "3", 5.0: "5"}


def show_equivalence(difference: Mapping[Any, Any], measure: str) -> None:
    """Show whether "not distinguishable" means equally good: two one-sided tests with a margin that the user chooses.

    Args:
        difference: a row of `compare.compare_run_pairs`.
        measure: the compared measure, in words.
    """
    if difference["verdict"] != "not distinguishable":
        return
    freedom = float(difference.get("degrees_of_freedom", difference["n_groups"] - 1))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        margin = choose_option(
            "Largest difference that does not matter, points", MARGINS, "equivalence_margin", place=2, width=320,
            explanation="The two runs count as equally good if the whole 90% CI of their difference lies within this "
            "margin, in both directions: two one-sided tests at 5%.",
        )  # fmt: skip
        result = compute_equivalence(float(difference["value"]), float(difference["standard_error"]), freedom, margin)
        st.markdown(describe_result(result, MARGINS[margin], measure))


def describe_result(result: EquivalenceResult, margin: str, measure: str) -> str:
    """Return the result of the test in a sentence of Markdown."""
    if result.verdict == "too few to tell":
        groups = get_benchmark_info().words.groups
        return f"**Too few {groups}** to tell whether the two runs differ by more than {margin} points of {measure}."
    interval = format_interval(result.low, result.high, with_plus=True)
    tested = f"(two one-sided tests, p {format_p_value(result.p_value)})"
    if result.verdict == "equivalent":
        return (
            f"**Equally good within {margin} points of {measure}**: the 90% CI of the difference, {interval}, is "
            f"within ±{margin} {tested}."
        )
    return (
        f"**A difference of more than {margin} points of {measure} is still possible**: its 90% CI, {interval}, is "
        f"not within ±{margin} {tested}."
    )
