"""The page Paper: printed figures, recomputed from the stored answers or shown beside them."""

import streamlit as st

from core.analyses.paper_headline import describe_printed_result, list_headline_sources
from core.benchmarks.entries import DRAWN_SUFFIX
from core.benchmarks.introductions import get_introduction
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info, has_model_answered
from dashboard.data.queries import has_query, run_query
from dashboard.pages.paper import authors_extraction, local_means, paper_tables, reproduction, score_by_size, texts
from dashboard.shell.page_title import show_page_title
from dashboard.widgets.parser_note import describe_parser

show_page_title("Paper")
if paper := get_introduction(get_benchmark_info().benchmark_id).paper:
    st.markdown(f"*{escape_markdown(paper)}*")
if has_query("reproduction") and len(run_query("reproduction")):
    if "ours" in run_query("reproduction"):
        authors_extraction.show()
    else:
        st.markdown(texts.RECOMPUTED)
        reproduction.show()
elif len(figures := run_query("published_figures")):
    is_drawn = get_benchmark_info().title.endswith(DRAWN_SUFFIX)
    drawn_set = texts.describe_drawn_set(has_answered=has_model_answered())
    st.markdown(drawn_set if is_drawn else texts.NOT_RECOMPUTED)
    if result := describe_printed_result(figures):
        source = "; ".join(list_headline_sources(figures))
        st.markdown(texts.describe_main_result(escape_markdown(result), escape_markdown(source)))
    paper_tables.show_contradiction_counts()
    paper_tables.show(figures)
    paper_tables.show_contradictions()
else:
    st.info(texts.NO_FIGURES)
local_means.show()
score_by_size.show_own()
st.caption(describe_parser())
