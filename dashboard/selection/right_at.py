"""The slider of the lowest score at which a graded answer is right."""

import streamlit as st

from core.analyses.phrases import describe_tolerances
from core.formatting import escape_markdown
from core.records import RIGHT_AT
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.runtime.state_keys import common as keys


def show_right_at() -> None:
    """Show the slider of the lowest score at which an answer is right; nothing if every score is 0 or 1.

    It reruns the whole page, because the content below depends on it.
    """
    described = get_benchmark_info()
    if not described.has_graded_scores:
        return
    graded = described.describe_required_scores(RIGHT_AT)
    names = {key: escape_markdown(question.name) for key, question in described.questions.items()}
    exact = ", ".join(names[key] for key in names if key not in graded)
    rest = f" The rest ({exact}) are correct or wrong." if exact else ""
    with st.container(gap="small"):
        right_at = st.slider(
            "Graded answers count as correct from score",
            0.5,
            1.0,
            RIGHT_AT,
            0.01,
            format="percent",
            key=keys.RIGHT_AT,
            bind="query-params",
            help=f"{', '.join(names[key] for key in graded)}: scores between 0 and 1, correct from here up.{rest}",
        )
        st.caption(f"That is {escape_markdown(describe_tolerances(described, right_at))}.")
