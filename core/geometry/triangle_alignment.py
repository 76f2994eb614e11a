"""Where a triangle that is known only by its sides lies on the board, so that it can be drawn over another."""

import numpy as np
from numpy.typing import ArrayLike

from core.errors import TriangleError
from core.geometry.homography import BOARD_CM, Array
from core.geometry.triangle import Triangle

DEGENERATE = 1e-12
"""A covariance with a largest singular value below this share of the squared sizes is zero but for rounding."""


def align_triangle(triangle: Triangle, onto: ArrayLike | None = None, may_scale: bool = False) -> Array:
    """A, B and C of the triangle, (3, 2) in the frame of `onto`, turned and moved to lie closest to it.

    Sides do not say on which side of AB the corner C lies; it is drawn on the one where `onto` has it.

    Args:
        triangle: sides in the unit of `onto`, or in any where it may be scaled.
        onto: (3, 2) points A, B, C; None for the middle of the board, AB level.
        may_scale: whether its size is free too.

    Raises:
        TriangleError: the points of `onto` are not finite, or all in one place: every turn would fit alike.

    Source: S. Umeyama, "Least-Squares Estimation of Transformation Parameters Between Two Point Patterns" (1991).
    """
    own = _compute_corners(triangle)
    own -= own.mean(axis=0)  # eq. 34
    if onto is None:
        return np.asarray(own + BOARD_CM / 2)
    target = np.asarray(onto, dtype=np.float64)
    if not np.isfinite(target).all():
        raise TriangleError("the points that a triangle is to be laid over are not finite")
    middle = target.mean(axis=0)  # eq. 35
    target = target - middle
    if _compute_orientation(target) < 0:
        own = own * (1.0, -1.0)
    u, singular, vt = np.linalg.svd(target.T @ own)  # eq. 38, without 1 / n
    if singular[0] <= DEGENERATE * max(float((own**2).sum()), float((middle**2).sum())):  # rank below m - 1
        raise TriangleError("the points that a triangle is to be laid over are all in one place")
    sign = np.array([1.0, np.linalg.det(u @ vt)])  # eq. 43
    rotation = u @ np.diag(sign) @ vt  # eq. 40
    scale = float(singular @ sign) / (own**2).sum() if may_scale else 1.0  # eq. 42 with eq. 36
    return np.asarray(scale * own @ rotation.T + middle)  # eq. 41


def _compute_corners(triangle: Triangle) -> Array:
    """(3, 2): A in the origin, B on the x axis, C where y is above zero."""
    angle = np.radians(triangle.angles_deg[0])
    return np.array([(0.0, 0.0), (triangle.ab, 0.0), (triangle.ca * np.cos(angle), triangle.ca * np.sin(angle))])


def _compute_orientation(points: Array) -> float:
    """Twice the area of A, B, C; below zero where they go round the other way than `_compute_corners`."""
    (ax, ay), (bx, by), (cx, cy) = points
    return float((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
