"""The page Slices: the conditions under which a model scores lowest, falls behind another one, or fails in one way."""

import streamlit as st

from core.analyses.slices import describe_result, describe_search
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.failure_review import load_review
from dashboard.pages.slices import code_slices, sections
from dashboard.selection.filters import read_filters
from dashboard.selection.selectors import choose_option, choose_optional
from dashboard.selection.weak_slices import search_slices
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.run_selector import choose_run, list_filtered_runs, show_empty_state

SEARCHES = {"score": "scores are lower", "code": "a failure code is more frequent"}
"""What a search looks for, and how it is named."""

st.title("Slices")
filters = read_filters()
runs = list_filtered_runs(filters)
if runs.empty:
    show_empty_state("No answer fits these filters.")

with st.container(horizontal=True, vertical_alignment="bottom"):
    run_id = choose_run(runs, "Model", "slice_run")
    by_code = bool(load_review().samples) and choose_option("Where", SEARCHES, "slice_measure", width=280) == "code"
    against = None
    if not by_code:
        comparable = {str(run): str(label) for run, label in runs["run_label"].items() if run != run_id}
        against = choose_optional("Compared with", comparable, "slice_against", "the rest of its answers", width=280)

if by_code:
    code_slices.show(filters, run_id, str(runs["run_label"][run_id]))
    st.stop()

info = get_benchmark_info()
compared: tuple[str, ...] = (run_id, str(against)) if against else (run_id,)
names = [str(runs["run_label"][compared_id]) for compared_id in compared]
with st.spinner("Comparing slices", show_time=True):
    result = search_slices(filters, compared)

st.markdown(f"#### {escape_markdown(describe_result(result, names, info))}")
if result.search.n_tried:
    st.caption(escape_markdown(describe_search(result.search, info)))
show_help_popover(
    f"**A slice** is the answers under one to three conditions, with at least ten {info.words.groups}. Scores are "
    "compared within questions, so a slice is not low because its questions are hard. Skill (the score beyond not "
    "looking) must be lower too: where not looking fails as much, low scores only show a habit.\n\n**Confirmed** "
    f"means: chosen on one random half of the {info.words.groups}, and lower on the other half too, with a p-value "
    "corrected for all candidates. The interval is that of the other half. In data without any slice, fewer than 5 of "
    "100 searches confirm one.\n\n**Explained** slices are not listed: a narrower combination that is no worse than "
    "the rest of the wider one, and a wider one whose rest is no worse than everything else.\n\nA slice shows where "
    f"a model fails, not why.\n\n{describe_parser()}"
)
for number, (weak, means) in enumerate(zip(result.search.slices, result.means, strict=True)):
    sections.show_slice(weak, means, names, number, filters, compared)
