"""Random shapes of a given type that look like no other type. Frame: the box is centred at the origin, y up."""

import math

import numpy as np

from core.benchmarks.gepbench.shape_measures import compute_angles_rad, compute_box, is_convex
from core.benchmarks.gepbench.shapes import (
    POLYGONS,
    Ellipse,
    Point,
    Polygon,
    Shape,
    Spiral,
    StraightLine,
    make_circle,
    move_shape,
)

LEAST_ELLIPSE_RATIO = 1.3
LEAST_RECTANGLE_RATIO = 1.25
LEAST_SKEW_RAD = 0.3
"""A quadrilateral has an angle that is this far from a right one, so that it does not look like a rectangle."""

ANGLES_RAD = (0.55, 2.5)
"""Range of angles that look like corners."""

LEAST_SIDE = 0.2
"""Shortest side of a polygon, as a share of its longer extent."""

CORNERS = {name: corners for corners, name in POLYGONS.items()}


def sample_shape(name: str, size: float, random: np.random.Generator) -> Shape:
    """Sample a shape of a type whose box has `size` for its longer side."""
    return fit_to_size(_sample_shape_of_type(name, random), size)


def fit_to_size(shape: Shape, size: float) -> Shape:
    """Fit the shape to a box about the origin with `size` for its longer side."""
    left, bottom, right, top = compute_box(shape)
    factor = size / max(right - left, top - bottom)
    return move_shape(shape, factor, (-factor * (left + right) / 2, -factor * (bottom + top) / 2))


def _sample_shape_of_type(name: str, random: np.random.Generator) -> Shape:
    turn = random.uniform(0, 2 * math.pi)
    if name == "circle":
        return make_circle((0.0, 0.0), 0.5)
    if name == "ellipse":
        return Ellipse((0.0, 0.0), 1.0, 1 / random.uniform(LEAST_ELLIPSE_RATIO, 2.8), turn / 2)
    if name == "line":
        return StraightLine(((0.0, 0.0), (math.cos(turn), math.sin(turn))))
    if name == "spiral":
        most = random.uniform(5 * math.pi, 8 * math.pi)
        return Spiral((0.0, 0.0), 0.01, 0.49 / most, most)
    if name in ("rectangle", "square"):
        ratio = random.uniform(LEAST_RECTANGLE_RATIO, 2.8) if name == "rectangle" else 1.0
        return build_rectangle(1.0, 1 / ratio, turn)
    return sample_polygon(CORNERS[name], random)


def build_rectangle(width: float, height: float, turn_rad: float) -> Polygon:
    """Build a rectangle with a corner at the origin; a square if both sides are equal."""
    cos, sin = math.cos(turn_rad), math.sin(turn_rad)
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    points = tuple((cos * x - sin * y, sin * x + cos * y) for x, y in corners)
    return Polygon(points, "square" if width == height else "rectangle")


def sample_polygon(corners: int, random: np.random.Generator) -> Polygon:
    """Sample a convex polygon near an ellipse, with clear corners."""
    while True:
        squeeze = random.uniform(0.65, 1.0)
        turn = random.uniform(0, math.pi)
        points = []
        for angle in sample_spread_angles(corners, 0.35 if corners > 4 else 0.25, random):
            reach = random.uniform(0.88, 1.0)
            x, y = reach * math.cos(angle), squeeze * reach * math.sin(angle)
            points.append((math.cos(turn) * x - math.sin(turn) * y, math.sin(turn) * x + math.cos(turn) * y))
        if has_clear_corners(tuple(points)):
            return Polygon(tuple(points))


def sample_spread_angles(count: int, evenness: float, random: np.random.Generator) -> list[float]:
    """Sample ascending angles around a circle, each gap at least `evenness` times the even one."""
    shares = random.dirichlet(np.ones(count)) * (1 - evenness) + evenness / count
    start: float = random.uniform(0, 2 * math.pi)
    angles: list[float] = (start + 2 * math.pi * np.cumsum(shares)).tolist()
    return angles


def has_clear_corners(points: tuple[Point, ...]) -> bool:
    """Return whether a polygon is convex with clear corners and sides and, if a quadrilateral, is not a rectangle."""
    if not is_convex(points):
        return False
    angles = compute_angles_rad(points)
    skew = max(abs(angle - math.pi / 2) for angle in angles)
    sides = [math.dist(point, points[index - 1]) for index, point in enumerate(points)]
    left, bottom, right, top = compute_box(Polygon(points))
    return (
        ANGLES_RAD[0] <= min(angles)
        and max(angles) <= ANGLES_RAD[1]
        and min(sides) >= LEAST_SIDE * max(right - left, top - bottom)
        and (len(points) != 4 or skew >= LEAST_SKEW_RAD)
    )
