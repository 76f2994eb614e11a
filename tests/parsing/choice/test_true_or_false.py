"""Tests of replies that repeat a statement, or its opposite, instead of "True" or "False"."""

import re

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


TWO_LINES = "In the left chart, the two lines intersect between step 40 and 60. True or False?"
SIX = "Two OH are not attached to neighbouring corners of the ring. True or False?"
USA = "In the figure, the lines for Peru and the U.S. intersect between 1990 and 1995. True or False?"
SECONDS = "The curves for Adam and SGD intersect between times (in seconds) 200 and 300. True or False?"
ALL_RINGS = "All molecules in the figure include a closed ring. True or False?"
PARAPHRASED = [
    (TWO_LINES, "The red line and the blue line do not intersect between step 40 and 60.", "B"),
    (TWO_LINES, "They start apart. Later the solid and dashed lines intersect between step 40 and 60, as shown.", "A"),
    (TWO_LINES, "The dashed line does not intersect with the solid line between step 40 and 60, it", "B"),
    (
        TWO_LINES,
        "Look at steps 40 and 60. It is evident that the two lines do not intersect between these steps. In",
        "B",
    ),
    (
        TWO_LINES,
        "Look at steps 40 and 60. It is evident that they do not intersect between these values of the step",
        "B",
    ),
    (TWO_LINES, "The chart is clear, the two lines do not intersect between", "B"),
    (TWO_LINES, "On the right, the two lines do not intersect.", None),
    (TWO_LINES, "The two lines do not intersect between step 40 and 55.", None),
    (TWO_LINES, "We see that the red line does not intersect the axis between step 40 and 60.", None),
    (TWO_LINES, "If the two lines intersect between step 40 and 60, they share a value", None),
    (TWO_LINES, "The two lines", None),
    (LINES, "The lines for Nepal and Chile intersect between 2010 and 2011.", None),
    (LINES, "The chart is clear. The lines intersect between 2010 and 2011.", "B"),
    (LINES, "The chart is clear. The two lines do not intersect between 2010 and 201", "A"),
    (LINES, "No lines intersect between 2010 and 2011.", None),
    (SYMMETRY, "Both halves differ. So the molecule does not have reflection", "B"),
    (SYMMETRY, "Both halves differ. So the molecule", None),
    (SYMMETRY, "One of the rings has reflectional symmetry along a vertical axis.", None),
    (SIX, "Looking at it, the two hydroxyl groups are not attached to neighbouring corners of the ring.", "A"),
    (SIX, "Looking at it, the three hydroxyl groups are not attached to neighbouring corners of the ring.", None),
    (USA, "The lines for Peru and the U.S. do not intersect between 1990 and 1995. In 1990 they are", "B"),
    (SECONDS, "Clearly the curves for Adam and SGD intersect between times 200 and 300.", "A"),
    (ALL_RINGS, "So all four molecules contain a closed ring.", "A"),
    (ALL_RINGS, "So some molecules contain a closed ring.", None),
    (ALL_RINGS, "So the molecule on the left contains a closed ring.", None),
]
PENTAGON = "There is a pentagon PQRST in this figure. True or False?"
NO_PENTAGON = "There is no pentagon PQRST in this figure. True or False?"
MEDIAN = "In the figure, the line KL is a median of a triangle. True or False?"
NO_MEDIAN = "In the figure, the line KL is not a median of a triangle. True or False?"
EXISTENCE = [
    (PENTAGON, "The figure shows a pentagon PQRST with five corners. Step 2", "A"),
    (NO_PENTAGON, "The figure shows a pentagon PQRST with five corners. Step 2", "B"),
    (PENTAGON, "The figure shows a pentagon PQRST. But P and Q are not connected", None),
    (PENTAGON, "The figure shows a pentagon PQRSU with five corners. Step 2", None),
    (PENTAGON, "Since P and Q are apart, pentagon PQRST does not exist in the", "B"),
    (NO_PENTAGON, "Since P and Q are apart, pentagon PQRST does not exist in the", "A"),
    (PENTAGON, "Conclusion: PQRST is indeed a pentagon.\n\n**Answer**:", "A"),
    (NO_PENTAGON, "The shape PQRST meets all the criteria for a pentagon", "B"),
    (PENTAGON, "PQRST has four sides, so it does not meet the definition of a pentagon. Final answer:", "B"),
    (PENTAGON, "The shape has five sides, so it meets the definition of a pentagon.", None),
    (PENTAGON, "To determine if PQRST is a pentagon, count its sides.", None),
    (PENTAGON, "PQRST might be a pentagon.", None),
    (MEDIAN, "It ends at the middle of the side, so KL meets the definition of", "A"),
    (MEDIAN, "Since KL ends at the middle of the side, we can conclude that KL indeed meets", "A"),
    (MEDIAN, "Since KL ends at the corner, it does not meet the criteria for a median.", "B"),
    (NO_MEDIAN, "Since KL ends at the corner, it does not meet the criteria for a median.", "A"),
    (NO_MEDIAN, "Therefore, line KL is not a median of the", "A"),
    (MEDIAN, "KL meets the first criterion for being a median. However, its end has to be checked", None),
    (MEDIAN, "Step 2: Determine if line KL meets the criteria for a median.", None),
    (MEDIAN, "Line MN is a median of the triangle, and KL is", None),
]


@pytest.mark.parametrize(("question", "reply", "letter"), PARAPHRASED + EXISTENCE)
def test_a_statement_in_other_words_is_true_or_false(question, reply, letter):
    """The predicate with another subject, existence and a definition count; other names and conditions do not."""
    reading = parse_choice(reply, OPTIONS, question=question)
    assert reading.letter == letter
    if letter:
        assert reply[slice(*reading.span)] == reading.stated
        assert parse_choice(reply, OPTIONS[::-1], question=question).letter == {"A": "B", "B": "A"}[letter]


@pytest.mark.parametrize(("question", "reply", "letter"), EXISTENCE)
def test_the_names_of_points_do_not_matter(question, reply, letter):
    """Other letters for the points of the figure do not change what is read."""
    renamed = str.maketrans("PQRSTUKLMN", "EFGHIJXYZW")
    points = re.compile(r"\b(?:[P-U]{4,6}|KL|MN|[PQ](?=\sand|\sare))\b")
    texts = [points.sub(lambda match: match[0].translate(renamed), text) for text in (question, reply)]
    assert parse_choice(texts[1], OPTIONS, question=texts[0]).letter == letter
