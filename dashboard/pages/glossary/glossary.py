"""The page Glossary."""

from collections.abc import Iterable

import streamlit as st

from core.analyses.glossary import split_glossary
from core.benchmarks.data import GlossaryTerm
from core.formatting import escape_markdown
from dashboard.components.reveal import reveal
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.glossary import texts
from dashboard.runtime.state_keys import glossary as keys
from dashboard.selection.link_warnings import warn_unknown_values
from dashboard.shell.page_title import show_page_title


def show_terms(terms: Iterable[GlossaryTerm], marked_word: str | None) -> None:
    """Show words with their meanings.

    Args:
        terms: the words.
        marked_word: the word that a link names; it gets a background.
    """
    for term in terms:
        word, meaning = escape_markdown(term.word), escape_markdown(term.meaning)
        if term.word == marked_word:
            with st.container(key=keys.MARKED_TERM, border=True):
                st.markdown(f"**:blue-background[{word}]**  \n{meaning}")
        else:
            st.markdown(f"**{word}**  \n{meaning}")


show_page_title("Glossary")
st.caption(texts.LEAD)
first_terms, other_terms = split_glossary(get_benchmark_info())
warn_unknown_values(keys.TERM, "Word", [term.word for term in (*first_terms, *other_terms)])
marked_word = st.query_params.get(keys.TERM)
st.header(texts.FIRST_SECTION, anchor=False)
show_terms(first_terms, marked_word)
st.header(texts.OTHERS_SECTION, anchor=False)
show_terms(other_terms, marked_word)
reveal(f".st-key-{keys.MARKED_TERM}", keys.REVEAL_TERM, is_asked=marked_word is not None)
