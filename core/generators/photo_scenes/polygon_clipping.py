"""Convex polygons in the plane: clipping and area."""

import numpy as np

from core.geometry.homography import Array


def clip_to_half_plane(polygon: Array, normal: Array, offset: float) -> Array:
    """Clip a convex polygon (n, 2) to normal · point >= offset, as (m, 2); m = 0 if nothing is left."""
    values = polygon @ normal - offset
    kept = []
    for here, there, value, next_value in zip(
        polygon, np.roll(polygon, -1, axis=0), values, np.roll(values, -1), strict=True
    ):
        if value >= 0:
            kept.append(here)
        if value * next_value < 0:
            kept.append(here + (there - here) * value / (value - next_value))
    return np.reshape(kept, (-1, 2))


def clip_to_rectangle(polygon: Array, low: Array, high: Array) -> Array:
    """Clip a convex polygon (n, 2) to an upright rectangle."""
    for axis in (0, 1):
        normal = np.eye(2)[axis]
        if len(polygon) and polygon[:, axis].min() < low[axis]:
            polygon = clip_to_half_plane(polygon, normal, float(low[axis]))
        if len(polygon) and polygon[:, axis].max() > high[axis]:
            polygon = clip_to_half_plane(polygon, -normal, -float(high[axis]))
    return polygon


def compute_polygon_area(polygon: Array) -> float:
    """Compute the area of a polygon (n, 2)."""
    following = np.roll(polygon, -1, axis=0)
    return abs(float((polygon[:, 0] * following[:, 1] - following[:, 0] * polygon[:, 1]).sum())) / 2
