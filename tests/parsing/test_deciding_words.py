"""Tests of the words of a reply that decided how it was read."""

import pytest

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.choice.benchmark import ChoiceBenchmark
from core.parsing.deciding_words import DecidingWords, split_at_words

CASE = Case("c", "g", "c", (CaseQuestion("side", ("left", "right", "above", "below")),), "1", "Where is the ball?")
BENCHMARK = ChoiceBenchmark("own", lambda *_: None, ())  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize(
    ("raw", "words", "evidence"),
    [
        ("<think>Perhaps A.</think>\n\nThe answer is **B**.", "B", "a sentence that states the answer"),
        ("A\u200b is its mirror image, so it must be （Ｃ）.", "（Ｃ）"[1], "a conclusion"),
        ('{"reasoning": "A?", "final_answer": "D"}', "D", "an answer key in JSON"),
        ("It lies on the left.", "left", "the only option's text"),
    ],
)
def test_the_words_are_in_the_raw_reply(raw, words, evidence):
    """The words are those of the raw reply, whatever was removed or simplified before reading."""
    (found,) = BENCHMARK.find_deciding_words(raw, CASE)
    assert raw[found.start : found.stop].strip("（）") == words
    assert found.evidence == evidence
    assert found.question_id == "side"


def test_an_unread_reply_has_no_deciding_words():
    """The reply names no option."""
    assert BENCHMARK.find_deciding_words("I cannot see it.", CASE) == ()


def test_pieces_are_the_whole_reply():
    """The pieces in order give the reply; words that overlap earlier words are left out."""
    words = (DecidingWords("q", 4, 6, "a box"), DecidingWords("q", 5, 9, "x"), DecidingWords("r", 8, 9))
    assert split_at_words("0123456789", words) == [
        ("0123", ""), ("45", "a box"), ("67", ""), ("8", "the answer"), ("9", ""),
    ]  # fmt: skip
    assert split_at_words("abc", ()) == [("abc", "")]
