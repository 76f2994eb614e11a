"""Drawn curves as polylines, and the distances between them. Frame: unit square, y up."""

import numpy as np

from core.benchmarks.gepbench.shape_measures import compute_drawn_ends, sample_ellipse, sample_spiral
from core.benchmarks.gepbench.shapes import Ellipse, Shape, Spiral, StraightLine

ELLIPSE_PIECES = 48
"""Number of pieces of a polyline for distances; the error is at most 0.2% of the half axis."""

SPIRAL_STEP_RAD = 0.3


def build_polyline(shape: Shape, pieces: int = ELLIPSE_PIECES, step_rad: float = SPIRAL_STEP_RAD) -> np.ndarray:
    """Return points (n, 2) joined by straight pieces; the polyline of a closed shape ends where it starts."""
    if isinstance(shape, Spiral):
        return sample_spiral(shape, step_rad)
    if isinstance(shape, StraightLine):
        return np.array(compute_drawn_ends(shape))
    points = sample_ellipse(shape, pieces) if isinstance(shape, Ellipse) else np.array(shape.points)
    return np.vstack((points, points[:1]))


def sample_curve(shape: Shape, step: float) -> np.ndarray:
    """Return points (n, 2) along the drawn curve, at most `step` apart."""
    corners = build_polyline(shape, 360, 0.02)
    vectors = np.diff(corners, axis=0)
    counts = np.maximum(1, np.ceil(np.hypot(*vectors.T) / step)).astype(int)
    pieces = np.repeat(np.arange(len(counts)), counts)
    shares = (np.arange(len(pieces)) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[pieces]
    return np.vstack((corners[pieces] + shares[:, None] * vectors[pieces], corners[-1:]))


def compute_distance(first: np.ndarray, second: np.ndarray) -> float:
    """Return the shortest distance between two polylines; 0 if they cross."""
    if _are_crossing(first, second):
        return 0.0
    return float(min(compute_point_distances(first, second).min(), compute_point_distances(second, first).min()))


def compute_point_distances(points: np.ndarray, onto: np.ndarray) -> np.ndarray:
    """Return the distance (n,) of each point from a polyline."""
    starts, vectors = onto[:-1], np.diff(onto, axis=0)
    from_start = points[:, None] - starts
    squared = np.maximum((vectors**2).sum(axis=1), 1e-18)
    share = np.clip((from_start * vectors).sum(axis=2) / squared, 0.0, 1.0)
    away: np.ndarray = np.sqrt(((from_start - share[..., None] * vectors) ** 2).sum(axis=2).min(axis=1))
    return away


def _are_crossing(first: np.ndarray, second: np.ndarray) -> bool:
    sides_of_second = _compute_sides(first, second)
    sides_of_first = _compute_sides(second, first)
    crossed = (sides_of_second[:, :-1] * sides_of_second[:, 1:] <= 0) & (
        sides_of_first[:, :-1] * sides_of_first[:, 1:] <= 0
    ).T
    return bool(crossed.any())


def _compute_sides(pieces: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return values whose sign states on which side of each piece each point lies."""
    vectors = np.diff(pieces, axis=0)
    offset = points[None] - pieces[:-1, None]
    sides: np.ndarray = vectors[:, None, 0] * offset[..., 1] - vectors[:, None, 1] * offset[..., 0]
    return sides
