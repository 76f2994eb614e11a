"""Tests of replies with several points or boxes: which point counts, and when none does."""

import json

import pytest

from core.question_types.points import parse_points
from core.question_types.question_type import AnswerForm
from core.question_types.registry import find_question_type


def read(kind, raw, scale="unit"):
    return find_question_type(kind).parse(raw, AnswerForm(kind, size_px=(100, 100), scale=scale), "q")


@pytest.mark.parametrize(("raw", "points"), [
    ("not at (10, 20) but (30, 40)", [[0.3, 0.4]]),
    ("It is (30, 40), not (10, 20).", [[0.3, 0.4]]),
    ("It isn't the cup at (10, 20). It is at (30, 40).", [[0.3, 0.4]]),
    ("(30, 40) rather than (10, 20)", [[0.3, 0.4]]),
    ("The cup is at (30, 40). I repeat: (30, 40)", [[0.3, 0.4]]),
    ("The table is at (10, 20).\n(30, 40)", [[0.3, 0.4]]),
    ("The table is at (10, 20).\n**(30, 40)**", [[0.3, 0.4]]),
    ("Left is (10, 20), right is (50, 60). So the centre is (30, 40).", [[0.3, 0.4]]),
    ("I see (10, 20). Answer: (30, 40)", [[0.3, 0.4]]),
    ("[(10, 20), (30, 40)]", [[0.1, 0.2], [0.3, 0.4]]),
    ("(10, 20) and (30, 40)", [[0.1, 0.2], [0.3, 0.4]]),
    ("- (10, 20)\n- (30, 40)", [[0.1, 0.2], [0.3, 0.4]]),
    ("1. (10, 20)\n2. (30, 40)", [[0.1, 0.2], [0.3, 0.4]]),
    ('[{"point_2d": [100, 200], "label": "a"}, {"point_2d": [300, 400]}]', [[0.1, 0.2], [0.3, 0.4]]),
    ('not {"point_2d": [100, 200]} but {"point_2d": [300, 400]}', [[0.3, 0.4]]),
    ("x=30, y=40", [[0.3, 0.4]]),
    ('<points x1="10" y1="20" x2="30" y2="40">cups</points>', [[0.1, 0.2], [0.3, 0.4]]),
    ('<point x="30" y="40">cup</point> <point x="30" y="40">cup</point>', [[0.3, 0.4]]),
    ('<point x="10" y="20">a</point>\nFinal answer: <point x="30" y="40">b</point>', [[0.3, 0.4]]),
])  # fmt: skip
def test_the_final_point_counts(raw, points):
    """Denied points do not count; a conclusion, the last line and a stated answer do; a list gives several points."""
    answer = read("point:inside", raw, "pixel")
    assert answer.value is not None, answer.reason
    assert parse_points(answer.value).tolist() == points


@pytest.mark.parametrize("raw", [
    "The cup is at (10, 20). The plate is at (30, 40).",
    "from (10, 20) to (30, 40)",
    "(10, 20) or (30, 40)",
    '<point x="10" y="20">cup</point> <point x="30" y="40">cup</point>',
    'The cup <point x="10" y="20"> is near <point x="30" y="40">.',
    "x=10, y=20 or else x=30, y=40",
    '{"point_2d": [100, 200]} is the cup, and the plate is {"point_2d": [300, 400]}.',
    "- cup: (10, 20)\n- plate: (30, 40)",
    "A = (10, 20), B = (30, 40)",
])  # fmt: skip
def test_several_points_are_ambiguous(raw):
    """Without a final statement none of several points is read, and the reason lists them."""
    answer = read("point:inside", raw, "pixel")
    assert (answer.status, answer.value) == ("unparsed", None)
    assert answer.reason.startswith("it states several points")


def test_a_denied_point_alone_is_not_an_answer():
    """A reply that only denies a point has no point."""
    assert read("point:inside", "It is not at (10, 20).", "pixel").reason == "it states no point"


@pytest.mark.parametrize(("raw", "box"), [
    ("The table is [10, 10, 20, 20]. The cup is [30, 30, 40, 40].", None),
    ("not [10, 10, 20, 20] but [30, 30, 40, 40]", [0.3, 0.3, 0.4, 0.4]),
    ("The table is [10, 10, 20, 20].\n[30, 30, 40, 40]", [0.3, 0.3, 0.4, 0.4]),
])  # fmt: skip
def test_boxes_follow_the_same_rules(raw, box):
    """None of several boxes in separate phrases is read unless one is final."""
    answer = read("box:iou", raw, "pixel")
    assert (json.loads(answer.value) if answer.value else None) == box
