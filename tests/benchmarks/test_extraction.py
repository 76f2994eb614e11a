"""What a second reader may return: options, classes and numbers of the question, names of the book, or none."""

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


def read_choice(raw, seen=None):
    (answer,) = read_extraction(raw, CHOICE, TRIANGLES, COLOUR, seen)
    return answer.status, answer.value


def test_a_letter_is_read_in_any_case_and_behind_reasoning():
    """What a thinking model thinks is left out; a code fence around the object is one too."""
    assert read_choice('{"answer": "b"}') == ("read", "B")
    assert read_choice('<think>{"answer": "A"}</think>\n{"answer": "B"}') == ("read", "B")
    assert read_choice('```json\n{"answer": "B"}\n```') == ("read", "B")


def test_a_letter_of_shuffled_options_is_the_case_s_own():
    """The extractor sees the options as the model saw them; its letter is turned into the case's own order."""
    seen = ("blue", "red", "green")
    assert build_extraction_fields(CHOICE, COLOUR, seen)[0].options == seen
    assert read_choice('{"answer": "A"}', seen) == ("read", "C")


@pytest.mark.parametrize(
    "raw",
    [None, "", "A", '{"answer": "D"}', '{"answer": "red"}', '{"answer": true}', '{"answer": null}', '{"answer": "AB"}',
     '{"answer": {"answer": "A"}}', '{"Answer": "A"}', '{"answer": "A"} {"answer": "A"}', '["A"]', '{"answer": 1}',
     'Sure! {"answer": "A"}', '{"answer": "A", "answer": "A"}', "<think>" + '{"answer": "A"}'],
)  # fmt: skip
def test_whatever_else_is_invalid(raw):
    """Texts, other keys, other letters, other types, prose around it, and reasoning without an end read nothing."""
    assert read_choice(raw) == ("invalid", None)


def read_six(**changed):
    answers = read_extraction(json.dumps(SIX | changed), TRIANGLE, TRIANGLES, TRIANGLE_QUESTION_BY_ID)
    return {answer.question_id: (answer.status, answer.value) for answer in answers}


def test_six_keys_are_classes_and_numbers_of_their_questions():
    """Classes in any case, numbers in the range of the question, none where it says so."""
    assert read_six() == {
        "Q1": ("read", "scalene"), "Q2": ("none", None), "Q3": ("read", 1.5), "Q4": ("read", 0.0),
        "Q5": ("read", 2.0), "Q6": ("read", 90.5),
    }  # fmt: skip


@pytest.mark.parametrize("value", [-1, 0, "1.5", 10**400, float("nan"), float("inf"), [1.5], True])
def test_an_impossible_number_is_invalid(value):
    """A ratio that cannot be, a number as text, one that no float holds, NaN and infinity are no readings."""
    assert read_six(ab_over_ac=value).get("Q3", ("invalid", None)) == ("invalid", None)


def test_a_name_is_read_by_the_book_and_gives_its_group():
    """A synonym is the solid that it means, and what follows from the name follows; other words read nothing."""
    assert [field.key for field in build_extraction_fields(NAMING, NAMES)] == ["answer"]

    def read(name):
        answers = read_extraction(json.dumps({"answer": name}), NAMING, GIQ, NAMES)
        return {answer.question_id: (answer.status, answer.value) for answer in answers}

    assert read("regular hexahedron")["name"] == read("cube")["name"]
    assert read("cube")["name"][0] == "read"
    assert read("cube")["group"][0] == "read"
    assert set(read("None").values()) == {("none", None)}
    assert {status for status, _ in read("a word of my own").values()} == {"invalid"}
    assert {status for status, _ in read("x" * 200).values()} == {"invalid"}


def test_a_case_of_one_question_has_one_key():
    """One field is called `answer`, whatever its question's key."""
    one = replace(TRIANGLE, asks=(CaseQuestion("Q3"),))
    assert [field.key for field in build_extraction_fields(one, TRIANGLE_QUESTION_BY_ID)] == ["answer"]
    assert len(build_extraction_fields(TRIANGLE, TRIANGLE_QUESTION_BY_ID)) == 6
