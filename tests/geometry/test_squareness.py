"""Tests of the squareness of the board, by exactly known cameras."""

import pytest

from core.geometry.border import MAX_MISMATCH
from core.geometry.homography import BOARD_CM, Homography
from core.geometry.squareness import USUAL_MISMATCH, compute_squareness
from tests.geometry.scenes import Camera

CAMERAS = [
    Camera(tilt, roll_deg=4.0, turn_deg=turn, distance_cm=180.0) for tilt in (8.0, 30.0, 60.0) for turn in (2, 35)
]


def measure_shape(camera, height_cm, focal_px):
    corners_cm = [(0.0, 0.0), (BOARD_CM, 0.0), (BOARD_CM, height_cm), (0.0, height_cm)]
    return compute_squareness(
        Homography.build_from_corners(camera.px(corners_cm)), focal_px, camera.width_px, camera.height_px
    )


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("height_cm", [100.0, 95.0, 80.0])
def test_the_mismatch_is_the_difference_of_the_sides(camera, height_cm):
    """With a known focal length the mismatch is the sides' difference, and the tilt is the camera's."""
    shape = measure_shape(camera, height_cm, camera.focal_px)
    assert shape.is_focal_known
    assert min(abs(shape.mismatch - wrong) for wrong in (1 - height_cm / 100, 100 / height_cm - 1)) < 1e-9
    assert shape.is_unusual == (height_cm < 100.0)
    assert height_cm < 100.0 or shape.tilt_deg == pytest.approx(camera.tilt_deg)


def test_warning_threshold_is_below_the_search_threshold():
    """A warning appears at a smaller mismatch than the border search rejects."""
    assert USUAL_MISMATCH < 0.05 < MAX_MISMATCH


def test_a_rectangle_may_pass_without_a_focal_length():
    """Without EXIF some rectangles look square, and the result states that the focal length is unknown."""
    shapes = [measure_shape(camera, 85.0, None) for camera in CAMERAS]
    assert min(shape.mismatch for shape in shapes) < USUAL_MISMATCH
    assert not any(shape.is_focal_known for shape in shapes)
