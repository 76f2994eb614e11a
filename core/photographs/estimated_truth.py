"""The truth of a triangle without a tape measurement: by the homography, with its uncertainty.

The uncertainty is estimated by random draws. Corners and stickers are moved by their errors, every draw is measured
like the photograph, and each side also gets the difference from the tape that Tri-Bench shows. The result is
conservative: each corner gets the full scatter of the tape's edges, though hundreds of edge points determine it, and
Tri-Bench's difference contains the tape's own error and that of the same method. The border's deviation from a square,
as the camera sees it, counts as an error of the border's shape, though part of it is an error of the camera.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from core.errors import BorderError, TriangleError
from core.geometry.homography import Array, Homography
from core.geometry.triangle import Triangle
from core.records import Frame, Truth, Value

CLICK_SHARE = 1.5 / 1024
"""Standard deviation of a point placed by hand, as a share of the image's longest side: 1.5 px of 1024."""

STICKER_SHARE = 0.5 / 1024
"""The same for a detected sticker."""

DEFAULT_SIDE_NOISE_CM = 0.5
"""Difference of a side from the tape if no benchmark is available; the value of Tri-Bench's photographs."""

DRAWS = 400
SEED = 7
OWN_ID = "own"
"""Id of a photograph that does not belong to a benchmark."""


@dataclass(frozen=True, slots=True)
class AnswerUncertainty:
    """The uncertainty of one of the six answers.

    Attributes:
        low, high: the middle 95% of the draws; None for a class.
        share: of the draws that have the same class; None for a number.
    """

    low: float | None = None
    high: float | None = None
    share: float | None = None


@dataclass(frozen=True, slots=True)
class EstimatedTruth:
    """A triangle measured in one photograph.

    Attributes:
        sides_cm: AB, BC, CA.
        sides_sd_cm: their standard deviations.
        answers: the six right answers by question id.
        spreads: the uncertainty of each answer.
        answers_2d: the six answers of the triangle in the image.
    """

    sides_cm: tuple[float, float, float]
    sides_sd_cm: tuple[float, float, float]
    answers: dict[str, Value]
    spreads: dict[str, AnswerUncertainty]
    answers_2d: dict[str, Value]

    def build_truths(self, case_id: str = OWN_ID) -> list[Truth]:
        """Return the truths in the measured frame and in the image."""
        frames: tuple[tuple[Frame, dict[str, Value]], ...] = (("rectified", self.answers), ("2d", self.answers_2d))
        return [
            Truth(case_id, frame, question_id, value)
            for frame, answers in frames
            for question_id, value in answers.items()
        ]


def estimate_truth(
    corners_px: ArrayLike,
    vertices_px: ArrayLike,
    corner_sd_px: ArrayLike,
    vertex_sd_px: ArrayLike,
    side_noise_cm: float = DEFAULT_SIDE_NOISE_CM,
    square_mismatch: float = 0.0,
) -> EstimatedTruth:
    """Estimate the triangle of three stickers inside a border.

    Args:
        corners_px: (4, 2), inner corners of the border in order.
        vertices_px: (3, 2), A, B and C.
        corner_sd_px: (4,) or one number, standard deviation of each corner's x and y.
        vertex_sd_px: (3,) or one number, the same for the stickers.
        side_noise_cm: standard deviation of a side's difference from the tape if border and stickers are right.
        square_mismatch: deviation of the border from a square, as in `Squareness`: standard deviation of the relative
            error of its two lengths, and of the cosine between them.

    Raises:
        BorderError: the corners are not those of a square seen in a photograph.
        TriangleError: the stickers lie on one line or coincide.
    """
    corners, vertices = (np.asarray(points, dtype=np.float64) for points in (corners_px, vertices_px))
    sides_cm = _compute_sides_cm(corners, vertices)
    drawn = _sample_triangles(
        corners, vertices, np.asarray(corner_sd_px), np.asarray(vertex_sd_px), side_noise_cm, square_mismatch
    )
    answers = Triangle(*sides_cm).compute_answers()
    deviations = np.std([triangle_sides for triangle_sides, _ in drawn], axis=0) if drawn else np.full(3, np.nan)
    ab_sd, bc_sd, ca_sd = (float(deviation) for deviation in deviations)
    return EstimatedTruth(
        sides_cm=sides_cm,
        sides_sd_cm=(ab_sd, bc_sd, ca_sd),
        answers=answers,
        spreads={
            question_id: _compute_uncertainty(value, [drawn_answers[question_id] for _, drawn_answers in drawn])
            for question_id, value in answers.items()
        },
        answers_2d=Triangle.build_from_points(*vertices.tolist()).compute_answers(),
    )


def estimate_point_sd_px(
    size_px: tuple[int, int], moved: Mapping[str, bool], border_residual_px: float | None
) -> dict[str, float]:
    """Estimate the standard deviation of each point by its name, corners 1 to 4 and A, B, C.

    Args:
        size_px: of the image.
        moved: whether a user has placed the point, by name.
        border_residual_px: scatter of the tape's edges about the fitted square.
    """
    longest_px = max(size_px)
    found = {"corner": border_residual_px or CLICK_SHARE * longest_px, "sticker": STICKER_SHARE * longest_px}
    return {
        name: CLICK_SHARE * longest_px if by_hand else found["corner" if name.isdigit() else "sticker"]
        for name, by_hand in moved.items()
    }


def _compute_sides_cm(corners: Array, vertices: Array, strain: Array | None = None) -> tuple[float, float, float]:
    """Compute AB, BC, CA; `strain`, 2 x 2, maps the board as a square to the board as it may be."""
    on_board = Homography.build_from_corners(corners).to_board(vertices)
    a, b, c = (on_board if strain is None else on_board @ strain.T).tolist()
    triangle = Triangle.build_from_points(a, b, c)
    return triangle.ab, triangle.bc, triangle.ca


def _sample_triangles(
    corners: Array,
    vertices: Array,
    corner_sd_px: Array,
    vertex_sd_px: Array,
    side_noise_cm: float,
    square_mismatch: float,
) -> list[tuple[tuple[float, float, float], dict[str, Value]]]:
    """Sample triangles; return the sides and answers of each draw that is one."""
    random, of_shape = np.random.default_rng(SEED), np.random.default_rng((SEED, 1))
    corner_sds, vertex_sds = np.broadcast_to(corner_sd_px, 4)[:, None], np.broadcast_to(vertex_sd_px, 3)[:, None]
    drawn = []
    for _ in range(DRAWS):
        moved_corners = corners + random.normal(size=(4, 2)) * corner_sds
        moved_vertices = vertices + random.normal(size=(3, 2)) * vertex_sds
        noise_cm = random.normal(size=3) * side_noise_cm
        longer_x, longer_y, skew = of_shape.normal(size=3) * square_mismatch
        strain = np.array([[1.0 + longer_x, skew], [0.0, 1.0 + longer_y]])
        try:
            ab, bc, ca = np.add(_compute_sides_cm(moved_corners, moved_vertices, strain), noise_cm).tolist()
            drawn.append(((ab, bc, ca), Triangle(ab, bc, ca).compute_answers()))
        except (BorderError, TriangleError):  # skip draws that flatten a very thin triangle
            continue
    return drawn


def _compute_uncertainty(value: Value, drawn: list[Value]) -> AnswerUncertainty:
    if isinstance(value, str):
        return AnswerUncertainty(share=Counter(drawn)[value] / len(drawn) if drawn else None)
    numbers = np.array([number for number in drawn if not isinstance(number, str)], dtype=np.float64)
    low, high = np.percentile(numbers, [2.5, 97.5]) if len(numbers) else (math.nan, math.nan)
    return AnswerUncertainty(float(low), float(high))
