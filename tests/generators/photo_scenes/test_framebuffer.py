"""How much of a pixel a polygon covers, against counting at 16 times the resolution."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.generators.photo_scenes.framebuffer import compute_coverage
from core.generators.photo_scenes.polygon_clipping import clip_to_rectangle, compute_polygon_area
from core.geometry.homography import is_convex

SIZE = (40, 50)


@st.composite
def quadrilaterals(draw):
    """Convex ones, partly outside of the picture, not thinner than some pixels."""
    left, right, top, bottom = st.floats(-8, 20), st.floats(30, 58), st.floats(-8, 15), st.floats(25, 48)
    places = ((left, top), (right, top), (right, bottom), (left, bottom))
    corners = np.array([(draw(x), draw(y)) for x, y in places])
    assume(is_convex(corners))
    return corners


def counted(polygon, finer=16):
    """The share of each pixel by counting points inside of all four half-planes."""
    y, x = np.indices((SIZE[0] * finer, SIZE[1] * finer))
    y, x = (y + 0.5) / finer - 0.5, (x + 0.5) / finer - 0.5
    is_inside = np.ones(x.shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        is_inside &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
    return is_inside.reshape(SIZE[0], finer, SIZE[1], finer).mean(axis=(1, 3))


@pytest.mark.slow
@given(quadrilaterals(), st.booleans())
def test_coverage_is_the_share_of_each_pixel(polygon, is_reversed):
    """Along edges the ramp is nowhere far off, over all it is right, whichever way the corners go."""
    found = np.zeros(SIZE, dtype=np.float32)
    covered = compute_coverage(polygon[::-1] if is_reversed else polygon, SIZE)
    assert covered is not None
    window, share = covered
    found[window] = share
    expected = counted(polygon)
    y, x = np.indices(SIZE)
    is_corner = (np.hypot(x[..., None] - polygon[:, 0], y[..., None] - polygon[:, 1]) < 3).any(axis=-1)
    assert np.abs(found - expected)[~is_corner].max() < 0.15
    assert found.sum() == pytest.approx(expected.sum(), abs=2.0)


def test_a_hair_covers_as_much_as_it_is_wide():
    """A strip thinner than a pixel is as bright as it is wide, wherever between the pixels it lies."""
    for shift in (0.0, 0.3, 0.5, 0.8):
        strip = np.array([(5.0, 10 + shift), (45.0, 10 + shift), (45.0, 10.25 + shift), (5.0, 10.25 + shift)])
        _, share = compute_coverage(strip, SIZE)
        assert share[:, 10:30].sum(axis=0) == pytest.approx(0.25, abs=1e-3)


def test_outside_of_the_picture_nothing_is_covered():
    """A polygon beside the picture has no window."""
    assert compute_coverage(np.array([(60.0, 5.0), (70.0, 5.0), (70.0, 15.0)]), SIZE) is None


@pytest.mark.slow
@given(quadrilaterals())
def test_cutting_keeps_what_is_inside(polygon):
    """The part within the picture has the area that counting finds."""
    rest = clip_to_rectangle(polygon, np.array([-0.5, -0.5]), np.array([SIZE[1] - 0.5, SIZE[0] - 0.5]))
    assert compute_polygon_area(rest) == pytest.approx(counted(polygon).sum(), rel=0.02)
