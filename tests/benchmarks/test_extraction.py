"""Tests of what a second reader may return: options, classes, numbers, accepted names, or none."""

import json
from dataclasses import replace

import pytest

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.extraction import build_extraction_fields, read_extraction
from core.benchmarks.giq.benchmark import BENCHMARK as GIQ
from core.benchmarks.giq.naming import build_questions as names_asked
from core.benchmarks.tri_bench import BENCHMARK as TRIANGLES
from core.records import TRIANGLE_QUESTION_BY_ID, Question

OPTIONS = ("red", "green", "blue")
COLOUR = {"colour": Question("colour", "colour", "Colour", "the colour", "choice")}
CHOICE = Case("c", "c", "C", (CaseQuestion("colour", OPTIONS),), text="Which colour?")
TRIANGLE = Case("t", "t", "T", tuple(map(CaseQuestion, TRIANGLE_QUESTION_BY_ID)))
NAMING = Case("cube", "cube", "Cube", tuple(CaseQuestion(one.question_id) for one in names_asked()), text="Name?")
NAMES = {one.question_id: one for one in names_asked()}
SIX = {"side_type": "Scalene", "angle_type": "none", "ab_over_ac": 1.5, "abs_b_minus_c_deg": 0,
       "max_over_min_side": 2, "angle_range_deg": 90.5}  # fmt: skip


def read_choice(raw, shown_options=None):
    (answer,) = read_extraction(raw, CHOICE, TRIANGLES, COLOUR, shown_options)
    return answer.status, answer.value


def test_a_letter_is_read_in_any_case_and_after_reasoning():
    """Text in think tags and a code fence around the object are ignored."""
    assert read_choice('{"answer": "b"}') == ("read", "B")
    assert read_choice('<think>{"answer": "A"}</think>\n{"answer": "B"}') == ("read", "B")
    assert read_choice('```json\n{"answer": "B"}\n```') == ("read", "B")


def test_letters_of_shuffled_options_are_mapped_to_the_case_s_order():
    """The extractor sees the options in the model's order; its letter is converted."""
    shown_options = ("blue", "red", "green")
    assert build_extraction_fields(CHOICE, COLOUR, shown_options)[0].options == shown_options
    assert read_choice('{"answer": "A"}', shown_options) == ("read", "C")


@pytest.mark.parametrize(
    "raw",
    [None, "", "A", '{"answer": "D"}', '{"answer": "red"}', '{"answer": true}', '{"answer": null}', '{"answer": "AB"}',
     '{"answer": {"answer": "A"}}', '{"Answer": "A"}', '{"answer": "A"} {"answer": "A"}', '["A"]', '{"answer": 1}',
     'Sure! {"answer": "A"}', '{"answer": "A", "answer": "A"}', "<think>" + '{"answer": "A"}'],
)  # fmt: skip
def test_other_replies_of_an_extractor_are_invalid(raw):
    """Prose, other keys, letters and types, and unfinished reasoning are invalid."""
    assert read_choice(raw) == ("invalid", None)


def read_six(**changed):
    answers = read_extraction(json.dumps(SIX | changed), TRIANGLE, TRIANGLES, TRIANGLE_QUESTION_BY_ID)
    return {answer.question_id: (answer.status, answer.value) for answer in answers}


def test_six_keys_are_classes_and_numbers_of_their_questions():
    """Classes may have any case, numbers must be in range, and `none` means no answer."""
    assert read_six() == {
        "Q1": ("read", "scalene"), "Q2": ("none", None), "Q3": ("read", 1.5), "Q4": ("read", 0.0),
        "Q5": ("read", 2.0), "Q6": ("read", 90.5),
    }  # fmt: skip


@pytest.mark.parametrize("value", [-1, 0, "1.5", 10**400, float("nan"), float("inf"), [1.5], True])
def test_an_impossible_number_is_invalid(value):
    """An impossible ratio, a number as text, a number too large for a float, NaN and infinity are invalid."""
    assert read_six(ab_over_ac=value).get("Q3", ("invalid", None)) == ("invalid", None)


def test_an_accepted_name_gives_its_group():
    """A synonym is its solid, and sets the group as well; other words are invalid."""
    assert [field.key for field in build_extraction_fields(NAMING, NAMES)] == ["answer"]

    def read_name(name):
        answers = read_extraction(json.dumps({"answer": name}), NAMING, GIQ, NAMES)
        return {answer.question_id: (answer.status, answer.value) for answer in answers}

    assert read_name("regular hexahedron")["name"] == read_name("cube")["name"]
    assert read_name("cube")["name"][0] == "read"
    assert read_name("cube")["group"][0] == "read"
    assert set(read_name("None").values()) == {("none", None)}
    assert {status for status, _ in read_name("a word of my own").values()} == {"invalid"}
    assert {status for status, _ in read_name("x" * 200).values()} == {"invalid"}


def test_a_case_with_one_question_has_the_key_answer():
    """A single field is called `answer`, whatever the question's key."""
    single = replace(TRIANGLE, asks=(CaseQuestion("Q3"),))
    assert [field.key for field in build_extraction_fields(single, TRIANGLE_QUESTION_BY_ID)] == ["answer"]
    assert len(build_extraction_fields(TRIANGLE, TRIANGLE_QUESTION_BY_ID)) == 6
