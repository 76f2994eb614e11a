"""The page Paper: printed figures, recomputed from the stored answers or shown beside them."""

import streamlit as st

from core.analyses.paper_headline import describe_printed_result
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import has_model_answered
from dashboard.data.queries import has_query, run_query
from dashboard.pages.paper import authors_extraction, local_means, paper_tables, reproduction, score_by_size, texts
from dashboard.shell.page_title import show_page_title
from dashboard.widgets.parser_note import describe_parser

show_page_title("Paper")
if has_query("reproduction") and len(run_query("reproduction")):
    st.markdown(texts.RECOMPUTED)
    if "ours" in run_query("reproduction"):
        authors_extraction.show()
    else:
        reproduction.show()
elif len(figures := run_query("published_figures")):
    if result := describe_printed_result(figures):
        st.markdown(texts.describe_main_result(escape_markdown(result)))
    st.markdown(texts.PUBLISHED if has_model_answered() else texts.PUBLISHED_ONLY)
    paper_tables.show(figures)
    paper_tables.show_contradictions()
else:
    st.info(texts.NO_FIGURES)
local_means.show()
score_by_size.show_own()
st.caption(describe_parser())
