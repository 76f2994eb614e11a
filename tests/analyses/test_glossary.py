"""The glossary of the pages."""

import re
from dataclasses import replace

from core.analyses.glossary import build_glossary
from core.benchmarks.data import MarginSpec
from core.warehouse.metadata import read_benchmark_info


def test_each_word_is_explained_once_in_sentences(tiny_warehouse):
    """No word or form occurs twice; meanings are sentences, in alphabetical order."""
    words = build_glossary(read_benchmark_info(tiny_warehouse))
    forms = [form.casefold() for term in words for form in (term.word, *term.forms)]
    assert len(set(forms)) == len(forms)
    assert all(re.fullmatch(r"[A-Z].*\.", term.meaning) for term in words)
    assert [term.word.casefold() for term in words] == sorted(term.word.casefold() for term in words)


def test_words_are_those_of_the_benchmark(tiny_warehouse):
    """A benchmark with a foil explains reliance, one without does not; its own words come from the warehouse."""
    of_triangles = read_benchmark_info(tiny_warehouse)
    found = {term.word for term in build_glossary(of_triangles)}
    assert {"Reliance", "Score", "Triangle", "Homography solver", "P0, P1, T0, T1"} <= found
    without = {term.word for term in build_glossary(replace(of_triangles, foil=None, terms=()))}
    assert not {"Reliance", "Homography solver", "Chance"} & without


def test_margin_is_explained_if_used(tiny_warehouse):
    """The word is listed only if questions have a margin, with its meaning per question."""
    described = read_benchmark_info(tiny_warehouse)
    assert "Margin" not in {term.word for term in build_glossary(described)}
    margins = {
        "Q4": MarginSpec("Q4", "distance from 90", "°"),
        **{each: MarginSpec(each, "ratio") for each in ("Q5", "Q6")},
    }
    (term,) = (term for term in build_glossary(replace(described, margins=margins)) if term.word == "Margin")
    assert term.meaning.endswith(": the distance from 90 in “Q4”; the ratio in “Q5” and “Q6”.")
