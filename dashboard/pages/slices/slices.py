"""The page Slices: the conditions under which a model scores lowest, falls behind another one, or fails in one way."""

import streamlit as st

from core.analyses.answered import limit_names
from core.analyses.phrases import NO_ANSWER_FITS
from core.analyses.reference_models import BY_DESIGN, describe_reference_models, is_image_plane_solver
from core.analyses.slice_sentences import describe_confirmation, describe_result, describe_search, find_weakest
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info, has_model_answered
from dashboard.data.failure_review import load_review
from dashboard.pages.slices import code_slices, sections, texts
from dashboard.runtime.state_keys import slices as keys
from dashboard.selection.filters import read_filters
from dashboard.selection.selectors import choose_option, choose_optional, migrate_renamed_option
from dashboard.selection.weak_slices import list_level_labels, list_searched_factors, search_slices
from dashboard.shell.page_title import show_page_title
from dashboard.widgets import navigation
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.run_selector import choose_run, find_perfect_runs, list_filtered_runs, show_empty_state
from dashboard.widgets.start_links import show_start_links

show_page_title("Slices")
st.markdown(texts.explain_search(get_benchmark_info().words.groups))
filters = read_filters()
runs = list_filtered_runs(filters)
if runs.empty:
    show_empty_state(NO_ANSWER_FITS)
show_start_links(texts.ONLY_REFERENCES, describes_references=False)
if not has_model_answered():
    st.subheader(texts.EXAMPLE)

with st.container(horizontal=True, vertical_alignment="bottom"):
    is_perfect = find_perfect_runs(runs)
    run_id = choose_run(runs, "Model", keys.RUN, int((~is_perfect).argmax()))
    has_codes = bool(load_review().samples)
    by_code = False
    if has_codes:
        migrate_renamed_option(keys.MEASURE, texts.SEARCHES, texts.FORMER_SEARCHES)
        search = choose_option(
            "Look for conditions where", texts.SEARCHES, keys.MEASURE, width=280, explanation=texts.SEARCHES_HELP
        )
        by_code = search == "code"
    against = None
    if not by_code:
        comparable = {str(run): str(label) for run, label in runs["run_label"].items() if run != run_id}
        against = choose_optional("Compared with", comparable, keys.BASELINE_RUN, texts.REST_OF_ANSWERS, width=280)

if by_code:
    code_slices.show(filters, run_id, str(runs["run_label"][run_id]))
    st.stop()

info = get_benchmark_info()
compared: tuple[str, ...] = (run_id, str(against)) if against else (run_id,)
names = [str(runs["run_label"][compared_id]) for compared_id in compared]
with st.spinner(texts.SEARCHING, show_time=True):
    result = search_slices(filters, compared)

if not has_model_answered():
    references = dict(runs.loc[list(compared), ["model_id", "run_label"]].to_numpy())
    is_by_design = len(compared) == 1 and is_image_plane_solver(str(runs["model_id"][run_id]))
    st.caption(" ".join([describe_reference_models(references), *([BY_DESIGN] if is_by_design else [])]))
labels = list_level_labels()
sentence = describe_result(result, names, info, labels, is_perfect=bool(is_perfect[run_id]))
st.markdown(f"#### {escape_markdown(sentence)}")
search_note = describe_search(result.search, info) if result.search.n_tried else ""
if result.search.slices:
    weakest, _ = find_weakest(result)
    st.caption(escape_markdown(describe_confirmation(weakest, len(names), info)))
    sections.show_table(result, names, labels)
elif search_note and not is_perfect[run_id]:
    titles = limit_names([info.factors[factor].title for factor in list_searched_factors()])
    st.caption(escape_markdown(texts.describe_tested(result.search.n_tried, result.search.n_factors, titles)))
    st.page_link(navigation.HEATMAPS, label=texts.HEATMAPS_LINK, icon=":material/grid_on:")
show_help_popover(texts.explain_slices(info.words.groups, escape_markdown(search_note), describe_parser()))
for number, (weak, means) in enumerate(zip(result.search.slices, result.means, strict=True)):
    sections.show_slice(weak, means, names, number, filters, compared)
