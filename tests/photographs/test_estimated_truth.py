"""Tests of the truth of a photograph without a tape: right if the camera is known, with calibrated uncertainty."""

import math

import numpy as np
import pytest

from core.errors import BorderError, TriangleError
from core.geometry.homography import BOARD_CORNERS_CM
from core.geometry.triangle import Triangle
from core.photographs.estimated_truth import CLICK_SHARE, OWN_ID, STICKER_SHARE, estimate_point_sd_px, estimate_truth
from core.records import TRIANGLE_QUESTIONS
from tests.geometry.scenes import POSITIONS_CM, Camera

VERTICES_CM = np.array([POSITIONS_CM[vertex] for vertex in "ABC"])


def project_board(camera):
    """Return corners and stickers in a camera's image."""
    return camera.px(BOARD_CORNERS_CM), camera.px(VERTICES_CM)


@pytest.mark.parametrize("tilt_deg", [0.0, 35.0, 55.0])
def test_exact_points_give_the_triangle_itself(tilt_deg):
    """Exact corners give the board's sides and answers, and in 2D the image's answers."""
    corners, vertices = project_board(Camera(tilt_deg=tilt_deg))
    truth = estimate_truth(corners, vertices, 0.3, 0.5)
    on_board = Triangle.build_from_points(*VERTICES_CM.tolist())
    assert truth.sides_cm == pytest.approx((on_board.ab, on_board.bc, on_board.ca))
    assert truth.answers == pytest.approx(on_board.compute_answers())
    assert truth.answers_2d == pytest.approx(Triangle.build_from_points(*vertices.tolist()).compute_answers())


def test_no_error_gives_certainty():
    """Without errors, sides have no deviation, numbers no interval, and all draws the same class."""
    truth = estimate_truth(*project_board(Camera(tilt_deg=30.0)), 0.0, 0.0, 0.0)
    assert truth.sides_sd_cm == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)
    for question in TRIANGLE_QUESTIONS:
        spread = truth.spreads[question.question_id]
        if question.kind == "class":
            assert spread.share == 1.0
        else:
            assert spread.low == pytest.approx(spread.high)


def test_side_noise_alone_is_the_deviation_of_every_side():
    """With exact points the sides' deviation is the side noise relative to the tape."""
    truth = estimate_truth(*project_board(Camera()), 0.0, 0.0, 0.5)
    assert truth.sides_sd_cm == pytest.approx((0.5, 0.5, 0.5), rel=0.15)


@pytest.mark.slow
@pytest.mark.parametrize("tilt_deg", [10.0, 45.0])
def test_interval_has_nominal_coverage(tilt_deg):
    """With errors of the stated size, the 95% interval contains the right number about that often."""
    camera = Camera(tilt_deg=tilt_deg)
    corners, vertices = project_board(camera)
    right = Triangle.build_from_points(*VERTICES_CM.tolist()).compute_answers()
    random = np.random.default_rng(3)
    n_inside, n_intervals = 0, 0
    for _ in range(60):
        truth = estimate_truth(
            corners + random.normal(size=(4, 2)) * 2.0, vertices + random.normal(size=(3, 2)) * 1.5, 2.0, 1.5, 0.0
        )
        for question_id, spread in truth.spreads.items():
            if spread.low is not None:
                n_intervals += 1
                n_inside += spread.low <= right[question_id] <= spread.high
    assert 0.88 <= n_inside / n_intervals <= 1.0


def test_class_at_its_limit_is_uncertain():
    """An angle of 92 degrees, exactly the limit, gives the right class in about half of the draws."""
    a, b = np.array([30.0, 30.0]), np.array([70.0, 30.0])
    angle = math.radians(92.0)
    c = a + 45.0 * np.array([math.cos(angle), math.sin(angle)])
    camera = Camera(tilt_deg=20.0)
    truth = estimate_truth(camera.px(BOARD_CORNERS_CM), camera.px([a, b, c]), 0.5, 0.5)
    assert 0.25 < truth.spreads["Q2"].share < 0.75


def test_truths_have_two_frames():
    """The truths of all six questions are rectified and 2D, never 3D."""
    truths = estimate_truth(*project_board(Camera()), 0.3, 0.5).build_truths()
    assert {truth.case_id for truth in truths} == {OWN_ID}
    assert sorted((truth.frame, truth.question_id) for truth in truths) == sorted(
        (frame, question.question_id) for frame in ("2d", "rectified") for question in TRIANGLE_QUESTIONS
    )


def test_invalid_points_raise_clear_errors():
    """Crossed corners and three collinear stickers raise an error with the reason."""
    corners, vertices = project_board(Camera())
    with pytest.raises(BorderError, match="convex"):
        estimate_truth(corners[[0, 2, 1, 3]], vertices, 0.3, 0.5)
    with pytest.raises(TriangleError):
        estimate_truth(corners, [vertices[0], vertices[0], vertices[1]], 0.3, 0.5)


def test_hand_placed_points_are_less_certain():
    """Detected points have the tape's or a sticker's scatter, hand-placed points that of a click."""
    moved = {"1": False, "2": True, "A": False, "B": True}
    sd_px = estimate_point_sd_px((2048, 1536), moved, 0.4)
    assert sd_px == {"1": 0.4, "2": CLICK_SHARE * 2048, "A": STICKER_SHARE * 2048, "B": CLICK_SHARE * 2048}
    assert estimate_point_sd_px((2048, 1536), {"1": False}, None) == {"1": CLICK_SHARE * 2048}


def test_non_square_border_adds_uncertainty():
    """The mismatch adds its share of each side: a 100 x 95 cm frame is within two deviations."""
    a, b, c = np.array([(20.0, 10.0), (20.0, 85.0), (80.0, 40.0)])
    corners, vertices = (Camera(tilt_deg=20.0).px(points) for points in (BOARD_CORNERS_CM, [a, b, c]))
    sure, unsure = (estimate_truth(corners, vertices, 0.3, 0.5, square_mismatch=m) for m in (0.0, 0.05))
    assert sure.sides_sd_cm[0] < 0.7
    assert unsure.sides_sd_cm == pytest.approx([0.05 * side for side in unsure.sides_cm], rel=0.4)
    right_ab_cm = 0.95 * 75.0
    assert abs(unsure.sides_cm[0] - right_ab_cm) < 2 * unsure.sides_sd_cm[0]
    assert abs(sure.sides_cm[0] - right_ab_cm) > 4 * sure.sides_sd_cm[0]
