"""Profiles across the edges of the tape: where brown tape meets white table."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from core.geometry.border_candidates import COARSE_FROM_PX
from core.geometry.homography import BOARD_CM, BOARD_CORNERS_CM, TAPE_CM, Array, Homography

PROFILES_PER_EDGE = 64
"""One profile every 1.5 cm: closer ones would see the same pixels."""

STEP_PX = 0.5
SIDE_PX = 2.0
"""Distance from the edge at which its two colours are sampled: beyond the blur of a JPEG's half-size colour."""

MIN_YELLOW = 12.0
"""Yellowness of tape: a third of its value in good light, well above that of a white table in warm light."""

MAX_WHITE_SHARE = 0.5
"""Yellowness of the white beside the tape, as a share of the tape's."""

MIN_BLUE_STEP = 8.0
"""Drop of blue per pixel, from white to tape."""
Channel = NDArray[np.float32]

CENTRE_CM = BOARD_CM / 2


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

UNIT_FROM_BOARD = np.array([[1 / CENTRE_CM, 0.0, -1.0], [0.0, 1 / CENTRE_CM, -1.0], [0.0, 0.0, 1.0]])

UNIT_POINTS = _POINTS_CM / CENTRE_CM - 1.0

OUTWARDS = np.column_stack([_ALONG[:, 1], -_ALONG[:, 0]])

OUTER_OUTWARDS = OUTWARDS * _IS_OUTER[:, None]
_INWARDS = np.where(_IS_OUTER, -1.0, 1.0)[:, None]


@dataclass(frozen=True, slots=True, eq=False)
class EdgeProfiles:
    """The edges that were searched and found, all (n, ...).

    Attributes:
        normal: unit vectors across the edges.
        measured_px: the steepest drop of blue across each edge.
        is_seen: whether that drop is an edge of the tape.
    """

    normal: Array
    measured_px: Array
    is_seen: NDArray[np.bool_]


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


def project_points(px_from_unit: Array, points: Array) -> tuple[Array, Array]:
    """Return points (n, 2) in pixels, and the denominators (n) of their projection."""
    mapped = points @ px_from_unit[:, :2].T + px_from_unit[:, 2]
    return mapped[:, :2] / mapped[:, 2:], mapped[:, 2]


def measure_edges(blue: Channel, yellow: Channel, px_from_unit: Array, reach_px: float) -> EdgeProfiles | None:
    """Find the steepest drop of blue, from white to tape, on short lines across each predicted edge."""
    predicted, depth = project_points(px_from_unit, UNIT_POINTS)
    if (depth <= 0).any():
        return None
    along = project_points(px_from_unit, UNIT_POINTS + _ALONG * 1e-3)[0] - predicted
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

    tape_px = np.abs(((project_points(px_from_unit, _shift_across_tape())[0] - predicted) * normal).sum(axis=1))
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
    return EdgeProfiles(normal, edge, is_seen)


def _shift_across_tape() -> Array:
    """Return the model's points, moved to the other edge of the tape, in unit coordinates."""
    return UNIT_POINTS + OUTWARDS * _INWARDS * TAPE_CM / CENTRE_CM


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
