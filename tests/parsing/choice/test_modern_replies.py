"""Tests of replies in the style of current models, and that no letter or option is favoured."""

import json
from pathlib import Path
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.parsing.choice.careful_parser import read_evidence
from core.parsing.choice.parsers import parse_choice
from core.parsing.choice.result import get_option_letters
from tests.each_row import check_each_row

TABLES = ("modern_replies.jsonl", "further_replies.jsonl")
OPTIONS = ("left", "right", "above", "below")

FORMS = (
    "{}", "{}.", "({})", "**{}**", "Answer: {}", "The answer is {}.", "The answer is {} clearly.",
    "Answer: {} most likely",
    "Option {} shows it.", "{} makes sense.", "{} clearly matches the image.", "So it must be {}.", "\\boxed{{{}}}",
    '{{"final_answer": "{}"}}', "{} ist richtig.", "Die Antwort ist {} weil es passt.", "La respuesta es {}.",
    "答案是{}。",
    "I would go with {}.", "{} fits best.", "Wait, actually {}", "It is not clear at first sight.\n\n{}",
    "{}\n\nExplanation: it is what the image shows.", "<think>Could be anything.</think>{}", "Final: {}",
    "{}, because the ball is on that side.", "{} is correct.", "Of all options, {} is the best answer.",
)  # fmt: skip
"""Styles of replies, with a placeholder for the letter."""

PLAIN_FORMS = (
    "The answer is {}.", "The answer is {}", "My answer is {}.", "The correct answer is {}.", "The final answer is {}.",
    "The best option is {}.", "The right choice is {}.", "Answer: {}", "Answer: {}.", "Final Answer: {}", "Choice: {}",
    " The answer is {}.\n",
)  # fmt: skip

UNDECIDED_FORMS = (
    "Not {}.", "It is not {}.", "The answer is not {}.", "Anything but {}", "Is it {}?",
    "The answer is unlikely to be {}.",
    "{} is wrong.", "{} can be ruled out.", "If the image were mirrored, the answer would be {}.",
)  # fmt: skip


def read_table(name):
    """Return the rows of a table of replies, each with its name in messages."""
    rows = map(json.loads, (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines())
    return [(f"{row['id']}: {row['reply']!r}", row) for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_replies_are_read_as_a_careful_person_reads_them(table):
    """Each reply of the tables gives the letter that a person reads, or none if a person cannot decide."""

    def check(row):
        assert parse_choice(row["reply"], row["options"]).letter == row["right"]

    check_each_row(check, read_table(table))


@pytest.mark.parametrize("form", FORMS)
def test_no_letter_is_read_more_often_than_another(form):
    """The same sentence is read with every letter, A as well as B."""
    assert [parse_choice(form.format(letter), OPTIONS).letter for letter in "ABCD"] == list("ABCD")


@pytest.mark.parametrize("form", PLAIN_FORMS)
def test_plain_replies_are_read_as_by_all_evidence(form):
    """The shortcut for a plain sentence agrees with the search through all evidence."""
    for options in (OPTIONS, ("Yes", "No"), ("A circle", "A square", "A line", "A point")):
        letters = get_option_letters(options)
        for letter in letters:
            reply = form.format(letter)
            assert parse_choice(reply, options) == read_evidence(reply, options, letters)


@pytest.mark.parametrize("form", UNDECIDED_FORMS)
def test_a_denied_letter_is_not_the_answer(form):
    """No letter is read if it is denied, asked about or hypothetical."""
    assert [parse_choice(form.format(letter), OPTIONS).letter for letter in "ABCD"] == [None] * 4


@pytest.mark.slow
@given(st.permutations(OPTIONS), st.sampled_from(FORMS), st.integers(0, 3))
def test_the_order_of_the_options_does_not_matter(options, form, key):
    """The letter of a reply is read whatever the order of the options."""
    assert parse_choice(form.format(ascii_uppercase[key]), options).letter == ascii_uppercase[key]


@given(st.permutations(("circle", "square", "triangle", "pentagon")), st.sampled_from(("circle", "square", "triangle")))
def test_texts_are_read_at_every_position(options, text):
    """The text of an option is read whatever its letter is."""
    letter = ascii_uppercase[options.index(text)]
    for form in ("{}", "The answer is {}.", "It is a {}.", "So it must be the {}.", '{{"answer": "{}"}}', "**{}**"):
        assert parse_choice(form.format(text), options).letter == letter


@pytest.mark.parametrize("table", TABLES)
def test_the_deciding_words_are_in_the_reply(table):
    """The span of a reading is in the raw reply and contains the words that decided."""

    def check(row):
        reading = parse_choice(row["reply"], row["options"])
        if reading.letter is None:
            return
        assert reading.span is not None
        assert reading.evidence
        start, stop = reading.span
        assert 0 <= start < stop <= len(row["reply"])

    check_each_row(check, read_table(table))
