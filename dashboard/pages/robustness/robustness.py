"""The page Robustness: whether a model is right and consistent across views, and whether a reply contradicts itself."""

import streamlit as st

from core.analyses.phrases import describe_tolerances
from core.analyses.reference_models import describe_reference_models
from core.analyses.robustness import (
    find_most_changing_run,
    is_constant_moved_by_order,
    list_set_measures,
    name_whole_set,
)
from core.analyses.set_claims import WITHOUT_IMAGE, describe_reference_shares
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.cases.gallery import list_outcomes
from dashboard.pages.robustness import (
    contradictions,
    measures_by_question,
    set_measures,
    set_results,
    texts,
    worst_sets,
)
from dashboard.pages.robustness.circular_eval import show_circular
from dashboard.pages.robustness.flip_eval import show_mirrored
from dashboard.pages.robustness.impossible_claims import show_exclusions
from dashboard.pages.robustness.other_readings import has_coordinates, show_other_readings
from dashboard.pages.robustness.repeats import show_repeats
from dashboard.pages.robustness.section_expander import fold_section
from dashboard.pages.robustness.sets_by_class import show_sets_by_class
from dashboard.pages.robustness.view_changes import explain_missing_views, show_view_changes
from dashboard.runtime.state_keys import robustness as keys
from dashboard.selection.cached_analyses import show_run_limit_note
from dashboard.selection.filters import read_correctness_threshold, read_filters
from dashboard.selection.selectors import choose_segment
from dashboard.selection.set_aggregation import build_set_aggregation
from dashboard.shell.page_title import show_page_title
from dashboard.widgets import finding_links
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.run_selector import describe_partial_runs, show_empty_state
from dashboard.widgets.start_links import show_start_links

show_page_title("Robustness")
described = get_benchmark_info()
has_sets = bool(described.protocols)
st.markdown(texts.ask_question(name_whole_set(described)) if has_sets else texts.QUESTION_WITHOUT_SETS)
filters, right_at = read_filters(), read_correctness_threshold()
show_run_limit_note(filters, "runs" if has_sets else "models")
words = described.words
shown = set_results.compute_results(filters, right_at)
if shown is None:
    has_variants = show_repeats(filters, right_at, has_heading=has_sets)
    has_views = show_view_changes(filters, right_at)
    if not has_views:
        st.markdown(explain_missing_views())
    has_readings = show_other_readings(filters)
    if has_sets:
        show_empty_state(texts.explain_no_pairs(words.cases))
    if has_variants or has_views or has_readings:
        st.stop()
    if has_coordinates():
        show_empty_state(texts.NO_COORDINATES)
    show_empty_state(texts.explain_no_protocol(words.cases))
titles = list_set_measures(described)
set_measures.show_claims(shown, is_first=True)
show_start_links()
models = shown.by_run[shown.by_run["kind"] != "reference"]  # the chart has the shares of references too
if models.empty:
    st.subheader(texts.EXAMPLE)
    names = dict(shown.by_run[["model_id", "label"]].to_numpy())
    if result := describe_reference_shares(shown.by_run, described):
        st.markdown(f"**{escape_markdown(result)}**", help=describe_reference_models(names))
set_measures.show_measures(shown)
set_measures.show_claims(shown, is_first=False)
tolerances = escape_markdown(describe_tolerances(described, right_at))
unreadable = set_measures.describe_unreadable(shown.unreadable, set(models["run_id"]))
if note := texts.describe_tolerances(tolerances, unreadable):
    st.caption(note)
if partial_runs := describe_partial_runs(models["run_id"].unique()):
    st.caption(escape_markdown(partial_runs))
is_moved = is_constant_moved_by_order(shown.by_run, described)
notes = "\n\n".join([WITHOUT_IMAGE, *([texts.CONSTANT_IN_NO_ORDER] if is_moved else []), describe_parser()])
show_help_popover(texts.explain_measures(titles["binary"], titles["graded"], titles["stable"], words, notes))

with fold_section(texts.QUESTIONS_SECTION, "by-question", keys.MEASURE_QUESTION):
    measure = choose_segment("Measure", titles, keys.MEASURE_QUESTION)
    measures_by_question.show_by_question(shown.by_question, measure)
    measures_by_question.show_table_of(shown.by_question)

with st.container(key=keys.WORST_SETS):
    worst_controls = keys.WORST_SETS_RUN, keys.WORST_SETS_QUESTION
    with fold_section(texts.WORST_TITLE, set_measures.WORST_SECTION, *worst_controls):
        st.caption(texts.explain_order(described.score))
        show_help_popover(texts.WORST_HELP)
        of_runs = shown.by_run.drop_duplicates("run_id")
        of_first = shown.by_question[shown.by_question["measure"] == "binary"]
        if of_first.empty:
            st.info(texts.explain_no_sets(words.cases))
        else:
            worst_sets.show_worst_sets(filters, of_runs, of_first, right_at, find_most_changing_run(shown.by_run))
finding_links.show_section_anchor(keys.WORST_SETS)

show_repeats(filters, right_at)
of_sets = build_set_aggregation(right_at)
show_sets_by_class(filters, right_at)
show_circular(filters, of_sets)
show_mirrored(filters, of_sets)
show_exclusions(filters)
has_views = show_view_changes(filters, right_at)
show_other_readings(filters)
if "contradicted" in list_outcomes():
    st.header(texts.CONTRADICTIONS_TITLE, anchor=False)
    contradictions.show_contradictions(filters)
if not has_views:
    st.markdown(explain_missing_views())
