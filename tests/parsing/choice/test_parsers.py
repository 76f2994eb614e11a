"""Tests of parsers of multiple-choice replies: a table of replies for three parsers, none of which ever raises."""

import csv
from itertools import cycle, islice
from pathlib import Path
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.parsing.choice.careful_parser import parse_carefully
from core.parsing.choice.option_text import find_option_mentions, match_option
from core.parsing.choice.parsers import COMPARED_PARSERS, DEFAULT_PARSER, PARSERS, parse_choice, parse_choice_answer
from core.parsing.choice.published_parsers import parse_can_infer, parse_last_letter
from core.parsing.choice.result import get_option_index, get_option_letter, get_option_letters
from core.parsing.plain_text import simplify
from tests.each_row import check_each_row

STANDINS = str.maketrans({"⏎": "\n", "⇥": "\t", "␇": "\a", "␣": "\u200b"})
"""What the table writes for characters that nobody sees."""

with Path(__file__).with_name("replies.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))

SHAPES = ("circle", "square", "triangle", "pentagon")
MEGABYTE = 1_000_000


def said(reading):
    """Return the letter, or the status if there is none."""
    return reading.letter or reading.status


@pytest.mark.parametrize("parser", COMPARED_PARSERS)
def test_replies_of_the_table(parser):
    """Each parser reads each reply as the table states, with a reason if it reads no letter."""

    def check(row):
        reading = parse_choice(row["reply"].translate(STANDINS), row["options"].split("|"), parser)
        assert said(reading) == row[parser]
        assert (reading.reason is None) == (reading.status == "ok")

    check_each_row(check, [(f"{row['source']}: {row['reply']!r}", row) for row in ROWS])


def test_the_table_names_its_sources():
    """Each of the more than 90 rows has a source, and no reply occurs twice with the same options."""
    assert len(ROWS) > 90
    assert all(row["source"] for row in ROWS)
    assert len({(row["source"], row["options"], row["reply"]) for row in ROWS}) == len(ROWS)
    assert {row["source"].partition("/")[0].partition(",")[0] for row in ROWS} == {
        "GePBench prompt", "parser rules", "WAIST", "brief", "samples", "made",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "expected"),
    [("It must be the square.", "B"), ("A square", "A"), ("a square or a circle", "unparsed"), ("Square", "unparsed")],
)
def test_the_authors_later_version_falls_back_to_the_text(reply, expected):
    """With its flag, the last-letter parser reads the only option whose text occurs if there is no separate letter."""
    assert said(parse_last_letter(reply, SHAPES, fallback_text=True)) == expected
    assert said(parse_choice(reply, SHAPES, "last_letter_or_text")) == expected
    assert said(parse_last_letter(reply, SHAPES)) == ("A" if expected == "A" else "unparsed")


@pytest.mark.parametrize(
    ("reply", "newest", "older"),
    [
        ("B, since its four sides are all of one length", "unparsed", "B"),
        ("one two three four B", "B", "B"),
        ("B two three four", "B", "B"),
        ("B two three four five", "unparsed", "B"),
        ("The ANSWER  is ***b, as A and C are much too round for what is seen in this figure", "B", "unparsed"),
        ("The answer is D, for it is the one with five corners and five sides in all, I am sure", "D", "D"),
        ("Z", "unparsed", "unparsed"),
    ],
)  # fmt: skip
def test_two_versions_of_the_inference(reply, newest, older):
    """The newest version needs a separate letter among the last four words or `answer is`; the older does not."""
    assert said(parse_can_infer(reply, SHAPES)) == newest
    assert said(parse_can_infer(reply, SHAPES, variant="older")) == older


def test_a_letter_after_answer_is_must_be_an_option():
    """With two options `answer is D` is unread, and no letter is drawn instead."""
    reading = parse_can_infer(
        "As I see it in this picture, the answer is D, which stands for both of them at once", ("x", "y")
    )
    assert (reading.status, reading.letter) == ("unparsed", None)


def test_an_option_s_text_counts_up_to_twice_the_options_length():
    """The text rule does not apply if the reply is longer than twice the summed lengths of the options."""
    options = ("parallel", "perpendicular")
    reply = "parallel" + "." * (2 * sum(map(len, options)) - len("parallel"))
    assert said(parse_can_infer(reply, options)) == "A"
    assert said(parse_can_infer(reply + ".", options)) == "unparsed"


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("Either D or B", "B and D, and nothing shows"),
        ("Answer: A or B", "two letters, A and B"),
        ("B. circle", "its letter is B, its text belongs to A"),
        ("It is E", "no option is named"),
        ("Answer: E", "E is not an option; they are A to D"),
        ("square or circle", "texts of B and A"),
        ("<think>Answer: B", "ends inside its reasoning"),
        ("", "the reply is empty"),
    ],
)
def test_unread_replies_have_a_reason(reply, words):
    """The reason is in words."""
    assert words in parse_carefully(reply, SHAPES).reason


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("b", "'b' read as B"),
        ("square", "the option's text read as B"),
        ("Answer: A. No, answer: B", "several answers, the last counts"),
        ("It looks like B", "the only letter that is named"),
        ("<think>A</think>B", "its reasoning is left out"),
        ("(A) has no corner. (C) has some.", "several letters are set apart, the last counts"),
    ],
)
def test_lenient_readings_have_a_note(reply, words):
    """A reading that differs from the written text has a note; a plain letter has none."""
    assert words in parse_carefully(reply, SHAPES).note
    assert parse_carefully("Answer: B", SHAPES).note is None


def test_the_value_of_an_answer_is_its_letter():
    """A letter beyond the options is kept and invalid; an answer without text is missing."""
    answer = parse_choice_answer("size", "I say (b), square", SHAPES)
    assert (answer.question_id, answer.status, answer.value, answer.stated) == ("size", "ok", "B", "b), square")
    beyond = parse_choice_answer("size", "Answer: E", SHAPES)
    assert (beyond.status, beyond.value, beyond.stated) == ("invalid", "E", "E")
    unparsed = (
        parse_choice_answer("size", "B", SHAPES, "last_letter"),
        parse_choice_answer("size", "b", SHAPES, "last_letter"),
    )
    assert [(each.status, each.value) for each in unparsed] == [("ok", "B"), ("unparsed", None)]
    for raw in (None, "", " \n"):
        assert parse_choice_answer("size", raw, SHAPES).status == "missing"


def test_letters_and_indices_are_inverse():
    """Anything else raises an error."""
    assert [get_option_index(get_option_letter(place)) for place in range(26)] == list(range(26))
    assert get_option_letters(SHAPES) == "ABCD"
    for letter in ("", "a", "AB", "Ä", "1"):
        with pytest.raises(ValueError, match="not the letter"):
            get_option_index(letter)
    for place in (-1, 26):
        with pytest.raises(ValueError, match="no letter"):
            get_option_letter(place)
    for options in (["one"], ["x"] * 27):
        for parser in PARSERS:
            with pytest.raises(ValueError, match="2 to 26"):
                parse_choice("A", options, parser)


def test_texts_of_options_are_whole_words_and_the_longest():
    """A text inside a word, a number or a longer option is not that option."""
    options = ("left", "bottom left", "1.3", "yes")
    found = find_option_mentions("leftover bottom  left, 1.31 and 11.3: 1.3. Left. It says yes to all; yes.", options)
    assert [each.letter for each in found] == ["B", "C", "A", "D"]
    assert match_option(" “**Bottom  Left**.” ", options) == "B"
    assert match_option("two", ("two", "Two")) is None


def test_unusual_letters_are_plain():
    """Full-width, circled and mathematical letters become usual letters; invisible characters are removed."""
    assert simplify("（Ｂ）Ⓒ𝐃\u200b é 選") == "(B)CD é 選"


OPTIONS = st.lists(st.text(max_size=12), min_size=2, max_size=26)
PIECES = st.sampled_from([
    "A", "B", "E", "Z", "a", "b", "answer", "Answer:", "is", "not", "(", ")", "**", "\\boxed{", "}", '"', "'", ":",
    "\n", " ", ". ", ", ", " or ", "option ", "correct", "<think>", "</think>", "circle", "square", "答案",
    "\u0301", "\ud800",
])  # fmt: skip


@given(st.text() | st.lists(PIECES, max_size=30).map("".join), OPTIONS, st.sampled_from(sorted(PARSERS)))
def test_no_text_makes_a_parser_raise(raw, options, parser):
    """Any text gives a reading: an option's letter if the status is ok, and a reason otherwise."""
    reading = parse_choice(raw, options, parser)
    assert (reading.status == "ok") == (reading.letter is not None) == (reading.reason is None)
    assert reading.letter is None or reading.letter in ascii_uppercase[: len(options)]
    assert parser == DEFAULT_PARSER or reading.status != "invalid"


@given(st.lists(PIECES, max_size=30).map("".join))
def test_the_last_letter_by_its_slow_definition(raw):
    """The last-letter parser splits at all non-word characters and takes the last single valid letter."""
    words = "".join(c if c.isalnum() or c == "_" else " " for c in raw).split()
    letters = [word for word in words if word in ("A", "B", "C", "D")]
    assert parse_last_letter(raw, SHAPES).letter == (letters[-1] if letters else None)


@given(st.permutations(SHAPES), st.sampled_from(["Answer: {}", "({})", "{}.", "\\boxed{{{}}}", '{{"answer": "{}"}}']))
def test_a_letter_and_its_text_choose_the_same(options, form):
    """For any order of options, stating an option's letter or its text chooses the same option."""
    for place, text in enumerate(options):
        for stated in (get_option_letter(place), text):
            assert parse_carefully(form.format(stated), options).letter == get_option_letter(place)


HOSTILE = {
    "stars": "*", "brackets": "(", "braces": "{", "quotes": '"', "blanks": " ", "lines": "\n", "letters": "A ",
    "marks": "answer:", "answers": "answer is B or ", "marks with blanks": "answer" + " " * 900, "boxes": "\\boxed{",
    "articles": "A circle ", "negations": "not B ", "texts": "square ", "bold": "**B", "thinking": "<think>",
    "ends of thinking": "</think>", "combining marks": "\u0301\u0327\u0316", "ligatures": "\ufdfa", "lists": "(A) (B) ",
    "right": "A is the only ", "options": "option A", "long word": "a", "two letters": "A, B ",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("parser", COMPARED_PARSERS)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_megabyte_is_read(name, parser):
    """A megabyte of text that could slow down repeated searches gives a reading."""
    raw = "".join(islice(cycle(HOSTILE[name]), MEGABYTE)) + "\n"
    reading = parse_choice(raw, (*SHAPES, "a square " * 9), parser)
    assert reading.status in ("ok", "unparsed", "invalid")
