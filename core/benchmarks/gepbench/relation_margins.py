"""By how much a relation between two shapes fails.

Each measure is 0 where the relation holds, and else a distance in widths of the image (for `parallel` an angle in
radians), infinite where types or places rule the relation out. A relation is read from the first shape to the second.
"""

import itertools
import math
from collections.abc import Callable

import numpy as np

from core.benchmarks.gepbench.shape_measures import ellipse_points
from core.benchmarks.gepbench.shapes import Ellipse, Line, Point, Polygon, Shape

HOLDS = 2e-5
"""A relation that fails by less than this holds: parameters are stored with six decimals."""

ANGLE_MARGIN_RAD = math.radians(8)
DISTANCE_MARGIN = 0.03
"""Unrelated shapes fail a relation by at least this much."""


_OUTLINE_POINTS = 3000
"""Enough for a distance from an ellipse that is off by less than 1e-6."""


def failure(relation: str, first: Shape, second: Shape) -> float:
    """By how much the first shape is not in this relation to the second."""
    return FAILURES[relation](first, second)


def margin_of(relation: str) -> float:
    """By how much a relation fails at least where it does not hold."""
    return ANGLE_MARGIN_RAD if relation == "parallel" else DISTANCE_MARGIN


def tangent(first: Shape, second: Shape) -> float:
    """One point in common and no crossing: a circle and an ellipse or a polygon's side, a line and an ellipse."""
    if isinstance(second, Ellipse) and not isinstance(first, Ellipse):
        first, second = second, first
    if not isinstance(first, Ellipse):
        return math.inf
    if isinstance(second, Line):
        return _line_and_ellipse(second, first)
    if isinstance(second, Ellipse):
        return _two_ellipses(first, second)
    if isinstance(second, Polygon) and first.type == "circle":
        return min(_line_and_ellipse(Line(side), first) for side in _sides(second))
    return math.inf


def parallel(first: Shape, second: Shape) -> float:
    """The angle between two lines in radians."""
    if not (isinstance(first, Line) and isinstance(second, Line)):
        return math.inf
    turn = _direction(first) - _direction(second)
    return abs((turn + math.pi / 2) % math.pi - math.pi / 2)


def circumscribed(first: Shape, second: Shape) -> float:
    """An ellipse through all corners of a polygon, or a polygon with all sides tangent to an ellipse."""
    if isinstance(first, Ellipse) and isinstance(second, Polygon):
        return max(_from_outline(point, first) for point in second.points)
    if isinstance(first, Polygon) and isinstance(second, Ellipse):
        return max(_line_and_ellipse(Line(side), second) for side in _sides(first))
    return math.inf


def inscribed(first: Shape, second: Shape) -> float:
    """The second is circumscribed about the first."""
    return circumscribed(second, first)


def shared_edge(first: Shape, second: Shape) -> float:
    """Two polygons with one side in common."""
    if not (isinstance(first, Polygon) and isinstance(second, Polygon)):
        return math.inf
    pairs = itertools.product(_sides(first), _sides(second))
    return min(_between_ends(side, other) for side, other in pairs)


def diagonal(first: Shape, second: Shape) -> float:
    """A line between opposite corners of a polygon of four sides."""
    if not (isinstance(first, Line) and isinstance(second, Polygon) and len(second.points) == 4):
        return math.inf
    a, b, c, d = second.points
    return min(_between_ends(first.points, (a, c)), _between_ends(first.points, (b, d)))


def major_axis(first: Shape, second: Shape) -> float:
    """A line that is the longer axis of an ellipse, not of a circle."""
    return _axis(first, second, 0.0)


def minor_axis(first: Shape, second: Shape) -> float:
    """A line that is the shorter axis of an ellipse, not of a circle."""
    return _axis(first, second, math.pi / 2)


def diameter(first: Shape, second: Shape) -> float:
    """A line through the centre of a circle, from border to border."""
    if not (isinstance(first, Line) and isinstance(second, Ellipse) and second.type == "circle"):
        return math.inf
    (ax, ay), (bx, by) = first.points
    off_centre = math.dist(((ax + bx) / 2, (ay + by) / 2), second.center)
    return max(off_centre, abs(math.dist(*first.points) - second.major_axis) / 2)


FAILURES: dict[str, Callable[[Shape, Shape], float]] = {
    "tangent": tangent,
    "parallel": parallel,
    "circumscribed": circumscribed,
    "inscribed": inscribed,
    "shared edge": shared_edge,
    "diagonal": diagonal,
    "major axis": major_axis,
    "minor axis": minor_axis,
    "diameter": diameter,
}


def _sides(polygon: Polygon) -> list[tuple[Point, Point]]:
    return list(zip(polygon.points, (*polygon.points[1:], polygon.points[0]), strict=True))


def _direction(line: Line) -> float:
    (ax, ay), (bx, by) = line.points
    return math.atan2(by - ay, bx - ax)


def _between_ends(one: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    """How far the ends of one line are from those of another, in the better of both orders."""
    (a, b), (c, d) = one, other
    return min(max(math.dist(a, c), math.dist(b, d)), max(math.dist(a, d), math.dist(b, c)))


def _axis(first: Shape, second: Shape, turn_rad: float) -> float:
    if not (isinstance(first, Line) and isinstance(second, Ellipse) and second.type == "ellipse"):
        return math.inf
    half = (second.minor_axis if turn_rad else second.major_axis) / 2
    dx, dy = half * math.cos(second.rotation + turn_rad), half * math.sin(second.rotation + turn_rad)
    x, y = second.center
    return _between_ends(first.points, ((x - dx, y - dy), (x + dx, y + dy)))


def _line_and_ellipse(line: Line, ellipse: Ellipse) -> float:
    """How far the line's carrier is from touching, or how far beyond the line's ends it touches, whichever is more."""
    (ax, ay), (bx, by) = line.points
    length = math.dist(*line.points)
    along = (bx - ax) / length, (by - ay) / length
    offset = ellipse.center[0] - ax, ellipse.center[1] - ay
    height = along[0] * offset[1] - along[1] * offset[0]
    normal = (-along[1], along[0]) if height < 0 else (along[1], -along[0])
    # The ellipse reaches furthest against the line at center + touch (support point in direction `normal`).
    cos, sin = math.cos(ellipse.rotation), math.sin(ellipse.rotation)
    u = (normal[0] * cos + normal[1] * sin) * ellipse.major_axis / 2
    v = (normal[1] * cos - normal[0] * sin) * ellipse.minor_axis / 2
    reach = math.hypot(u, v)
    on_major, on_minor = u / reach * ellipse.major_axis / 2, v / reach * ellipse.minor_axis / 2
    touch = cos * on_major - sin * on_minor, sin * on_major + cos * on_minor
    place = (offset[0] + touch[0]) * along[0] + (offset[1] + touch[1]) * along[1]
    beyond = max(0.0, -place, place - length) if line.kind == "segment" else 0.0
    return max(abs(abs(height) - reach), beyond)


def _two_ellipses(first: Ellipse, second: Ellipse) -> float:
    """How far two of which one is a circle are from touching; infinite of two ellipses, which never shall."""
    if first.type == second.type == "circle":
        between, a, b = math.dist(first.center, second.center), first.major_axis / 2, second.major_axis / 2
        return min(abs(between - a - b), abs(between - abs(a - b)))
    if "circle" not in (first.type, second.type):
        return math.inf
    round_one, ellipse = (first, second) if first.type == "circle" else (second, first)
    away = ellipse_points(ellipse, _OUTLINE_POINTS) - round_one.center
    return abs(float(np.hypot(away[:, 0], away[:, 1]).min()) - round_one.major_axis / 2)


def _from_outline(point: Point, ellipse: Ellipse) -> float:
    """How far a point is from an ellipse's outline, measured through the centre."""
    dx, dy = point[0] - ellipse.center[0], point[1] - ellipse.center[1]
    cos, sin = math.cos(ellipse.rotation), math.sin(ellipse.rotation)
    scaled = math.hypot((dx * cos + dy * sin) / ellipse.major_axis, (dy * cos - dx * sin) / ellipse.minor_axis) * 2
    away = math.hypot(dx, dy)
    return abs(away - away / scaled) if scaled else ellipse.minor_axis / 2
