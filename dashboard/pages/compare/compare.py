"""The page Compare: which of two runs is better, on which cases, and where their answers differ most."""

import streamlit as st

from core.analyses import compare as analysis
from core.analyses.estimates import compute_run_scores
from core.analyses.model_versions import describe_versions
from core.analyses.phrases import describe_unreadable
from core.formatting import escape_markdown
from core.records import RUN_COLUMNS
from core.scoring.answer_codes import get_score_column, get_truth_column
from core.warehouse.aggregation import Aggregation
from dashboard.data.queries import get_benchmark_info, run_query
from dashboard.pages.compare import sections
from dashboard.pages.compare.equivalence import show_equivalence
from dashboard.pages.compare.error_correlation import show_common_errors
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.filters import read_correctness_threshold, read_filters
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.run_selector import choose_run, choose_truth_or_foil, list_filtered_runs, show_empty_state
from dashboard.widgets.truth_labels import get_score_label

st.title("Compare")
filters, right_at = sections.ensure_two_runs(read_filters()), read_correctness_threshold()
runs = list_filtered_runs(filters)
if len(runs) < 2:
    show_empty_state("A comparison needs answers of two runs, but fewer fit these filters.")

with st.container(horizontal=True, vertical_alignment="bottom"):
    first = choose_run(runs, "First", "first")
    sections.show_swap()
    second = choose_run(runs, "Second", "second", 1)
    against = choose_truth_or_foil()
if first == second:
    show_empty_state("Both runs are the same. Choose another one as the second.")
two = sections.RunComparison(first, second, against, right_at, filters, sections.find_closest_runs(runs, first, second))

differences = sections.compute_differences(two)
overall = analysis.get_difference(differences, first, second).to_dict()
n_tested = int(differences["corrected_p"].count())
score = get_score_column(against)
means = analyse_aggregation(compute_run_scores, two.filters, Aggregation((*RUN_COLUMNS, "group_id"), (score,)), score)
sentence = analysis.describe_difference(overall, *two.names, two.measure, n_tested, get_benchmark_info().words)
st.markdown(f"#### {escape_markdown(sentence)}")
for caution in describe_unreadable(means, two.measure):
    st.markdown(escape_markdown(caution))
for caution in describe_versions(run_query("model_versions"), [first, second]):
    st.markdown(escape_markdown(caution))
show_equivalence(overall, two.measure)
sections.show_conditions(two)
sections.show_answered(two)
unreadable = runs.loc[[first, second], "unreadable"].sum()
if not overall["n"]:
    st.caption(f"{unreadable:,} answers unreadable.")
    st.stop()

cases = analyse_aggregation(analysis.compare_cases, two.filters, two.build_aggregation("case_id", "slot"))
words = get_benchmark_info().words
st.caption(
    f"{overall['n']:,} answers that are readable in both runs, on {len(cases):,} {words.cases} of "
    f"{overall['n_groups']:,} {words.groups}; {unreadable:,} unreadable."
)
show_help_popover(
    f"The comparison uses the mean of {get_score_label(against)}. Only questions about {words.cases} that both runs "
    f"answered readably "
    f"count, so the comparison is fair.\n\n{describe_parser()}"
)
if len(runs) > 2:
    left, right = st.columns([5, 4], gap="medium")
    with left:
        sections.show_matrix(two, differences, len(runs))
    with right:
        sections.show_cases(two, cases)
else:
    with st.container(width=640):
        sections.show_cases(two, cases)
sections.show_slices(two, overall)
st.header("Who is right")
by_truth = two.build_aggregation("question_id", get_truth_column(against))
table = analyse_aggregation(
    analysis.count_joint_outcomes, two.filters, by_truth, against, get_benchmark_info().questions
)
sections.show_outcomes(two, table, is_independent=overall["n"] == overall["n_groups"])
show_common_errors(two)
sections.show_disagreements(two, set(table["question_id"]), cases)
