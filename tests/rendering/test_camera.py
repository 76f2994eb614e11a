"""The pinhole camera against OpenCV, and its sign conventions."""

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


def camera(**pose):
    return PinholeCamera.build_from_angles((3.0, -2.0, 1.6), **{"yaw_deg": 0.0, **pose}, **SIZE)


@pytest.mark.parametrize("pose", POSES)
def test_camera_axes_are_orthonormal(pose):
    """Right, down and forward are a right-handed frame of unit vectors at every pose."""
    rotation = camera(**pose).rotation
    assert rotation @ rotation.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(rotation) == pytest.approx(1.0)


@pytest.mark.parametrize("pose", POSES)
def test_projection_equals_opencv(pose):
    """Pixels equal `cv2.projectPoints` with the same matrices."""
    seen = camera(**pose)
    points = seen.position + np.random.default_rng(0).uniform(-1, 1, (50, 3)) + 4 * seen.rotation[2]
    shift = -seen.rotation @ seen.position
    expected, _ = cv2.projectPoints(points, cv2.Rodrigues(seen.rotation)[0], shift, seen.matrix, None)
    pixels, depths = seen.project(points)
    assert pixels == pytest.approx(expected.reshape(-1, 2), abs=1e-6)
    assert (depths > 0).all()


def test_angles_have_their_signs():
    """Looking along x, y is to the left and z up; looking up moves the scene down; roll turns it counter-clockwise."""
    ahead, left, above = (10.0, -2.0, 1.6), (10.0, 0.0, 1.6), (10.0, -2.0, 3.6)
    middle = camera().project(ahead)[0]
    assert middle == pytest.approx([479.5, 359.5])
    assert camera().project(left)[0][0] < middle[0]
    assert camera().project(above)[0][1] < middle[1]
    assert camera(pitch_deg=10.0).project(ahead)[0][1] > middle[1]
    rolled = camera(roll_deg=20.0).project((10.0, -4.0, 1.6))[0] - middle
    assert rolled[0] > 0
    assert rolled[1] < 0


def test_aim_is_at_the_image_centre():
    """The aim is at the centre of the image, also from above and below, at any roll."""
    for position in [(5.0, 4.0, 3.0), (-2.0, 1.0, 0.2), (1.0, 2.0, 9.0), (1.0, 2.0, -9.0)]:
        seen = PinholeCamera.look_at((1.0, 2.0, 0.5), position=position, roll_deg=30.0, **SIZE)
        pixel, depth = seen.project((1.0, 2.0, 0.5))
        assert pixel == pytest.approx([479.5, 359.5], abs=1e-9)
        assert depth == pytest.approx(np.linalg.norm(np.subtract(position, (1.0, 2.0, 0.5))))


@pytest.mark.parametrize("pose", POSES)
def test_vanishing_points_of_horizontal_directions_lie_on_the_horizon(pose):
    """Lines converge at their direction's vanishing point; those of horizontal directions lie on the horizon."""
    seen = camera(**pose)
    for angle in np.radians([10.0, 75.0, 200.0]):
        direction = np.array([np.cos(angle), np.sin(angle), 0.0])
        point = seen.compute_vanishing_point(direction)
        far, _ = seen.project(seen.position + 1e9 * direction + (0.3, 0.2, -0.5))
        assert far == pytest.approx(point, rel=1e-6)
        assert seen.horizon @ [*point, 1.0] == pytest.approx(0.0, abs=1e-9 * max(1.0, float(np.abs(point).max())))


def test_the_horizon_is_where_the_paper_s_check_has_it():
    """Looking up by 0.3 rad at 800 px with the middle row 360, the horizon is row 607.47 = 360 + 800 tan 0.3."""
    level = PinholeCamera.build_from_angles((0, 0, 1), yaw_deg=40.0, pitch_deg=np.degrees(0.3), **SIZE)
    seen = PinholeCamera(level.position, level.rotation, 800.0, np.array([480.0, 360.0]), 960, 720)
    a, b, c = seen.horizon
    assert a == pytest.approx(0.0, abs=1e-12)
    assert -c / b == pytest.approx(607.47, abs=0.005)


def test_a_direction_along_the_picture_has_no_vanishing_point():
    """Lines parallel to the image plane have no vanishing point."""
    assert camera().compute_vanishing_point((0.0, 1.0, 0.0)) is None
    assert camera().compute_vanishing_point((0.0, 0.0, 1.0)) is None
    assert camera(pitch_deg=1.0).compute_vanishing_point((0.0, 0.0, 1.0)) is not None


def test_segments_are_clipped_at_the_near_plane():
    """The part behind the camera is clipped at the near plane; a segment entirely behind it is empty."""
    seen = camera()
    both = seen.project_segment((10.0, -1.0, 1.0), (-5.0, -1.0, 1.0))
    near, _ = seen.project((3.0 + NEAR, -1.0, 1.0))
    assert both[0] == pytest.approx(seen.project((10.0, -1.0, 1.0))[0])
    assert both[1] == pytest.approx(near)
    assert seen.project_segment((0.0, 0.0, 1.0), (2.0, 0.0, 1.0)) is None
