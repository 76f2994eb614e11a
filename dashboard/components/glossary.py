"""The words of the glossary, underlined at their first use on a page and explained beside the mouse."""

from collections.abc import Sequence
from dataclasses import asdict

from core.benchmarks.data import GlossaryTerm
from dashboard.components.mount import create_component

_GLOSSARY = create_component("glossary")


def explain_words(terms: Sequence[GlossaryTerm], key: str) -> None:
    """Underlines and explains these words on the whole page.

    Args:
        terms: the words; a longer one wins where two overlap.
        key: of the component.
    """
    _GLOSSARY(key=key, data={"terms": [asdict(term) for term in terms]})
