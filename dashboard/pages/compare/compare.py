"""Which of two runs is better, where, and on which cases do their answers differ most?"""

import streamlit as st

from core.analyses import compare as analysis
from core.analyses.estimates import kappas_by_run
from core.analyses.model_versions import describe_versions
from core.analyses.phrases import unreadable_caution
from core.formatting import plain
from core.records import RUN_COLUMNS
from core.scoring.answer_codes import score_column, truth_column
from core.warehouse.aggregation import Sums
from dashboard.data.queries import about, query
from dashboard.pages.compare import sections
from dashboard.pages.compare.error_correlation import show_common_errors
from dashboard.selection.cached_analyses import summed
from dashboard.selection.filters import chosen_filters, chosen_right_at
from dashboard.widgets.chart_display import how_to_read
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.run_selector import choose_against, choose_run, show_nothing, shown_runs
from dashboard.widgets.truth_labels import score_name

st.title("Compare")
filters, right_at = sections.with_two_runs(chosen_filters()), chosen_right_at()
runs = shown_runs(filters)
if len(runs) < 2:
    show_nothing("A comparison takes answers of two runs, and these filters leave fewer.")

with st.container(horizontal=True, vertical_alignment="bottom"):
    first = choose_run(runs, "First", "first")
    sections.show_swap()
    second = choose_run(runs, "Second", "second", 1)
    against = choose_against()
if first == second:
    show_nothing("A run agrees with itself. Choose another one as the second.")
two = sections.Two(first, second, against, right_at, filters, sections.nearest(runs, first, second))

differences = sections.differences(two)
overall = analysis.difference_of(differences, first, second).to_dict()
n_tested = int(differences["corrected_p"].count())
score = score_column(against)
means = summed(kappas_by_run, two.filters, Sums((*RUN_COLUMNS, "group_id"), (score,)), score)
sentence = analysis.difference_sentence(overall, *two.names, two.measure, n_tested, about().words)
st.markdown(f"#### {plain(sentence)}")
for caution in unreadable_caution(means, two.measure):
    st.markdown(plain(caution))
for caution in describe_versions(query("model_versions"), [first, second]):
    st.markdown(plain(caution))
sections.show_conditions(two)
sections.show_answered(two)
unreadable = runs.loc[[first, second], "unreadable"].sum()
if not overall["n"]:
    st.caption(f"{unreadable:,} answers unreadable.")
    st.stop()

cases = summed(analysis.by_case, two.filters, two.sums("case_id", "slot"))
words = about().words
st.caption(
    f"{overall['n']:,} answers that are readable in both runs, on {len(cases):,} {words.cases} of "
    f"{overall['n_groups']:,} {words.groups}; {unreadable:,} unreadable."
)
how_to_read(
    f"The mean of {score_name(against)} is compared. Only questions about {words.cases} that both runs answered "
    f"readably "
    f"count, so the two are compared on equal terms.\n\n{describe_parser()}"
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
by_truth = two.sums("question_id", truth_column(against))
table = summed(analysis.four_way_table, two.filters, by_truth, against, about().questions)
sections.show_outcomes(two, table, is_independent=overall["n"] == overall["n_groups"])
show_common_errors(two)
sections.show_disagreements(two, set(table["question_id"]), cases)
