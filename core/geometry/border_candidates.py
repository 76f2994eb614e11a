"""The coarse step of the border search: straight edges of brown tape on white, four of which close a square.

It works at half the photograph's size and only on yellowness, which hardly changes with light and shadow.
"""

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from core.geometry.homography import Array, Image, order_clockwise

COARSE_FROM_PX = 0.5
"""The search runs at half size, which is also the size at which a JPEG keeps its colours."""

BRIGHT_PERCENTILE = 75
"""The table is in the brightest quarter: it covers at least an eighth of the image, and little else is whiter."""

GOOD_LIGHT = 150.0
MAX_GAIN = 4.0
"""Darker images are brightened by at most this factor; below that, JPEG leaves no colour to work with."""

MAX_CAST = 1.6
"""Ratio of two colours of the light under a warm lamp; something brightest and yellower still is not the table."""

MIN_STEP = 4.0
"""Smallest increase of yellowness per pixel that counts as an edge: a tenth of the step from white to tape."""

ANGLE_SPREAD_DEG = 8
"""Allowed angle between a pixel's gradient and its line: yellowness is noisy if the tape is a few pixels wide."""

RHO_STEP = 2.0
MAX_LINES = 24
MIN_POINTS = 12
LINE_WIDTH = 1.5
MAX_OUTSIDE = 0.1
"""Allowed distance of a corner outside the image, relative to half its size; the sides still determine the corner."""

MAX_HYPOTHESES = 6


@dataclass(frozen=True, slots=True, eq=False)
class EdgePoints:
    """Pixels at which yellowness increases: position (n, 2) about the centre, direction (n, 2) of the increase."""

    position: Array
    direction: Array


@dataclass(frozen=True, slots=True, eq=False)
class EdgeLines:
    """Straight edges, white on one side and yellow on the other: normal · position = offset, normal towards yellow.

    Attributes:
        normal: (n, 2), unit length.
        offset: (n,), from the centre, in pixels of the coarse image.
        covered: (n, m), the number of edge pixels along the line up to each of m places.
        start: the first of these places, along the line's direction (normal turned clockwise by 90 degrees).
    """

    normal: Array
    offset: Array
    covered: NDArray[np.int32]
    start: float


def compute_tape_channels(image: Image) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Compute each pixel's yellowness relative to the table, at half size, and the blue channel at full size.

    Both are balanced to good white light, in which the table is bright and grey: yellowness is then 0 for white, below
    0 for blue, and about 30 for the tape. The brightest pixels are taken to be the table.
    """
    half = cv2.resize(image, None, fx=COARSE_FROM_PX, fy=COARSE_FROM_PX, interpolation=cv2.INTER_AREA)
    sample = half[::2, ::2].reshape(-1, 3)
    brightness = np.maximum(np.maximum(sample[:, 0], sample[:, 1]), sample[:, 2])
    gain = compute_white_balance_gain(sample[brightness >= np.percentile(brightness, BRIGHT_PERCENTILE)])
    balanced = cv2.transform(half, np.diag(gain))
    blue_difference = cv2.extractChannel(cv2.cvtColor(balanced, cv2.COLOR_RGB2YCrCb), 2)
    yellow = 128.0 - np.minimum(blue_difference, 128).astype(np.float32)
    return yellow, cv2.extractChannel(image, 2).astype(np.float32) * np.float32(gain[2])


def compute_white_balance_gain(table: NDArray[np.uint8]) -> Array:
    """Compute the factors (3,) that make pixels (n, 3) of the table grey and well lit."""
    colour = np.maximum(np.median(table, axis=0), 1.0)
    gain = np.maximum(colour.max(), GOOD_LIGHT) / colour
    return np.asarray(np.minimum(gain, min(gain.min(), MAX_GAIN) * MAX_CAST))


def find_square_candidates(yellow: NDArray[np.float32]) -> list[Array]:
    """Find quadrilaterals that may be the inside of the taped square, each (4, 2) in pixels, the best supported first.

    Args:
        yellow: the photograph's yellowness by `compute_tape_channels`. The corners are in pixels of the photograph, not
            of this channel.
    """
    points = _detect_edge_points(yellow)
    if len(points.position) < 4 * MIN_POINTS:
        return []
    height, width = yellow.shape
    radius = float(np.hypot(width, height)) / 2
    lines = _detect_edge_lines(points, radius)
    centre = np.array([(width - 1) / 2, (height - 1) / 2])
    # A pixel's centre has whole coordinates in both sizes.
    return [
        order_clockwise((corners + centre + 0.5) / COARSE_FROM_PX - 0.5)
        for corners in _find_closed_squares(lines, centre)
    ]


def _detect_edge_points(yellow: NDArray[np.float32]) -> EdgePoints:
    grad_x = cv2.Scharr(yellow, cv2.CV_32F, 1, 0, scale=1 / 32)
    grad_y = cv2.Scharr(yellow, cv2.CV_32F, 0, 1, scale=1 / 32)
    # The last bit of OpenCV's own magnitude depends on the memory address, so edges at the limit would come and go.
    strength = np.sqrt(grad_x * grad_x + grad_y * grad_y)
    strength[[0, -1], :] = 0.0
    strength[:, [0, -1]] = 0.0
    y, x = np.nonzero(strength > MIN_STEP)
    gx, gy, here = grad_x[y, x], grad_y[y, x], strength[y, x]
    # Thin across the edge, so that the pixels of a line measure its length.
    is_steep = np.abs(gy) > np.abs(gx)
    step_x, step_y = np.where(is_steep, 0, 1), np.where(is_steep, 1, 0)
    is_peak = (here >= strength[y - step_y, x - step_x]) & (here > strength[y + step_y, x + step_x])
    x, y, gx, gy, here = x[is_peak], y[is_peak], gx[is_peak], gy[is_peak], here[is_peak]
    centre = np.array([(yellow.shape[1] - 1) / 2, (yellow.shape[0] - 1) / 2])
    return EdgePoints(np.stack([x, y], axis=1) - centre, np.stack([gx / here, gy / here], axis=1).astype(np.float64))


def _detect_edge_lines(points: EdgePoints, radius: float) -> EdgeLines:
    """Detect the straight edges with the most pixels, by a Hough transform that knows which side is yellow."""
    n_rho = int(2 * radius / RHO_STEP) + 2
    angle = np.degrees(np.arctan2(points.direction[:, 1], points.direction[:, 0]))
    tried = (np.rint(angle)[:, None].astype(np.int64) + np.arange(-ANGLE_SPREAD_DEG, ANGLE_SPREAD_DEG + 1)) % 360
    cosine, sine = np.cos(np.radians(np.arange(360))), np.sin(np.radians(np.arange(360)))
    rho = points.position[:, :1] * cosine[tried] + points.position[:, 1:] * sine[tried]
    cell = tried * n_rho + np.rint((rho + radius) / RHO_STEP).astype(np.int64)
    votes = np.bincount(cell.ravel(), minlength=360 * n_rho)

    is_free = np.ones(len(points.position), dtype=bool)
    normals, offsets, rows = [], [], []
    n_places = int(2 * radius) + 2
    for _ in range(MAX_LINES):
        best = int(votes.argmax())
        if votes[best] < MIN_POINTS:
            break
        degrees, rho_bin = divmod(best, n_rho)
        normal = np.array([cosine[degrees], sine[degrees]])
        offset = rho_bin * RHO_STEP - radius
        for width in (2 * LINE_WIDTH, LINE_WIDTH):
            near = _mask_points_near_line(points, normal, offset, width)
            if near.sum() < MIN_POINTS:
                break
            normal, offset = _fit_line(points.position[near], normal)
        near = _mask_points_near_line(points, normal, offset, 2 * LINE_WIDTH)
        taken = near & is_free
        is_free &= ~near
        votes -= np.bincount(cell[taken].ravel(), minlength=len(votes))
        votes[best] = 0
        if taken.sum() < MIN_POINTS:
            continue
        place = points.position[_mask_points_near_line(points, normal, offset, LINE_WIDTH)] @ np.array(
            [-normal[1], normal[0]]
        )
        occupied = np.zeros(n_places, dtype=np.int32)
        occupied[np.rint(place + radius).astype(np.int64)] = 1
        normals.append(normal)
        offsets.append(offset)
        rows.append(np.cumsum(occupied, dtype=np.int32))
    return EdgeLines(
        np.reshape(normals, (-1, 2)), np.array(offsets), np.reshape(rows, (-1, n_places)).astype(np.int32), -radius
    )


def _mask_points_near_line(points: EdgePoints, normal: Array, offset: float, width: float) -> NDArray[np.bool_]:
    cosine = np.cos(np.radians(2 * ANGLE_SPREAD_DEG))
    is_near = np.abs(points.position @ normal - offset) < width
    return np.asarray(is_near & (points.direction @ normal > cosine))


def _fit_line(position: Array, towards: Array) -> tuple[Array, float]:
    """Fit a line by least squares and return its normal, on the side of `towards`, and its offset."""
    middle = position.mean(axis=0)
    _, vectors = np.linalg.eigh(np.cov((position - middle).T))
    normal = vectors[:, 0] if vectors[:, 0] @ towards > 0 else -vectors[:, 0]
    return normal, float(middle @ normal)


def _find_closed_squares(lines: EdgeLines, half_size: Array) -> list[Array]:
    """Find the corners (4, 2) of four lines that enclose white with yellow outside, the best supported first."""
    if len(lines.offset) < 4:
        return []
    angle = np.arctan2(lines.normal[:, 1], lines.normal[:, 0])
    four = np.array(list(combinations(np.argsort(angle), 4)))
    turn = np.diff(angle[four], axis=1, append=angle[four[:, :1]] + 2 * np.pi)
    four = four[(turn > np.radians(12)).all(axis=1) & (turn < np.radians(168)).all(axis=1)]
    following = np.roll(four, -1, axis=1)
    corners = _intersect_lines(lines, four, following)
    is_inside_picture = (np.abs(corners) < half_size * (1 + MAX_OUTSIDE)).all(axis=(1, 2))
    four, corners = four[is_inside_picture], corners[is_inside_picture]
    # Each side ends at its neighbours; a negative length means that the four lines do not enclose an area.
    direction = np.stack([-lines.normal[:, 1], lines.normal[:, 0]], axis=1)[four]
    end, begin = (corners * direction).sum(axis=2), (np.roll(corners, 1, axis=1) * direction).sum(axis=2)
    length = end - begin
    is_closed = (length > MIN_POINTS).all(axis=1)
    four, corners, direction, begin, end, length = (
        array[is_closed] for array in (four, corners, direction, begin, end, length)
    )
    if not len(four):
        return []
    last = lines.covered.shape[1] - 1
    from_place = np.clip(np.rint(begin - lines.start).astype(np.int64), 0, last)
    to_place = np.clip(np.rint(end - lines.start).astype(np.int64), 0, last)
    pixels = lines.covered[four, to_place] - lines.covered[four, from_place]
    # Thinned edges have one pixel per step along the larger of x and y.
    shares = pixels / (length * np.abs(direction).max(axis=2))
    score = shares.mean(axis=1) * np.sqrt(shares.min(axis=1))
    order = np.argsort(-score)
    return _drop_near_duplicates(corners[order])


def _intersect_lines(lines: EdgeLines, first: NDArray[np.int64], second: NDArray[np.int64]) -> Array:
    (a, b), c = np.moveaxis(lines.normal[first], -1, 0), lines.offset[first]
    (d, e), f = np.moveaxis(lines.normal[second], -1, 0), lines.offset[second]
    determinant = a * e - b * d
    return np.stack([(c * e - b * f) / determinant, (a * f - c * d) / determinant], axis=-1)


def _drop_near_duplicates(corners: Array) -> list[Array]:
    """Return the first few candidates that differ from each other by more than the width of an edge."""
    kept: list[Array] = []
    for candidate in corners:
        if all(np.abs(candidate - other).max() > 3 * LINE_WIDTH for other in kept):
            kept.append(candidate)
        if len(kept) == MAX_HYPOTHESES:
            break
    return kept
