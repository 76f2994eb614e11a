"""Tests of a polygon's coverage of pixels, against counting at 16 times the resolution."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.generators.photo_scenes.framebuffer import compute_coverage
from core.generators.photo_scenes.polygon_clipping import clip_to_rectangle, compute_polygon_area
from core.geometry.homography import is_convex

SIZE = (40, 50)


MAX_CORNER_DEG = 165.0
"""The flattest corner for which `compute_coverage` is meant."""


def compute_flattest_corner_deg(corners):
    edges = np.roll(corners, -1, axis=0) - corners
    edges /= np.linalg.norm(edges, axis=1, keepdims=True)
    turns = np.degrees(np.arccos(np.clip((edges * np.roll(edges, -1, axis=0)).sum(axis=1), -1, 1)))
    return 180 - turns.min()


@st.composite
def quadrilaterals(draw):
    """Generate convex quadrilaterals, partly outside the image and at least some pixels wide."""
    left, right, top, bottom = st.floats(-8, 20), st.floats(30, 58), st.floats(-8, 15), st.floats(25, 48)
    strategies = ((left, top), (right, top), (right, bottom), (left, bottom))
    corners = np.array([(draw(x), draw(y)) for x, y in strategies])
    assume(is_convex(corners) and compute_flattest_corner_deg(corners) <= MAX_CORNER_DEG)
    return corners


def count_coverage(polygon, factor=16):
    """Return the covered share of each pixel by counting points within all four half-planes."""
    y, x = np.indices((SIZE[0] * factor, SIZE[1] * factor))
    y, x = (y + 0.5) / factor - 0.5, (x + 0.5) / factor - 0.5
    is_inside = np.ones(x.shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        is_inside &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
    return is_inside.reshape(SIZE[0], factor, SIZE[1], factor).mean(axis=(1, 3))


@pytest.mark.slow
@given(quadrilaterals(), st.booleans())
def test_coverage_equals_the_share_of_each_pixel(polygon, is_reversed):
    """Coverage is close along edges and right in total, in both orders of the corners."""
    coverage = np.zeros(SIZE, dtype=np.float32)
    result = compute_coverage(polygon[::-1] if is_reversed else polygon, SIZE)
    assert result is not None
    window, share = result
    coverage[window] = share
    expected = count_coverage(polygon)
    y, x = np.indices(SIZE)
    is_corner = (np.hypot(x[..., None] - polygon[:, 0], y[..., None] - polygon[:, 1]) < 3).any(axis=-1)
    assert np.abs(coverage - expected)[~is_corner].max() < 0.1
    assert coverage.sum() == pytest.approx(expected.sum(), abs=2.0)


def test_a_thin_strip_covers_its_width():
    """The coverage of a strip thinner than a pixel sums to its width, at any position between pixels."""
    for shift in (0.0, 0.3, 0.5, 0.8):
        strip = np.array([(5.0, 10 + shift), (45.0, 10 + shift), (45.0, 10.25 + shift), (5.0, 10.25 + shift)])
        _, share = compute_coverage(strip, SIZE)
        assert share[:, 10:30].sum(axis=0) == pytest.approx(0.25, abs=1e-3)


def test_polygons_outside_the_image_have_no_coverage():
    """The result is None."""
    assert compute_coverage(np.array([(60.0, 5.0), (70.0, 5.0), (70.0, 15.0)]), SIZE) is None


@pytest.mark.slow
@given(quadrilaterals())
def test_clipping_keeps_the_area_inside_the_image(polygon):
    """The clipped polygon has the area found by counting."""
    rest = clip_to_rectangle(polygon, np.array([-0.5, -0.5]), np.array([SIZE[1] - 0.5, SIZE[0] - 0.5]))
    assert compute_polygon_area(rest) == pytest.approx(count_coverage(polygon).sum(), rel=0.02)
