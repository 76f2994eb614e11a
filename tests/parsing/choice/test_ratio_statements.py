"""Replies to "A is X times larger than B" that state the ratio in a sentence."""

import re

import pytest

from core.parsing.choice.parsers import parse_choice, parse_choice_answer
from core.parsing.choice.ratio_statements import parse_ratio_question
from tests.each_row import check_each_row

OPTIONS = ("4", "0.25", "1", "2", "0.5")
AREA = "KLM is X times larger in area than KNP. Which of the following options is a reasonable estimate?"
LENGTH = "Line KL is X times longer than NP. Which of the following options is a reasonable estimate of X?"
WIDTH = "The grey cube is X times wider than the blue cone. Which of the following options is a reasonable estimate?"
COUNTED = "How high is it? The tower is how many times as high as the house?"

REPLIES = [
    (AREA, "See both. The area of triangle KLM is roughly four times the area of triangle KNP. So, the", "4"),
    (AREA, "See both. KLM would be approximately twice as large as KNP because its base is longer. The", "2"),
    (AREA, "Two shapes are drawn. The area of KNP is about one-quarter of the area of KLM. Therefore,", "4"),
    (AREA, "Two shapes are drawn. The area of KNP is four times the area of KLM. Therefore,", "0.25"),
    (AREA, "Two shapes are drawn. The area of MLK is the same as the area of KNP, as they share", "1"),
    (AREA, "It is half. We see that KLM is half as large as KNP, which is a whole. Step", "0.5"),
    (AREA, "Two shapes are drawn. In that case, we get that X is equal to 1/2. However, X is", "0.5"),
    (AREA, "Two shapes are drawn. The base of KLM is twice the base of KNP. The height is 4 cm, so the area", None),
    (AREA, "Two shapes are drawn. The height of triangle KLM is four times that of triangle KNP. Therefore the", None),
    (AREA, "Two shapes are drawn. KLM is twice as large as KNP in terms of height. Therefore the", None),
    (AREA, "If the sides are doubled, the area of KLM is four times the area of KNP. However, since", None),
    (AREA, "Two shapes are drawn. The area of KLM is at least twice the area of KNP. Therefore the", None),
    (AREA, "Two shapes are drawn. The area of KLM is not four times the area of KNP. Therefore the", None),
    (AREA, "Two shapes are drawn. The area of KLM is twice the area of KNQ. Therefore the", None),
    (AREA, "Two shapes are drawn. KLM is twice as large as KNP. No. KLM is four times as large as KNP. Thus", None),
    (AREA, "Two shapes are drawn. The area of KLM is three times the area of KNP. Therefore the", None),
    (AREA, "Two shapes are drawn. The area of KLM is equal to the area of KNP multiplied by a factor. So the", None),
    (AREA, "We are told that the area of KLM is X times the area of KNP, which is to be estimated. The", None),
    (LENGTH, "From the figure, we can estimate that KL is about twice the length of NP.\n\n**Step 4: Choose", "2"),
    (LENGTH, "From the figure, line PN appears to be four times longer than line LK. Thus the", "0.25"),
    (LENGTH, "From the figure, the angle of KL is twice the angle of NP. Thus the", None),
    (WIDTH, "Both rest on the floor. The grey cube is approximately twice as wide as the blue cone, so the", "2"),
    (WIDTH, "Both rest on the floor. The blue cone is half as tall as the grey cube, so the", None),
    (COUNTED, "Both are on the hill. The tower is four times as high as the house, so we", "4"),
    ("Which is larger, KLM or KNP?", "We see two. KLM is four times as large as KNP. So the", None),
]  # fmt: skip


@pytest.mark.parametrize("turns", range(5))
def test_a_stated_ratio_is_read_for_every_order_of_options(turns):
    """A ratio of the things and the measure of the question is read, whichever option it is; others are not."""
    options = OPTIONS[turns:] + OPTIONS[:turns]

    def check(row):
        question, reply, value = row
        reading = parse_choice(reply, options, question=question)
        assert reading.letter == (None if value is None else "ABCDE"[options.index(value)])
        assert parse_choice_answer("q", reply, options, question=question).value == reading.letter
        if value is not None:
            assert reply[slice(*reading.span)] == reading.stated
            assert reading.evidence == "restated"

    check_each_row(check, [(row[1], row) for row in REPLIES])


@pytest.mark.parametrize(("question", "reply", "value"), REPLIES)
def test_the_names_of_points_do_not_change_a_ratio(question, reply, value):
    """Other letters for the points, also those of options, do not change what is read."""
    renamed = str.maketrans("KLMNPQ", "ABCDEF")
    texts = [re.sub(r"\b[KLMNPQ]{2,3}\b", lambda name: name[0].translate(renamed), text) for text in (question, reply)]
    reading = parse_choice(texts[1], OPTIONS, question=texts[0])
    assert reading.letter == (None if value is None else "ABCDE"[OPTIONS.index(value)])


def test_a_named_option_overrides_the_ratio():
    """The option that a reply names counts, whatever ratio it states."""
    reply = "The area of KLM is twice the area of KNP. The answer is (a)."
    assert parse_choice(reply, OPTIONS, question=AREA).letter == "A"


def test_other_questions_ask_for_no_ratio():
    """Only a question that compares two things is one."""
    assert parse_ratio_question("How many chairs are there?") is None
    assert parse_ratio_question(AREA).measure == "area"
    assert parse_ratio_question(WIDTH).measure == "width"


@pytest.mark.parametrize("reply", ["KNP is 0 times KLM.", "The area of KNP is 0.0 times the area of KLM.", "X = 0"])
def test_a_ratio_of_zero_is_not_read(reply):
    """Nothing is larger than another thing by a ratio whose reverse is 0; the reply is unread."""
    assert parse_choice(reply, OPTIONS, question=AREA).status == "unparsed"
