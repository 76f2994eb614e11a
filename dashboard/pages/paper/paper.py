"""What the benchmark's paper prints, computed again from the answers here, or beside them."""

import streamlit as st

from dashboard.data.queries import has_query, run_query
from dashboard.pages.paper import authors_extraction, local_means, paper_tables, reproduction, score_by_size
from dashboard.widgets.parser_note import describe_parser

st.title("Paper")
if has_query("reproduction") and len(run_query("reproduction")):
    st.caption("Each published figure, computed again from the answers in the warehouse.")
    if "ours" in run_query("reproduction"):
        authors_extraction.show()
    else:
        reproduction.show()
elif len(figures := run_query("published_figures")):
    st.caption("What the paper prints, with intervals, beside what is known without looking.")
    paper_tables.show(figures)
    paper_tables.show_contradictions()
else:
    st.info("The warehouse has no published figures.")
st.caption(f"Figures computed here: {describe_parser()}")
local_means.show()
score_by_size.show_own()
