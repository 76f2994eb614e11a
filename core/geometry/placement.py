"""Where a triangle that is known only by its sides lies on the board, so that it can be drawn over another."""

import numpy as np
from numpy.typing import ArrayLike

from core.geometry.homography import BOARD_CM, Array
from core.geometry.triangle import Triangle


def placed(triangle: Triangle, onto: ArrayLike | None = None, may_scale: bool = False) -> Array:
    """A, B and C of the triangle, (3, 2) in the frame of `onto`, turned and moved to lie closest to it.

    Sides do not say on which side of AB the corner C lies; it is drawn on the one where `onto` has it.

    Args:
        triangle: sides in the unit of `onto`, or in any where it may be scaled.
        onto: (3, 2) points A, B, C; None for the middle of the board, AB level.
        may_scale: whether its size is free too.

    Source: S. Umeyama, "Least-Squares Estimation of Transformation Parameters Between Two Point Patterns" (1991),
    equations 34 to 42.
    """
    own = _corners(triangle)
    own -= own.mean(axis=0)
    if onto is None:
        return np.asarray(own + BOARD_CM / 2)
    target = np.asarray(onto, dtype=np.float64)
    middle = target.mean(axis=0)
    target = target - middle
    if _turn(target) < 0:
        own = own * (1.0, -1.0)
    u, singular, vt = np.linalg.svd(target.T @ own)
    sign = np.array([1.0, np.linalg.det(u @ vt)])
    scale = float(singular @ sign) / (own**2).sum() if may_scale else 1.0
    return np.asarray(scale * own @ (u @ np.diag(sign) @ vt).T + middle)


def _corners(triangle: Triangle) -> Array:
    """(3, 2): A in the origin, B on the x axis, C where y is above zero."""
    angle = np.radians(triangle.angles_deg[0])
    return np.array([(0.0, 0.0), (triangle.ab, 0.0), (triangle.ca * np.cos(angle), triangle.ca * np.sin(angle))])


def _turn(points: Array) -> float:
    """Twice the area of A, B, C; below zero where they go round the other way than `_corners`."""
    (ax, ay), (bx, by), (cx, cy) = points
    return float((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
