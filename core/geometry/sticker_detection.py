"""Detection of the centres of the red, yellow and blue stickers: A, B and C.

A sticker is a small, evenly coloured square with white table all around. If the board's homography is known, the
search runs in the rectified board: a sticker is 3 cm wide there, and the tape is out of sight. Without it, the search
runs in the image itself, and only shape, colour and surroundings identify stickers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from core.geometry.downscale import downscale_image, to_full_size, to_small_size
from core.geometry.homography import Homography, Image
from core.geometry.sticker_colours import SEARCH_PX_PER_CM, Channel, SearchImage, prepare_board, prepare_image

STICKER_HUES_DEG = {"A": 98.0, "B": 159.0, "C": -10.0}
"""Direction of each sticker's colour from the table's in the plane of Cb (0 degrees) and Cr (90): red, yellow, and a
purplish blue."""

STICKER_STRENGTHS = {"A": 40.0, "B": 60.0, "C": 25.0}
"""Distance of each sticker's colour from the table's in good light."""

STICKER_NAMES = {"A": "red", "B": "yellow", "C": "blue"}

HUE_TOLERANCE_DEG = 20.0
"""Half the distance in hue to the nearest other things on a table: skin and wood for red and yellow."""

MIN_COLOUR = 9.0
"""Smallest colour difference to the table that counts; shadows and JPEG artefacts stay below."""

AREA_LIMITS = (0.35, 2.0)
"""Area of a sticker relative to a square of 3 cm: half hidden, or smeared by a steep view."""

SIDE_LIMITS_CM = (1.5, 5.5)
MAX_PICTURE_SHARE = 0.01
"""Without the board, a sticker covers at most this share of the image, and at least `MIN_PICTURE_PX` pixels."""

MIN_PICTURE_PX = 16
MAX_ASPECT = 5.0
MIN_SOLIDITY = 0.75
"""Area relative to that of the parallelogram with the same moments: 1 for every square seen in perspective."""

MIN_WHITE_SHARE = 0.5
"""Share of the ring around a sticker on the board that must look like the table: the tape may run along a side."""

MIN_PICTURE_WHITE_SHARE = 0.8
"""The same without the board: then the tape itself is in sight, and it is nearly yellow."""

MIN_SCORE = 0.33
MAX_RIVAL = 0.9
"""If the second best spot is this close to the best, the sticker cannot be identified."""

MAX_PICTURE_RIVAL = 0.5
"""The same without the board: then much more than the stickers is in sight."""

LEVELS = (MIN_COLOUR, 2 * MIN_COLOUR, 4 * MIN_COLOUR)
"""Patches are cut out at each of these strengths; at the highest, a yellow sticker separates from adjacent tape."""

StickerStatus = Literal["found", "not_found"]


@dataclass(frozen=True, slots=True)
class Sticker:
    """One sticker of a photograph.

    Attributes:
        vertex: A (red), B (yellow) or C (blue).
        reason: why it was not found, in words; empty if it was found.
        centre_px: (x, y) in the upright image.
        centre_cm: (x, y) on the board; None without a homography.
        score: 0 to 1, how much it looks like a sticker.
    """

    vertex: str
    status: StickerStatus
    reason: str = ""
    centre_px: tuple[float, float] | None = None
    centre_cm: tuple[float, float] | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class _Patch:
    """Connected pixels of one colour: the upper left corner of their box, and a mask of their pixels in it."""

    left: int
    top: int
    is_part: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Spot:
    x: float
    y: float
    size: float
    score: float


def find_stickers(image: Image, homography: Homography | None = None) -> dict[str, Sticker]:
    """Find the stickers A, B and C of an upright RGB photograph, (height, width, 3), by vertex."""
    small, scale = downscale_image(image)
    if homography is None:
        searched = prepare_image(small)
    else:
        searched = prepare_board(small, Homography.build_from_corners(to_small_size(homography.corners_px, scale)))
    return {vertex: _find_sticker(searched, vertex, homography, scale) for vertex in STICKER_HUES_DEG}


def _find_sticker(searched: SearchImage, vertex: str, homography: Homography | None, scale: float) -> Sticker:
    spots = _find_spots(searched, vertex)
    name = STICKER_NAMES[vertex]
    if not spots or spots[0].score < MIN_SCORE:
        where = "in the image" if homography is None else "on the board"
        return Sticker(vertex, "not_found", f"nothing {where} looks like a {name} sticker on white")
    best = spots[0]
    max_rival = MAX_PICTURE_RIVAL if homography is None else MAX_RIVAL
    if len(spots) > 1 and spots[1].score > max_rival * best.score:
        return Sticker(vertex, "not_found", f"more than one thing looks like the {name} sticker")
    if homography is None:
        x_px, y_px = to_full_size((best.x, best.y), scale)
        return Sticker(vertex, "found", centre_px=(float(x_px), float(y_px)), score=best.score)
    centre_cm = ((best.x + 0.5) / SEARCH_PX_PER_CM, (best.y + 0.5) / SEARCH_PX_PER_CM)
    x_px, y_px = homography.to_px([centre_cm])[0]
    return Sticker(vertex, "found", centre_px=(float(x_px), float(y_px)), centre_cm=centre_cm, score=best.score)


def _find_spots(searched: SearchImage, vertex: str) -> list[_Spot]:
    """Find all spots of this colour that have the size and shape of a sticker, on white."""
    hue_deg = STICKER_HUES_DEG[vertex]
    cosine, sine = np.float32(np.cos(np.radians(hue_deg))), np.float32(np.sin(np.radians(hue_deg)))
    along = cosine * searched.to_blue + sine * searched.to_red
    across = np.abs(cosine * searched.to_red - sine * searched.to_blue)
    strength = np.where(across < along * np.float32(np.tan(np.radians(HUE_TOLERANCE_DEG))), along, np.float32(0))
    low_px, high_px = _compute_size_limits_px(searched)
    # Without the board, pieces of the tape would pass for stickers at the higher levels.
    levels = LEVELS if searched.sticker_px is not None else LEVELS[:1]
    # A blurred patch that is cut out at a high level loses its rim.
    patches = _find_patches(strength, levels, low_px / 2)
    spots = [
        _measure_spot(searched, strength, patch, STICKER_STRENGTHS[vertex])
        for patch in patches
        if patch.is_part.sum() <= 2 * high_px
    ]
    return _drop_overlapping_spots([spot for spot in spots if spot is not None])


def _find_patches(strength: Channel, levels: tuple[float, ...], least_px: float) -> Iterator[_Patch]:
    """Find connected pixels above the first level, and within these the ones above the next."""
    is_above = strength > levels[0]
    _, labels = cv2.connectedComponents(is_above.astype(np.uint8), connectivity=4)
    # OpenCV's own statistics include the background, which is most of the image and takes most of the time.
    y, x = np.divmod(np.flatnonzero(is_above), strength.shape[1])
    label_of = labels[y, x]
    for label in np.flatnonzero(np.bincount(label_of) >= least_px):
        of_label = label_of == label
        left, top = int(x[of_label].min()), int(y[of_label].min())
        width, height = int(x[of_label].max()) + 1 - left, int(y[of_label].max()) + 1 - top
        inside = (slice(top, top + height), slice(left, left + width))
        is_part = labels[inside] == label
        yield _Patch(left, top, is_part)
        if len(levels) > 1:
            for patch in _find_patches(np.where(is_part, strength[inside], np.float32(0)), levels[1:], least_px):
                yield _Patch(left + patch.left, top + patch.top, patch.is_part)


def _drop_overlapping_spots(spots: list[_Spot]) -> list[_Spot]:
    """Return the spots, best first, without repeated patches."""
    kept: list[_Spot] = []
    for spot in sorted(spots, key=lambda spot: -spot.score):
        if all(max(abs(spot.x - other.x), abs(spot.y - other.y)) > spot.size / 2 for other in kept):
            kept.append(spot)
    return kept


def _compute_size_limits_px(searched: SearchImage) -> tuple[float, float]:
    if searched.sticker_px is not None:
        return AREA_LIMITS[0] * searched.sticker_px**2, AREA_LIMITS[1] * searched.sticker_px**2
    return MIN_PICTURE_PX, MAX_PICTURE_SHARE * searched.to_blue.size


def _measure_spot(searched: SearchImage, strength: Channel, patch: _Patch, full_strength: float) -> _Spot | None:
    """Measure one patch of colour; return None if it cannot be a sticker."""
    height, width = patch.is_part.shape
    ring_px = max(3, round((searched.sticker_px or max(width, height)) / 3))
    top, left = max(patch.top - 2 * ring_px, 0), max(patch.left - 2 * ring_px, 0)
    around = (slice(top, patch.top + height + 2 * ring_px), slice(left, patch.left + width + 2 * ring_px))
    strength = strength[around]
    part = np.zeros(strength.shape, dtype=bool)
    inside = (slice(patch.top - top, patch.top - top + height), slice(patch.left - left, patch.left - left + width))
    part[inside] = patch.is_part
    colour = np.where(part, strength, np.float32(0))
    # The plateau of the patch: blurred edges, which lie below half of it, do not enlarge it.
    peak = float(np.percentile(strength[part], 80))
    weight = np.clip(colour - 0.25 * peak, 0.0, 0.5 * peak) / (0.5 * peak)
    area = float(weight.sum())
    low_px, high_px = _compute_size_limits_px(searched)
    if not low_px <= area <= high_px:
        return None
    y, x = np.indices(strength.shape)
    mean_x, mean_y = float((weight * x).sum() / area), float((weight * y).sum() / area)
    dx, dy = x - mean_x, y - mean_y
    moments = (
        np.array(
            [[(weight * dx * dx).sum(), (weight * dx * dy).sum()], [(weight * dx * dy).sum(), (weight * dy * dy).sum()]]
        )
        / area
    )
    short_px, long_px = np.sqrt(12 * np.maximum(np.linalg.eigvalsh(moments), 1 / 12))
    solidity = min(area / (short_px * long_px), 1.0)
    if solidity < MIN_SOLIDITY or long_px > MAX_ASPECT * short_px:
        return None
    fit = 1.0
    if searched.sticker_px is not None:
        if not SIDE_LIMITS_CM[0] <= short_px / SEARCH_PX_PER_CM <= long_px / SEARCH_PX_PER_CM <= SIDE_LIMITS_CM[1]:
            return None
        fit = float(np.exp(-(np.log(area / searched.sticker_px**2) ** 2)) * short_px / long_px) ** 0.5
    white_share = _compute_white_share(searched, part, around, ring_px)
    if white_share < (MIN_PICTURE_WHITE_SHARE if searched.sticker_px is None else MIN_WHITE_SHARE):
        return None
    vividness = min(peak / full_strength, 1.0)
    return _Spot(left + mean_x, top + mean_y, float(long_px), solidity * fit * white_share * vividness)


def _compute_white_share(
    searched: SearchImage, part: NDArray[np.bool_], around: tuple[slice, slice], ring_px: int
) -> float:
    """Compute the share of a ring around a patch, just beyond its blurred edge, that looks like the table."""
    mask = part.astype(np.uint8)
    kernel = np.ones((3, 3), dtype=np.uint8)
    near = cv2.dilate(mask, kernel, iterations=max(ring_px // 2, 1))
    ring = cv2.dilate(near, kernel, iterations=max(ring_px // 2, 1)) > near
    if not ring.any():
        return 0.0
    difference = np.hypot(searched.to_blue[around][ring], searched.to_red[around][ring])
    return float(((difference < MIN_COLOUR) & searched.is_bright[around][ring]).mean())
