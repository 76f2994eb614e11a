"""Tests of the pinhole camera against OpenCV, and of its sign conventions."""

import cv2
import numpy as np
import pytest

from core.rendering.camera import NEAR, PinholeCamera

SIZE = {"focal_px": 800.0, "width_px": 960, "height_px": 720}
POSES = [
    {"yaw_deg": 0.0},
    {"yaw_deg": 33.0, "pitch_deg": 17.0},
    {"yaw_deg": -140.0, "pitch_deg": -40.0, "roll_deg": 25.0},
    {"yaw_deg": 75.0, "pitch_deg": 89.0, "roll_deg": -170.0},
]


def make_camera(**pose):
    return PinholeCamera.build_from_angles((3.0, -2.0, 1.6), **{"yaw_deg": 0.0, **pose}, **SIZE)


@pytest.mark.parametrize("pose", POSES)
def test_camera_axes_are_orthonormal(pose):
    """Right, down and forward are a right-handed orthonormal frame at every pose."""
    rotation = make_camera(**pose).rotation
    assert rotation @ rotation.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(rotation) == pytest.approx(1.0)


@pytest.mark.parametrize("pose", POSES)
def test_projection_equals_opencv(pose):
    """Pixels equal `cv2.projectPoints` with the same matrices."""
    camera = make_camera(**pose)
    points = camera.position + np.random.default_rng(0).uniform(-1, 1, (50, 3)) + 4 * camera.rotation[2]
    shift = -camera.rotation @ camera.position
    expected, _ = cv2.projectPoints(points, cv2.Rodrigues(camera.rotation)[0], shift, camera.matrix, None)
    pixels, depths = camera.project(points)
    assert pixels == pytest.approx(expected.reshape(-1, 2), abs=1e-6)
    assert (depths > 0).all()


def test_angles_follow_the_sign_conventions():
    """Looking along x, y is left and z is up; looking up moves the scene down; roll rotates it counter-clockwise."""
    ahead, left, above = (10.0, -2.0, 1.6), (10.0, 0.0, 1.6), (10.0, -2.0, 3.6)
    middle = make_camera().project(ahead)[0]
    assert middle == pytest.approx([479.5, 359.5])
    assert make_camera().project(left)[0][0] < middle[0]
    assert make_camera().project(above)[0][1] < middle[1]
    assert make_camera(pitch_deg=10.0).project(ahead)[0][1] > middle[1]
    rolled = make_camera(roll_deg=20.0).project((10.0, -4.0, 1.6))[0] - middle
    assert rolled[0] > 0
    assert rolled[1] < 0


def test_aim_is_at_the_image_centre():
    """The aim projects to the image centre from any position and at any roll."""
    for position in [(5.0, 4.0, 3.0), (-2.0, 1.0, 0.2), (1.0, 2.0, 9.0), (1.0, 2.0, -9.0)]:
        camera = PinholeCamera.look_at((1.0, 2.0, 0.5), position=position, roll_deg=30.0, **SIZE)
        pixel, depth = camera.project((1.0, 2.0, 0.5))
        assert pixel == pytest.approx([479.5, 359.5], abs=1e-9)
        assert depth == pytest.approx(np.linalg.norm(np.subtract(position, (1.0, 2.0, 0.5))))


@pytest.mark.parametrize("pose", POSES)
def test_vanishing_points_of_horizontal_directions_lie_on_the_horizon(pose):
    """Lines converge at their direction's vanishing point, which is on the horizon for horizontal directions."""
    camera = make_camera(**pose)
    for angle in np.radians([10.0, 75.0, 200.0]):
        direction = np.array([np.cos(angle), np.sin(angle), 0.0])
        point = camera.compute_vanishing_point(direction)
        far, _ = camera.project(camera.position + 1e9 * direction + (0.3, 0.2, -0.5))
        assert far == pytest.approx(point, rel=1e-6)
        assert camera.horizon @ [*point, 1.0] == pytest.approx(0.0, abs=1e-9 * max(1.0, float(np.abs(point).max())))


def test_the_horizon_agrees_with_the_paper_s_example():
    """Looking up by 0.3 rad at 800 px and middle row 360, the horizon is row 607.47 = 360 + 800 tan 0.3."""
    level = PinholeCamera.build_from_angles((0, 0, 1), yaw_deg=40.0, pitch_deg=np.degrees(0.3), **SIZE)
    camera = PinholeCamera(level.position, level.rotation, 800.0, np.array([480.0, 360.0]), 960, 720)
    a, b, c = camera.horizon
    assert a == pytest.approx(0.0, abs=1e-12)
    assert -c / b == pytest.approx(607.47, abs=0.005)


def test_a_direction_parallel_to_the_image_has_no_vanishing_point():
    """Its lines are parallel to the image plane."""
    assert make_camera().compute_vanishing_point((0.0, 1.0, 0.0)) is None
    assert make_camera().compute_vanishing_point((0.0, 0.0, 1.0)) is None
    assert make_camera(pitch_deg=1.0).compute_vanishing_point((0.0, 0.0, 1.0)) is not None


def test_segments_are_clipped_at_the_near_plane():
    """Parts behind the near plane are removed; a segment entirely behind it gives None."""
    camera = make_camera()
    both = camera.project_segment((10.0, -1.0, 1.0), (-5.0, -1.0, 1.0))
    near, _ = camera.project((3.0 + NEAR, -1.0, 1.0))
    assert both[0] == pytest.approx(camera.project((10.0, -1.0, 1.0))[0])
    assert both[1] == pytest.approx(near)
    assert camera.project_segment((0.0, 0.0, 1.0), (2.0, 0.0, 1.0)) is None
