"""Section of the page Compare: whether two runs that cannot be distinguished are shown to be equally good."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.statistics.power import EquivalenceResult, compute_equivalence
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.compare import texts
from dashboard.runtime.state_keys import compare as keys
from dashboard.selection.selectors import choose_option

MARGINS = {0.5: "0.5", 1.0: "1", 2.0: "2", 3.0: "3", 5.0: "5"}


def show_equivalence(difference: Mapping[Any, Any], measure: str) -> None:
    """Show whether "not distinguishable" means equally good: two one-sided tests with a margin that the user chooses.

    The expander is closed, since its 90% interval answers another question than the 95% interval above it.

    Args:
        difference: a row of `compare.compare_run_pairs`.
        measure: the compared measure, in words.
    """
    if difference["verdict"] != "not distinguishable":
        return
    freedom = float(difference.get("degrees_of_freedom", difference["n_groups"] - 1))
    with st.expander(texts.EQUIVALENCE_TITLE), st.container(horizontal=True, vertical_alignment="bottom"):
        margin = choose_option(
            texts.EQUIVALENCE_MARGIN,
            MARGINS,
            keys.EQUIVALENCE_MARGIN,
            place=2,
            width=320,
            explanation=texts.EQUIVALENCE_HELP,
        )
        result = compute_equivalence(float(difference["value"]), float(difference["standard_error"]), freedom, margin)
        st.markdown(describe_result(result, MARGINS[margin], measure))


def describe_result(result: EquivalenceResult, margin: str, measure: str) -> str:
    """Return the result of the test in a sentence of Markdown."""
    if result.verdict == "too few to tell":
        return texts.explain_too_few_for_equivalence(get_benchmark_info().words.groups, margin, measure)
    is_equivalent = result.verdict == "equivalent"
    return texts.describe_equivalence(
        margin, measure, result.low, result.high, result.p_value, is_equivalent=is_equivalent
    )
