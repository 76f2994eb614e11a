"""Tests of occlusion by objects, against counting points and on scenes with obvious answers."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.generators.photo_scenes.camera import to_world_points
from core.generators.photo_scenes.occlusion import (
    classify_polygon_occlusion,
    classify_scene_occlusions,
    compute_hidden_polygon_share,
    compute_hidden_segment_share,
)
from core.generators.photo_scenes.table import compute_sticker_corners_cm
from tests.generators.photo_scenes.scenes import scene

points = st.tuples(st.floats(-20, 120), st.floats(-20, 120))
triangle_lists = st.lists(st.tuples(points, points, points), min_size=1, max_size=6).map(np.array)
SLACK = 1e-6
"""Tolerance of a cross product for a point on an edge."""

SQUARE = np.array([(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)])


def is_in_any_triangle(positions, triangles, *, with_edges=False):
    """Return whether each point (n, 2) is in a triangle, with or without its edges, by three cross products."""
    a, b, c = (triangles[:, None, k] for k in range(3))

    def turn(p, q):
        return (q[..., 0] - p[..., 0]) * (positions[:, 1] - p[..., 1]) - (q[..., 1] - p[..., 1]) * (
            positions[:, 0] - p[..., 0]
        )

    signs = np.stack([turn(a, b), turn(b, c), turn(c, a)])
    least = -SLACK if with_edges else SLACK
    return ((signs > least).all(axis=0) | (signs < -least).all(axis=0)).any(axis=0)


@given(triangle_lists)
def test_hidden_area_equals_the_share_of_hidden_points(triangles):
    """The exact share of an area agrees with a grid of 10,000 points."""
    positions = (np.indices((100, 100)).reshape(2, -1).T + 0.5).astype(float)
    counted = is_in_any_triangle(positions, triangles).mean()
    assert compute_hidden_polygon_share(SQUARE, triangles) == pytest.approx(counted, abs=0.04)


@given(points, points, triangle_lists)
def test_hidden_length_equals_the_share_of_hidden_points(begin, end, triangles):
    """The exact share of a line agrees with 2,000 points; a line along an edge may be hidden or not."""
    begin, end = np.array(begin), np.array(end)
    positions = begin + ((np.arange(2000) + 0.5) / 2000)[:, None] * (end - begin)
    if np.linalg.norm(end - begin) > 1:
        least, most = (
            is_in_any_triangle(positions, triangles, with_edges=with_edges).mean() for with_edges in (False, True)
        )
        assert least - 0.01 <= compute_hidden_segment_share(begin, end, triangles) <= most + 0.01


@given(triangle_lists)
def test_classification_matches_the_exact_share(triangles):
    """`classify_polygon_occlusion` returns the word for the exact share."""
    share = compute_hidden_polygon_share(SQUARE, triangles)
    word = classify_polygon_occlusion(SQUARE, triangles)
    assert word == ("complete" if share > 1 - 1e-9 else "partial" if share > 1e-6 else word)
    if word == "none":
        assert share < 1e-9


def test_two_halves_hide_a_whole():
    """Two triangles with a common side hide a square completely, and either one partly."""
    halves = np.array([[(-60, -60), (160, -60), (160, 160)], [(-60, -60), (160, 160), (-60, 160)]], dtype=float)
    assert classify_polygon_occlusion(SQUARE, halves) == "complete"
    assert classify_polygon_occlusion(SQUARE, halves[:1]) == "partial"
    assert classify_polygon_occlusion(SQUARE, halves + 500) == "none"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"object": "none"}, ("none", "none", "none")),
        ({"object": "apple", "object_cm": (15, 80)}, ("none", "none", "none")),
        ({"object": "apple", "object_cm": (22, 31)}, ("none", "partial", "complete")),
        ({"object": "book", "object_cm": (46.5, 24.5)}, ("none", "partial", "none")),
        ({"object": "laptop", "object_cm": (50, 100)}, ("partial", "none", "none")),
        ({"object": "kettle", "object_cm": (15, 6), "tilt_deg": 60}, ("partial", "none", "none")),
    ],
)
def test_obvious_scenes_have_the_expected_occlusion(change, expected):
    """Border, edges and vertices have the expected level."""
    assert classify_scene_occlusions(scene(**({"tilt_deg": 3} | change))) == expected


def test_occlusion_matches_the_rendering():
    """A sticker is completely hidden only if the drawn object covers its centre, and visible only if it does not."""
    for x in range(10, 95, 7):
        hiding = scene(object="stool", object_cm=(float(x), 55.0), tilt_deg=50)
        triangles = hiding.camera.to_px(hiding.solid.triangles)
        mask = np.zeros((768, 1024), np.uint8)
        for triangle in triangles:
            cv2.fillConvexPoly(mask, np.rint(triangle).astype(np.int32), 1)
        x_px, y_px = (round(float(value)) for value in hiding.camera.to_px((*hiding.c_cm, 0.0)))
        around = mask[y_px - 2 : y_px + 3, x_px - 2 : x_px + 3]
        word = classify_polygon_occlusion(
            hiding.camera.to_px(to_world_points(compute_sticker_corners_cm(hiding, "C"))), triangles
        )
        if word == "none":
            assert not around.all()
        if word == "complete":
            assert around.all()
