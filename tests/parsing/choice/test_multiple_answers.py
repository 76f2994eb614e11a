"""Tests of replies to questions with several right letters."""

from itertools import permutations

import pytest

from core.parsing.choice.letter_sets import NO_LETTERS, is_letter_set, join_letters
from core.parsing.choice.multiple_answers import parse_multiple_answers

OPTIONS = ("a", "b", "c", "d")

READ = [
    ("a, c", "AC"),
    ("(a), (b), (d)", "ABD"),
    ("(b) and (d)", "BD"),
    ("ACD", "ACD"),
    ("b", "B"),
    ("None", NO_LETTERS),
    ("The ring is closed in two of them.\n\nFinal answer: (a) and (c).", "AC"),
    ("Thus the figures are $\\boxed{a}$ and $\\boxed{d}$", "AD"),
    ("Explanation first.\n\n**Final Answer:** b, c", "BC"),
    ("Therefore, all figures (a, b, c, and d) satisfy the condition.", "ABCD"),
    ("Therefore, figures (a) and (c) satisfy the conditions, while figures (b) and (d) do not.", "AC"),
    ("Therefore, the figure that satisfies the condition is:\n\n**Figure (b)**", "B"),
    ("Final answer: None of the figures (a, b, c, d) satisfy the condition.", NO_LETTERS),
    ("The figures that satisfy the conditions are **a**, **b**, and **d**.", "ABD"),
    ('{"answer": ["a", "c"]}', "AC"),
    ("<think>Maybe a and b.</think>c, d", "CD"),
    ("So the figure that satisfies it is:\n- Figure (d)\n\nExplanation: Figure (d) is closed; (a) is not.", "D"),
    ("The only structure that has two rings is:\n\nb\n\nThis structure has them side by side, unlike a and c.", "B"),
    ("The figures that satisfy it are:\n\n(a) A and B\n(c) A and B\n\nThese are the only two.", "AC"),
    ("(b) and (d) are two closed rings.", "BD"),
    ("Figures (b) and (c) show a ring, while (a) and (d) do not.", "BC"),
    ("Statements a and d are true; b and c are false.", "AD"),
    ("**Figure (c)**\n\nExplanation: Figure (c) has a ring. Figures (a), (b) have none.", "C"),
    ("The true statements are: (a), (b), (c).", "ABC"),
    ("- (a): yes\n- (b): no\n- (c): yes\n- (d): no", "AC"),
    ("a) ✅ b) ❌ c) ✅ d) ✅", "ACD"),
    ("| Figure | Ring |\n|---|---|\n| (a) | No |\n| (b) | No |\n| (c) | Yes |\n| (d) | Yes |", "CD"),
    ('{"a": true, "b": false, "c": true, "d": false}', "AC"),
    ("All except (c).", "ABD"),
    ("All figures but (a) and (d)", "BC"),
    ("Figures (a) through (c).", "ABC"),
    ("b-d", "BCD"),
    ("答案是a和d。", "AD"),
    ("Die Abbildungen (b) und (d).", "BD"),
    ("Les figures (a) et (c).", "AC"),
    ("a.\n\nb.\n\nd.", "ABD"),
    ("The answer is B. Wait, I looked at the wrong figure. Actually A and C.", "AC"),
    ("a, b. Sorry, I meant (a) and (c).", "AC"),
    ("b - no wait, it's c and d.", "CD"),
    ("A and D show it.", "AD"),
    ('[{"option": "a", "correct": true}, {"option": "b", "correct": false}, {"option": "c", "correct": true}]', "AC"),
]


@pytest.mark.parametrize(("raw", "letters"), READ)
def test_sets_are_read(raw, letters):
    """Lists, sentences, boxes and JSON give a set of letters."""
    reading = parse_multiple_answers(raw, OPTIONS)
    assert reading.status == "ok", reading.reason
    assert reading.letter == letters


TEXTS = ("AB is longer than CD", "The angle at B is right", "The triangle is isosceles", "The circle touches AB")
TEXTS_READ = [
    ("The angle at B is right.\nThe circle touches AB.", "BD"),
    ("**a. AB is longer than CD**\n**c. The triangle is isosceles**", "AC"),
    ("(b) The angle at B is right.\n\nExplanation: (a) is false as CD is longer; (c) is false.", "B"),
]


@pytest.mark.parametrize(("raw", "letters"), TEXTS_READ)
def test_listed_texts_are_read(raw, letters):
    """Lines with options' texts give a set, with or without letters."""
    assert parse_multiple_answers(raw, TEXTS).letter == letters


UNREAD = [
    "",
    "Let's analyze each option:\n\n* Option (a): it has a ring.\n* Option (b): it has a ring, and",
    "(a) has a ring.\n(b) has a ring.",
    "Either (a) or (b).",
    "(a): yes\n(b): no\n(c): yes",
    "I cannot provide a definitive answer.",
    "* Figure a has a ring.\n* Figure b has none.\n* **Figure c",
    "<think>a, b",
    "A hexagon has six sides.",
    "The answer is a clearly visible ring.",
    "Figures (a) and (c). Actually, (a) has no ring.",
    '{"answer": ["a"], "correct": false}',
]


@pytest.mark.parametrize("raw", UNREAD)
def test_replies_without_a_set_are_unread(raw):
    """A truncated reply, a refusal and a sentence that begins with the article are unread, with a reason."""
    reading = parse_multiple_answers(raw, OPTIONS)
    assert reading.status == "unparsed"
    assert reading.reason


def test_letters_beyond_the_options_are_invalid():
    """A list with a letter without an option is not an answer."""
    assert parse_multiple_answers("a, f", OPTIONS).status == "invalid"


def test_the_order_of_letters_does_not_matter():
    """Every order of three letters gives the same set."""
    assert {parse_multiple_answers(", ".join(order), OPTIONS).letter for order in permutations("abd")} == {"ABD"}


@pytest.mark.parametrize("letter", OPTIONS)
@pytest.mark.parametrize(
    "form",
    [
        "{}",
        "({})",
        "Final answer: {}",
        "Final answer: ({})",
        "**{}**",
        "{}.",
        "Answer: {} most likely",
        "It is {}, no, {}.",
    ],
)
def test_no_letter_is_read_less_than_another(form, letter):
    """Any single letter is read in each form, also "a", which is an article elsewhere."""
    assert parse_multiple_answers(form.format(letter, letter), OPTIONS).letter == letter.upper()


@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize("form", ["The answer is {} clearly.", "{} shows it.", "{} matches it best."])
def test_no_capital_letter_is_read_less_than_another(form, letter):
    """A capital A before an adverb or a verb is not an article."""
    assert parse_multiple_answers(form.format(letter), OPTIONS).letter == letter


def test_the_words_that_decide_are_marked():
    """The span is in the raw reply, after the reasoning that was removed."""
    raw = "<think>b?</think>The end.\n\nFinal answer: a, c"
    span = parse_multiple_answers(raw, OPTIONS).span
    assert span is not None
    assert raw[span[0] : span[1]] == "a, c"


def test_sets_are_sorted_words():
    """Indices become sorted letters; only sorted letters of the options are a set."""
    assert join_letters([2, 0]) == "AC"
    assert join_letters([]) == NO_LETTERS
    assert is_letter_set("AC", 4)
    assert not is_letter_set("CA", 4)
    assert not is_letter_set("AE", 4)


RING = "List all figures that satisfy the following conditions from a, b, c, and d.\nConditions: Including a red ring."
NO_RING = "List all figures that satisfy the condition.\nCondition: It does not include a red ring."
BY_CONDITION = [
    (
        RING,
        "* Figure (a) has a red ring.\n* Figure (b) does not have a red ring.\n* Figure (c) has a red ring, "
        "on the left.\n* Figure (d) does not have a red ring.\nTherefore, the figures that",
        "AC",
    ),
    (
        RING,
        "**Figure a:** This figure does not contain a red ring. It is a square.\n\n**Figure b:** It has no red ring."
        "\n\n**Figure c:** This figure lacks a red ring.\n\n**Figure d:** This figure shows a red ring. It has a",
        "D",
    ),
    (RING, "(a) has a red ring.\n(b) has a red ring.\n(c) has a red ring.\n(d) has a red", None),
    (RING, "(a) has a red ring.\n(b) has a red ring.\n(c) has a red ring.\n(d) has a blue ring.", None),
    (
        RING,
        "(a) has a red ring.\n(b) has a red ring, but it is not closed.\n(c) has a red ring.\n(d) has no red ring.",
        None,
    ),
    (RING, "(a) might have a red ring.\n(b) has no red ring.\n(c) has a red ring.\n(d) has no red ring.", None),
    (RING, "(a) has a red ring.\n(b) has no red ring.\n(c) has a red ring.", None),
    (
        "Which figures satisfy it?\nConditions: The star and the dot are joined by a straight line.",
        "A star is one.\nFigure a: The star and the dot are not joined by a straight line.\nFigure b: The star and "
        "the dot are joined by a straight line.\nFigure c: The star and the dot are joined by a straight line.\n"
        "Figure d: The star and the dot are not joined by a straight line.",
        "BC",
    ),
    (NO_RING, "(a) has a red ring.\n(b) has no red ring.\n(c) has a red ring.\n(d) has no red ring.", None),
    ("", "(a) has a red ring.\n(b) has no red ring.\n(c) has a red ring.\n(d) has no red ring.", None),
]


@pytest.mark.parametrize(("question", "raw", "letters"), BY_CONDITION)
def test_lines_that_affirm_or_deny_the_condition_are_read(question, raw, letters):
    """Each option's sentence affirms or denies the condition; doubts, cut lines and denied conditions do not."""
    assert parse_multiple_answers(raw, OPTIONS, question).letter == letters
