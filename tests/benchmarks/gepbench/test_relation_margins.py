"""Tests of relations between two shapes on hand-made cases, including near misses."""

import math

import pytest

from core.benchmarks.gepbench.relation_margins import HOLDS, compute_failure
from core.benchmarks.gepbench.shapes import Ellipse, Polygon, Spiral, StraightLine, make_circle
from core.benchmarks.gepbench.vocabulary import RELATIONS

SQUARE = Polygon(((0.3, 0.3), (0.7, 0.3), (0.7, 0.7), (0.3, 0.7)), "square")
TRIANGLE = Polygon(((0.7, 0.3), (0.9, 0.5), (0.7, 0.7)))
INSIDE, AROUND = make_circle((0.5, 0.5), 0.2), make_circle((0.5, 0.5), 0.2 * math.sqrt(2))
ELLIPSE = Ellipse((0.5, 0.5), 0.6, 0.3, math.pi / 2)
ACROSS, UPRIGHT = StraightLine(((0.35, 0.5), (0.65, 0.5))), StraightLine(((0.5, 0.2), (0.5, 0.8)))
BESIDE = StraightLine(((0.65, 0.3), (0.65, 0.8)))

CASES = [
    ("circumscribed", AROUND, SQUARE), ("circumscribed", SQUARE, INSIDE),
    ("inscribed", INSIDE, SQUARE), ("inscribed", SQUARE, AROUND),
    ("tangent", BESIDE, ELLIPSE), ("tangent", ELLIPSE, BESIDE),
    ("tangent", make_circle((0.8, 0.5), 0.1), INSIDE), ("tangent", make_circle((0.6, 0.5), 0.1), INSIDE),
    ("tangent", make_circle((0.75, 0.5), 0.1), ELLIPSE), ("tangent", ELLIPSE, make_circle((0.55, 0.5), 0.1)),
    ("tangent", make_circle((0.8, 0.5), 0.1), SQUARE),
    ("parallel", UPRIGHT, BESIDE),
    ("shared edge", SQUARE, TRIANGLE), ("shared edge", TRIANGLE, SQUARE),
    ("diagonal", StraightLine(((0.7, 0.7), (0.3, 0.3))), SQUARE),
    ("major axis", UPRIGHT, ELLIPSE), ("minor axis", ACROSS, ELLIPSE),
    ("diameter", StraightLine(((0.3, 0.5), (0.7, 0.5))), INSIDE),
]  # fmt: skip


def shift_right(shape, x):
    """Return the shape moved to the right."""
    if isinstance(shape, Ellipse):
        return Ellipse(
            (shape.center[0] + x, shape.center[1]), shape.major_axis, shape.minor_axis, shape.rotation, shape.special
        )
    points = tuple((px + x, py) for px, py in shape.points)
    return StraightLine(points) if isinstance(shape, StraightLine) else Polygon(points, shape.special)


@pytest.mark.parametrize(("name", "first", "second"), CASES)
def test_a_relation_holds_as_constructed_and_fails_after_a_shift(name, first, second):
    """After a shift by a fiftieth of the image it fails by about as much, except for parallel lines."""
    assert compute_failure(name, first, second) < HOLDS
    if name != "parallel":
        assert 0.005 < compute_failure(name, shift_right(first, 0.02), second) < 0.05
        assert 0.005 < compute_failure(name, first, shift_right(second, -0.02)) < 0.05


def test_direction_matters():
    """A circle around a square is not inscribed in it, and a square is not a diagonal of its diagonal."""
    assert compute_failure("inscribed", AROUND, SQUARE) > 0.05
    assert compute_failure("circumscribed", INSIDE, SQUARE) > 0.05
    assert compute_failure("diagonal", SQUARE, StraightLine(((0.7, 0.7), (0.3, 0.3)))) == math.inf


def test_parallel_fails_by_the_angle_between_lines():
    """Two lines fail to be parallel by the angle between them, in either direction."""
    turned = StraightLine(((0.5, 0.8), (0.5 + 0.6 * math.sin(0.1), 0.8 - 0.6 * math.cos(0.1))))
    assert compute_failure("parallel", UPRIGHT, turned) == pytest.approx(0.1)
    assert compute_failure("parallel", turned, UPRIGHT) == pytest.approx(0.1)


@pytest.mark.parametrize("name", RELATIONS)
def test_a_spiral_has_no_relation(name):
    """Every relation with a spiral fails infinitely."""
    spiral = Spiral((0.5, 0.5), 0.01, 0.01, 20.0)
    for other in (SQUARE, INSIDE, ELLIPSE, UPRIGHT):
        assert compute_failure(name, spiral, other) == math.inf
        assert compute_failure(name, other, spiral) == math.inf


def test_a_diameter_is_not_an_axis():
    """A diameter is not an axis, and an axis is not a diameter, so no pair has both relations."""
    through = StraightLine(((0.3, 0.5), (0.7, 0.5)))
    assert compute_failure("major axis", through, INSIDE) == compute_failure("minor axis", through, INSIDE) == math.inf
    assert compute_failure("diameter", UPRIGHT, ELLIPSE) == math.inf


def test_a_segment_is_not_tangent_beyond_its_end():
    """A segment that would touch only if extended is not tangent; the whole line is."""
    ends = (0.65, 0.75), (0.65, 0.95)
    assert compute_failure("tangent", StraightLine(ends), ELLIPSE) == pytest.approx(0.25)
    assert compute_failure("tangent", StraightLine(ends, "line"), ELLIPSE) < HOLDS
