"""A shape's box and area as the authors' engine computes them, defects included. Frame: unit square, y up."""

import math

import numpy as np

from core.benchmarks.gepbench import shape_measures
from core.benchmarks.gepbench.shape_measures import Box
from core.benchmarks.gepbench.shapes import Ellipse, Point, Shape, Spiral, StraightLine


def compute_published_box(shape: Shape) -> Box:
    """Compute the authors' box: of an ellipse's four axis ends, of a line's two points, of a spiral's wave."""
    if isinstance(shape, Ellipse):
        cos, sin = math.cos(shape.rotation), math.sin(shape.rotation)
        half_width = max(shape.major_axis * abs(cos), shape.minor_axis * abs(sin)) / 2
        half_height = max(shape.major_axis * abs(sin), shape.minor_axis * abs(cos)) / 2
        x, y = shape.center
        return x - half_width, y - half_height, x + half_width, y + half_height
    if isinstance(shape, Spiral):
        theta, radius = _compute_wave(shape)
        xs, ys = shape.center[0] + radius * np.cos(theta), shape.center[1] + radius * np.sin(theta)
        return float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max())
    xs_, ys_ = [point[0] for point in shape.points], [point[1] for point in shape.points]
    return min(xs_), min(ys_), max(xs_), max(ys_)


def compute_published_area(shape: Shape) -> float:
    """Compute the enclosed area; for a spiral, that of the last turn of its wave."""
    if not isinstance(shape, Spiral):
        return shape_measures.compute_area(shape)
    theta, radius = _compute_wave(shape)
    last = theta >= theta[-1] - 2 * math.pi
    return float((radius[last] ** 2).mean() * math.pi)


def compute_published_centroid(shape: Shape) -> Point:
    """Compute the middle of a line's two points, the centroid of a polygon's area, or the centre of any other shape."""
    if isinstance(shape, StraightLine):
        (ax, ay), (bx, by) = shape.points
        return (ax + bx) / 2, (ay + by) / 2
    return shape_measures.compute_centroid(shape)


def compute_iou(box: Box, other: Box) -> float:
    """Compute the area of the boxes' intersection over that of their union."""
    width = min(box[2], other[2]) - max(box[0], other[0])
    height = min(box[3], other[3]) - max(box[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    both = width * height
    return both / (compute_box_area(box) + compute_box_area(other) - both)


def compute_box_area(box: Box) -> float:
    """Compute width times height."""
    return (box[2] - box[0]) * (box[3] - box[1])


def is_inside(box: Box) -> bool:
    """Return whether the box lies in the image."""
    return min(box) >= 0 and max(box) <= 1


def _compute_wave(spiral: Spiral) -> tuple[np.ndarray, np.ndarray]:
    theta = np.linspace(0.0, spiral.max_theta, 400)
    amplitude, frequency = spiral.sin_params or (0.0, 1.0)
    return theta, spiral.initial_radius + spiral.growth_rate * theta + amplitude * np.sin(frequency * theta)
