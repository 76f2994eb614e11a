"""Tests of multiple choice with several right letters, from a table's key to a reply's score."""

import json

import pytest

from core.benchmarks.choice.cells import CellError
from core.benchmarks.choice.columns import TableColumns
from core.benchmarks.choice.open_rows import OpenQuestions
from core.benchmarks.choice.several_answers import has_several_letters, read_letter_set
from core.benchmarks.choice.table_images import TableImages
from core.benchmarks.choice.table_reader import read_choice_table
from core.photographs.load_image import load_upright_image
from core.question_types.question_type import AnswerForm
from core.question_types.registry import find_question_type
from tests.importers.pictures import drawn

OPTIONS = ("left of it", "red", "in front of it", "a plate")
FORM = AnswerForm("choices:exact", items=OPTIONS)
COLUMNS = TableColumns(question="question", options=("options",), answer="answer", images=("image",))


def read_rows(folder, keys, **meant):
    """Read a table with one row per key."""
    (folder / "1.png").write_bytes(drawn(1))
    rows = [
        {"question": f"What holds, {n}?", "options": list(OPTIONS), "answer": key, "image": "1.png"}
        for n, key in enumerate(keys)
    ]
    path = folder / "table.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    images = TableImages(folder, load_upright_image)
    return read_choice_table(path, COLUMNS, images, open_questions=OpenQuestions(**meant))


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("A, C", "AC"),
        ("C,A", "AC"),
        ("A and C", "AC"),
        ("(A)/(C)", "AC"),
        ("AC", "AC"),
        ("B", "B"),
        (["A", "C"], "AC"),
        ('["A", "C", "D"]', "ACD"),
        (["red", "a plate"], "BD"),
        ("red; a plate", "BD"),
        ("red", "B"),
    ],
)
def test_keys_are_read_in_any_form(key, expected):
    """Letters or texts, as a list or with separators, are sets of letters."""
    assert read_letter_set("answer", key, OPTIONS) == expected


@pytest.mark.parametrize("key", ["A, E", "blue, red", "", []])
def test_other_keys_are_refused(key):
    """Unknown letters, unknown texts and empty keys raise an error."""
    with pytest.raises(CellError):
        read_letter_set("answer", key, OPTIONS)


def test_only_lists_of_letters_indicate_several_answers():
    """A word of letters, a list of texts, and a list with one letter do not."""
    assert all(map(has_several_letters, ["A, C", "A and C", ["A", "B"], '["A","B"]', "(B) & (D)"]))
    assert not any(map(has_several_letters, ["A", "AC", "red, blue", ["A"], "", None]))


def test_rows_with_several_letters_become_sets(tmp_path):
    """The question lists its options; a row with a single letter stays a plain choice."""
    table = read_rows(tmp_path, ["A, C", "B"])
    several, single = table.items
    assert (several.answer, several.form.kind, several.form.items) == ("AC", "choices:exact", OPTIONS)
    assert several.form.chance == 1 / 15
    assert "A. left of it\nB. red" in several.question
    assert several.question.endswith("and nothing else.")
    assert (single.answer, single.form) == ("B", None)


def test_the_type_can_be_stated_for_all_rows(tmp_path):
    """With a stated type, letters without separators are accepted as well."""
    table = read_rows(tmp_path, ["AC", "B", "A, E"], type="choices", rule="jaccard")
    assert [item.answer for item in table.items] == ["AC", "B"]
    assert {item.form.kind for item in table.items} == {"choices:jaccard"}
    (refusal,) = table.refusals
    assert "does not name right options" in refusal.reason


@pytest.mark.parametrize(
    ("reply", "status", "exact", "jaccard"),
    [
        ("A, C", "ok", 1.0, 1.0),
        ("The right options are C and A.", "ok", 1.0, 1.0),
        ("A", "ok", 0.0, 0.5),
        ("A, B, C", "ok", 0.0, 2 / 3),
        ("none", "ok", 0.0, 0.0),
        ("Hm.", "unparsed", None, None),
        ("", "missing", None, None),
    ],
)
def test_replies_are_scored_as_sets(reply, status, exact, jaccard):
    """The rule `exact` requires equal sets; `jaccard` gives partial credit."""
    for rule, expected in (("exact", exact), ("jaccard", jaccard)):
        question_type = find_question_type(f"choices:{rule}")
        answer = question_type.parse(reply, FORM, "q")
        assert answer.status == status
        if expected is not None:
            assert question_type.score(answer.value, "AC") == pytest.approx(expected)


def test_a_truth_is_a_set_of_letters():
    """The letters must be upper case, sorted, unique and not empty."""
    question_type = find_question_type("choices:exact")
    assert question_type.find_problem("AC") is None
    assert all(map(question_type.find_problem, ["CA", "none", "", "a", "AA"]))
    assert question_type.write_reply("AC") == "A, C"
