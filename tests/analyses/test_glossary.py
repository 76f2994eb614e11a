"""The glossary of the pages."""

import re
from dataclasses import replace

from core.analyses.glossary import build_glossary, split_glossary
from core.benchmarks.data import MarginSpec
from core.benchmarks.triangles.benchmark_data import WORDS
from core.records import TRIANGLE_QUESTION_BY_ID
from core.scoring.metrics import compute_score
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


def test_scores_in_space_and_in_the_image_are_explained(tiny_warehouse):
    """A benchmark with scores 3D and 2D that does not explain them gets terms for both, unlike one with an outline."""
    about = replace(read_benchmark_info(tiny_warehouse), terms=())
    assert {"3D", "2D"} <= {term.word for term in build_glossary(about)}
    outline = replace(about.foil, title="outline", phrase="the outline")
    words = {term.word for term in build_glossary(replace(about, foil=outline))}
    assert ("3D" in words, "2D" in words) == (True, False)


def test_words_that_most_pages_need_come_first(tiny_warehouse):
    """The score, its two truths and the reference models come before the others, and no word is lost."""
    about = read_benchmark_info(tiny_warehouse)
    first, others = split_glossary(about)
    words = [term.word for term in first]
    assert words[:4] == ["Score", "3D", "2D", "Reference model"]
    assert words[-3:] == ["Best constant answer", "Skill", "Lift"]
    assert sorted((*first, *others), key=lambda term: term.word.casefold()) == build_glossary(about)
    assert {"Run", "Case", "Item"} <= {term.word for term in others}


def test_the_example_of_the_score_is_computed():
    """The example in the score's meaning follows from the paper's formula."""
    score = compute_score(TRIANGLE_QUESTION_BY_ID["Q3"], 0.96, 0.87)
    assert TRIANGLE_QUESTION_BY_ID["Q3"].kind == "ratio"
    assert f"an AB/AC of 0.96 for a true 0.87 scores {100 * score:.1f}%" in WORDS.score_meaning


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


def test_if_cases_are_called_questions_what_many_ask_is_a_kind_of_question(tiny_warehouse):
    """“Question” means a case there; otherwise it means one of the benchmark's questions."""
    about = read_benchmark_info(tiny_warehouse)
    assert (about.factors["question"].title, about.questions_word) == ("Question", "questions")
    about = replace(about, words=replace(WORDS, case="question", cases="questions"))
    assert (about.factors["question"].title, about.questions_word) == ("Kind of question", "kinds of question")
    term = next(term for term in build_glossary(about) if term.word == "Question")
    assert "A kind of question, such as “Q1”," in term.meaning
