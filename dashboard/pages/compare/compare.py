"""The page Compare: which of two runs is better, on which cases, and where their answers differ most."""

import streamlit as st

from core.analyses import compare as analysis
from core.analyses import compare_sentences
from core.analyses.estimates import compute_run_scores
from core.analyses.model_versions import describe_versions
from core.analyses.phrases import describe_unreadable
from core.formatting import escape_markdown
from core.records import RUN_COLUMNS
from core.scoring.answer_codes import get_score_column, get_truth_column
from core.warehouse.aggregation import Aggregation
from dashboard.data.benchmark_info import get_benchmark_info, has_model_answered, list_constant_baseline_runs
from dashboard.data.queries import run_query
from dashboard.pages.compare import texts
from dashboard.pages.compare.all_runs import show_matrix
from dashboard.pages.compare.differences_by_factor import show_slices
from dashboard.pages.compare.disagreements import show_disagreements
from dashboard.pages.compare.equivalence import show_equivalence
from dashboard.pages.compare.error_correlation import show_common_errors
from dashboard.pages.compare.joint_outcomes import show_outcomes
from dashboard.pages.compare.reference_pair import show_reference_pair
from dashboard.pages.compare.run_choice import choose_two_runs
from dashboard.pages.compare.run_comparison import (
    RunComparison,
    compute_constant_mean,
    compute_differences,
    ensure_two_runs,
    find_closest_runs,
)
from dashboard.pages.compare.run_conditions import show_answered, show_conditions
from dashboard.pages.compare.sample_plan import show_sample_plan
from dashboard.pages.compare.score_gap import show_score_gap
from dashboard.selection.bootstrap_constants import describe_distance_interval
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.filters import read_correctness_threshold, read_filters
from dashboard.shell.page_title import show_page_title
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.run_selector import list_filtered_runs, show_empty_state
from dashboard.widgets.start_links import show_start_links
from dashboard.widgets.truth_labels import get_score_label

show_page_title("Compare")
st.markdown(texts.QUESTION)
show_start_links(texts.NO_MODEL, describes_references=False)
filters, right_at = ensure_two_runs(read_filters()), read_correctness_threshold()
runs = list_filtered_runs(filters)
if len(runs) < 2:
    show_empty_state(texts.FEWER_THAN_TWO_RUNS)

if not has_model_answered():
    st.subheader(texts.EXAMPLE)
first, second, against = choose_two_runs(runs)
if first == second:
    show_empty_state(texts.SAME_RUN)
pair = RunComparison(first, second, against, right_at, filters, find_closest_runs(runs, first, second))

differences = compute_differences(pair)
overall = analysis.get_difference(differences, first, second).to_dict()
tested = differences.dropna(subset=["corrected_p"])
n_tested_runs = len({*tested["first"], *tested["second"]})
score = get_score_column(against)
means = analyse_aggregation(compute_run_scores, pair.filters, Aggregation((*RUN_COLUMNS, "group_id"), (score,)), score)
is_skill = bool({first, second} & set(list_constant_baseline_runs()))  # their difference is skill, not of the means
measure = pair.measure if is_skill or against != "truth" else ""
sentence = compare_sentences.describe_difference(
    overall, *pair.names, measure, (len(tested), n_tested_runs), get_benchmark_info().words
)
st.markdown(f"#### {escape_markdown(sentence)}")
show_reference_pair(pair)
for caution in describe_unreadable(means[means["kind"] != "reference"], pair.measure):
    st.markdown(escape_markdown(caution))
for caution in describe_versions(run_query("model_versions"), [first, second]):
    st.markdown(escape_markdown(caution))
show_conditions(pair)
show_answered(pair)
unreadable = runs.loc[[first, second], "unreadable"]
if not overall["n"]:
    st.caption(f"{unreadable.sum():,} answers unreadable.")
    st.stop()

cases = analyse_aggregation(analysis.compare_cases, pair.filters, pair.build_aggregation("case_id", "slot"))
words = get_benchmark_info().words
has_blind = pair.runs.index.isin(list_constant_baseline_runs()).any()
left_out = compare_sentences.describe_left_out(int(unreadable.sum()), pair.list_silent_references(unreadable))
counts = texts.describe_counts(overall["n"], len(cases), words.cases, overall["n_groups"], words.groups, left_out)
if is_skill:
    st.caption(counts)
else:
    means_of_both = texts.describe_means(pair.names, analysis.compute_common_means(cases), compute_constant_mean(pair))
    st.caption(f"{means_of_both} {counts}" if left_out else means_of_both, help=None if left_out else counts)
distance_interval = describe_distance_interval(against) if has_blind else ""
show_help_popover(texts.explain_comparison(get_score_label(against), describe_parser(), distance_interval))
show_equivalence(overall, pair.measure)
show_slices(pair, overall)
show_score_gap(pair)
show_sample_plan(pair)
by_truth = pair.build_aggregation("question_id", get_truth_column(against))
table = analyse_aggregation(
    analysis.count_joint_outcomes, pair.filters, by_truth, against, get_benchmark_info().questions
)
show_outcomes(pair, table, cases, is_independent=overall["n"] == overall["n_groups"])
show_disagreements(pair, set(table["question_id"]), cases)
show_common_errors(pair)
if len(runs) > 2:
    show_matrix(pair, differences, len(runs))
