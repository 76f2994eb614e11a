"""Random triangles of a given class, in the shares of the paper."""

import math
from collections.abc import Sequence

import numpy as np

from core.errors import SceneError
from core.geometry.homography import BOARD_CM, Array
from core.geometry.triangle import ISOSCELES_TOLERANCE, Triangle
from core.records import ANGLE_CLASSES, SIDE_CLASSES

SHARES = {
    ("scalene", "obtuse"): 28, ("scalene", "right"): 22, ("scalene", "acute"): 14, ("isosceles", "acute"): 14,
    ("equilateral", "acute"): 10, ("isosceles", "right"): 8, ("isosceles", "obtuse"): 4,
}  # fmt: skip
"""Triangles per hundred of each side class and angle class.

Source: Tri-Bench, table 1 and "Composition and Capture Conditions" (64, 26 and 10 by sides; 38, 32 and 30 by angles).
"""

Shape = tuple[str, str]
Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]

MARGIN_CM = 3.5
"""Smallest distance from a sticker's centre to the tape: the sticker's half diagonal and a little white."""

SIDE_LIMITS_CM = (16.0, 92.0)
HAND_CM = 0.2
"""Standard deviation of a hand-placed sticker about its intended place."""

_ATTEMPTS = 5000


def select_shapes(classes: Sequence[str] = ()) -> dict[Shape, int]:
    """Select the shapes that have one of the named side classes and one of the named angle classes, with their shares.

    If no side class (or no angle class) is named, all are selected.

    Raises:
        SceneError: a class is unknown, or no shape has the named ones.
    """
    known = (*SIDE_CLASSES, *ANGLE_CLASSES)
    for name in classes:
        if name not in known:
            raise SceneError(f"shape {name!r} is unknown; choose {', '.join(known)}")
    sides = [name for name in classes if name in SIDE_CLASSES] or SIDE_CLASSES
    angles = [name for name in classes if name in ANGLE_CLASSES] or ANGLE_CLASSES
    shapes = {shape: share for shape, share in SHARES.items() if shape[0] in sides and shape[1] in angles}
    if not shapes:
        raise SceneError(f"a triangle cannot be {' and '.join(classes)}")
    return shapes


def apportion_shapes(shapes: dict[Shape, int], count: int, random: np.random.Generator) -> list[Shape]:
    """Apportion `count` shapes by their shares, as evenly as whole numbers allow, in random order.

    Source: largest remainders (Hamilton's method).
    """
    exact = {shape: count * share / sum(shapes.values()) for shape, share in shapes.items()}
    seats = {shape: math.floor(quota) for shape, quota in exact.items()}
    by_remainder = sorted(exact, key=lambda shape: seats[shape] - exact[shape])
    for shape in by_remainder[: count - sum(seats.values())]:
        seats[shape] += 1
    shapes_in_order = [shape for shape, number in seats.items() for _ in range(number)]
    return [shapes_in_order[index] for index in random.permutation(count)]


def sample_corners(shape: Shape, random: np.random.Generator) -> Corners:
    """Sample A, B and C of a triangle of a shape, in cm on the board, to a tenth of a millimetre.

    Raises:
        SceneError: no triangle was found; no shape of `SHARES` is that rare.
    """
    for _ in range(_ATTEMPTS):
        points = _sample_triangle(shape, random)
        points += random.normal(0.0, HAND_CM, points.shape)
        low, high = points.min(axis=0), points.max(axis=0)
        room = BOARD_CM - 2 * MARGIN_CM - (high - low)
        if (room < 0).any():
            continue
        points = (points - low + MARGIN_CM + random.uniform(0.0, 1.0, 2) * room).round(2)
        a, b, c = ((float(x), float(y)) for x, y in points[random.permutation(3)])
        shortest, _, longest = sorted((math.dist(a, b), math.dist(b, c), math.dist(c, a)))
        if shortest < SIDE_LIMITS_CM[0] or longest > SIDE_LIMITS_CM[1]:
            continue
        triangle = Triangle.build_from_points(a, b, c)
        if (triangle.classify_sides(), triangle.classify_angles()) == shape:
            return a, b, c
    raise SceneError(f"no triangle that is {shape[0]} and {shape[1]} fits on the board")


def _sample_triangle(shape: Shape, random: np.random.Generator) -> Array:
    """Sample an intended triangle (3, 2), turned at random."""
    side_class, angle_class = shape
    size = random.uniform(26.0, 88.0)
    apex_deg = {"acute": random.uniform(25, 86), "right": 90.0, "obtuse": random.uniform(95, 140)}[angle_class]
    ratio = 1.0
    if side_class == "equilateral":
        apex_deg = 60.0
    elif side_class == "scalene":
        ratio = random.uniform(0.3, 1 - ISOSCELES_TOLERANCE)
    apex = math.radians(apex_deg)
    points = np.array([(0.0, 0.0), (size, 0.0), (ratio * size * math.cos(apex), ratio * size * math.sin(apex))])
    turn = random.uniform(0, 2 * math.pi)
    rotation = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    return np.asarray(points @ rotation.T)
