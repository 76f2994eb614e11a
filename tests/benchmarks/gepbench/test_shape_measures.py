"""Tests of boxes, areas and centroids against dense points, for ellipses, polygons, lines and spirals."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.benchmarks.gepbench.polylines import build_polyline, compute_distance, sample_curve
from core.benchmarks.gepbench.shape_measures import compute_area, compute_box, compute_centroid, compute_drawn_ends
from core.benchmarks.gepbench.shapes import Ellipse, Polygon, Spiral, StraightLine, describe, make_circle
from tests.benchmarks.gepbench import slow

COORDINATES = st.floats(0.2, 0.8)


@pytest.mark.slow
@given(COORDINATES, COORDINATES, st.floats(0.1, 0.4), st.floats(0.2, 1.0), st.floats(0, math.pi))
def test_an_ellipse_s_measures_equal_those_of_its_points(x, y, major, share, rotation):
    """Box, area and centroid by formula equal those of dense points."""
    ellipse = Ellipse((x, y), major, share * major, rotation)
    line = {
        **describe(ellipse),
        "center": (x, y),
        "rotation": rotation,
        "major_axis": major,
        "minor_axis": share * major,
    }
    assert compute_box(ellipse) == pytest.approx(slow.compute_box(line), abs=1e-5)
    size, middle = slow.compute_area_and_centroid(line)
    assert compute_area(ellipse) == pytest.approx(size, abs=1e-6)
    assert compute_centroid(ellipse) == pytest.approx(middle, abs=1e-6)


@given(st.floats(0.05, 0.2), st.floats(0.05, 0.3), st.floats(0.05, 0.3))
def test_a_polygon_s_measures_equal_those_of_its_points(a, b, c):
    """Area and centroid equal those of thin triangles, and the box that of dense points."""
    polygon = Polygon(((0.3 - a, 0.3), (0.4 + b, 0.2), (0.6, 0.5 + c), (0.3, 0.6)))
    line = {"type": "polygon", "points": polygon.points}
    size, middle = slow.compute_area_and_centroid(line)
    assert compute_area(polygon) == pytest.approx(size, rel=1e-6)
    assert compute_centroid(polygon) == pytest.approx(middle, abs=1e-6)
    assert compute_box(polygon) == pytest.approx(slow.compute_box(line), abs=1e-9)


def test_a_spiral_s_box_equals_that_of_its_points():
    """The extrema are accurate to 1e-5."""
    spiral = Spiral((0.5, 0.5), 0.01, 0.012, 9 * math.pi)
    assert compute_box(spiral) == pytest.approx(slow.compute_box(describe(spiral)), abs=1e-5)


def test_lines_and_rays_are_measured_as_drawn():
    """A line runs from border to border, a ray from its first point to the border, and a segment between its points."""
    points = (0.4, 0.5), (0.6, 0.6)
    assert np.array(compute_drawn_ends(StraightLine(points, "line"))) == pytest.approx(np.array([[0, 0.3], [1, 0.8]]))
    assert np.array(compute_drawn_ends(StraightLine(points, "ray"))) == pytest.approx(np.array([[0.4, 0.5], [1, 0.8]]))
    assert compute_drawn_ends(StraightLine(points)) == points
    assert compute_box(StraightLine(points, "line")) == pytest.approx((0, 0.3, 1, 0.8))


@given(COORDINATES, COORDINATES, st.floats(0.05, 0.3), COORDINATES, COORDINATES, COORDINATES, COORDINATES)
def test_distances_between_curves_equal_those_of_their_points(x, y, radius, ax, ay, bx, by):
    """Distances between polylines equal those of dense points; sampled points are close together."""
    first, second = make_circle((x, y), radius), StraightLine(((ax, ay), (bx, by)))
    points = sample_curve(first, 0.004), sample_curve(second, 0.004)
    between = slow.compute_nearest_distances(*points).min()
    assert compute_distance(build_polyline(first), build_polyline(second)) == pytest.approx(between, abs=0.006)
    for own in points:
        assert np.hypot(*np.diff(own, axis=0).T).max() <= 0.004 + 1e-9
