"""The page Glossary."""

from collections.abc import Iterable

import streamlit as st

from core.analyses.glossary import split_glossary
from core.benchmarks.data import GlossaryTerm
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.glossary import texts


def show_terms(terms: Iterable[GlossaryTerm]) -> None:
    """Show words with their meanings."""
    for term in terms:
        st.markdown(f"**{escape_markdown(term.word)}**  \n{escape_markdown(term.meaning)}")


st.title("Glossary")
st.caption(texts.LEAD)
first_terms, other_terms = split_glossary(get_benchmark_info())
st.header(texts.FIRST_SECTION, anchor=False)
show_terms(first_terms)
st.header(texts.OTHERS_SECTION, anchor=False)
show_terms(other_terms)
