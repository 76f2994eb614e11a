"""The fine step of the border search: one homography fitted to both edges of the tape on each side.

The inner edges lie on the square of 100 cm, the outer ones 4.8 cm further out in the same plane. A profile across an
edge is one measurement if it shows brown tape beside white table; overexposed and hidden places show neither and do
not count. The fit is by reweighted least squares.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from core.geometry.border_candidates import COARSE_FROM_PX
from core.geometry.homography import BOARD_CM, BOARD_CORNERS_CM, TAPE_CM, Array, Homography, is_convex, map_points
from core.geometry.robust_stats import compute_geman_mcclure_weights, compute_robust_deviation

PROFILES_PER_EDGE = 64
"""One profile every 1.5 cm: closer ones would see the same pixels."""

REACHES_PX = (6.0, 3.0)
"""Reach of the profiles to both sides: the error of the coarse search, then that of the first fit."""

STEP_PX = 0.5
SIDE_PX = 2.0
"""Distance from the edge at which its two colours are sampled: beyond the blur of a JPEG's half-size colour."""

MIN_YELLOW = 12.0
"""Yellowness of tape: a third of its value in good light, well above that of a white table in warm light."""

MAX_WHITE_SHARE = 0.5
"""Yellowness of the white beside the tape, as a share of the tape's."""

MIN_BLUE_STEP = 8.0
"""Drop of blue per pixel, from white to tape."""

MIN_SIGMA_PX = 0.05
"""The smallest scatter of edges that steps of half a pixel can show."""

RIDGE = 1e-9
"""Added to the diagonal of the normal equations, which stay solvable if an element of the map has no evidence."""

MAX_ITERATIONS = 12
CONVERGED_PX = 0.01
MIN_EVIDENCE = 32

Channel = NDArray[np.float32]

_CENTRE_CM = BOARD_CM / 2


def _build_edge_model() -> tuple[Array, Array, NDArray[np.bool_]]:
    """Build points on the eight edges (n, 2) in cm, directions along them (n, 2), and a mask of the outer edges."""
    place = np.linspace(1.5, BOARD_CM - 1.5, PROFILES_PER_EDGE)[:, None]
    points, directions = [], []
    for begin, end in zip(BOARD_CORNERS_CM, np.roll(BOARD_CORNERS_CM, -1, axis=0), strict=True):
        along = (end - begin) / BOARD_CM
        outwards = np.array([along[1], -along[0]])
        for width_cm in (0.0, TAPE_CM):
            points.append(begin + place * along + width_cm * outwards)
            directions.append(np.broadcast_to(along, (PROFILES_PER_EDGE, 2)))
    is_outer = np.tile(np.repeat([False, True], PROFILES_PER_EDGE), 4)
    return np.concatenate(points), np.concatenate(directions), is_outer


# The model is the same for every photograph: 512 points, computed at import in under a millisecond.
_POINTS_CM, _ALONG, _IS_OUTER = _build_edge_model()
_UNIT_FROM_BOARD = np.array([[1 / _CENTRE_CM, 0.0, -1.0], [0.0, 1 / _CENTRE_CM, -1.0], [0.0, 0.0, 1.0]])
_UNIT_POINTS = _POINTS_CM / _CENTRE_CM - 1.0
_UNIT_CORNERS = BOARD_CORNERS_CM / _CENTRE_CM - 1.0
_OUTWARDS = np.column_stack([_ALONG[:, 1], -_ALONG[:, 0]])
_OUTER_OUTWARDS = _OUTWARDS * _IS_OUTER[:, None]
_INWARDS = np.where(_IS_OUTER, -1.0, 1.0)[:, None]


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
class _Profiles:
    """The edges that were searched and found, all (n, ...).

    Attributes:
        normal: unit vectors across the edges.
        measured_px: the steepest drop of blue across each edge.
        is_seen: whether that drop is an edge of the tape.
    """

    normal: Array
    measured_px: Array
    is_seen: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class _Solution:
    """A fit: the map, the tape's width, distances of the measured edges from the lines (n,), robust deviation."""

    px_from_unit: Array
    tape_cm: float
    profiles: _Profiles
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


def count_overrunning_strips(yellow: Channel, homography: Homography) -> int:
    """Count the square's strip ends, of eight, that extend beyond their corners: 0 for tape, all in a grid of joints.

    An end extends beyond its corner if, over most of the stretch from one to three tape widths past the corner, there
    is tape with white on both sides. Places outside the image do not count.

    Args:
        yellow: the photograph's yellowness by `compute_tape_channels`, at half size.
        homography: of the square, in pixels of the full size.
    """
    beyond_cm = TAPE_CM * np.linspace(2.0, 4.0, 9)[:, None]
    going_on = 0
    for begin, end in zip(BOARD_CORNERS_CM, np.roll(BOARD_CORNERS_CM, -1, axis=0), strict=True):
        along = (end - begin) / BOARD_CM
        outwards = TAPE_CM * np.array([along[1], -along[0]])
        for middle_cm in (end + 0.5 * outwards + beyond_cm * along, begin + 0.5 * outwards - beyond_cm * along):
            places_cm = np.concatenate([middle_cm, middle_cm - 1.25 * outwards, middle_cm + 1.25 * outwards])
            places_px = (np.nan_to_num(homography.to_px(places_cm), nan=-1.0) + 0.5) * COARSE_FROM_PX - 0.5
            is_inside = ((places_px >= 0) & (places_px <= (yellow.shape[1] - 1, yellow.shape[0] - 1))).all(axis=1)
            strip, inner, outer = _sample_channel(yellow, places_px[None])[0].reshape(3, -1)
            is_strip = (strip > MIN_YELLOW) & (np.maximum(inner, outer) < MAX_WHITE_SHARE * strip)
            going_on += bool((is_strip & is_inside.reshape(3, -1).all(axis=0)).mean() > 0.5)
    return going_on


def _measure_and_fit(blue: Channel, yellow: Channel, px_from_unit: Array, reach_px: float) -> _Solution | None:
    profiles = _measure_edges(blue, yellow, px_from_unit, reach_px)
    return None if profiles is None else _fit(profiles, px_from_unit)


def _summarise_fit(solution: _Solution) -> BorderFit:
    is_on_line = solution.profiles.is_seen & (np.abs(solution.residuals_px) < max(3 * solution.sigma_px, 1.0))
    # The model's points are ordered by side, first the inner edge of a side, then its outer edge.
    support = is_on_line.reshape(4, 2, PROFILES_PER_EDGE).mean(axis=2)
    return BorderFit(
        homography=Homography.build_from_matrix(solution.px_from_unit @ _UNIT_FROM_BOARD),
        residual_px=solution.sigma_px,
        tape_cm=solution.tape_cm,
        inner_support=support[:, 0],
        outer_support=support[:, 1],
        side_tape_cm=_compute_side_tape_cm(solution),
    )


def _compute_side_tape_cm(solution: _Solution) -> Array:
    profiles = solution.profiles
    unit_from_px = Homography.build_from_matrix(solution.px_from_unit).board_from_px
    middle_px = _project(solution.px_from_unit, np.zeros((1, 2)))[0][0]
    measured = map_points(unit_from_px, profiles.measured_px, in_front=middle_px) * _CENTRE_CM
    outwards = np.where(profiles.is_seen, (measured * _OUTWARDS).sum(axis=1), np.nan)
    inner, outer = np.moveaxis(outwards.reshape(4, 2, PROFILES_PER_EDGE), 1, 0)
    return np.array([_compute_median(far) - _compute_median(near) for near, far in zip(inner, outer, strict=True)])


def _compute_median(values: Array) -> float:
    finite = values[np.isfinite(values)]
    return float(np.median(finite)) if len(finite) >= MIN_EVIDENCE / 8 else math.nan


def _compute_px_from_unit(px_from_board: Array) -> Array:
    matrix = px_from_board @ np.linalg.inv(_UNIT_FROM_BOARD)
    return np.asarray(matrix / matrix[2, 2])


def _project(px_from_unit: Array, points: Array) -> tuple[Array, Array]:
    mapped = points @ px_from_unit[:, :2].T + px_from_unit[:, 2]
    return mapped[:, :2] / mapped[:, 2:], mapped[:, 2]


def _measure_edges(blue: Channel, yellow: Channel, px_from_unit: Array, reach_px: float) -> _Profiles | None:
    """Find the steepest drop of blue, from white to tape, on short lines across each predicted edge."""
    predicted, depth = _project(px_from_unit, _UNIT_POINTS)
    if (depth <= 0).any():
        return None
    along = _project(px_from_unit, _UNIT_POINTS + _ALONG * 1e-3)[0] - predicted
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-12)
    # Corners go clockwise, so the outside is on the left; the tape is on the outside of inner edges only.
    normal = np.column_stack([along[:, 1], -along[:, 0]]) * _INWARDS
    offsets = np.arange(-reach_px, reach_px + STEP_PX / 2, STEP_PX)
    places = predicted[:, None, :] + offsets[None, :, None] * normal[:, None, :]
    value = _sample_channel(blue, places)
    drop = value[:, :-2] - value[:, 2:]
    drop = (drop[:, :-2] + 2 * drop[:, 1:-1] + drop[:, 2:]) / 4
    steepest = drop[:, 1:-1].argmax(axis=1) + 1
    row = np.arange(len(drop))
    before, here, after = (drop[row, steepest + step] for step in (-1, 0, 1))
    curvature = np.minimum(before - 2 * here + after, -1e-6)
    offset = offsets[2 + steepest] + np.clip((before - after) / (2 * curvature), -1, 1) * STEP_PX

    tape_px = np.abs(((_project(px_from_unit, _shift_across_tape())[0] - predicted) * normal).sum(axis=1))
    edge = predicted + offset[:, None] * normal
    # On a strip a few pixels wide, the tape's colour is that of its middle.
    on_tape = edge + np.minimum(SIDE_PX, tape_px / 2)[:, None] * normal
    colour_places = (np.stack([on_tape, edge - SIDE_PX * normal], axis=1) + 0.5) * COARSE_FROM_PX - 0.5
    tape_yellow, white_yellow = _sample_channel(yellow, colour_places).T
    height, width = blue.shape
    is_seen = (
        (here > MIN_BLUE_STEP)
        & (tape_yellow > MIN_YELLOW)
        & (white_yellow < MAX_WHITE_SHARE * tape_yellow)
        & ((edge >= 0) & (edge <= (width - 1, height - 1))).all(axis=1)
    )
    return _Profiles(normal, edge, is_seen)


def _shift_across_tape() -> Array:
    """Return the model's points, moved to the other edge of the tape, in unit coordinates."""
    return _UNIT_POINTS + _OUTWARDS * _INWARDS * TAPE_CM / _CENTRE_CM


def _sample_channel(channel: Channel, places: Array) -> Array:
    return np.asarray(
        cv2.remap(
            channel,
            places[..., 0].astype(np.float32),
            places[..., 1].astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        dtype=np.float64,
    )


def _fit(profiles: _Profiles, px_from_unit: Array) -> _Solution | None:
    """Fit the map and the width of the tape by reweighted Gauss-Newton; return None if it diverges."""
    seen = profiles.is_seen
    if seen.sum() < MIN_EVIDENCE:
        return None
    scale_px = float(np.abs(profiles.measured_px).max())
    wider = 0.0
    sigma_px = 0.0
    for _ in range(MAX_ITERATIONS):
        projected, depth = _project(px_from_unit, _build_model_points(wider))
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
        if not np.isfinite(px_from_unit).all() or not is_convex(_project(px_from_unit, _UNIT_CORNERS)[0]):
            return None
        if np.abs(jacobian @ step).max() < CONVERGED_PX:
            break
    residuals = _compute_residuals_px(profiles, _project(px_from_unit, _build_model_points(wider))[0])
    return _Solution(px_from_unit, TAPE_CM + wider * _CENTRE_CM, profiles, residuals, sigma_px)


def _build_model_points(wider: float) -> Array:
    """Build the model's points (n, 2) in unit coordinates for a tape that is wider by this much."""
    return np.asarray(_UNIT_POINTS + wider * _OUTER_OUTWARDS)


def _compute_residuals_px(profiles: _Profiles, projected: Array) -> Array:
    """Compute the distances (n,) of the measured edges from projected points, across the edge."""
    return np.asarray(((profiles.measured_px - projected) * profiles.normal).sum(axis=1))


def _compute_jacobian(profiles: _Profiles, px_from_unit: Array, wider: float, scale_px: float) -> Array:
    """Compute the Jacobian (n, 9) of the visible edges' residuals: the map's eight free elements, the tape's width.

    The map's third row is in units of 1 / `scale_px`, so that all columns have similar size.
    """
    seen = profiles.is_seen
    points = _build_model_points(wider)
    projected, depth = _project(px_from_unit, points)
    normal = profiles.normal[seen]
    x, y = points[seen].T
    a, b = (normal / depth[seen][:, None]).T
    c = -(projected[seen] * normal).sum(axis=1) / depth[seen] / scale_px
    of_map = np.column_stack([a * x, a * y, a, b * x, b * y, b, c * x, c * y])
    of_x = a * px_from_unit[0, 0] + b * px_from_unit[1, 0] + c * scale_px * px_from_unit[2, 0]
    of_y = a * px_from_unit[0, 1] + b * px_from_unit[1, 1] + c * scale_px * px_from_unit[2, 1]
    of_width = of_x * _OUTER_OUTWARDS[seen, 0] + of_y * _OUTER_OUTWARDS[seen, 1]
    return np.column_stack([of_map, of_width])


def _solve_weighted_step(jacobian: Array, residuals: Array, weights: Array) -> Array | None:
    """Solve for the least-squares step (9,); return None if the edges do not determine it."""
    weighted = jacobian * weights[:, None]
    try:
        return np.asarray(np.linalg.solve(jacobian.T @ weighted + RIDGE * np.eye(9), weighted.T @ residuals))
    except np.linalg.LinAlgError:
        return None
