"""Tests of marks for points and boxes over an image, each in its model's style."""

from core.overlays.answer_shapes import ANSWERS, PlacedAnswer, build_answer_shapes
from core.question_types.boxes import build_box
from core.question_types.points import build_points

SIZE_PX = (200, 100)


def test_each_point_has_the_mark_of_its_model():
    """Two points of one reply are two marks in pixels with the model's colour and path."""
    answers = [
        PlacedAnswer(build_points([(0.5, 0.5), (0.1, 0.2)]), "#111111", "M0"),
        PlacedAnswer(build_points([(0.5, 0.5)]), "#222222", "M1"),
    ]
    shapes = build_answer_shapes("point:inside", answers, SIZE_PX)
    assert [(shape.form, shape.points, shape.colour, shape.path) for shape in shapes] == [
        ("mark", ((100.0, 50.0),), "#111111", "M0"),
        ("mark", ((20.0, 20.0),), "#111111", "M0"),
        ("mark", ((100.0, 50.0),), "#222222", "M1"),
    ]
    assert {shape.layer for shape in shapes} == {ANSWERS}


def test_a_box_has_four_sides_and_its_mark_at_the_first_corner():
    """Coinciding boxes of two models can be distinguished by their marks."""
    answers = [PlacedAnswer(build_box([(0.1, 0.2, 0.6, 0.8)]), "#111111", "M0")]
    *sides, mark = build_answer_shapes("box:iou", answers, SIZE_PX)
    assert [side.form for side in sides] == ["dashed"] * 4
    assert (mark.form, mark.points, mark.path) == ("mark", ((20.0, 20.0),), "M0")
