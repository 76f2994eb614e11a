"""What the benchmark's paper prints, computed again from the answers here, or beside them."""

import streamlit as st

from dashboard.parts import authors_extraction, by_size, own_means, paper_tables, reproduction
from dashboard.parts.parser_note import describe_parser
from dashboard.queries import has_query, query

st.title("Paper")
if has_query("reproduction") and len(query("reproduction")):
    st.caption("Each published figure, computed again from the answers in the warehouse.")
    if "ours" in query("reproduction"):
        authors_extraction.show()
    else:
        reproduction.show()
elif len(figures := query("published_figures")):
    st.caption("What the paper prints, with intervals, beside what is known without looking.")
    paper_tables.show(figures)
    paper_tables.show_contradictions()
else:
    st.info("The warehouse has no published figures.")
st.caption(f"Figures computed here: {describe_parser()}")
own_means.show()
by_size.show_own()
