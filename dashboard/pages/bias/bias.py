"""The page Bias: habits of a model, and whether other tolerances would change the ranking."""

import streamlit as st

from core.analyses import bias as analysis
from core.analyses.bias_sentences import describe_habits, has_single_preference
from core.analyses.blind_references import describe_missing_references
from core.analyses.phrases import NO_ANSWER_FITS
from core.records import CLASS_KINDS
from core.solvers.fitted import FITTED
from dashboard.data.benchmark_info import get_benchmark_info, list_constant_baseline_runs
from dashboard.data.queries import has_query
from dashboard.pages.bias import image_plane_errors, letter_bias, signal_detection, texts
from dashboard.pages.bias.confusions import show_classes
from dashboard.pages.bias.habits import show_habits, show_sentences
from dashboard.pages.bias.number_answers import show_numbers
from dashboard.pages.bias.run_context import SelectedRun, format_question_title
from dashboard.pages.bias.tolerances import show_tolerances
from dashboard.runtime.state_keys import bias as keys
from dashboard.runtime.state_keys import common as common_keys
from dashboard.selection.bootstrap_constants import load_constants
from dashboard.selection.cached_analyses import analyse_answers, show_run_limit_note
from dashboard.selection.filters import read_filters
from dashboard.selection.selectors import choose_segment
from dashboard.shell.page_title import show_page_title
from dashboard.widgets.run_selector import (
    choose_run,
    choose_truth_or_foil,
    find_perfect_runs,
    list_filtered_runs,
    select_run_answers,
    show_empty_state,
)
from dashboard.widgets.start_links import show_start_links

show_page_title("Bias")
st.markdown(texts.QUESTION)
filters = read_filters()
runs = list_filtered_runs(filters)
if runs.empty:
    show_empty_state(NO_ANSWER_FITS)

is_first = ~find_perfect_runs(runs)
if runs["model_kind"].eq("reference").all():
    show_start_links(texts.ONLY_REFERENCES, has_score=True, describes_references=False)
    st.subheader(texts.EXAMPLE)
    is_constant = runs.index.to_series().isin(list_constant_baseline_runs())
    if is_constant.any():
        st.caption(texts.CONSTANT_EXAMPLE)
        is_first = is_constant
with st.container(horizontal=True):
    run_id = choose_run(runs, "Run", keys.RUN, int(is_first.argmax()))
    against = choose_truth_or_foil()
beside_blind = tuple(dict.fromkeys((run_id, *list_constant_baseline_runs())))
habits = analyse_answers(
    analysis.compute_habits, filters, beside_blind, run_id, against, get_benchmark_info().questions
)
coverage = runs.loc[run_id]
n_answers, n_unreadable = int(runs["answers"][run_id]), int(runs["unreadable"][run_id])
own = analyse_answers(select_run_answers, filters, (run_id,), run_id)
wordings = analysis.find_fixed_wordings(own)
constants = load_constants() if against == "truth" else None
if constants is not None:
    habits = analysis.choose_constants_again(habits, own, constants)
judged = SelectedRun(run_id, str(coverage["run_label"]), str(coverage["model_id"]), against, own, habits, wordings)
if habits.empty:
    if judged.model_id in FITTED:
        show_empty_state(describe_missing_references([judged.label], get_benchmark_info().words))
    show_empty_state(texts.explain_unreadable(n_answers))

shares = analyse_answers(
    analysis.compute_class_shares, filters, (run_id,), run_id, get_benchmark_info().questions, against
)
letters = letter_bias.compute_letters(own)
moved_share = letter_bias.find_moved_share(letters)
is_constant_run = run_id in list_constant_baseline_runs()
compared = habits.assign(value=float("nan")) if is_constant_run else habits  # no comparison with itself
show_sentences(
    judged, describe_habits(judged.label, shares, compared, get_benchmark_info(), moved_share, against, wordings)
)
show_habits(judged, shares)
st.caption(
    texts.describe_coverage(
        n_answers,
        get_benchmark_info().format_case_count(own["case_id"].nunique()),
        own["group_id"].nunique(),
        get_benchmark_info().words.groups,
        n_unreadable,
        explains_constant=not is_constant_run,
    )
)
show_run_limit_note(filters)

st.header("Question by question")
# There are too many names for a matrix; the classes that follow from them have one.
with_values = [q for q in habits["question_id"] if get_benchmark_info().questions[q].kind != "name"]
if not with_values:
    st.info(texts.ONLY_NAMES)
else:
    question_id = choose_segment(
        "Question", {q: format_question_title(q) for q in with_values}, common_keys.ABOUT_QUESTION
    )
    if get_benchmark_info().questions[question_id].kind in CLASS_KINDS:
        show_classes(judged, filters, question_id)
    else:
        show_numbers(judged, question_id)

if has_query("class_rule_differences"):
    st.header(texts.TOLERANCES_TITLE)
    show_tolerances(filters, against)
if get_benchmark_info().list_questions("choice"):
    letter_bias.show(own, run_id, judged.label, letters, is_single_clear=has_single_preference(shares))
signal_detection.show(filters, run_id)
image_plane_errors.show(filters)
