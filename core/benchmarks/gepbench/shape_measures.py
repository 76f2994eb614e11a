"""Measures of a shape as drawn: box, area, centroid. Frame: unit square, y up."""

import math

import numpy as np

from core.benchmarks.gepbench.shapes import Ellipse, Point, Polygon, Shape, Spiral, StraightLine

SPIRAL_STEP_RAD = 0.01
"""Step between samples of a spiral; the error of its box is below 1e-5."""

Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


def compute_box(shape: Shape) -> Box:
    """Return the smallest box around the drawn part of the shape."""
    if isinstance(shape, Ellipse):
        cos, sin = math.cos(shape.rotation), math.sin(shape.rotation)
        half_width = math.hypot(shape.major_axis * cos, shape.minor_axis * sin) / 2
        half_height = math.hypot(shape.major_axis * sin, shape.minor_axis * cos) / 2
        x, y = shape.center
        return x - half_width, y - half_height, x + half_width, y + half_height
    if isinstance(shape, Spiral):
        curve = sample_spiral(shape, SPIRAL_STEP_RAD)
        (left, bottom), (right, top) = curve.min(axis=0).tolist(), curve.max(axis=0).tolist()
        return left, bottom, right, top
    points = compute_drawn_ends(shape) if isinstance(shape, StraightLine) else shape.points
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    return min(xs), min(ys), max(xs), max(ys)


def compute_area(shape: Shape) -> float:
    """Return the enclosed area of a shape, as a share of the image; 0 for a line; NaN for a spiral, which has none."""
    if isinstance(shape, Polygon):
        return abs(_compute_signed_area(shape.points))
    if isinstance(shape, Ellipse):
        return math.pi * shape.major_axis * shape.minor_axis / 4
    return 0.0 if isinstance(shape, StraightLine) else math.nan


def compute_centroid(shape: Shape) -> Point:
    """Return the centre of the enclosed area, the middle of the drawn part of a line, or the start of a spiral."""
    if isinstance(shape, Polygon):
        return _compute_polygon_centroid(shape.points)
    if isinstance(shape, StraightLine):
        (ax, ay), (bx, by) = compute_drawn_ends(shape)
        return (ax + bx) / 2, (ay + by) / 2
    return shape.center


def compute_angles_rad(points: tuple[Point, ...]) -> list[float]:
    """Return the angle at each corner of a convex polygon."""
    angles_rad = []
    for index, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[index - 1], points[(index + 1) % len(points)]
        turn = math.atan2(ay - y, ax - x) - math.atan2(by - y, bx - x)
        angles_rad.append(abs((turn + math.pi) % (2 * math.pi) - math.pi))
    return angles_rad


def is_convex(points: tuple[Point, ...]) -> bool:
    """Return whether the corners, in order, turn to only one side."""
    turns = []
    for index, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[index - 1], points[(index + 1) % len(points)]
        turns.append((x - ax) * (by - y) - (y - ay) * (bx - x))
    return min(turns) > 0 or max(turns) < 0


def compute_drawn_ends(line: StraightLine) -> tuple[Point, Point]:
    """Return the ends of the drawn part of a line; a line and a ray extend to the border of the image."""
    if line.kind == "segment":
        return line.points
    (x, y), (x2, y2) = line.points
    low, high = (-math.inf if line.kind == "line" else 0.0), math.inf
    for start, step in ((x, x2 - x), (y, y2 - y)):
        if step:
            first, last = sorted((-start / step, (1 - start) / step))
            low, high = max(low, first), min(high, last)
    return (x + low * (x2 - x), y + low * (y2 - y)), (x + high * (x2 - x), y + high * (y2 - y))


def sample_spiral(spiral: Spiral, step_rad: float) -> np.ndarray:
    """Return points (n, 2) on the drawn curve."""
    theta = np.linspace(0.0, spiral.max_theta, max(2, math.ceil(spiral.max_theta / step_rad)))
    radius = spiral.initial_radius + spiral.growth_rate * theta
    return np.column_stack((np.cos(theta), np.sin(theta))) * radius[:, None] + spiral.center


def sample_ellipse(ellipse: Ellipse, count: int) -> np.ndarray:
    """Return points (n, 2) on the outline at even steps of its parameter; the first is not repeated."""
    turn = np.linspace(0.0, 2 * np.pi, count, endpoint=False)
    along, across = ellipse.major_axis / 2 * np.cos(turn), ellipse.minor_axis / 2 * np.sin(turn)
    cos, sin = math.cos(ellipse.rotation), math.sin(ellipse.rotation)
    return np.column_stack((cos * along - sin * across, sin * along + cos * across)) + ellipse.center


def _compute_signed_area(points: tuple[Point, ...]) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)) / 2


def _compute_polygon_centroid(points: tuple[Point, ...]) -> Point:
    x = y = 0.0
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        cross = ax * by - bx * ay
        x, y = x + (ax + bx) * cross, y + (ay + by) * cross
    six_areas = 6 * _compute_signed_area(points)
    return x / six_areas, y / six_areas
