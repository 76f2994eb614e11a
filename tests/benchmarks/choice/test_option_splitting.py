"""Tests of options with letters: in a list, in one text, and within a question."""

import pytest

from core.benchmarks.choice.option_splitting import (
    OptionSplitError,
    SplitQuestion,
    split_option_letter,
    split_options_from_question,
    split_options_text,
    strip_option_letters,
)


@pytest.mark.parametrize(
    "options",
    [
        ["A. table", "B. chair", "C. sofa"],
        ["(A) table", "(B) chair", "(C) sofa"],
        ["a) table", "b) chair", "c) sofa"],
        ["A: table", " B: chair ", "C: sofa"],
        ["A.table", "B.chair", "C.sofa"],
        ["[A] table", "[B] chair", "[C] sofa"],
        ["1. table", "2. chair", "3. sofa"],
    ],
)
def test_consecutive_letters_are_stripped(options):
    """Every usual form of a letter before an option is removed."""
    assert strip_option_letters(options) == ("table", "chair", "sofa")


@pytest.mark.parametrize(
    "options",
    [
        ["A. table", "B. chair", "sofa"],  # one option has no letter
        ["A. table", "C. chair"],  # a letter is missing
        ["B. table", "C. chair"],  # does not start with the first letter
        ["A. table", "(B) chair"],  # two forms
        ["A. table", "b. chair"],  # two alphabets
        ["A. table", "B. table"],  # the letters are the only difference
        ["A", "B"],  # points in an image
        ["(A)", "(B)"],
        ["A.D.", "B.C."],
        ["A:B", "B:C"],
        ["1.5", "2.5"],
        ["A table", "B chair"],
    ],
)
def test_texts_that_only_look_lettered_are_kept(options):
    """Characters that may belong to an option's text are never removed."""
    assert strip_option_letters(options) is None


@pytest.mark.parametrize(
    ("text", "expected"), [("B) the plate", ("B", "the plate")), ("(b) x", ("B", "x")), ("2. x", ("2", "x"))]
)
def test_a_key_with_its_letter_is_split(text, expected):
    """The key's letter and text are separated."""
    assert split_option_letter(text) == expected


@pytest.mark.parametrize("text", ["B", "(B)", "the plate", "B plate", "1:2 x"])
def test_a_key_without_a_letter_or_text_is_not_split(text):
    """A letter or a text alone cannot be split."""
    assert split_option_letter(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "A. on it\nB. under it\nC. beside it",
        "A. on it B. under it C. beside it",
        "(a) on it (b) under it (c) beside it",
        "(a) on it, (b) under it, (c) beside it",
        "A) on it; B) under it; C) beside it",
        "on it\nunder it\n\nbeside it",
        "on it | under it | beside it",
        "A. on\nit\nB. under it\nC. beside it",
        "1) on it 2) under it 3) beside it",
    ],
)
def test_a_text_is_split_into_options(text):
    """Letters, lines and vertical bars separate options."""
    assert split_options_text(text) == ("on it", "under it", "beside it")


def test_marks_inside_a_line_belong_to_its_option():
    """If every option has its own line, a second letter within a line is text."""
    assert split_options_text("A. side A. of it\nB. side B. of it") == ("side A. of it", "side B. of it")


@pytest.mark.parametrize("text", ["red, green", "A. x C. y", "A. x\nB. x", "red", "A. x B. y A. z", "7"])
def test_an_ambiguous_text_raises_with_the_remedy(text):
    """A comma may be part of an option, and a missing letter may mean a missing option."""
    with pytest.raises(OptionSplitError, match=r"columns A, B, C \.\.\. or as a JSON list"):
        split_options_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "How wide is it? (a) 0.5 (b) 1 (c) 2",
        "How wide is it?\n(A) 0.5 (B) 1 (C) 2",
        "How wide is it?\nA. 0.5\nB. 1\nC. 2",
        "How wide is it?\n\nOptions:\nA: 0.5\nB: 1\nC: 2\n",
        "How wide is it? a) 0.5 b) 1 c) 2",
    ],
)
def test_options_inside_a_question_are_split_out(text):
    """The question keeps its words; the options lose their letters."""
    assert split_options_from_question(text) == SplitQuestion("How wide is it?", ("0.5", "1", "2"))


def test_text_after_the_options_stays_in_the_question():
    """An instruction after a blank line, or after options in one line, is kept."""
    split = split_options_from_question("Which?\nA. x\nB. y\n\nName a letter.")
    assert split == SplitQuestion("Which?", ("x", "y"), "Name a letter.")
    assert split.question == "Which?\nName a letter."


def test_letters_that_label_parts_of_the_question_are_not_options():
    """Angles (a) and (b) belong to the question; the list after it holds the options."""
    split = split_options_from_question("Which of the angles (a) and (b) is wider? (A) the left one (B) the right one")
    assert split == SplitQuestion("Which of the angles (a) and (b) is wider?", ("the left one", "the right one"))


@pytest.mark.parametrize(
    "text",
    [
        "Is (a) larger than (b)?",
        "Where is the angle at A. B. C.?",
        "Which of f(a) and f(b) is larger?",
        "Read (a) x (b) y (d) z",
        "1. It is red.\n2. It is blue.\nWhich is true?",
        "A. x\nB. y",
    ],
)
def test_a_question_without_a_list_of_options_is_left_alone(text):
    """References to parts, missing letters, numbered statements, and a list without a question are not options."""
    assert split_options_from_question(text) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Which?\nA. x\nB. y\nof the two", "text follows the last option"),
        ("Compare angle (a) with angle (b) here", "in the middle of a sentence"),
        ("First.\nA. x\nB. y\n\nSecond.\nA. v\nB. w", "more than one list"),
    ],
)
def test_a_question_that_can_be_split_in_two_ways_raises(text, reason):
    """The message states the ambiguity and the remedy."""
    with pytest.raises(OptionSplitError, match=f"{reason}.*columns A, B, C"):
        split_options_from_question(text)
