"""The page Review: code wrong answers one at a time, and see what the codes say about the models."""

import streamlit as st

from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import get_settings
from dashboard.pages.review import (
    agreement_view,
    codebook_view,
    coding_desk,
    cohorts_view,
    desk_preview,
    queue_choice,
    rates_view,
    reply_search,
    texts,
)
from dashboard.runtime.state_keys import review as keys
from dashboard.selection.cached_analyses import show_run_limit_note
from dashboard.selection.filters import read_filters
from dashboard.selection.selectors import choose_segment, migrate_renamed_option
from dashboard.shell.page_title import show_page_title
from dashboard.widgets.note_author import remember_author
from dashboard.widgets.review_state import count_unreadable_lines, get_coder, show_problem
from dashboard.widgets.start_links import show_start_links

PARTS = {
    "desk": "Name causes",
    "codes": "List of causes",
    "rates": "Causes per model",
    "agreement": "Two reviewers",
    "search": "Search replies",
    "cohorts": "Cohorts",
}
FORMER_PARTS = {"Code answers": "desk", "Codebook": "codes", "Rates": "rates", "Two coders": "agreement"}
"""Parts by their titles in former links."""

show_page_title("Review")
st.markdown(texts.LEAD)
show_start_links(texts.NO_MODEL, describes_references=False)
filters = read_filters()
show_run_limit_note(filters, "models")
remember_author()
migrate_renamed_option(keys.PART, PARTS, FORMER_PARTS)
part = choose_segment(texts.PARTS, PARTS, keys.PART, label_visibility="collapsed")
show_problem(lambda problem: st.warning(escape_markdown(problem)))
if unreadable := count_unreadable_lines():
    st.caption(texts.describe_unreadable_lines(unreadable))
if part == "desk":
    if not (get_settings().read_only or get_coder()):
        desk_preview.show(filters)
    elif (queue := queue_choice.choose_queue(filters)) is not None:
        coding_desk.show(queue)
elif part == "codes":
    codebook_view.show()
elif part == "rates":
    rates_view.show()
elif part == "agreement":
    agreement_view.show(get_benchmark_info().words.cases)
elif part == "cohorts":
    cohorts_view.show()
else:
    reply_search.show(filters)
