"""Tests of the pages of a benchmark whose released replies are reconstructed, through AppTest."""

import re

import pytest

from core.benchmarks.data import UNNAMED_MARGIN
from dashboard.pages.precision.texts import explain_margin, name_single_question
from dashboard.pages.review import texts as review_texts
from tests.dashboard.pages import drawn, open_page, opened, text_of
from tests.small_blindtest import FIRST_WORDS, fill_blindtest

EVERY_PAGE = (
    "overview", "cases", "heatmaps", "compare", "bias", "precision", "robustness", "benchmarks", "paper", "data",
    "glossary", "ask_a_model", "ask_yourself",
)  # fmt: skip
NOTE = "Each question has two options, so the replies here are reconstructed from that."


@pytest.fixture
def blindtest(fill_once, monkeypatch):
    """Show a small set of circles alone, for read-only tests."""
    monkeypatch.setenv("TRILENS_DATA", str(fill_once("blindtest", fill_blindtest).data))


@pytest.mark.slow
@pytest.mark.parametrize("page", EVERY_PAGE)
def test_every_page_runs_and_says_that_replies_are_reconstructed(blindtest, page):
    """Each page shows the set without an error, with the credit, and the note unless it begins with live replies."""
    app = open_page(page)
    assert not app.exception
    assert (NOTE in text_of(app)) == (page != "ask_a_model")
    assert "BlindTest, Rahmanzadehgervi, Bolton, Taesiri and Nguyen, MIT" in text_of(app)


def test_the_paper_page_has_the_authors_table(blindtest):
    """Rows are the models that have a folder, by name; columns are the tasks and their average."""
    app = open_page("paper")
    (table,) = [table.value for table in app.table if "Touching" in table.value]
    assert list(table.columns[1:]) == ["Touching", "Overlapping", "Average"]
    assert list(table[""]) == ["GPT-4o", "Claude 3.5 Sonnet"]
    assert "of 12 published numbers are reproduced" in text_of(app)


def test_precision_explains_the_margin_and_names_a_single_question(blindtest):
    """The margin is explained by its meaning unless that is only its name; a single question is in the sentence."""
    assert "The margin is the size of that difference: gap between the circles" in text_of(open_page("precision"))
    unexplained = explain_margin([UNNAMED_MARGIN], name_single_question("Which", 8))
    assert unexplained.startswith("How small a difference does a model still see? Only *Which*, 1 of 8 ")
    assert unexplained.endswith("for another answer to be correct.")


def test_parsers_are_not_compared_on_reconstructed_replies(blindtest):
    """Bias states the reason instead of showing the table."""
    text = text_of(open_page("bias"))
    assert "parsers are not compared" in text
    assert "three parsers" not in text


def test_robustness_counts_impossible_claims(blindtest):
    """No drawing overlaps without touching, and the made-up models never give that answer."""
    app = open_page("robustness")
    (table,) = [table.value for table in app.table if "claimed" in table.value]
    assert set(table["Model"]) >= {"GPT-4o", "Claude 3.5 Sonnet"}


def test_a_case_counts_its_correct_answers_beside_the_question(blindtest):
    """The answers' table is folded, so the count of correct answers of the models is above the options."""
    (question,) = drawn(open_page("cases", case="touch_0.05_0.20_h_64"), "question")
    assert re.fullmatch(r"(None|\d) of the models’ \d answers (is|are) correct\.", question["result"])


def test_a_reply_says_that_it_is_reconstructed(blindtest):
    """The note is shown above each released reply of a case, and above no other."""
    app = opened(open_page("cases", photograph="touch_0.05_0.20_h_64"))
    assert not app.exception
    notes = [caption.value for caption in app.caption if caption.value.startswith("Reconstructed from right or wrong")]
    assert len(notes) == len(FIRST_WORDS)


def test_review_leaves_out_a_reply_that_is_only_its_answer(blindtest):
    """Reconstructed replies add nothing to the answer above them; the right option is named once above the list."""
    app = open_page("review")
    assert not app.exception
    assert review_texts.ANSWER_ALONE in text_of(app)
    assert not [part for part in app.caption if part.value.startswith("Reply of ")]
    (question,) = [part for part in drawn(app, "question") if part["lists"]]
    assert not question["names_key"]
