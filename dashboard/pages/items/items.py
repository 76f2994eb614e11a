"""The page Items: difficulty and discrimination of each question of a case, and questions that deserve a look."""

import streamlit as st

from core.analyses.items import MIN_MODELS, describe_cautions, describe_items
from core.formatting import escape_markdown
from dashboard.pages.items import sections, texts
from dashboard.selection.cached_analyses import show_run_limit_note
from dashboard.selection.filters import read_correctness_threshold, read_filters
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.parser_note import describe_parser

st.title("Items")
st.markdown(texts.LEAD)
filters, right_at = read_filters(), read_correctness_threshold()
show_run_limit_note(filters, "models")
with st.spinner("Fitting the questions", show_time=True):
    result = sections.compute_items(filters, right_at)

st.markdown(f"#### {escape_markdown(describe_items(result))}")
if result.fit is None:
    st.markdown(texts.explain_too_few_models(MIN_MODELS))
    st.stop()
for caution in describe_cautions(result):
    st.caption(escape_markdown(caution))
show_help_popover(texts.explain_chart(describe_parser()))
sections.show_scatter(result)
sections.show_flagged(result)
sections.show_subset(result)
