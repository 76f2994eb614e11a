"""Which of two runs is better, where, and on which cases do their answers differ most?"""

import streamlit as st

from core.analyses import compare as analysis
from core.analyses.estimates import kappas_by_run
from core.analyses.model_versions import describe_versions
from core.analyses.wording import unreadable_caution
from core.records import RUN_COLUMNS
from core.scoring.coding import score_column, truth_column
from core.text import plain
from core.warehouse.sums import Sums
from dashboard.analysed import summed
from dashboard.figures import how_to_read
from dashboard.filters import chosen_filters, chosen_right_at
from dashboard.frames import score_name
from dashboard.parts import compare
from dashboard.parts.common_errors import show_common_errors
from dashboard.parts.parser_note import describe_parser
from dashboard.parts.runs import choose_against, choose_run, show_nothing, shown_runs
from dashboard.queries import about, query

st.title("Compare")
filters, right_at = compare.with_two_runs(chosen_filters()), chosen_right_at()
runs = shown_runs(filters)
if len(runs) < 2:
    show_nothing("A comparison takes answers of two runs, and these filters leave fewer.")

with st.container(horizontal=True, vertical_alignment="bottom"):
    first = choose_run(runs, "First", "first")
    compare.show_swap()
    second = choose_run(runs, "Second", "second", 1)
    against = choose_against()
if first == second:
    show_nothing("A run agrees with itself. Choose another one as the second.")
two = compare.Two(first, second, against, right_at, filters, compare.nearest(runs, first, second))

differences = compare.differences(two)
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
compare.show_conditions(two)
compare.show_answered(two)
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
        compare.show_matrix(two, differences, len(runs))
    with right:
        compare.show_cases(two, cases)
else:
    with st.container(width=640):
        compare.show_cases(two, cases)
compare.show_slices(two, overall)
st.header("Who is right")
by_truth = two.sums("question_id", truth_column(against))
table = summed(analysis.four_way_table, two.filters, by_truth, against, about().questions)
compare.show_outcomes(two, table, is_independent=overall["n"] == overall["n_groups"])
show_common_errors(two)
compare.show_disagreements(two, set(table["question_id"]), cases)
