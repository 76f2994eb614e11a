"""The centres of the red, yellow and blue stickers: A, B and C.

A sticker is a small, evenly coloured square all around which there is white table. Where the board's homography is
known they are looked for in the rectified board, where a sticker is 3 cm wide and the tape is out of sight; without
it in the picture itself, where only shape, colour and surroundings can tell.
"""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from core.geometry.homography import BOARD_CM, Array, Homography, Image

STICKER_CM = 3.0
"""Side of a sticker. Source: Tri-Bench, section "Physical Setup"."""

STICKER_HUES_DEG = {"A": 98.0, "B": 159.0, "C": -10.0}
"""Direction of each sticker's colour from the table's in the plane of Cb (0 degrees) and Cr (90): red, yellow, and a
blue that leans to purple."""

STICKER_NAMES = {"A": "red", "B": "yellow", "C": "blue"}

HUE_TOLERANCE_DEG = 20.0
"""Half the distance to what is nearest in hue among other things on a table: skin and wood for red and yellow."""

MIN_COLOUR = 9.0
"""Colour difference to the table that counts at all; shadows and JPEG stay below."""

VIEW_PX_PER_CM = 5.0
"""Resolution of the rectified board: that of the nearest parts of a picture of a thousand pixels."""

AREA_LIMITS = (0.35, 2.0)
"""Area of a sticker over that of a square of 3 cm: half hidden, or smeared by a steep view."""

SIDE_LIMITS_CM = (1.5, 5.5)
MAX_PICTURE_SHARE = 0.01
"""Without the board: a sticker covers at most this share of the picture, and at least `MIN_PICTURE_PX` pixels."""

MIN_PICTURE_PX = 16
MAX_ASPECT = 5.0
MIN_SOLIDITY = 0.75
"""Area over that of the parallelogram with the same moments: 1 for every square seen in perspective."""

MIN_WHITE_SHARE = 0.5
"""Share of the ring around a sticker that has to look like the table."""

MIN_SCORE = 0.15
MAX_RIVAL = 0.9
"""Where the second best is this close to the best, nobody can tell which one is the sticker."""

StickerStatus = Literal["found", "not_found"]
Channel = NDArray[np.float32]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Sticker:
    """One sticker of a photograph.

    Attributes:
        vertex: A (red), B (yellow) or C (blue).
        reason: why it was not found, in words; empty where it was.
        centre_px: (x, y) in the upright picture.
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
class _View:
    """The picture in which stickers are looked for: its colour differences to the table, and the size of things."""

    to_blue: Channel
    to_red: Channel
    is_board: Mask
    sticker_px: float | None


@dataclass(frozen=True, slots=True)
class _Spot:
    x: float
    y: float
    score: float


def find_stickers(image: Image, homography: Homography | None = None) -> dict[str, Sticker]:
    """The stickers A, B and C of an upright RGB photograph, (height, width, 3), by vertex."""
    view = _picture_view(image) if homography is None else _board_view(image, homography)
    return {vertex: _sticker(view, vertex, homography) for vertex in STICKER_HUES_DEG}


def _sticker(view: _View, vertex: str, homography: Homography | None) -> Sticker:
    spots = sorted(_spots(view, STICKER_HUES_DEG[vertex]), key=lambda spot: -spot.score)
    name = STICKER_NAMES[vertex]
    if not spots or spots[0].score < MIN_SCORE:
        where = "in the picture" if homography is None else "on the board"
        return Sticker(vertex, "not_found", f"nothing {where} looks like a {name} sticker on white")
    best = spots[0]
    if len(spots) > 1 and spots[1].score > MAX_RIVAL * best.score:
        return Sticker(vertex, "not_found", f"more than one thing looks like the {name} sticker")
    if homography is None:
        return Sticker(vertex, "found", centre_px=(best.x, best.y), score=best.score)
    centre_cm = ((best.x + 0.5) / VIEW_PX_PER_CM, (best.y + 0.5) / VIEW_PX_PER_CM)
    x_px, y_px = homography.to_px([centre_cm])[0]
    return Sticker(vertex, "found", centre_px=(float(x_px), float(y_px)), centre_cm=centre_cm, score=best.score)


def _board_view(image: Image, homography: Homography) -> _View:
    rectified = homography.rectify(image, VIEW_PX_PER_CM)
    is_board = np.full(rectified.shape[:2], 255, dtype=np.uint8)
    to_blue, to_red = _colour_differences(rectified)
    return _View(to_blue, to_red, is_board, STICKER_CM * VIEW_PX_PER_CM)


def _picture_view(image: Image) -> _View:
    to_blue, to_red = _colour_differences(image)
    return _View(to_blue, to_red, np.full(image.shape[:2], 255, dtype=np.uint8), None)


def _colour_differences(image: Image) -> tuple[Channel, Channel]:
    """Cb and Cr, less those of the table: the most frequent bright colour."""
    brightness, red, blue = cv2.split(cv2.cvtColor(image, cv2.COLOR_RGB2YCrCb))
    sample = (slice(None, None, 4), slice(None, None, 4))
    is_bright = brightness[sample] >= np.median(brightness[sample])
    return tuple(channel.astype(np.float32) - np.float32(np.median(channel[sample][is_bright]))
                 for channel in (blue, red))  # type: ignore[return-value]  # fmt: skip


def _spots(view: _View, hue_deg: float) -> list[_Spot]:
    """Everything of this colour with the size and shape of a sticker, on white."""
    cosine, sine = np.float32(np.cos(np.radians(hue_deg))), np.float32(np.sin(np.radians(hue_deg)))
    along = cosine * view.to_blue + sine * view.to_red
    across = np.abs(cosine * view.to_red - sine * view.to_blue)
    strength = np.where(across < along * np.float32(np.tan(np.radians(HUE_TOLERANCE_DEG))), along, np.float32(0))
    is_coloured = (strength > MIN_COLOUR).astype(np.uint8)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(is_coloured, connectivity=4)
    low_px, high_px = _size_limits_px(view)
    spots = []
    for label in np.flatnonzero((boxes[:, 4] >= low_px) & (boxes[:, 4] <= 2 * high_px)):
        if label == 0:
            continue
        spot = _spot(view, strength, labels == label, boxes[label])
        if spot is not None:
            spots.append(spot)
    return spots


def _size_limits_px(view: _View) -> tuple[float, float]:
    if view.sticker_px is not None:
        return AREA_LIMITS[0] * view.sticker_px**2, AREA_LIMITS[1] * view.sticker_px**2
    return MIN_PICTURE_PX, MAX_PICTURE_SHARE * view.is_board.size


def _spot(view: _View, strength: Channel, is_part: NDArray[np.bool_], box: NDArray[np.int32]) -> _Spot | None:
    """One patch of colour, measured; None where it cannot be a sticker."""
    left, top, width, height, _ = (int(value) for value in box)
    ring_px = max(3, round((view.sticker_px or max(width, height)) / 3))
    rows = slice(max(top - 2 * ring_px, 0), top + height + 2 * ring_px)
    columns = slice(max(left - 2 * ring_px, 0), left + width + 2 * ring_px)
    part = is_part[rows, columns]
    patch = np.where(part, strength[rows, columns], np.float32(0))
    # The plateau of the patch: blurred edges, which lie below half of it, do not make it larger.
    peak = float(np.percentile(patch[part], 80))
    weight = np.clip(patch - 0.25 * peak, 0.0, 0.5 * peak) / (0.5 * peak)
    area = float(weight.sum())
    low_px, high_px = _size_limits_px(view)
    if not low_px <= area <= high_px:
        return None
    y, x = np.mgrid[0 : part.shape[0], 0 : part.shape[1]]
    mean_x, mean_y = float((weight * x).sum() / area), float((weight * y).sum() / area)
    dx, dy = x - mean_x, y - mean_y
    moments = np.array([[(weight * dx * dx).sum(), (weight * dx * dy).sum()],
                        [(weight * dx * dy).sum(), (weight * dy * dy).sum()]]) / area  # fmt: skip
    short_px, long_px = np.sqrt(12 * np.maximum(np.linalg.eigvalsh(moments), 1 / 12))
    solidity = min(area / (short_px * long_px), 1.0)
    if solidity < MIN_SOLIDITY or long_px > MAX_ASPECT * short_px:
        return None
    fit = 1.0
    if view.sticker_px is not None:
        if not SIDE_LIMITS_CM[0] <= short_px / VIEW_PX_PER_CM <= long_px / VIEW_PX_PER_CM <= SIDE_LIMITS_CM[1]:
            return None
        fit = float(np.exp(-(np.log(area / view.sticker_px**2) ** 2)) * short_px / long_px) ** 0.5
    white_share = _white_share(view, part, rows, columns, ring_px)
    if white_share < MIN_WHITE_SHARE:
        return None
    colour = min(peak / (4 * MIN_COLOUR), 1.0)
    return _Spot(columns.start + mean_x, rows.start + mean_y, solidity * fit * white_share * colour)


def _white_share(view: _View, part: NDArray[np.bool_], rows: slice, columns: slice, ring_px: int) -> float:
    """Share of the ring around a patch, a little away from its blurred edge, that has the table's colour."""
    mask = part.astype(np.uint8)
    kernel = np.ones((3, 3), dtype=np.uint8)
    near = cv2.dilate(mask, kernel, iterations=max(ring_px // 2, 1))
    ring = (cv2.dilate(near, kernel, iterations=max(ring_px // 2, 1)) > near) & (view.is_board[rows, columns] > 0)
    if not ring.any():
        return 0.0
    difference = np.hypot(view.to_blue[rows, columns][ring], view.to_red[rows, columns][ring])
    return float((difference < MIN_COLOUR).mean())
