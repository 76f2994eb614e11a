"""The conditions under which the best model fails most, as one of Overview's findings."""

import streamlit as st

from core.analyses.verdicts import ModelVerdicts
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import count_rows
from dashboard.pages.overview import texts
from dashboard.selection.weak_slices import describe_weak_slice, search_slices
from dashboard.widgets import navigation

MAX_CASES = 50_000
"""Number of cases above which the search would slow the page; the page Slices still makes it."""


def show(models: list[ModelVerdicts]) -> None:
    """Show the worst confirmed slice of the best model, with a link to the page Slices; nothing without a slice.

    A benchmark of many cases has a sentence instead: the search would take too long here.

    Args:
        models: as `verdicts.list_model_verdicts` returns them, the best first.
    """
    best = next((model for model in models if model.verdicts), None)
    if best is None:
        return
    if count_rows("cases") > MAX_CASES:
        st.caption(texts.explain_no_slice(MAX_CASES, get_benchmark_info().words.cases))
        return
    result = search_slices(dict.fromkeys(get_benchmark_info().factors), (best.run_id,))
    if not result.search.slices:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        sentence = describe_weak_slice(result.search.slices[0], result.means[0], (best.label,))
        st.markdown(texts.describe_worst_slice(sentence), width="stretch")
        st.page_link(
            navigation.SLICES, label="All slices", icon=":material/content_cut:", query_params={"slice_run": best.label}
        )
