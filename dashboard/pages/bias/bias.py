"""What does a model say whatever it sees, and would other tolerances change the ranking?"""

import streamlit as st

from core.analyses import bias as analysis
from core.analyses.bias_sentences import habit_sentences
from core.analyses.blind_references import none_sentence
from core.records import CLASS_KINDS
from core.solvers.fitted import FITTED
from dashboard.data.queries import about, blind_runs, has_query
from dashboard.pages.bias import image_plane_errors, letter_bias, sections, signal_detection
from dashboard.selection.bootstrap_constants import load_constants
from dashboard.selection.cached_analyses import analysed, say_shown
from dashboard.selection.filters import chosen_filters
from dashboard.selection.selectors import choose_one
from dashboard.widgets.run_selector import choose_against, choose_run, of_run, show_nothing, shown_runs

st.title("Bias")
filters = chosen_filters()
runs = shown_runs(filters)
if runs.empty:
    show_nothing("No answer fits these filters.")

with st.container(horizontal=True):
    run_id = choose_run(runs, "Run", "run")
    against = choose_against()
say_shown(filters)
beside_blind = tuple(dict.fromkeys((run_id, *blind_runs())))
habits = analysed(analysis.habits, filters, beside_blind, run_id, against, about().questions)
coverage = runs.loc[run_id]
own = analysed(of_run, filters, (run_id,), run_id)
constants = load_constants() if against == "truth" else None
if constants is not None:
    habits = analysis.choose_constants_again(habits, own, constants)
judged = sections.Judged(run_id, str(coverage["run_label"]), str(coverage["model_id"]), against, own, habits)
if habits.empty:
    if judged.model_id in FITTED:
        show_nothing(none_sentence([judged.label], about().words))
    show_nothing(f"None of the {coverage['answers']:,} answers of this run could be read.")

shares = analysed(analysis.class_shares, filters, (run_id,), run_id, about().questions)
sections.show_sentences(judged, habit_sentences(judged.label, shares, habits, about()))
st.caption(
    f"{coverage['answers']:,} answers on {about().cases_text(own['case_id'].nunique())} of "
    f"{own['group_id'].nunique():,} {about().words.groups}, {coverage['unreadable']:,} unreadable. "
    "A stock answer scores wherever it happens to be true."
)
sections.show_habits(judged, shares)

st.header("Question by question")
# Names are too many for a matrix; the classes that follow from them have one.
with_values = [q for q in habits["question_id"] if about().questions[q].kind != "name"]
if not with_values:
    st.info("Only names were said to what these filters leave: they are too many for a matrix.")
else:
    question_id = choose_one("Question", {q: sections.title_of(q) for q in with_values}, "about")
    if about().questions[question_id].kind in CLASS_KINDS:
        sections.show_classes(judged, filters, question_id)
    else:
        sections.show_numbers(judged, question_id)

if has_query("class_rule_differences"):
    st.header("Would other tolerances change the ranking?")
    sections.show_tolerances(filters, against)
if about().questions_of("choice"):
    st.header("Does it favour a letter, and would another parser change its scores?")
    letter_bias.show(own, run_id, judged.label)
signal_detection.show(filters)
image_plane_errors.show(filters)
