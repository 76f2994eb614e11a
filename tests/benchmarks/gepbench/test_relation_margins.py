"""Relations between two shapes: by hand-made cases, near misses included."""

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


def shifted(shape, x):
    """The shape moved to the right."""
    if isinstance(shape, Ellipse):
        return Ellipse(
            (shape.center[0] + x, shape.center[1]), shape.major_axis, shape.minor_axis, shape.rotation, shape.special
        )
    points = tuple((px + x, py) for px, py in shape.points)
    return StraightLine(points) if isinstance(shape, StraightLine) else Polygon(points, shape.special)


@pytest.mark.parametrize(("name", "first", "second"), CASES)
def test_a_relation_holds_where_it_is_made(name, first, second):
    """Each case holds, and moved by a fiftieth of the image it fails by about as much, unless lines stay parallel."""
    assert compute_failure(name, first, second) < HOLDS
    if name != "parallel":
        assert 0.005 < compute_failure(name, shifted(first, 0.02), second) < 0.05
        assert 0.005 < compute_failure(name, first, shifted(second, -0.02)) < 0.05


def test_direction_matters():
    """A circle about a square is not inscribed in it, and a square has no diagonal relation to its diagonal."""
    assert compute_failure("inscribed", AROUND, SQUARE) > 0.05
    assert compute_failure("circumscribed", INSIDE, SQUARE) > 0.05
    assert compute_failure("diagonal", SQUARE, StraightLine(((0.7, 0.7), (0.3, 0.3)))) == math.inf


def test_parallel_is_an_angle():
    """Two lines fail to be parallel by the angle between them, whichever way they point."""
    turned = StraightLine(((0.5, 0.8), (0.5 + 0.6 * math.sin(0.1), 0.8 - 0.6 * math.cos(0.1))))
    assert compute_failure("parallel", UPRIGHT, turned) == pytest.approx(0.1)
    assert compute_failure("parallel", turned, UPRIGHT) == pytest.approx(0.1)


@pytest.mark.parametrize("name", RELATIONS)
def test_a_spiral_is_related_to_nothing(name):
    """No relation is asked of a spiral: each fails without a bound."""
    spiral = Spiral((0.5, 0.5), 0.01, 0.01, 20.0)
    for other in (SQUARE, INSIDE, ELLIPSE, UPRIGHT):
        assert compute_failure(name, spiral, other) == math.inf
        assert compute_failure(name, other, spiral) == math.inf


def test_a_circle_s_axes_are_no_axes():
    """A diameter is no axis, and an axis is no diameter: the words never fit the same pair."""
    through = StraightLine(((0.3, 0.5), (0.7, 0.5)))
    assert compute_failure("major axis", through, INSIDE) == compute_failure("minor axis", through, INSIDE) == math.inf
    assert compute_failure("diameter", UPRIGHT, ELLIPSE) == math.inf


def test_a_touch_beyond_the_line_s_end_is_none():
    """A segment whose carrier would touch further on is not tangent; a ray or a line is."""
    ends = (0.65, 0.75), (0.65, 0.95)
    assert compute_failure("tangent", StraightLine(ends), ELLIPSE) == pytest.approx(0.25)
    assert compute_failure("tangent", StraightLine(ends, "line"), ELLIPSE) < HOLDS
