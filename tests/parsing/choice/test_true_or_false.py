"""Tests of replies that repeat a statement, or its opposite, instead of "True" or "False"."""

import pytest

from core.parsing.choice.parsers import parse_choice, parse_choice_answer

OPTIONS = ("True", "False")
LINES = "In the figure, the lines for Nepal and Haiti do not intersect between 2010 and 2011. True or False?"
SYMMETRY = "This structure has reflectional symmetry along a vertical axis. Is this true or false?"


@pytest.mark.parametrize(
    ("question", "reply", "letter"),
    [
        (LINES, "The lines for Nepal and Haiti do not intersect between 2010 and 2011, as the first stays above.", "A"),
        (LINES, "Looking closely, the lines for Nepal and Haiti intersect between 2010 and 2011.", "B"),
        (LINES, "We can see that the lines for Nepal and Haiti don't intersect between 2010 and 2011. Inst", "A"),
        (SYMMETRY, "Therefore, this structure does not have reflectional symmetry along a vertical axis.", "B"),
        (SYMMETRY, "It is mirrored. So this structure has reflectional symmetry along the vertical axis.", "A"),
        (LINES, "To determine if the lines for Nepal and Haiti do not intersect between 2010 and 2011, look.", None),
        (LINES, "The lines for Nepal and Haiti do not intersect between 2010 and 2011.", None),
        (LINES, "Do the lines for Nepal and Haiti intersect between 2010 and 2011?", None),
        (LINES, "It seems the lines for Nepal and Haiti might intersect between 2010 and 2011.", None),
        (LINES, "Statement: 'the lines for Nepal and Haiti do not intersect between 2010 and 2011'", None),
        (LINES, "The lines for Nepal and Haiti intersect between 2010 and 2012.", None),
        (
            LINES,
            "At first one is lower. The lines for Nepal and Haiti intersect between 2010 and 2011. No: looking "
            "again. The lines for Nepal and Haiti do not intersect between 2010 and 2011.",
            None,
        ),
        ("Which is longer?", "The lines for Nepal and Haiti do not intersect between 2010 and 2011.", None),
    ],
)
def test_an_asserted_statement_is_true_or_false(question, reply, letter):
    """A statement or its denial is read; a condition, question, quotation, echo or other year is not."""
    reading = parse_choice(reply, OPTIONS, question=question)
    assert reading.letter == letter
    if letter:
        assert reply[slice(*reading.span)] == reading.stated
        assert parse_choice(reply, OPTIONS[::-1], question=question).letter == {"A": "B", "B": "A"}[letter]
        assert parse_choice_answer("q", reply, OPTIONS, question=question).value == letter


@pytest.mark.parametrize("reply", ["False. The lines for Nepal and Haiti do not intersect between 2010 and 2011.", "B"])
def test_a_named_option_overrides_the_statement(reply):
    """The named option decides, whatever else the reply states."""
    assert parse_choice(reply, OPTIONS, question=LINES).letter == "B"


def test_statements_are_read_only_for_true_and_false():
    """With other options nothing is read from the statement."""
    reply = "Looking closely, the lines for Nepal and Haiti intersect between 2010 and 2011."
    assert parse_choice(reply, ("yes", "no"), question=LINES).letter is None
