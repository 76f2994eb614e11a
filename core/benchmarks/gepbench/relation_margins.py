"""Failure margins of relations between two shapes.

Each measure is 0 if the relation holds. Otherwise it is a distance in widths of the image (an angle in radians for
`measure_parallel_failure`), or infinite if types or positions rule the relation out. A relation is read from the first
shape to the second.
"""

import itertools
import math
from collections.abc import Callable

import numpy as np

from core.benchmarks.gepbench.shape_measures import sample_ellipse
from core.benchmarks.gepbench.shapes import Ellipse, Point, Polygon, Shape, StraightLine

HOLDS = 2e-5
"""Tolerance: a relation that fails by less holds, because parameters are stored with six decimals."""

ANGLE_MARGIN_RAD = math.radians(8)
DISTANCE_MARGIN = 0.03
"""Minimum amount by which unrelated shapes fail a relation."""


_OUTLINE_POINTS = 3000
"""Enough points for an error below 1e-6 of a distance from an ellipse."""


def compute_failure(relation: str, first: Shape, second: Shape) -> float:
    """Return by how much the first shape fails to have this relation to the second."""
    return FAILURES[relation](first, second)


def get_minimum_margin(relation: str) -> float:
    """Return the minimum amount by which a relation that does not hold must fail."""
    return ANGLE_MARGIN_RAD if relation == "parallel" else DISTANCE_MARGIN


def measure_tangent_failure(first: Shape, second: Shape) -> float:
    """Measure failure to touch without crossing: a circle and an ellipse or polygon side, or a line and an ellipse."""
    if isinstance(second, Ellipse) and not isinstance(first, Ellipse):
        first, second = second, first
    if not isinstance(first, Ellipse):
        return math.inf
    if isinstance(second, StraightLine):
        return _measure_line_tangency(second, first)
    if isinstance(second, Ellipse):
        return _measure_ellipse_tangency(first, second)
    if isinstance(second, Polygon) and first.type == "circle":
        return min(_measure_line_tangency(StraightLine(side), first) for side in _list_sides(second))
    return math.inf


def measure_parallel_failure(first: Shape, second: Shape) -> float:
    """Return the angle between two lines in radians."""
    if not (isinstance(first, StraightLine) and isinstance(second, StraightLine)):
        return math.inf
    turn = _compute_direction_rad(first) - _compute_direction_rad(second)
    return abs((turn + math.pi / 2) % math.pi - math.pi / 2)


def measure_circumscribed_failure(first: Shape, second: Shape) -> float:
    """Measure failure of an ellipse to pass through all corners of a polygon, or of all sides to touch an ellipse."""
    if isinstance(first, Ellipse) and isinstance(second, Polygon):
        return max(_compute_outline_distance(point, first) for point in second.points)
    if isinstance(first, Polygon) and isinstance(second, Ellipse):
        return max(_measure_line_tangency(StraightLine(side), second) for side in _list_sides(first))
    return math.inf


def measure_inscribed_failure(first: Shape, second: Shape) -> float:
    """Measure failure of the second shape to be circumscribed about the first."""
    return measure_circumscribed_failure(second, first)


def measure_shared_edge_failure(first: Shape, second: Shape) -> float:
    """Measure failure of two polygons to have one side in common."""
    if not (isinstance(first, Polygon) and isinstance(second, Polygon)):
        return math.inf
    pairs = itertools.product(_list_sides(first), _list_sides(second))
    return min(_compute_end_distance(side, other) for side, other in pairs)


def measure_diagonal_failure(first: Shape, second: Shape) -> float:
    """Measure failure of a line to join opposite corners of a polygon with four sides."""
    if not (isinstance(first, StraightLine) and isinstance(second, Polygon) and len(second.points) == 4):
        return math.inf
    a, b, c, d = second.points
    return min(_compute_end_distance(first.points, (a, c)), _compute_end_distance(first.points, (b, d)))


def measure_major_axis_failure(first: Shape, second: Shape) -> float:
    """Measure failure of a line to be the longer axis of an ellipse that is not a circle."""
    return _measure_axis_failure(first, second, 0.0)


def measure_minor_axis_failure(first: Shape, second: Shape) -> float:
    """Measure failure of a line to be the shorter axis of an ellipse that is not a circle."""
    return _measure_axis_failure(first, second, math.pi / 2)


def measure_diameter_failure(first: Shape, second: Shape) -> float:
    """Measure failure of a line to be a diameter of a circle, from border to border."""
    if not (isinstance(first, StraightLine) and isinstance(second, Ellipse) and second.type == "circle"):
        return math.inf
    (ax, ay), (bx, by) = first.points
    off_centre = math.dist(((ax + bx) / 2, (ay + by) / 2), second.center)
    return max(off_centre, abs(math.dist(*first.points) - second.major_axis) / 2)


FAILURES: dict[str, Callable[[Shape, Shape], float]] = {
    "tangent": measure_tangent_failure,
    "parallel": measure_parallel_failure,
    "circumscribed": measure_circumscribed_failure,
    "inscribed": measure_inscribed_failure,
    "shared edge": measure_shared_edge_failure,
    "diagonal": measure_diagonal_failure,
    "major axis": measure_major_axis_failure,
    "minor axis": measure_minor_axis_failure,
    "diameter": measure_diameter_failure,
}


def _list_sides(polygon: Polygon) -> list[tuple[Point, Point]]:
    return list(zip(polygon.points, (*polygon.points[1:], polygon.points[0]), strict=True))


def _compute_direction_rad(line: StraightLine) -> float:
    (ax, ay), (bx, by) = line.points
    return math.atan2(by - ay, bx - ax)


def _compute_end_distance(points: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    """Return the largest distance between the ends of two lines, in the better of both orders."""
    (a, b), (c, d) = points, other
    return min(max(math.dist(a, c), math.dist(b, d)), max(math.dist(a, d), math.dist(b, c)))


def _measure_axis_failure(first: Shape, second: Shape, turn_rad: float) -> float:
    if not (isinstance(first, StraightLine) and isinstance(second, Ellipse) and second.type == "ellipse"):
        return math.inf
    half = (second.minor_axis if turn_rad else second.major_axis) / 2
    dx, dy = half * math.cos(second.rotation + turn_rad), half * math.sin(second.rotation + turn_rad)
    x, y = second.center
    return _compute_end_distance(first.points, ((x - dx, y - dy), (x + dx, y + dy)))


def _measure_line_tangency(line: StraightLine, ellipse: Ellipse) -> float:
    """Return how far the infinite line is from touching, or how far beyond its ends it touches, if that is more."""
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


def _measure_ellipse_tangency(first: Ellipse, second: Ellipse) -> float:
    """Return how far two ellipses, one of them a circle, are from touching; infinite if neither is a circle."""
    if first.type == second.type == "circle":
        between, a, b = math.dist(first.center, second.center), first.major_axis / 2, second.major_axis / 2
        return min(abs(between - a - b), abs(between - abs(a - b)))
    if "circle" not in (first.type, second.type):
        return math.inf
    round_one, ellipse = (first, second) if first.type == "circle" else (second, first)
    away = sample_ellipse(ellipse, _OUTLINE_POINTS) - round_one.center
    return abs(float(np.hypot(away[:, 0], away[:, 1]).min()) - round_one.major_axis / 2)


def _compute_outline_distance(point: Point, ellipse: Ellipse) -> float:
    """Return the distance of a point from an ellipse's outline, measured through the centre."""
    dx, dy = point[0] - ellipse.center[0], point[1] - ellipse.center[1]
    cos, sin = math.cos(ellipse.rotation), math.sin(ellipse.rotation)
    scaled = math.hypot((dx * cos + dy * sin) / ellipse.major_axis, (dy * cos - dx * sin) / ellipse.minor_axis) * 2
    away = math.hypot(dx, dy)
    return abs(away - away / scaled) if scaled else ellipse.minor_axis / 2
