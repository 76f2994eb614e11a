"""The slider of the lowest score at which a number is right."""

import streamlit as st

from core.analyses.phrases import describe_tolerance
from core.records import RIGHT_AT
from dashboard.data.queries import get_benchmark_info


def show_right_at() -> None:
    """Show the slider of the lowest score at which a number is right; nothing if no question asks for a number.

    It reruns the whole page, because the content below depends on it.
    """
    described = get_benchmark_info()
    if not described.has_numbers:
        return
    exact = ", ".join(question.question_id for question in described.list_questions("class", "choice"))
    numbers = ", ".join(question.question_id for question in described.list_questions("ratio", "angle"))
    with st.container(gap="small"):
        right_at = st.slider(
            "Numbers count as correct from score",
            0.5,
            1.0,
            RIGHT_AT,
            0.01,
            format="percent",
            key="right_at",
            bind="query-params",
            help=f"Class answers ({exact}) are correct or wrong. Numbers ({numbers}) are correct from this score up.",
        )
        st.caption(f"That is {describe_tolerance(right_at)}.")
