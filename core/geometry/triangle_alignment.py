"""Placement on the board of a triangle of which only the sides are known, so that it can be drawn over another."""

import numpy as np
from numpy.typing import ArrayLike

from core.errors import TriangleError
from core.geometry.homography import BOARD_CM, Array
from core.geometry.triangle import Triangle

DEGENERATE = 1e-12
"""A covariance whose largest singular value is below this share of the squared sizes is zero up to rounding."""


def align_triangle(triangle: Triangle, onto: ArrayLike | None = None, may_scale: bool = False) -> Array:
    """Place A, B and C of the triangle, (3, 2) in the frame of `onto`, as close to `onto` as turning and moving allow.

    Sides do not determine on which side of AB the corner C lies; it is placed on the same side as in `onto`.

    Args:
        triangle: sides in the unit of `onto`, or in any unit if `may_scale`.
        onto: (3, 2) points A, B, C; None for the middle of the board, AB level.
        may_scale: whether the triangle's size is free too.

    Raises:
        TriangleError: the points of `onto` are not finite, or all coincide, so that every rotation would fit equally.

    Source: S. Umeyama, "Least-Squares Estimation of Transformation Parameters Between Two Point Patterns" (1991).
    """
    own = _compute_corners(triangle)
    own -= own.mean(axis=0)  # eq. 34
    if onto is None:
        return np.asarray(own + BOARD_CM / 2)
    target = np.asarray(onto, dtype=np.float64)
    if not np.isfinite(target).all():
        raise TriangleError("the points onto which the triangle is aligned are not finite")
    middle = target.mean(axis=0)  # eq. 35
    target = target - middle
    if _compute_orientation(target) < 0:
        own = own * (1.0, -1.0)
    u, singular, vt = np.linalg.svd(target.T @ own)  # eq. 38, without 1 / n
    if singular[0] <= DEGENERATE * max(float((own**2).sum()), float((middle**2).sum())):  # rank below m - 1
        raise TriangleError("the points onto which the triangle is aligned all coincide")
    sign = np.array([1.0, np.linalg.det(u @ vt)])  # eq. 43
    rotation = u @ np.diag(sign) @ vt  # eq. 40
    scale = float(singular @ sign) / (own**2).sum() if may_scale else 1.0  # eq. 42 with eq. 36
    return np.asarray(scale * own @ rotation.T + middle)  # eq. 41


def _compute_corners(triangle: Triangle) -> Array:
    """Compute the corners (3, 2): A at the origin, B on the x axis, C at positive y."""
    angle = np.radians(triangle.angles_deg[0])
    return np.array([(0.0, 0.0), (triangle.ab, 0.0), (triangle.ca * np.cos(angle), triangle.ca * np.sin(angle))])


def _compute_orientation(points: Array) -> float:
    """Compute twice the area of A, B, C; negative if they go in the opposite direction to `_compute_corners`."""
    (ax, ay), (bx, by), (cx, cy) = points
    return float((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
