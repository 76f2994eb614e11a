"""Tests that search text becomes patterns, and that results are counted by run and outcome."""

import re

import pandas as pd
import pytest

from core.analyses.reply_search import (
    build_pattern_parameters,
    build_patterns,
    count_matches_by_run,
    describe_match_counts,
)
from core.errors import ReviewError


@pytest.mark.parametrize(
    ("typed", "text", "is_found"),
    [("left", "To the LEFT.", True), ("left", "leftmost", False), ("left right", "right, then left", True),
     ("left right", "left", False), ('"right angle"', "a right\n angle", True), ('"right angle"', "angle right", False),
     ("90°", "it is 90°.", True), ("a.c", "abc", False), ("(b)", "answer (b) 1", True), ("c++", "in C++ it", True)],
)  # fmt: skip
def test_words_and_phrases(typed, text, is_found):
    """All words must occur, as whole words; special characters are literal."""
    assert all(re.search(pattern, text) for pattern in build_patterns(typed, "words")) == is_found


def test_a_regular_expression_is_one_pattern():
    """The phrase matches with spaces and quotes, in any letter case."""
    assert build_patterns('a "b', "regex") == ['(?is)a "b']


@pytest.mark.parametrize(("typed", "words"), [(" ", "empty"), ("x" * 201, "at most 200"), ("a b c d e", "at most 4")])
def test_searches_that_are_refused(typed, words):
    """The error says what to do."""
    with pytest.raises(ReviewError, match=words):
        build_patterns(typed, "words")


def test_missing_patterns_are_null():
    """The query has four."""
    assert build_pattern_parameters(["a"]) == {
        "pattern_1": "a",
        "pattern_2": None,
        "pattern_3": None,
        "pattern_4": None,
    }


def test_counts_and_shares_by_run():
    """A run without a match is listed with zeros; without right answers their share is missing."""
    matches = pd.DataFrame({"run_id": ["a", "a", "a"], "outcome": ["wrong", "wrong", "right"]})
    outcomes = pd.DataFrame({"run_id": ["a", "b"], "n_right": [4, 0], "n_wrong": [8, 5], "n_unreadable": [0, 1]})
    table = count_matches_by_run(matches, outcomes).set_index("run_id")
    assert table.loc["a", ["found_wrong", "share_wrong", "share_right"]].tolist() == [2, 25, 25]
    assert table.loc["b", ["found_wrong", "share_wrong"]].tolist() == [0, 0]
    assert pd.isna(table.loc["b", "share_right"])
    words = {"wrong": "wrong", "right": "correct", "unreadable": "unreadable"}
    assert describe_match_counts(matches, words) == "3 answers with such a reply: 2 wrong, 1 correct."
    assert describe_match_counts(matches[:1], words) == "1 answer with such a reply: 1 wrong."
