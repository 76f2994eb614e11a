"""Tests that a scene's camera equals the pose that `core.geometry.pose` estimates from its homography."""

import math

import numpy as np
import pytest
from hypothesis import given

from core.geometry.camera_metadata import FILM_DIAGONAL_MM
from core.geometry.pose import estimate_pose
from tests.generators.photo_scenes.scenes import scene, scenes


@given(scenes())
def test_pose_is_recovered_from_the_homography(any_scene):
    """Tilt, roll, distance and the square board follow the conventions of measured poses."""
    camera = any_scene.camera
    size = (any_scene.width_px, any_scene.height_px)
    pose = estimate_pose(camera.homography, any_scene.focal_mm / FILM_DIAGONAL_MM * math.hypot(*size), *size)
    assert pose.tilt_deg == pytest.approx(any_scene.tilt_deg, abs=1e-5)
    assert pose.distance_cm == pytest.approx(any_scene.distance_cm, rel=1e-6)
    assert max(abs(pose.length_mismatch), abs(pose.angle_mismatch)) < 1e-6
    assert pose.down == pytest.approx(camera.down, abs=1e-6)
    if pose.roll_deg is not None:
        assert math.remainder(pose.roll_deg - any_scene.roll_deg, 360) == pytest.approx(0, abs=1e-3)


@given(scenes())
def test_aim_is_at_the_image_centre(any_scene):
    """The point on the table at which the camera aims projects to the image centre."""
    centre = ((any_scene.width_px - 1) / 2, (any_scene.height_px - 1) / 2)
    assert any_scene.camera.to_px((*any_scene.aim_cm, 0.0)) == pytest.approx(centre, abs=1e-6)


def test_height_is_positive_upwards():
    """A point above the table is nearer to a camera that looks straight down."""
    camera = scene(tilt_deg=0, distance_cm=150).camera
    assert camera.position == pytest.approx((50, 50, 150))
    assert camera.compute_depth_cm([(50, 50, 20)]) == pytest.approx(130)


def test_polygon_behind_the_camera_is_clipped():
    """Only the part of a floor in front of the camera is drawn; a polygon behind it is not."""
    camera = scene(tilt_deg=60).camera
    floor = np.array([(-900, -900, -74), (900, -900, -74), (900, 900, -74), (-900, 900, -74)])
    outline = camera.project_polygon(floor)
    assert len(outline) >= 3
    assert np.abs(outline).max() < 5 * 1024
    assert len(camera.project_polygon(camera.position + np.array([(0, 900, 0), (9, 900, 0), (0, 900, 9)]))) == 0
