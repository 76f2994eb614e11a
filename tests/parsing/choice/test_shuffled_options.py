"""Tests of options that another program shuffled: the letter as seen becomes the letter of the same text."""

from core.parsing.choice.shuffled_options import restore_option_order
from core.records import Answer

OWN = ("a circle", "a square", "a star", "an oval")
SEEN = ("an oval", "a star", "a square", "a circle")


def test_a_letter_as_seen_becomes_the_letter_of_the_same_text():
    """D of the seen order is the case's A, and a note has the original letter."""
    answer = restore_option_order(Answer("q", "ok", "D", stated="D"), SEEN, OWN)
    assert (answer.value, answer.stated, answer.note) == ("A", "D", "the model saw this option as D")


def test_the_same_order_changes_nothing():
    """An answer to options in the case's order is unchanged."""
    answer = Answer("q", "ok", "C", stated="C")
    assert restore_option_order(answer, OWN, OWN) == answer


def test_an_option_that_the_case_does_not_have_is_invalid():
    """A text that is not one of the case's options is never matched to a similar option."""
    answer = restore_option_order(Answer("q", "ok", "A"), ("a cube", *SEEN[1:]), OWN)
    assert (answer.status, answer.value) == ("invalid", None)
    assert "a cube" in str(answer.reason)


def test_unread_answers_stay_unread():
    """Without a letter nothing is translated."""
    answer = Answer("q", "unparsed", reason="no letter")
    assert restore_option_order(answer, SEEN, OWN) == answer
