"""What does a model say whatever it sees, and would other tolerances change the ranking?"""

import streamlit as st

from core.analyses import bias as analysis
from core.analyses.bias_sentences import habit_sentences
from core.records import TRIANGLE_QUESTION_BY_ID
from core.text import plain
from dashboard.analysed import analysed, analysed_for_all
from dashboard.choices import choose_one
from dashboard.filters import show_filters
from dashboard.parts import bias
from dashboard.parts.runs import choose_frame, choose_run, of_run, show_nothing, shown_runs

st.title("Bias")
filters = show_filters()
runs = shown_runs(filters)
if runs.empty:
    show_nothing("No answer fits these filters.")

with st.container(horizontal=True):
    run_id = choose_run(runs, "Run", "run")
    frame = choose_frame()
habits = analysed_for_all(analysis.habits, filters, run_id, frame)
coverage = runs.loc[run_id]
judged = bias.Judged(
    run_id, str(coverage["run_label"]), str(coverage["model_id"]), frame, analysed(of_run, filters, run_id), habits
)
if habits.empty:
    show_nothing(f"None of the {coverage['answers']:,} answers of this run could be read.")

shares = analysed(analysis.class_shares, filters, run_id)
for sentence in habit_sentences(judged.label, shares, habits):
    st.markdown(f"#### {plain(sentence)}")
st.caption(
    f"{coverage['answers']:,} answers about {coverage['photographs']:,} photographs of {coverage['triangles']:,} "
    f"triangles, {coverage['unreadable']:,} unreadable. A habit earns points wherever the truth happens to match it."
)
bias.show_habits(judged, shares)

st.header("Question by question")
question_id = choose_one("Question", {q: bias.title_of(q) for q in habits["question_id"]}, "about")
if TRIANGLE_QUESTION_BY_ID[question_id].kind == "class":
    bias.show_classes(judged, filters, question_id)
else:
    bias.show_numbers(judged, question_id)

st.header("Would other tolerances change the ranking?")
bias.show_tolerances(filters, frame)
