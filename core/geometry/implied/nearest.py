"""The triangle that a model's own numbers describe, for drawing.

Two numbers, AB/AC and |B - C|, fix a triangle up to similarity; the other two either agree with it or conflict.
The triangle is the one that fits all of Q3 to Q6 best.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from core.geometry.homography import Array
from core.geometry.implied.angles import compute_implied_angles
from core.geometry.triangle import (
    ISOSCELES_TOLERANCE,
    RIGHT_ANGLE_TOLERANCE_DEG,
    Triangle,
    compute_numeric_answers,
    compute_relative_difference,
)
from core.records import TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS

NUMBERS = tuple(question.question_id for question in TRIANGLE_QUESTIONS if question.kind != "class")
"""Q3 to Q6."""

_IS_RATIO = np.array([TRIANGLE_QUESTION_BY_ID[question_id].kind == "ratio" for question_id in NUMBERS])
_GRID = 96
_STARTS = 6
_PRECISION_DEG = 1e-6
_MIN_ANGLE_DEG = 0.05
_STEPS = np.linspace(-1.0, 1.0, 9)
_MOVES = np.array([(one, other, -one - other) for one in _STEPS for other in _STEPS])
"""(81, 3): moves of the three angles that keep their sum."""


@dataclass(frozen=True, slots=True)
class ImpliedTriangle:
    """The triangle that fits a model's numbers best.

    Attributes:
        triangle: its sides, AC = 1.
        misfit: by question, the distance of the answer from the triangle's own value, as a multiple of the paper's
            tolerance (3% of a ratio, 2 degrees of an angle).
    """

    triangle: Triangle
    misfit: dict[str, float]

    @property
    def is_possible(self) -> bool:
        """Return whether the triangle has all the answers, within the tolerance."""
        return max(self.misfit.values()) <= 1.0


def find_implied_triangle(answers: Mapping[str, float]) -> ImpliedTriangle | None:
    """Find the triangle that a reply's numbers describe; None unless both AB/AC and |B - C| are among them.

    Args:
        answers: numbers by question, of Q3 to Q6; ratios positive, angles in degrees.
    """
    if not {"Q3", "Q4"} <= answers.keys():
        return None
    asked = np.array([answers.get(question_id, math.nan) for question_id in NUMBERS])
    angles = _fit_angles(asked, _list_start_angles(answers["Q3"], answers["Q4"]))
    misfit = _compute_misfits(angles[None], asked)[0]
    return ImpliedTriangle(
        triangle=_build_triangle(angles),
        misfit={q: float(m) for q, m in zip(NUMBERS, misfit, strict=True) if math.isfinite(m)},
    )


def _list_start_angles(ab_over_ac: float, abs_b_minus_c_deg: float) -> list[Array]:
    """Return the angles (3,) in degrees of the triangle with these two answers, if they fix one."""
    exact = compute_implied_angles(ab_over_ac, abs_b_minus_c_deg)
    angles = np.array([exact.a_deg, exact.b_deg, exact.c_deg], dtype=np.float64)
    return [_clip_angles(angles)] if np.isfinite(angles).all() else []


def _clip_angles(angles_deg: Array) -> Array:
    """Move angles (..., 3) inside the triangle's range and scale their sum to 180 degrees."""
    clipped = np.maximum(angles_deg, _MIN_ANGLE_DEG)
    return np.asarray(clipped * (180.0 / clipped.sum(axis=-1, keepdims=True)))


@cache
def _build_angle_grid() -> Array:
    """Build the angles (n, 3) of triangles of every shape, denser towards degenerate (very thin) ones."""
    steps = 90.0 * (1.0 - np.cos(np.linspace(0.0, math.pi, _GRID)))  # 0 to 180, dense at both ends
    one, other = np.meshgrid(steps, steps)
    keep = one + other < 180.0
    pairs = np.column_stack([one[keep], other[keep], 180.0 - one[keep] - other[keep]])
    return _clip_angles(np.concatenate([pairs, np.roll(pairs, 1, axis=1), np.roll(pairs, 2, axis=1)]))


def _compute_values(angles_deg: Array) -> Array:
    """Compute Q3 to Q6, (n, 4), of triangles with these angles, (n, 3), by the law of sines."""
    bc, ca, ab = np.sin(np.radians(angles_deg)).T
    return np.column_stack(compute_numeric_answers((ab, bc, ca), tuple(angles_deg.T)))


def _compute_misfits(angles_deg: Array, asked: Array) -> Array:
    """Compute the distances (n, 4) of Q3 to Q6 from the requested values, in tolerances; NaN if none was requested."""
    values = _compute_values(angles_deg)
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = (
            compute_relative_difference(np.minimum(values, asked), np.maximum(values, asked)) / ISOSCELES_TOLERANCE
        )
    return np.where(_IS_RATIO, relative, np.abs(values - asked) / RIGHT_ANGLE_TOLERANCE_DEG)


def _compute_cost(angles_deg: Array, asked: Array) -> Array:
    return np.asarray(np.nansum(_compute_misfits(angles_deg, asked) ** 2, axis=1))


def _fit_angles(asked: Array, starts: Sequence[Array] = ()) -> Array:
    """Find the angles (3,) that fit best, by ever finer grids around the starts and the best of all shapes."""
    everywhere = _build_angle_grid()
    best = np.array([*starts, *everywhere[np.argsort(_compute_cost(everywhere, asked), kind="stable")[:_STARTS]]])
    span_deg = 180.0 / _GRID * 2
    while span_deg > _PRECISION_DEG:
        around = _clip_angles(best[:, None] + span_deg * _MOVES)  # (starts, moves, 3)
        costs = _compute_cost(around.reshape(-1, 3), asked).reshape(around.shape[:2])
        best = around[np.arange(len(best)), costs.argmin(axis=1)]
        span_deg /= 2
    return np.asarray(best[_compute_cost(best, asked).argmin()])


def _build_triangle(angles_deg: Array) -> Triangle:
    bc, ca, ab = np.sin(np.radians(angles_deg))
    return Triangle(float(ab / ca), float(bc / ca), 1.0)
