"""Tests of pose estimation with synthetic cameras."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.geometry.homography import Homography
from core.geometry.pose import compute_roll_deg, compute_tilt_deg, estimate_focal_px, estimate_pose, refine_focal_px
from tests.geometry.scenes import Camera

cameras = st.builds(
    Camera, tilt_deg=st.floats(0, 75), roll_deg=st.floats(-170, 170), turn_deg=st.floats(-180, 180),
    distance_cm=st.floats(110, 400), focal_px=st.floats(500, 2000),
)  # fmt: skip


@given(cameras)
def test_tilt_roll_and_distance_are_recovered(camera):
    """The pose of a synthetic camera is recovered from its homography and focal length."""
    pose = estimate_pose(camera.homography, camera.focal_px, camera.width_px, camera.height_px)
    assert pose.tilt_deg == pytest.approx(camera.tilt_deg, abs=1e-4)
    assert pose.distance_cm == pytest.approx(camera.distance_cm, rel=1e-6)
    assert pose.camera_from_board == pytest.approx(camera.camera_from_board, abs=1e-6)
    assert abs(pose.length_mismatch) < 1e-6
    assert abs(pose.angle_mismatch) < 1e-6
    if camera.tilt_deg > 2:
        # This camera is turned clockwise, so the board's "up" turns with the image's content.
        assert pose.roll_deg == pytest.approx(camera.roll_deg, abs=1e-3)


def test_vertical_view_has_no_roll():
    """In a vertical view "up" has no direction in the image, so roll is None."""
    camera = Camera(0.2)
    assert estimate_pose(camera.homography, camera.focal_px, 1024, 768).roll_deg is None
    assert compute_roll_deg(np.array([0.0, 0.0, 1.0])) is None


@given(st.floats(10, 75), st.floats(-170, 170), st.floats(-180, 180), st.floats(500, 2000))
def test_tilted_view_determines_the_focal_length(tilt, roll, turn, focal):
    """The focal length that makes the board a square is the camera's, if the view determines it."""
    camera = Camera(tilt, roll, turn, focal_px=focal, distance_cm=200.0)
    assert estimate_focal_px(camera.homography, 1024, 768) == pytest.approx(focal, rel=1e-4)


def test_refinement_trusts_the_view_when_tilted_and_exif_when_not():
    """Refinement mostly corrects a rounded focal length in a tilted view and keeps it in a straight one."""
    tilted, straight = Camera(50.0, focal_px=850.0), Camera(1.0, focal_px=850.0)
    assert refine_focal_px(tilted.homography, 866.0, 1024, 768) == pytest.approx(850.0, abs=6.0)
    assert refine_focal_px(straight.homography, 866.0, 1024, 768) == pytest.approx(866.0, abs=0.5)


def test_rectangle_has_a_mismatch():
    """A board 5% longer than wide has a mismatch of lengths of that size."""
    camera = Camera(0.0)
    longer = Homography.build_from_matrix(camera.px_from_board @ np.diag([1.05, 1.0, 1.0]))
    assert estimate_pose(longer, camera.focal_px, 1024, 768).length_mismatch == pytest.approx(0.05, abs=0.003)


@given(st.floats(0, 180), st.floats(0, 360), st.floats(0.1, 10))
def test_tilt_is_the_angle_to_the_view(tilt, around, length):
    """The tilt of a direction is its angle to the view, whatever its length."""
    t, a = math.radians(tilt), math.radians(around)
    direction = length * np.array([math.sin(t) * math.cos(a), math.sin(t) * math.sin(a), math.cos(t)])
    assert compute_tilt_deg(direction) == pytest.approx(tilt, abs=1e-6)
