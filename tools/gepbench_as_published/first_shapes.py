"""The first shapes of a figure. Frame: unit square, y up.

Source: docs/benchmarks/gepbench.md, "Mode as published"; comments mark what the description leaves open.
"""

import math
from collections.abc import Callable, Iterator

import numpy as np

from core.benchmarks.gepbench.shape_measures import compute_angles_rad, compute_area, is_convex
from core.benchmarks.gepbench.shapes import Ellipse, Point, Polygon, Shape, Spiral, StraightLine, make_circle
from tools.gepbench_as_published.random_choice import pick

LEAST_AREA = 0.01
LEAST_DISTANCE = 0.01
ANGLES_RAD = 0.15 * math.pi, 0.85 * math.pi
SPECIAL_RAD = 0.3

_AT_ONCE = 24


def sample_first_shape(random: np.random.Generator) -> Shape:
    """Sample a polygon, line, ellipse or spiral with weights 5, 2, 3, 1."""
    kinds: tuple[Callable[[np.random.Generator], Shape], ...] = (
        _sample_polygon,
        _sample_line,
        _sample_ellipse,
        _sample_spiral,
    )
    return pick(kinds, random, (5, 2, 3, 1))(random)


def is_nearly_special(points: tuple[Point, ...]) -> bool:
    """Return whether all angles are close to those of a rectangle or of an equilateral triangle."""
    wanted = {3: math.pi / 3, 4: math.pi / 2}.get(len(points))
    return wanted is not None and all(abs(angle - wanted) < SPECIAL_RAD for angle in compute_angles_rad(points))


def is_fine(points: tuple[Point, ...]) -> bool:
    """Return whether a polygon's corners meet the authors' conditions."""
    return (
        is_convex(points)
        and compute_area(Polygon(points)) >= LEAST_AREA
        and all(ANGLES_RAD[0] <= angle <= ANGLES_RAD[1] for angle in compute_angles_rad(points))
        and min(math.dist(point, points[index - 1]) for index, point in enumerate(points)) >= LEAST_DISTANCE
    )


def _sample_polygon(random: np.random.Generator) -> Polygon:
    """Sample a convex polygon; a third of them become rectangles, a third equilateral triangles."""
    corners = pick((3, 4, 5, 6), random)
    points = next(
        points
        for points in _generate_convex_polygons(corners, random)
        if is_fine(points) and not is_nearly_special(points)
    )
    kind = pick(("", "rectangle", "equilateral triangle"), random)
    if not kind:
        return Polygon(points)
    longer, turn = random.uniform(0.1, 0.6), random.uniform(0, 2 * math.pi)
    shorter = longer / random.uniform(1.2, 4)
    offsets: tuple[Point, ...] = (0.0, 0.0), (longer, 0.0), (longer, shorter), (0.0, shorter)
    if kind != "rectangle":
        offsets = (0.0, 0.0), (longer, 0.0), (longer / 2, longer * math.sqrt(3) / 2)
    (x, y), cos, sin = points[0], math.cos(turn), math.sin(turn)
    return Polygon(_fit_into_image(tuple((x + cos * u - sin * v, y + sin * u + cos * v) for u, v in offsets)), kind)


def _generate_convex_polygons(corners: int, random: np.random.Generator) -> Iterator[tuple[Point, ...]]:
    """Generate convex polygons of uniform random corners in the image's middle, sorted by angle about their mean."""
    while True:
        # Draw many at once: of polygons with six corners, one in eight is convex.
        drawn = random.uniform(0.2, 0.8, (_AT_ONCE, corners, 2))
        from_mean = drawn - drawn.mean(axis=1, keepdims=True)
        order = np.argsort(np.arctan2(from_mean[..., 1], from_mean[..., 0]), axis=1)
        points = np.take_along_axis(drawn, order[..., None], axis=1)
        sides = np.roll(points, -1, axis=1) - points
        later = np.roll(sides, -1, axis=1)
        turns = sides[..., 0] * later[..., 1] - sides[..., 1] * later[..., 0]
        for polygon in points[(turns > 0).all(axis=1)].tolist():
            yield tuple((x, y) for x, y in polygon)


def _fit_into_image(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Shift a polygon to the origin and divide it by 1.2 times its longer extent, if a corner is outside the image."""
    if all(0 <= x <= 1 and 0 <= y <= 1 for x, y in points):
        return points
    left, bottom = min(x for x, _ in points), min(y for _, y in points)
    extent = 1.2 * max(max(x for x, _ in points) - left, max(y for _, y in points) - bottom)
    return tuple(((x - left) / extent, (y - bottom) / extent) for x, y in points)


def _sample_line(random: np.random.Generator) -> StraightLine:
    while True:
        ax, ay, bx, by = random.random(4).tolist()
        if 0.2 <= math.dist((ax, ay), (bx, by)) <= 0.5:
            return StraightLine(((ax, ay), (bx, by)), pick(("line", "segment", "ray"), random))


def _sample_ellipse(random: np.random.Generator) -> Ellipse:
    while True:
        x, y = random.uniform(0.2, 0.8, 2).tolist()
        major = random.normal(0.5, 0.1)
        minor = major / random.uniform(1.2, 4)
        if random.random() < 0.5:
            return make_circle((x, y), minor / 2)
        ellipse = Ellipse((x, y), major, minor, random.uniform(0, math.pi))
        if compute_area(ellipse) >= LEAST_AREA:
            return ellipse


def _sample_spiral(random: np.random.Generator) -> Spiral:
    """Sample a spiral; the description omits the wave's amplitude and frequency, which are small and random here."""
    x, y = random.uniform(0.2, 0.8, 2).tolist()
    radius, growth = abs(random.normal(5e-4, 1e-4)), abs(random.normal(1e-2, 2e-3))
    most = random.uniform(5 * math.pi, 12 * math.pi)
    return Spiral((x, y), radius, growth, most, (random.uniform(0.0, 0.01), random.uniform(1, 4)))
