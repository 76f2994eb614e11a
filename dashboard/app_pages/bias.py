"""What does a model say whatever it sees, and would other tolerances change who is best?"""

import streamlit as st

from core.analyses import bias as analysis
from core.analyses.bias_sentences import habit_sentences
from core.records import QUESTION_BY_ID
from core.text import plain
from dashboard import bias
from dashboard.filters import show_filters
from dashboard.runs import (
    choose_frame,
    choose_run,
    model_of,
    name_of,
    of_shown_models,
    runs_of,
    selected_answers,
    show_nothing,
)

st.title("Bias")
filters = show_filters()
answers = selected_answers(filters)
everybody = of_shown_models(answers, filters)
runs = runs_of(everybody)
if runs.empty:
    show_nothing("No answer fits these filters.")

with st.container(horizontal=True):
    run_id = choose_run(runs, "Run", "run")
    frame = choose_frame()
own = everybody[everybody["run_id"] == run_id]
label = name_of(runs, run_id)
judged = bias.Judged(run_id, label, model_of(runs, run_id), frame, own, analysis.habits(answers, run_id, frame))
unreadable = int(own["value"].isna().sum())
if judged.habits.empty:
    show_nothing(f"None of the {unreadable:,} answers of this run could be read.")

shares = analysis.class_shares(own)
for sentence in habit_sentences(label, shares, judged.habits):
    st.markdown(f"#### {plain(sentence)}")
st.caption(
    f"{len(own):,} answers about {own['photograph_id'].nunique():,} photographs of {own['triangle_id'].nunique():,} "
    f"triangles, {unreadable:,} unreadable. A habit earns points wherever the truth happens to be like it."
)
bias.show_habits(judged, shares)

st.header("Question by question")
questions = list(judged.habits["question_id"])
question_id = st.segmented_control(
    "Question", questions, format_func=bias.title_of, default=questions[0], required=True, key="about",
    bind="query-params",
) or questions[0]  # fmt: skip
if QUESTION_BY_ID[question_id].kind == "class":
    bias.show_classes(judged, everybody, question_id)
else:
    bias.show_numbers(judged, question_id)

st.header("Would other tolerances change the ranking?")
bias.show_tolerances(filters, frame)
