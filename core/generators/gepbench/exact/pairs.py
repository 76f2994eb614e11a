"""Pairs of shapes in an exact relation, and pairs that nearly have one. Frame: anywhere, y up."""

import math
from collections.abc import Callable

import numpy as np

from core.benchmarks.gepbench.polylines import build_polyline, compute_distance
from core.benchmarks.gepbench.relation_margins import measure_parallel_failure
from core.benchmarks.gepbench.shape_measures import compute_box
from core.benchmarks.gepbench.shapes import Ellipse, Point, Polygon, Shape, StraightLine, make_circle, move_shape
from core.generators.gepbench.exact.random_shapes import (
    LEAST_ELLIPSE_RATIO,
    build_rectangle,
    has_clear_corners,
    sample_polygon,
    sample_spread_angles,
)

Pair = tuple[Shape, Shape]

WIDEST_GAP_RAD = 2.3
"""Largest angle between the points where neighbouring sides touch a circle, so that corners stay near."""

LEAST_ANGLE_RAD = math.radians(12)
"""Smallest angle between lines that must not look parallel."""

_BREAKS_TRIED = 40


def build_pair(relation: str, random: np.random.Generator) -> Pair:
    """Build two shapes, of which the first has this relation to the second; their size and place are free."""
    return PAIRS[relation](random)


def break_relation(pair: Pair, clearance: float, random: np.random.Generator) -> Pair | None:
    """Turn, scale or shift the pair's first shape so that nothing touches and nothing is parallel."""
    first, second = pair
    left, bottom, right, top = compute_box(first)
    middle = (left + right) / 2, (bottom + top) / 2
    extent = max(right - left, top - bottom)
    onto = build_polyline(second)
    for _ in range(_BREAKS_TRIED):
        factor = random.uniform(0.5, 0.85) if random.random() < 0.6 else random.uniform(1.15, 1.5)
        shift = random.normal(0, 0.25 * extent, 2)
        moved_first = rotate_shape(
            move_shape(move_shape(first, 1.0, (-middle[0], -middle[1])), factor, (0.0, 0.0)), random.uniform(0.25, 1.2)
        )
        moved_first = move_shape(moved_first, 1.0, (middle[0] + shift[0], middle[1] + shift[1]))
        if measure_parallel_failure(moved_first, second) < LEAST_ANGLE_RAD:
            continue
        if compute_distance(build_polyline(moved_first), onto) >= clearance:
            return moved_first, second
    return None


def rotate_shape(shape: Shape, angle_rad: float) -> Shape:
    """Rotate a polygon, line or ellipse about the origin."""
    cos, sin = math.cos(angle_rad), math.sin(angle_rad)

    def rotate_point(point: Point) -> Point:
        return cos * point[0] - sin * point[1], sin * point[0] + cos * point[1]

    if isinstance(shape, Polygon):
        return Polygon(tuple(map(rotate_point, shape.points)), shape.special)
    if isinstance(shape, StraightLine):
        return StraightLine((rotate_point(shape.points[0]), rotate_point(shape.points[1])), shape.kind)
    if isinstance(shape, Ellipse):
        rotation = shape.rotation + angle_rad if shape.type == "ellipse" else 0.0
        return Ellipse(rotate_point(shape.center), shape.major_axis, shape.minor_axis, rotation, shape.special)
    return shape


def _build_tangent_pair(random: np.random.Generator) -> Pair:
    """Build a line or circle that touches an ellipse or circle, or a circle that touches a polygon's side."""
    kind = random.integers(3)
    touch_to_end = random.uniform(0.4, 1.2, 2)
    if kind == 0:
        ellipse = _sample_ellipse(random) if random.random() < 0.5 else make_circle((0.0, 0.0), 0.5)
        angle = random.uniform(0, 2 * math.pi)
        x, y = ellipse.major_axis / 2 * math.cos(angle), ellipse.minor_axis / 2 * math.sin(angle)
        along = np.array([-ellipse.major_axis * math.sin(angle), ellipse.minor_axis * math.cos(angle)])
        along /= np.hypot(*along)
        ends = tuple((float(x + s * along[0]), float(y + s * along[1])) for s in (-touch_to_end[0], touch_to_end[1]))
        line = rotate_shape(StraightLine((ends[0], ends[1])), ellipse.rotation)
        pair: Pair = (line, ellipse)
    elif kind == 1:
        radius = random.uniform(0.35, 0.8)
        is_outside = random.random() < 0.6
        away = 1 + radius if is_outside else 1 - radius
        angle = random.uniform(0, 2 * math.pi)
        pair = make_circle((away * math.cos(angle), away * math.sin(angle)), radius), make_circle((0.0, 0.0), 1.0)
    else:
        polygon = sample_polygon(int(random.integers(3, 7)), random)
        side = int(random.integers(len(polygon.points)))
        (ax, ay), (bx, by) = polygon.points[side - 1], polygon.points[side]
        share, radius = random.uniform(0.35, 0.65), random.uniform(0.25, 0.6)
        length = math.dist((ax, ay), (bx, by))
        # Corners run counterclockwise: the outside is on the right.
        outward = (by - ay) / length * radius, (ax - bx) / length * radius
        pair = make_circle((ax + share * (bx - ax) + outward[0], ay + share * (by - ay) + outward[1]), radius), polygon
    return pair if random.random() < 0.5 else (pair[1], pair[0])


def _build_parallel_pair(random: np.random.Generator) -> Pair:
    """Build two lines side by side."""
    apart = random.uniform(0.25, 0.8)
    start, length = random.uniform(-0.3, 0.3), random.uniform(0.6, 1.4)
    pair = StraightLine(((0.0, 0.0), (1.0, 0.0))), StraightLine(((start, apart), (start + length, apart)))
    return pair if random.random() < 0.5 else (pair[1], pair[0])


def _build_circumscribed_pair(random: np.random.Generator) -> Pair:
    """Build a circle or an ellipse through the corners of a polygon, or a polygon about one."""
    squeeze = 1.0 if random.random() < 0.6 else 1 / random.uniform(LEAST_ELLIPSE_RATIO, 1.8)
    while True:
        count = int(random.integers(3, 7))
        angles = sample_spread_angles(count, 0.45, random)
        is_through_corners = random.random() < 0.5
        if is_through_corners:
            points = [(math.cos(angle), math.sin(angle)) for angle in angles]
        else:
            gaps = [
                (later - angle) % (2 * math.pi) for angle, later in zip(angles, angles[1:] + angles[:1], strict=True)
            ]
            if max(gaps) > WIDEST_GAP_RAD:
                continue
            # Two tangents of the unit circle meet half way between their points, at 1 / cos(half of the gap).
            points = [
                (math.cos(angle + gap / 2) / math.cos(gap / 2), math.sin(angle + gap / 2) / math.cos(gap / 2))
                for angle, gap in zip(angles, gaps, strict=True)
            ]
        points = [(x, squeeze * y) for x, y in points]
        if has_clear_corners(tuple(points)):
            break
    round_one = make_circle((0.0, 0.0), 1.0) if squeeze == 1 else Ellipse((0.0, 0.0), 2.0, 2 * squeeze)
    polygon = Polygon(tuple(points))
    return (round_one, polygon) if is_through_corners else (polygon, round_one)


def _build_inscribed_pair(random: np.random.Generator) -> Pair:
    first, second = _build_circumscribed_pair(random)
    return second, first


def _build_shared_edge_pair(random: np.random.Generator) -> Pair:
    """Build a triangle on a side of another polygon."""
    polygon = sample_polygon(int(random.integers(3, 7)), random)
    side = int(random.integers(len(polygon.points)))
    (ax, ay), (bx, by) = polygon.points[side - 1], polygon.points[side]
    while True:
        share, height = random.uniform(0.1, 0.9), random.uniform(0.5, 1.4)
        apex = ax + share * (bx - ax) + height * (by - ay), ay + share * (by - ay) - height * (bx - ax)
        if has_clear_corners(((ax, ay), (bx, by), apex)):
            break
    triangle = Polygon(((ax, ay), (bx, by), apex))
    return (triangle, polygon) if random.random() < 0.5 else (polygon, triangle)


def _build_diagonal_pair(random: np.random.Generator) -> Pair:
    """Build a line between opposite corners of a rectangle, a square or another quadrilateral."""
    kind = random.integers(3)
    polygon = (
        sample_polygon(4, random)
        if kind == 0
        else build_rectangle(1.0, 1.0 if kind == 1 else random.uniform(0.4, 0.8), 0)
    )
    start = int(random.integers(2))
    return StraightLine((polygon.points[start], polygon.points[start + 2])), polygon


def _sample_ellipse(random: np.random.Generator) -> Ellipse:
    return Ellipse((0.0, 0.0), 1.0, 1 / random.uniform(LEAST_ELLIPSE_RATIO, 2.5))


def _build_major_axis_pair(random: np.random.Generator) -> Pair:
    ellipse = _sample_ellipse(random)
    return StraightLine(((-0.5, 0.0), (0.5, 0.0))), ellipse


def _build_minor_axis_pair(random: np.random.Generator) -> Pair:
    ellipse = _sample_ellipse(random)
    return StraightLine(((0.0, -ellipse.minor_axis / 2), (0.0, ellipse.minor_axis / 2))), ellipse


def _build_diameter_pair(_random: np.random.Generator) -> Pair:
    return StraightLine(((-0.5, 0.0), (0.5, 0.0))), make_circle((0.0, 0.0), 0.5)


PAIRS: dict[str, Callable[[np.random.Generator], Pair]] = {
    "tangent": _build_tangent_pair,
    "parallel": _build_parallel_pair,
    "circumscribed": _build_circumscribed_pair,
    "inscribed": _build_inscribed_pair,
    "shared edge": _build_shared_edge_pair,
    "diagonal": _build_diagonal_pair,
    "major axis": _build_major_axis_pair,
    "minor axis": _build_minor_axis_pair,
    "diameter": _build_diameter_pair,
}
