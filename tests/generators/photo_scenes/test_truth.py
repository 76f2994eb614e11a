"""Tests of a scene's truth, by the inverse mapping from its pixels."""

import numpy as np
import pytest
from hypothesis import given

from core.generators.photo_scenes.truth import compute_scene_truth
from core.geometry.homography import Homography
from core.geometry.triangle import Triangle
from tests.generators.photo_scenes.scenes import scene, scenes


@pytest.mark.slow
@given(scenes())
def test_pixels_are_mapped_back_to_the_board(any_scene):
    """The homography of the four true corners maps the true pixels to the triangle on the board."""
    truth = compute_scene_truth(any_scene)
    points = Homography.build_from_corners(truth.corners_px).to_board([truth.a_px, truth.b_px, truth.c_px])
    back = Triangle.build_from_points(*points)
    assert (back.ab, back.bc, back.ca) == pytest.approx(
        (truth.triangle_3d.ab, truth.triangle_3d.bc, truth.triangle_3d.ca), rel=1e-6
    )
    assert truth.answers_3d == any_scene.triangle.compute_answers()
    assert truth.answers_2d == Triangle.build_from_points(truth.a_px, truth.b_px, truth.c_px).compute_answers()


def test_both_triangles_are_similar_without_a_tilt():
    """Without a tilt the answers in the image equal those on the board."""
    truth = compute_scene_truth(scene(tilt_deg=0.0))
    for question_id, value in truth.answers_3d.items():
        is_class = isinstance(value, str)
        assert truth.answers_2d[question_id] == (value if is_class else pytest.approx(value, abs=1e-6))
    assert truth.is_whole


def test_a_near_camera_does_not_show_the_whole_tape():
    """The truth states that the tape is not completely in the image."""
    assert not compute_scene_truth(scene(tilt_deg=0.0, distance_cm=100.0)).is_whole


def test_corners_have_the_detector_s_order():
    """The first corner is nearest to the image's upper left, and the order is clockwise."""
    for azimuth_deg in range(0, 360, 30):
        corners = compute_scene_truth(scene(azimuth_deg=float(azimuth_deg))).corners_px
        assert np.argmin(corners.sum(axis=1)) == 0
        following = np.roll(corners, -1, axis=0)
        assert (corners[:, 0] * following[:, 1] - following[:, 0] * corners[:, 1]).sum() > 0
