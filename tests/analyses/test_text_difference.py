"""Differences between two texts."""

import random

import pytest

from core.analyses.text_difference import MAX_WORDS, ONLY_HERE, split_at_differences


def join_common(pieces):
    """Join the pieces that both texts have."""
    return "".join(text for text, evidence in pieces if not evidence)


def test_words_of_one_text_are_marked():
    """A changed word is a separate piece in both texts, an added one only in the second."""
    first, second = split_at_differences("The answer is B.", "The answer is C, surely.")
    assert first == [("The answer is ", ""), ("B", ONLY_HERE), (".", "")]
    assert second == [("The answer is ", ""), ("C, surely", ONLY_HERE), (".", "")]


@pytest.mark.parametrize(("first", "second"), [("", ""), ("", "a"), ("a", ""), ("same\n\ttext", "same\n\ttext")])
def test_empty_and_equal_texts(first, second):
    """Equal texts have no marked piece, and an empty text has no piece."""
    for text, pieces in zip((first, second), split_at_differences(first, second), strict=True):
        assert "".join(piece for piece, _ in pieces) == text
        assert any(evidence for _, evidence in pieces) == (first != second and bool(text))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("n_words", [30, MAX_WORDS + 100])
def test_pieces_join_to_the_texts(seed, n_words):
    """Nothing is lost, and what is not marked is the same in both texts, for short and long ones."""
    draw = random.Random(seed)
    texts = ["".join(draw.choice(["a ", "b ", "é", "\n", "<b>", "1.5"]) for _ in range(n_words)) for _ in range(2)]
    pieces = split_at_differences(*texts)
    assert ["".join(text for text, _ in text_pieces) for text_pieces in pieces] == texts
    assert join_common(pieces[0]) == join_common(pieces[1])
