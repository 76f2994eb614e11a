"""Glossary words, underlined at their first use on a page and explained on hover."""

from collections.abc import Sequence
from dataclasses import asdict

from core.benchmarks.data import GlossaryTerm
from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey

_GLOSSARY = create_component("glossary", "streamlit_page")


def explain_words(terms: Sequence[GlossaryTerm], key: ElementKey) -> None:
    """Underline and explain these words on the whole page.

    Args:
        terms: the words; of overlapping ones, the longer one wins.
        key: of the component.
    """
    _GLOSSARY(key=key, data={"terms": [asdict(term) for term in terms]})
