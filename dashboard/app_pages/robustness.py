"""Does a model give the right answer, and the same one, whatever the view, and do its six answers fit each other?"""

import streamlit as st

from core.analyses.robustness import MEASURES, sentence
from core.text import plain
from dashboard import robustness
from dashboard.filters import clear_filters, show_filters
from dashboard.sidebar import with_references

st.title("Robustness")
filters = {**show_filters(), "with_references": with_references()}
with st.sidebar:
    right_at = st.slider(
        "A number is right from kappa", 0.5, 1.0, 0.9, 0.01, key="right_at", bind="query-params",
        help="Class answers (Q1, Q2) are right or wrong; numbers (Q3 to Q6) count as right from this kappa on.",
    )  # fmt: skip
shown = robustness.figures(filters, right_at)
if shown is None:
    st.info("No two views of a triangle with readable answers fit these filters.", title="Nothing to show")
    st.button("Clear all filters", on_click=clear_filters)
    st.stop()

if text := sentence(shown.by_run):
    st.markdown(f"#### {plain(text)}")
st.caption(
    "Of the views of a triangle under these filters (four without any), for which the truth in 3D is one and the same: "
    "the share of triangles and questions that are right in all, the share of views that are right, and the share that "
    "are the same in all, right or not. Whoever always says the same is perfectly stable, so robustness counts only "
    f"beside stability. Bars: 95 % intervals, clustered by triangle. Numbers are right from a kappa of {right_at:.0%} "
    f"on. {shown.unreadable:,} unreadable answers; their triangles are left out. A click on a mark opens its cases."
)
robustness.show_measures(shown.by_run)

st.header("By question", anchor=False)
measure = st.segmented_control(
    "Measure", list(MEASURES), format_func=MEASURES.__getitem__, default="binary", required=True, key="measure_of",
    bind="query-params",
) or "binary"  # fmt: skip
robustness.show_by_question(shown.by_question, measure)
with st.expander("As a table"):
    robustness.show_table_of(shown.by_question)

st.header("The four views of a triangle, the worst first", anchor=False)
st.caption(
    "Worst is where kappa 3D swings most between the views, then where the answers are most different ones: the truth "
    "is the same, so the view has made the difference. Who is always wrong in the same way swings by nothing."
)
runs = shown.by_run.drop_duplicates("run_id")
robustness.show_worst(filters, runs.sort_values("kind", key=lambda kind: kind == "reference", kind="stable"), right_at)

st.header("Do the six answers of a reply fit each other?", anchor=False)
st.caption(
    "The share of replies in which no answer contradicts another, and of those with each kind of contradiction: values "
    "that no triangle has together, whatever the photograph shows. All six answers count, whatever questions are "
    f"chosen. Kinds below {robustness.RARE:g} % everywhere are in the list only. A click on a mark lists its replies."
)
robustness.show_contradictions(filters)
