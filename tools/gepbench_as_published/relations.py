"""Shapes that are added in a relation to a first shape. Frame: unit square, y up.

Each rule returns the new shapes with their relation to the first one and its direction, or without a relation if the
authors do not ask about it. Source: docs/benchmarks/gepbench.md, "Mode as published"; distances that are not described
are drawn uniformly.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.benchmarks.gepbench.shape_measures import compute_area, compute_centroid
from core.benchmarks.gepbench.shapes import (
    Ellipse,
    Point,
    Polygon,
    Shape,
    Spiral,
    StraightLine,
    make_circle,
    move_shape,
)
from tools.gepbench_as_published.first_shapes import is_fine
from tools.gepbench_as_published.random_choice import pick


@dataclass(frozen=True, slots=True)
class RelatedShape:
    """A new shape and its relation: the new shape has this relation to the first one, or the first one to the new."""

    shape: Shape
    relation: str = ""
    is_new_first: bool = True


def sample_related_shapes(head: Shape, random: np.random.Generator) -> list[RelatedShape]:
    """Sample new shapes in one random relation to a first shape; none for a spiral."""
    if isinstance(head, Spiral):
        return []
    if isinstance(head, StraightLine):
        return pick((_build_parallel_line, _build_circle_at_line, _build_ellipse_about_axis), random, (1, 2, 2))(
            head, random
        )
    if isinstance(head, Ellipse):
        at_ellipse = (
            _build_line_at_ellipse,
            _build_circle_at_ellipse,
            _build_concentric_ellipses,
            _build_polygon_in_ellipse,
            _build_polygon_about_ellipse,
        )
        return pick(at_ellipse, random, (1, 2, 3, 3, 3))(head, random)
    rules: tuple[Callable[[Polygon, np.random.Generator], list[RelatedShape]], ...] = (
        _build_line_at_corner,
        _build_mirror_image,
        _build_similar_copy,
    )
    weights: tuple[float, ...] = 1, 1, 1
    if len(head.points) == 3:
        rules, weights = (
            (*rules, _build_shared_edge, _build_circumscribed_circle, _build_inscribed_circle),
            (*weights, 3, 2, 2),
        )
    elif head.type == "rectangle":
        # Weights 2 and 1 are intended, but an off-by-one index uses 3 and 2.
        rules, weights = (*rules, _build_circumscribed_circle, _build_diagonal), (*weights, 3, 2)
    return pick(rules, random, weights)(head, random)


def _sample_direction(random: np.random.Generator) -> Point:
    angle = random.uniform(0, 2 * math.pi)
    return math.cos(angle), math.sin(angle)


def _build_line_at_corner(head: Polygon, random: np.random.Generator) -> list[RelatedShape]:
    """Build a line through a corner, parallel to the chord of its neighbours."""
    points = head.points
    index = pick(range(len(points)), random)
    (x, y), (ax, ay), (bx, by) = points[index], points[index - 1], points[(index + 1) % len(points)]
    chord = math.dist((ax, ay), (bx, by))
    return [_build_line_through((x, y), ((bx - ax) / chord, (by - ay) / chord), random)]


def _build_line_through(touch: Point, along: Point, random: np.random.Generator) -> RelatedShape:
    before, after = random.uniform(0.1, 0.45, 2).tolist()
    ends = (
        (touch[0] - before * along[0], touch[1] - before * along[1]),
        (touch[0] + after * along[0], touch[1] + after * along[1]),
    )
    return RelatedShape(StraightLine(ends, pick(("line", "segment", "ray"), random)), "tangent")


def _build_mirror_image(head: Polygon, random: np.random.Generator) -> list[RelatedShape]:
    """Build a copy behind a mirror through a random place in the image's middle."""
    x, y = random.uniform(0.3, 0.7, 2).tolist()
    u, v = _sample_direction(random)
    points = []
    for px, py in head.points:
        off = -v * (px - x) + u * (py - y)
        points.append((px + 2 * off * v, py - 2 * off * u))
    return [RelatedShape(Polygon(tuple(points), head.special))]


def _build_similar_copy(head: Polygon, random: np.random.Generator) -> list[RelatedShape]:
    """Build a smaller, shifted copy."""
    x, y = compute_centroid(head)
    factor = random.uniform(0.5, 0.8)
    dx, dy = random.uniform(-0.5, 0.5, 2).tolist()
    return [RelatedShape(move_shape(head, factor, (x - factor * x + dx, y - factor * y + dy)))]


def _build_shared_edge(head: Polygon, random: np.random.Generator) -> list[RelatedShape]:
    """Build one or two new triangles, each on a different side."""
    points = head.points
    x, y = compute_centroid(head)
    first = pick(range(3), random)
    added = []
    for index in range(first, first + pick((1, 2), random)):
        (ax, ay), (bx, by) = points[index % 3], points[(index + 1) % 3]
        share, height = random.uniform(0.2, 0.8), random.uniform(0.4, 1.0)
        foot_x, foot_y = ax + share * (bx - ax), ay + share * (by - ay)
        nx, ny = height * (by - ay), height * (ax - bx)
        if nx * (x - foot_x) + ny * (y - foot_y) > 0:
            nx, ny = -nx, -ny
        added.append(RelatedShape(Polygon(((ax, ay), (bx, by), (foot_x + nx, foot_y + ny))), "shared edge"))
    return added


def _build_circumscribed_circle(head: Polygon, _random: np.random.Generator) -> list[RelatedShape]:
    """Build the circle through three corners, from the 2 x 2 system of their bisectors."""
    (ax, ay), (bx, by), (cx, cy) = head.points[:3]
    bx, by, cx, cy = bx - ax, by - ay, cx - ax, cy - ay
    twice = 2 * (bx * cy - by * cx)
    b, c = bx * bx + by * by, cx * cx + cy * cy
    x, y = (cy * b - by * c) / twice, (bx * c - cx * b) / twice
    return [RelatedShape(make_circle((ax + x, ay + y), math.hypot(x, y)), "circumscribed")]


def _build_inscribed_circle(head: Polygon, _random: np.random.Generator) -> list[RelatedShape]:
    """Build the circle that touches all three sides: radius area / half of the perimeter."""
    a, b, c = head.points
    opposite = math.dist(b, c), math.dist(c, a), math.dist(a, b)
    perimeter = sum(opposite)
    x = sum(side * point[0] for side, point in zip(opposite, (a, b, c), strict=True)) / perimeter
    y = sum(side * point[1] for side, point in zip(opposite, (a, b, c), strict=True)) / perimeter
    return [RelatedShape(make_circle((x, y), 2 * compute_area(head) / perimeter), "inscribed")]


def _build_diagonal(head: Polygon, random: np.random.Generator) -> list[RelatedShape]:
    points = head.points
    start = pick((0, 1), random)
    return [RelatedShape(StraightLine((points[start], points[start + 2])), "diagonal")]


def _build_parallel_line(head: StraightLine, random: np.random.Generator) -> list[RelatedShape]:
    (ax, ay), (bx, by) = head.points
    length = math.dist((ax, ay), (bx, by))
    away = random.uniform(0.1, 0.4) * pick((-1, 1), random) / length
    dx, dy = -away * (by - ay), away * (bx - ax)
    kind = pick(("line", "segment", "ray"), random)
    return [RelatedShape(StraightLine(((ax + dx, ay + dy), (bx + dx, by + dy)), kind), "parallel")]


def _build_circle_at_line(head: StraightLine, random: np.random.Generator) -> list[RelatedShape]:
    (ax, ay), (bx, by) = head.points
    length = math.dist((ax, ay), (bx, by))
    share, radius = random.uniform(0.2, 0.8), random.uniform(0.05, 0.25)
    side = pick((-1, 1), random) * radius / length
    center = ax + share * (bx - ax) - side * (by - ay), ay + share * (by - ay) + side * (bx - ax)
    return [RelatedShape(make_circle(center, radius), "tangent")]


def _build_ellipse_about_axis(head: StraightLine, random: np.random.Generator) -> list[RelatedShape]:
    """Build an ellipse with the line as its longer or shorter axis, or a circle with it as diameter."""
    (ax, ay), (bx, by) = head.points
    length, turn = math.dist((ax, ay), (bx, by)), math.atan2(by - ay, bx - ax)
    center = (ax + bx) / 2, (ay + by) / 2
    kind = pick(("major axis", "minor axis", "diameter"), random)
    ratio = random.uniform(1.2, 4)
    if kind == "major axis":
        new = Ellipse(center, length, length / ratio, turn)
    elif kind == "minor axis":
        new = Ellipse(center, length * ratio, length, turn + math.pi / 2)
    else:
        new = make_circle(center, length / 2)
    return [RelatedShape(new, kind, is_new_first=False)]


def _compute_point_and_tangent(head: Ellipse, angle: float) -> tuple[Point, Point]:
    """Compute a point of the outline and the direction along it."""
    cos, sin = math.cos(head.rotation), math.sin(head.rotation)
    u, v = head.major_axis / 2 * math.cos(angle), head.minor_axis / 2 * math.sin(angle)
    du, dv = -head.major_axis / 2 * math.sin(angle), head.minor_axis / 2 * math.cos(angle)
    speed = math.hypot(du, dv)
    point = head.center[0] + cos * u - sin * v, head.center[1] + sin * u + cos * v
    return point, ((cos * du - sin * dv) / speed, (sin * du + cos * dv) / speed)


def _build_line_at_ellipse(head: Ellipse, random: np.random.Generator) -> list[RelatedShape]:
    return [_build_line_through(*_compute_point_and_tangent(head, random.uniform(0, 2 * math.pi)), random)]


def _build_circle_at_ellipse(head: Ellipse, random: np.random.Generator) -> list[RelatedShape]:
    """Build a touching circle inside or outside; inside, it fits the strongest curvature of the ellipse."""
    (x, y), (u, v) = _compute_point_and_tangent(head, random.uniform(0, 2 * math.pi))
    if random.random() < 0.5:
        side, radius = 1.0, random.uniform(0.3, 0.9) * head.minor_axis**2 / head.major_axis / 2
    else:
        side, radius = -1.0, random.uniform(0.05, 0.2)
    return [RelatedShape(make_circle((x - side * radius * v, y + side * radius * u), radius), "tangent")]


def _build_concentric_ellipses(head: Ellipse, random: np.random.Generator) -> list[RelatedShape]:
    added = []
    for _ in range(pick((1, 2, 3), random)):
        factor = random.uniform(0.6, 1.5)
        while 0.9 <= factor <= 1.1:
            factor = random.uniform(0.6, 1.5)
        x, y = head.center
        added.append(RelatedShape(move_shape(head, factor, (x - factor * x, y - factor * y))))
    return added


def _build_polygon_in_ellipse(head: Ellipse, random: np.random.Generator) -> list[RelatedShape]:
    """Build a polygon with its corners on the ellipse, which is circumscribed about it."""
    corners = pick((3, 4, 5, 6), random)
    while True:
        angles = sorted(random.uniform(0, 2 * math.pi, corners).tolist())
        points = tuple(_compute_point_and_tangent(head, angle)[0] for angle in angles)
        if is_fine(points):
            return [RelatedShape(Polygon(points), "circumscribed", is_new_first=False)]
        # A slim ellipse has too little space for many clear corners.
        corners = max(3, corners - (random.random() < 0.1))
        if random.random() < 0.02:
            return []


def _build_polygon_about_ellipse(head: Ellipse, random: np.random.Generator) -> list[RelatedShape]:
    """Build a polygon of three to six sides, a rectangle for four, whose sides touch the ellipse inscribed in it.

    All four numbers of sides are equally likely; this yields the share of true squares among rectangles, 6 to 7 %.
    """
    count = pick((3, 4, 5, 6), random)
    is_rectangle = count == 4
    start = 0.0 if is_rectangle else random.uniform(0, 2 * math.pi)
    gap = 2 * math.pi / count
    cos, sin = math.cos(head.rotation), math.sin(head.rotation)
    points = []
    for index in range(count):
        angle = start + (index + 0.5) * gap
        u = head.major_axis / 2 * math.cos(angle) / math.cos(gap / 2)
        v = head.minor_axis / 2 * math.sin(angle) / math.cos(gap / 2)
        points.append((head.center[0] + cos * u - sin * v, head.center[1] + sin * u + cos * v))
    return [RelatedShape(Polygon(tuple(points), "rectangle" if is_rectangle else ""), "inscribed", is_new_first=False)]
