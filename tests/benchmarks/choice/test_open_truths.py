"""Tests of right answers of open questions in the cells of a table: numbers, texts and orders."""

import json

import pytest

from core.benchmarks.choice.cells import CellError
from core.benchmarks.choice.columns import TableColumns
from core.benchmarks.choice.open_rows import OpenQuestions, guess_type
from core.benchmarks.choice.open_truths import read_plain_truth
from core.benchmarks.choice.table_images import TableImages
from core.benchmarks.choice.table_reader import read_choice_table
from core.parsing.open_answers.texts import normalise_text
from core.photographs.load_image import load_upright_image
from core.question_types.texts import build_text_truth
from tests.importers.pictures import drawn

COLUMNS = TableColumns(question="question", options=(), answer="answer", images=("image",))


def read_table(folder, keys, question="How far?", **meant):
    """Read a table with one row per key."""
    (folder / "1.png").write_bytes(drawn(1))
    rows = [{"question": f"{n}. {question}", "answer": key, "image": "1.png"} for n, key in enumerate(keys)]
    path = folder / "table.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    images = TableImages(folder, load_upright_image)
    return read_choice_table(path, COLUMNS, images, open_questions=OpenQuestions(**meant))


@pytest.mark.parametrize(("key", "value", "unit"), [
    ("1,5", 1.5, ""), ("1,5 m", 1.5, "m"), ("1,250", 1250, ""), ("1.250,5 m", 1250.5, "m"), ("0,250", 0.25, ""),
    ("12 m²", 12, "m²"), ("12 m^2", 12, "m²"), ("12 sq ft", 12, "ft²"), ("−45°", -45, "deg"), ("-45", -45, ""),
    ("5'11\"", 71 / 12, "ft"), ("2½ m", 2.5, "m"), ("2.5 ± 0.1 m", 2.5, "m"), ("5 pcs", 5, "pcs"), ("12V", 12, "V"),
    ("95%", 95, "%"), ("1e-05", 1e-5, ""), (3, 3, ""), (2.5, 2.5, ""), ("36 km/h", 36, "km/h"),
])  # fmt: skip
def test_numbers_are_read_with_their_units(key, value, unit):
    """A cell that is a single number has the type number, with sign, decimals and unit."""
    assert guess_type(key) == "number"
    assert read_plain_truth("number", str(key), None) == (pytest.approx(value), unit)


@pytest.mark.parametrize(
    "key", ["1,3,2", "3rd", "2D", "1:30", "2-3", "about 2", "two", "3/4", "2.5 in this room", "2,5 or 3", "5 cups"]
)
def test_cells_with_digits_may_be_texts(key):
    """Lists, ordinals, ranges, times and phrases are not numbers."""
    assert guess_type(key) == "text"


@pytest.mark.parametrize("key", ["1,3,2", "3rd", "2-3", "1:30"])
def test_texts_with_digits_raise_if_numbers_are_required(key):
    """If the table states that they are numbers, they are refused."""
    with pytest.raises(CellError, match="is not a number"):
        read_plain_truth("number", key, None)


@pytest.mark.parametrize(("name", "key", "answer"), [
    ("text", "left, behind the table", ("left, behind the table",)), ("text", "above > below", ("above > below",)),
    ("text", "red|crimson", ("red", "crimson")), ("text", ["red", "dark red"], ("red", "dark red")),
    ("order", "3,1,2", ("3", "1", "2")), ("order", "near > far", ("near", "far")), ("order", "a, b|c", ("a, b", "c")),
])  # fmt: skip
def test_separators_depend_on_the_type(tmp_path, name, key, answer):
    """Commas and arrows separate the items of an order, but are part of a text."""
    (item,) = read_table(tmp_path, [key], type=name).items
    assert item.answer == (build_text_truth(answer) if name == "text" else json.dumps(list(answer)))


def test_ambiguous_commas_are_refused(tmp_path):
    """In a table with a decimal comma, 1,250 may be 1.25."""
    table = read_table(tmp_path, ["1,5", "1,250", "2"])
    assert [item.answer for item in table.items] == [1.5, 2.0]
    (refusal,) = table.refusals
    assert "thousands or decimals" in refusal.reason
    assert [item.answer for item in read_table(tmp_path, ["1.5", "1,250"]).items] == [1.5, 1250.0]


@pytest.mark.parametrize(("question", "key", "meant", "value", "unit"), [
    ("How far, in feet?", "10", {}, 10, "ft"), ("Distance in centimetres?", "250", {}, 250, "cm"),
    ("Area (in square meters)?", "12", {}, 12, "m²"), ("How fast, in km/h?", 36, {}, 36, "km/h"),
    ("How far, in feet?", "3.048 m", {}, 10, "ft"), ("How far, in feet?", "30 deg", {}, 30, "deg"),
    ("How far, in feet?", "10", {"unit": "m"}, 10, "m"), ("How far?", "2.5 m", {}, 2.5, "m"),
    ("How far?", "2.5", {}, 2.5, ""), ("How many chairs are in meters or in feet?", "3", {}, 3, ""),
    ("What is 3 in this room?", "3", {}, 3, ""),
])  # fmt: skip
def test_answers_are_converted_to_the_question_s_unit(tmp_path, question, key, meant, value, unit):
    """A stated unit takes precedence over the question's; the answer has the unit that replies will have."""
    (item,) = read_table(tmp_path, [key], question, type="number", **meant).items
    assert (item.answer, item.form.unit) == (pytest.approx(value), unit)
    assert question.rstrip("?") in item.question


@pytest.mark.parametrize(("keys", "tasks"), [
    (["2 m", "3 m", "45°"], ["number mra in m", "number mra in m", "number mra in deg"]),
    (["2 m", "30 cm"], ["number mra in m", "number mra in cm"]),
    (["2", "3", "45°"], ["number mra", "number mra", "number mra in deg"]),
    (["2 m", "3 m"], ["number", "number"]), (["2", "red"], ["number", "text"]),
    (["2 m", "45°", "red"], ["number mra in m", "number mra in deg", "text"]),
])  # fmt: skip
def test_numbers_in_different_units_are_different_tasks(tmp_path, keys, tasks):
    """A mean or a constant across metres and degrees is meaningless."""
    assert [item.question_id for item in read_table(tmp_path, keys, "What?").items] == tasks


@pytest.mark.parametrize(("text", "normal"), [
    ("−45", "-45"), ("-45", "-45"), ("at -.5", "at -.5"), ("- The cup", "cup"), ("red-brown.", "red-brown"),
    ("U.S.", "u s"), ("“red”", "red"),
])  # fmt: skip
def test_a_minus_sign_is_part_of_a_text(text, normal):
    """A dash between words, or before a list item, is not a minus sign."""
    assert normalise_text(text) == normal
