"""Tests of homographies by inverse pairs and synthetic cameras."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BorderError
from core.geometry.homography import (  # fmt: skip
    BOARD_CORNERS_CM,
    Homography,
    compute_view_from_board,
    map_points,
    order_clockwise,
)
from tests.geometry.scenes import Camera, draw

tilts = st.floats(0, 70)
turns = st.floats(-180, 180)
on_board = st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=1, max_size=8)


@given(tilts, turns, turns, on_board)
def test_pixels_and_centimetres_are_inverse(tilt, roll, turn, points_cm):
    """A board point mapped to the image and back is unchanged."""
    homography = Camera(tilt, roll, turn).homography
    assert homography.to_board(homography.to_px(points_cm)) == pytest.approx(np.array(points_cm), abs=1e-6)


@given(tilts, turns, turns)
def test_four_corners_recover_the_camera(tilt, roll, turn):
    """The homography of four corners equals the camera's map."""
    camera = Camera(tilt, roll, turn)
    homography = Homography.build_from_corners(camera.px(BOARD_CORNERS_CM))
    inside = [(10.0, 20.0), (93.0, 4.0), (50.0, 50.0)]
    assert homography.to_px(inside) == pytest.approx(camera.px(inside), abs=1e-6)
    assert homography.corners_px == pytest.approx(camera.px(BOARD_CORNERS_CM), abs=1e-6)


def test_a_camera_straight_above_only_scales():
    """From straight above, a centimetre is the focal length divided by the distance everywhere."""
    homography = Camera(turn_deg=0.0, distance_cm=200.0, focal_px=800.0).homography
    assert homography.to_px([(50.0, 50.0), (51.0, 50.0)]) == pytest.approx(
        np.array([(511.5, 383.5), (515.5, 383.5)])
    )  # fmt: skip


@given(st.permutations(range(4)), tilts, st.floats(-40, 40))
def test_corners_are_ordered_clockwise(order, tilt, turn):
    """Corners in any order become clockwise from the upper left, so the board is not mirrored."""
    corners = Camera(tilt, 0.0, turn, distance_cm=220.0).px(BOARD_CORNERS_CM)
    ordered = order_clockwise(corners[list(order)])
    assert ordered == pytest.approx(order_clockwise(corners))
    assert ordered[0].sum() == pytest.approx(corners.sum(axis=1).min())
    (ax, ay), (bx, by) = ordered[1] - ordered[0], ordered[2] - ordered[1]
    assert ax * by - ay * bx > 0


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (1, 0), (1, 1)],
        [(0, 0), (10, 0), (10, 10), (float("nan"), 10)],
        [(0, 0), (10, 0), (20, 0), (30, 0)],
        [(0, 0), (10, 10), (10, 0), (0, 10)],
    ],
)
def test_invalid_corners_raise_clear_errors(corners):
    """Three corners, missing numbers, a line and a crossed quadrilateral raise an error with the reason."""
    with pytest.raises(BorderError):
        Homography.build_from_corners(corners)


@pytest.mark.parametrize("turn", [25.0, 160.0])
def test_points_behind_the_horizon_are_nan(turn):
    """Pixels above the horizon and points behind the camera are NaN; others round-trip exactly."""
    camera = Camera(70.0, 0.0, turn, distance_cm=180.0)
    homography = camera.homography
    up = camera.px([(50.0, 50.0)])[0] - (0.0, 1.0)
    horizon = np.cross(*(camera.px_from_board @ np.array([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]).T).T)
    horizon_y = -(horizon[0] * up[0] + horizon[2]) / horizon[1]
    pixels = [(up[0], horizon_y + offset) for offset in (-300.0, -1.0, 0.0, 1.0, 300.0)]
    found = homography.to_board(pixels)
    assert np.isnan(found).all(axis=1).tolist() == [True, True, True, False, False]
    assert homography.to_px(found[3:]) == pytest.approx(np.array(pixels[3:]), abs=1e-6)
    towards_camera = found[4] - found[3]
    far_behind = (50.0, 50.0) + 1e4 * towards_camera / np.linalg.norm(towards_camera)
    assert np.isnan(homography.to_px([far_behind])).all()


def test_edge_on_board_raises():
    """A map that collapses the board to a line has no inverse and raises an error."""
    with pytest.raises(BorderError, match="edge-on"):
        Homography.build_from_matrix([[1, 0, 0], [2, 0, 0], [0, 0, 1]])


@pytest.mark.slow
@pytest.mark.parametrize("px_per_cm", [2.0, 3.5, 8.0])
def test_the_rectified_view_shows_the_board_from_above(px_per_cm):
    """At any resolution a sticker is at its position in centimetres and 3 cm wide."""
    camera = Camera(50.0, 12.0)
    view = camera.homography.rectify(draw(camera), px_per_cm, margin_cm=5.0)
    assert view.shape == (round(110 * px_per_cm), round(110 * px_per_cm), 3)
    is_red = (view[..., 0] > 90) & (view[..., 1] < 100) & (view[..., 2] < 70)
    y, x = np.nonzero(is_red)
    expected = map_points(compute_view_from_board(px_per_cm, 5.0), [(22.0, 31.0)])[0]
    assert (np.median(x), np.median(y)) == pytest.approx(tuple(expected), abs=0.5 + 0.1 * px_per_cm)
    assert np.sqrt(is_red.sum()) / px_per_cm == pytest.approx(3.0, abs=0.4)


def test_the_grid_runs_through_the_corners():
    """The grid's first and last lines are the board's sides; a step that does not divide 100 still ends there."""
    homography = Camera(40.0).homography
    grid = homography.compute_grid_px(10.0)
    assert len(grid) == 22
    assert grid[0] == pytest.approx(homography.to_px([(0, 0), (0, 100)]))
    assert grid[10] == pytest.approx(homography.to_px([(100, 0), (100, 100)]))
    assert homography.compute_grid_px(30.0)[4] == pytest.approx(homography.to_px([(100, 0), (100, 100)]))
