"""Does a model give the right answer, and the same one, whatever the view, and do its six answers fit each other?"""

import streamlit as st

from core.analyses.robustness import ROBUSTNESS_MEASURES, robustness_sentence
from core.analyses.wording import right_at_text
from core.text import plain
from dashboard import sidebar
from dashboard.choices import choose_one
from dashboard.figures import how_to_read
from dashboard.filters import show_filters, show_right_at
from dashboard.parts import robustness
from dashboard.parts.runs import show_nothing

st.title("Robustness")
filters = show_filters()
with sidebar.body():
    right_at = show_right_at()
shown = robustness.figures(filters, right_at)
if shown is None:
    show_nothing("No two views of a triangle with readable answers fit these filters.")
if text := robustness_sentence(shown.by_run):
    st.markdown(f"#### {plain(text)}")
st.caption(
    f"Over the views of each triangle, which share the same 3D truth. Numbers are right {right_at_text(right_at)}. "
    f"{shown.unreadable:,} unreadable answers."
)
robustness.show_measures(shown.by_run)
how_to_read(
    "*Right in all views* is the share of triangles and questions that are right in every view (four without filters). "
    "*Right per view* is the share of views that are right. *The same in all views* is the share with one answer, "
    "right or wrong: a model that always says the same is perfectly stable, so read robustness beside stability. Lines "
    "are 95 % intervals with triangles as clusters. A triangle with an unreadable answer is left out; the mouse on "
    "a mark shows the share with its unreadable answers as wrong and as right ones. A click on a "
    "mark opens its cases."
)

st.header("By question", anchor=False)
measure = choose_one("Measure", ROBUSTNESS_MEASURES, "measure_of")
robustness.show_by_question(shown.by_question, measure)
with st.expander("As a table"):
    robustness.show_table_of(shown.by_question)

st.header("The four views of a triangle, the worst first", anchor=False)
st.caption("Ordered by how much kappa 3D varies between the views, then by the number of different answers.")
how_to_read(
    "The 3D truth is the same in all views, so a change of answer comes from the view. A model that is wrong in the "
    "same way every time does not vary."
)
robustness.show_worst(filters, shown.by_run.drop_duplicates("run_id"), right_at)

st.header("Do the six answers of a reply fit each other?", anchor=False)
robustness.show_contradictions(filters)
