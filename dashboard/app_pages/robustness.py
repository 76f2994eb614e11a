"""Does a model give the right answer, and the same one, whatever the view, and do its six answers fit each other?"""

import streamlit as st

from core.analyses.robustness import ROBUSTNESS_MEASURES, robustness_sentence
from core.text import plain
from dashboard import sidebar
from dashboard.filters import clear_filters, show_filters, show_right_at
from dashboard.parts import robustness
from dashboard.sidebar import with_references

st.title("Robustness")
filters = {**show_filters(), "with_references": with_references()}
with sidebar.body():
    right_at = show_right_at()
shown = robustness.figures(filters, right_at)
if shown is None:
    st.info("No two views of a triangle with readable answers fit these filters.", title="Nothing to show")
    st.button("Clear all filters", on_click=clear_filters)
else:
    if text := robustness_sentence(shown.by_run):
        st.markdown(f"#### {plain(text)}")
    st.caption(
        "Of the views of a triangle under these filters (four without any), for which the truth in 3D is one and the "
        "same: the share of triangles and questions that are right in all, the share of views that are right, and the "
        "share that are the same in all, right or not. Whoever always says the same is perfectly stable, so robustness "
        "counts only beside stability. Bars: 95 % intervals, clustered by triangle. Numbers are right from a kappa of "
        f"{right_at:.0%} on. {shown.unreadable:,} unreadable answers; their triangles are left out. "
        "A click on a mark opens its cases."
    )
    robustness.show_measures(shown.by_run)

    st.header("By question", anchor=False)
    measure = (
        st.segmented_control(
            "Measure",
            list(ROBUSTNESS_MEASURES),
            format_func=ROBUSTNESS_MEASURES.__getitem__,
            default="binary",
            required=True,
            key="measure_of",
            bind="query-params",
        )
        or "binary"
    )
    robustness.show_by_question(shown.by_question, measure)
    with st.expander("As a table"):
        robustness.show_table_of(shown.by_question)

    st.header("The four views of a triangle, the worst first", anchor=False)
    st.caption(
        "Worst is where kappa 3D swings most between the views, then where the answers are most different ones: the "
        "truth is the same, so the view has made the difference. Who is always wrong in the same way swings by nothing."
    )
    robustness.show_worst(filters, shown.by_run.drop_duplicates("run_id"), right_at)

    st.header("Do the six answers of a reply fit each other?", anchor=False)
    st.caption(
        "The share of replies in which no answer contradicts another, and of those with each kind of contradiction: "
        "values that no triangle has together, whatever the photograph shows. All six answers count, whatever "
        f"questions are chosen. Kinds below {robustness.RARE:g} % everywhere are in the list only. A click on a mark "
        "lists its replies."
    )
    robustness.show_contradictions(filters)
