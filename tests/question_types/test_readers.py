"""Tests of readers of open answers: units, coordinates of each model family, and flagged answers."""

import json

import pytest

from core.question_types.points import parse_points
from core.question_types.question_type import AnswerForm
from core.question_types.regions import build_polygon_region
from core.question_types.registry import find_question_type

SIZE = (640, 480)
SQUARE = build_polygon_region([[(0.45, 0.2), (0.55, 0.2), (0.55, 0.3), (0.45, 0.3)]])
"""A square around (0.5, 0.25)."""


def read(kind, raw, **form):
    return find_question_type(kind).parse(raw, AnswerForm(kind, **form), "q")


@pytest.mark.parametrize(("raw", "unit", "value", "note"), [
    ("2.5", "m", 2.5, None),
    ("The distance is about 250 cm.", "m", 2.5, "250 cm converted to m"),
    ("**1,200** mm", "m", 1.2, "1,200 mm converted to m"),
    ("<think>maybe 3</think>Answer: 4", "", 4.0, None),
    ("There are three chairs.", "", 3.0, None),
    ('{"reasoning": "1 and 2", "answer": 7}', "", 7.0, None),
    ("2 + 3 = 5", "", 5.0, None),
    ("−3.5", "", -3.5, None),
    ("0.5 rad", "deg", 28.647889756541161, "0.5 rad converted to deg"),
])  # fmt: skip
def test_numbers_are_read_with_their_unit(raw, unit, value, note):
    """A number in another unit of the same quantity is converted, with a note."""
    answer = read("number:mra", raw, unit=unit)
    assert (answer.status, answer.note) == ("ok", note)
    assert answer.value == pytest.approx(value)


@pytest.mark.parametrize(("raw", "status"), [
    ("between 2 and 3 m", "unparsed"), ("2-3 m", "unparsed"), ("30 degrees", "unparsed"), ("5 or 6", "unparsed"),
    ("I cannot tell", "unparsed"), ("", "missing"), (None, "missing"),
])  # fmt: skip
def test_ambiguous_numbers_are_not_read(raw, status):
    """Ranges, several numbers and units of another quantity are not a single answer."""
    assert read("number:mra", raw, unit="m").status == status


@pytest.mark.parametrize("raw", [
    '```json\n[{"point_2d": [500, 250], "label": "cup"}]\n```',
    '[{"point": [250, 500], "label": "cup"}]',
    '<point x="50.0" y="25.0" alt="cup">cup</point>',
    '<points x1="50.0" y1="25.0" alt="cup">cup</points>',
    "The cup is at (0.5, 0.25).",
    "[(0.5, 0.25)]",
    "First I see (0.9, 0.9). Final answer: (0.5, 0.25)",
    "x=0.5, y=0.25",
])  # fmt: skip
def test_points_of_each_family_are_read(raw):
    """Qwen, Gemini (y first), Molmo (percent) and plain tuples mean the same point."""
    answer = read("point:inside", raw, size_px=SIZE, scale="unit")
    assert answer.status == "ok"
    assert parse_points(answer.value).tolist() == [[0.5, 0.25]]
    assert find_question_type("point:inside").score(answer.value, SQUARE) == 1


def test_pixels_are_read_if_the_question_asks_for_them():
    """Pixels need the size of the image; in a question without a scale, large numbers are pixels."""
    for scale in ("pixel", None):
        assert parse_points(read("point:inside", "(320, 120)", size_px=SIZE, scale=scale).value).tolist() == [
            [0.5, 0.25]
        ]
    assert read("point:inside", "(320, 120)", scale="pixel").status == "unparsed"


@pytest.mark.parametrize(("raw", "scale", "status", "why"), [
    ('{"point_2d": [250, 500]}', "unit", "ok", "would be right with x and y exchanged"),
    ('{"point": [500, 250]}', "unit", "ok", "would be right with x and y exchanged"),
    ("(0.25, 0.5)", "unit", "ok", "would be right with x and y exchanged"),
    ("(320, 120)", "unit", "invalid", "would be right as pixels instead of 0 to 1"),
    ("(500, 250)", "unit", "invalid", "would be right as 0 to 1000 instead of 0 to 1"),
    ("(500, 250)", "pixel", "ok", "would be right as 0 to 1000 instead of pixels"),
    ('{"point_2d": [900, 900]}', "unit", "ok", None),
])  # fmt: skip
def test_answers_in_another_order_or_scale_are_flagged_and_not_scored(raw, scale, status, why):
    """A wrong or invalid answer that would be right in another order or scale is flagged; its score is unchanged."""
    form = AnswerForm("point:inside", size_px=SIZE, scale=scale)
    kind = find_question_type("point:inside")
    answer = kind.parse(raw, form, "q")
    assert answer.status == status
    assert answer.value is None or kind.score(answer.value, SQUARE) == 0
    assert kind.explain_error(raw, answer, SQUARE, form) == why


@pytest.mark.parametrize("raw", [
    '{"bbox_2d": [100, 200, 300, 400]}', '{"box_2d": [200, 100, 400, 300]}', "[0.1, 0.2, 0.3, 0.4]",
    "The box is [0.3, 0.4, 0.1, 0.2].",
])  # fmt: skip
def test_boxes_of_each_family_are_read(raw):
    """Corners may be in any order; Gemini writes y first."""
    assert json.loads(read("box:iou", raw, size_px=SIZE, scale="unit").value) == [0.1, 0.2, 0.3, 0.4]


@pytest.mark.parametrize(("raw", "order"), [
    ("C > A > B", ["C", "A", "B"]), ("Answer: B, A, C", ["B", "A", "C"]), ("A and B", None), ("A, B, C, A", None),
])  # fmt: skip
def test_orders_state_each_item_once(raw, order):
    """An order that lacks an item or repeats one is not read."""
    answer = read("order:exact", raw, items=("A", "B", "C"))
    assert (json.loads(answer.value) if answer.value else None) == order


def test_only_short_or_stated_texts_are_read():
    """A long reply is unread unless it states an answer."""
    assert read("text:exact", "Answer: the **Red** cube.").value == "red cube"
    assert read("text:exact", "I see a cube.\nIt is red.\nOr blue.").status == "unparsed"
