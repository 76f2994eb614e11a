"""Tests of the estimated rotation between accelerometer and camera, from synthetic directions."""

import cv2
import numpy as np
import pytest

from tools.accelerometer_mounting import MIN_PHOTOGRAPHS, estimate_mounting_rotation


def draw_directions(count, seed=0):
    vectors = np.random.default_rng(seed).normal((0, 0, 1), 0.5, (count, 3))
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_mounting_is_estimated_from_many_photographs():
    """The error is the noise of one photograph over the square root of their number."""
    turn, _ = cv2.Rodrigues(np.radians([0.3, 1.0, -1.1]))
    gravity = draw_directions(200)
    down = gravity @ turn.T + np.random.default_rng(1).normal(0, 0.005, gravity.shape)
    estimate = estimate_mounting_rotation(list(down), list(gravity))
    assert estimate == pytest.approx(turn, abs=0.002)
    assert np.linalg.det(estimate) == pytest.approx(1.0)


def test_few_photographs_give_no_mounting():
    """A handful of photographs is not enough to estimate a mounting."""
    few = draw_directions(MIN_PHOTOGRAPHS - 1)
    assert estimate_mounting_rotation(list(few), list(few[::-1])) == pytest.approx(np.eye(3))
