"""Options that another program shuffled: the letter as seen becomes the letter of the same text."""

from core.parsing.choice.shuffled_options import restore_option_order
from core.records import Answer

OWN = ("a circle", "a square", "a star", "an oval")
SEEN = ("an oval", "a star", "a square", "a circle")


def test_a_letter_as_seen_becomes_the_letter_of_the_same_text():
    """D of the seen order is the case's A, and a note keeps what was said."""
    answer = restore_option_order(Answer("q", "ok", "D", stated="D"), SEEN, OWN)
    assert (answer.value, answer.stated, answer.note) == ("A", "D", "the model saw this option as D")


def test_the_same_order_changes_nothing():
    """An answer to options in the case's order is the answer itself."""
    answer = Answer("q", "ok", "C", stated="C")
    assert restore_option_order(answer, OWN, OWN) == answer


def test_an_option_that_the_case_has_not_is_invalid():
    """A text that is none of the case's options is never a guess at the nearest."""
    answer = restore_option_order(Answer("q", "ok", "A"), ("a cube", *SEEN[1:]), OWN)
    assert (answer.status, answer.value) == ("invalid", None)
    assert "a cube" in str(answer.reason)


def test_what_could_not_be_read_stays_so():
    """Without a letter there is nothing to translate."""
    answer = Answer("q", "unparsed", reason="no letter")
    assert restore_option_order(answer, SEEN, OWN) == answer
