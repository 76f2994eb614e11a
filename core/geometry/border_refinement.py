"""The fine step of the border search: one homography fitted to both edges of the tape on each side.

The inner edges lie on the square of 100 cm, the outer ones 4.8 cm further out in the same plane. A profile across an
edge is one measurement if it shows brown tape beside white table; overexposed and hidden places show neither and do
not count. The fit is by reweighted least squares.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.geometry.edge_profiles import (
    CENTRE_CM,
    OUTER_OUTWARDS,
    OUTWARDS,
    PROFILES_PER_EDGE,
    UNIT_FROM_BOARD,
    UNIT_POINTS,
    Channel,
    EdgeProfiles,
    measure_edges,
    project_points,
)
from core.geometry.homography import BOARD_CORNERS_CM, TAPE_CM, Array, Homography, is_convex, map_points
from core.geometry.robust_stats import compute_geman_mcclure_weights, compute_robust_deviation

REACHES_PX = (6.0, 3.0)
"""Reach of the profiles to both sides: the error of the coarse search, then that of the first fit."""

MIN_SIGMA_PX = 0.05
"""The smallest scatter of edges that steps of half a pixel can show."""

RIDGE = 1e-9
"""Added to the diagonal of the normal equations, which stay solvable if an element of the map has no evidence."""

MAX_ITERATIONS = 12
CONVERGED_PX = 0.01
MIN_EVIDENCE = 32
_UNIT_CORNERS = BOARD_CORNERS_CM / CENTRE_CM - 1.0


@dataclass(frozen=True, slots=True, eq=False)
class BorderFit:
    """A homography and the evidence for it.

    Attributes:
        residual_px: robust standard deviation of the edges' distances from the fitted lines.
        tape_cm: fitted width of the tape; blur makes it differ from the true width by a millimetre.
        side_tape_cm: (4,), the same for each side alone, where it was visible; NaN if it was not.
        inner_support, outer_support: (4,), share of each side's length on which its edge was found on its line.
    """

    homography: Homography
    residual_px: float
    tape_cm: float
    side_tape_cm: Array
    inner_support: Array
    outer_support: Array

    @property
    def side_support(self) -> Array:
        """Return the share (4,) of each side's length on which the better visible edge of the tape was on its line."""
        return np.maximum(self.inner_support, self.outer_support)


@dataclass(frozen=True, slots=True, eq=False)
class _Solution:
    """A fit: the map, the tape's width, distances of the measured edges from the lines (n,), robust deviation."""

    px_from_unit: Array
    tape_cm: float
    profiles: EdgeProfiles
    residuals_px: Array
    sigma_px: float


def fit_border(blue: Channel, yellow: Channel, corners_px: Array) -> BorderFit | None:
    """Fit the homography near a guess that the tape's edges support best; return None if there is nothing to fit.

    Args:
        blue: the photograph's blue channel by `compute_tape_channels`.
        yellow: its yellowness by `compute_tape_channels`, at half size.
        corners_px: the guess, (4, 2), clockwise.
    """
    px_from_unit = _compute_px_from_unit(Homography.build_from_corners(corners_px).px_from_board)
    solution = None
    for reach_px in REACHES_PX:
        solution = _measure_and_fit(blue, yellow, px_from_unit, reach_px)
        if solution is None:
            return None
        px_from_unit = solution.px_from_unit
    return None if solution is None else _summarise_fit(solution)


def _measure_and_fit(blue: Channel, yellow: Channel, px_from_unit: Array, reach_px: float) -> _Solution | None:
    profiles = measure_edges(blue, yellow, px_from_unit, reach_px)
    return None if profiles is None else _fit(profiles, px_from_unit)


def _summarise_fit(solution: _Solution) -> BorderFit:
    is_on_line = solution.profiles.is_seen & (np.abs(solution.residuals_px) < max(3 * solution.sigma_px, 1.0))
    # The model's points are ordered by side, first the inner edge of a side, then its outer edge.
    support = is_on_line.reshape(4, 2, PROFILES_PER_EDGE).mean(axis=2)
    return BorderFit(
        homography=Homography.build_from_matrix(solution.px_from_unit @ UNIT_FROM_BOARD),
        residual_px=solution.sigma_px,
        tape_cm=solution.tape_cm,
        inner_support=support[:, 0],
        outer_support=support[:, 1],
        side_tape_cm=_compute_side_tape_cm(solution),
    )


def _compute_side_tape_cm(solution: _Solution) -> Array:
    profiles = solution.profiles
    unit_from_px = Homography.build_from_matrix(solution.px_from_unit).board_from_px
    middle_px = project_points(solution.px_from_unit, np.zeros((1, 2)))[0][0]
    measured = map_points(unit_from_px, profiles.measured_px, in_front=middle_px) * CENTRE_CM
    outwards = np.where(profiles.is_seen, (measured * OUTWARDS).sum(axis=1), np.nan)
    inner, outer = np.moveaxis(outwards.reshape(4, 2, PROFILES_PER_EDGE), 1, 0)
    return np.array([_compute_median(far) - _compute_median(near) for near, far in zip(inner, outer, strict=True)])


def _compute_median(values: Array) -> float:
    finite = values[np.isfinite(values)]
    return float(np.median(finite)) if len(finite) >= MIN_EVIDENCE / 8 else math.nan


def _compute_px_from_unit(px_from_board: Array) -> Array:
    matrix = px_from_board @ np.linalg.inv(UNIT_FROM_BOARD)
    return np.asarray(matrix / matrix[2, 2])


def _fit(profiles: EdgeProfiles, px_from_unit: Array) -> _Solution | None:
    """Fit the map and the width of the tape by reweighted Gauss-Newton; return None if it diverges."""
    seen = profiles.is_seen
    if seen.sum() < MIN_EVIDENCE:
        return None
    scale_px = float(np.abs(profiles.measured_px).max())
    wider = 0.0
    sigma_px = 0.0
    for _ in range(MAX_ITERATIONS):
        projected, depth = project_points(px_from_unit, _build_model_points(wider))
        if not (depth > 0).all():
            return None
        residuals = _compute_residuals_px(profiles, projected)[seen]
        sigma_px = max(compute_robust_deviation(residuals), MIN_SIGMA_PX)
        jacobian = _compute_jacobian(profiles, px_from_unit, wider, scale_px)
        step = _solve_weighted_step(jacobian, residuals, compute_geman_mcclure_weights(residuals, 2 * sigma_px))
        if step is None:
            return None
        change = np.append(step[:8], 0.0).reshape(3, 3) * np.array([[1.0], [1.0], [1 / scale_px]])
        px_from_unit = px_from_unit + change
        wider += float(step[8])
        if not np.isfinite(px_from_unit).all() or not is_convex(project_points(px_from_unit, _UNIT_CORNERS)[0]):
            return None
        if np.abs(jacobian @ step).max() < CONVERGED_PX:
            break
    residuals = _compute_residuals_px(profiles, project_points(px_from_unit, _build_model_points(wider))[0])
    return _Solution(px_from_unit, TAPE_CM + wider * CENTRE_CM, profiles, residuals, sigma_px)


def _build_model_points(wider: float) -> Array:
    """Build the model's points (n, 2) in unit coordinates for a tape that is wider by this much."""
    return np.asarray(UNIT_POINTS + wider * OUTER_OUTWARDS)


def _compute_residuals_px(profiles: EdgeProfiles, projected: Array) -> Array:
    """Compute the distances (n,) of the measured edges from projected points, across the edge."""
    return np.asarray(((profiles.measured_px - projected) * profiles.normal).sum(axis=1))


def _compute_jacobian(profiles: EdgeProfiles, px_from_unit: Array, wider: float, scale_px: float) -> Array:
    """Compute the Jacobian (n, 9) of the visible edges' residuals: the map's eight free elements, the tape's width.

    The map's third row is in units of 1 / `scale_px`, so that all columns have similar size.
    """
    seen = profiles.is_seen
    points = _build_model_points(wider)
    projected, depth = project_points(px_from_unit, points)
    normal = profiles.normal[seen]
    x, y = points[seen].T
    a, b = (normal / depth[seen][:, None]).T
    c = -(projected[seen] * normal).sum(axis=1) / depth[seen] / scale_px
    of_map = np.column_stack([a * x, a * y, a, b * x, b * y, b, c * x, c * y])
    of_x = a * px_from_unit[0, 0] + b * px_from_unit[1, 0] + c * scale_px * px_from_unit[2, 0]
    of_y = a * px_from_unit[0, 1] + b * px_from_unit[1, 1] + c * scale_px * px_from_unit[2, 1]
    of_width = of_x * OUTER_OUTWARDS[seen, 0] + of_y * OUTER_OUTWARDS[seen, 1]
    return np.column_stack([of_map, of_width])


def _solve_weighted_step(jacobian: Array, residuals: Array, weights: Array) -> Array | None:
    """Solve for the least-squares step (9,); return None if the edges do not determine it."""
    weighted = jacobian * weights[:, None]
    try:
        return np.asarray(np.linalg.solve(jacobian.T @ weighted + RIDGE * np.eye(9), weighted.T @ residuals))
    except np.linalg.LinAlgError:
        return None
