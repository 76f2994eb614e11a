"""Tests of reference solvers: truth, and the image plane of types and boxes."""

from collections import Counter
from pathlib import Path

import pytest

from core.benchmarks.gepbench.figure import FigureQuery, FigureQuestion, GeometricFigure
from core.benchmarks.gepbench.item_reader import FigureItem
from core.benchmarks.gepbench.shapes import Polygon, make_circle
from core.benchmarks.gepbench.solvers import (
    SOLVERS,
    ShapeDetection,
    detect_shapes,
    solve_by_image_plane,
    solve_by_truth,
)
from core.benchmarks.gepbench.vocabulary import ASPECTS, LEVELS
from core.generators.gepbench.exact import engine

ITEMS = 300


def make_item(question, figure):
    return FigureItem("i", "items.jsonl", "line 1", "easy", 0, question, Path("i.png"), figure=figure)


@pytest.fixture(scope="module")
def share_right():
    """Return the share of right letters by solver and aspect over exact items."""
    items = [make_item(sheet.questions[0], sheet.figure) for sheet in engine.generate_sheets(ITEMS, LEVELS, seed=6)]
    hits = Counter((name, item.question.aspect) for item in items for name, solve in SOLVERS.items()
                   if solve(item) == item.question.letter)  # fmt: skip
    return {key: count / (ITEMS / len(ASPECTS)) for key, count in hits.items()}


def test_truth_is_always_right(share_right):
    """The letter recomputed from the parameters is the key of every exact item."""
    assert {share_right["truth", aspect] for aspect in ASPECTS} == {1.0}


def test_boxes_do_not_solve_relations(share_right):
    """Types and boxes solve existence, counting and most of location, but not relations."""
    assert share_right["image plane", "existence"] > 0.95
    assert share_right["image plane", "counting"] > 0.95
    assert share_right["image plane", "location"] > 0.9
    assert 0.25 < share_right["image plane", "relation"] < 0.9
    assert share_right["image plane", "size"] < 1


def test_a_detector_returns_types_and_pixel_boxes():
    """A detection has a shape's type, colour, and box in whole pixels with y down."""
    triangle = Polygon(((0.1, 0.2), (0.5, 0.2), (0.1, 0.9)))
    figure = GeometricFigure((triangle, make_circle((0.5, 0.5), 0.1)), (), ("red", "blue"))
    assert detect_shapes(figure) == (
        ShapeDetection("triangle", "red", 64, 64, 320, 512), ShapeDetection("circle", "blue", 256, 256, 384, 384)
    )  # fmt: skip


@pytest.mark.parametrize("key", range(4))
def test_solvers_do_not_use_the_key(key):
    """The letter is that of the figure, whichever option is marked as right."""
    question = FigureQuestion("counting", FigureQuery("count", "circle"), "How many circles?", (0, 1, 2, 3), key)
    item = make_item(question, GeometricFigure((make_circle((0.5, 0.5), 0.1),)))
    assert (solve_by_truth(item), solve_by_image_plane(item)) == ("B", "B")


def test_solvers_give_no_letter_without_a_description():
    """Without shapes, or for a question of unknown form, there is no letter."""
    question = FigureQuestion("counting", FigureQuery("count", "circle"), "How many?", (0, 1, 2, 3), 0)
    unknown = FigureQuestion("counting", FigureQuery(""), "How many?", (0, 1, 2, 3), 0)
    for item in (make_item(question, None), make_item(unknown, GeometricFigure((make_circle((0.5, 0.5), 0.1),)))):
        assert solve_by_truth(item) is None
        assert solve_by_image_plane(item) is None
