"""Large photographs are searched at a smaller size; points go back and forth.

A pixel's centre has whole coordinates in both sizes, so the picture's corner is at -0.5 in both.
"""

import cv2
import numpy as np
from numpy.typing import ArrayLike

from core.geometry.homography import Array, Image

WORKING_SIZE_PX = 1280
"""Longest side in which things are searched: the tape is then tens of pixels wide at most, a sticker about twenty."""


def downscale_image(image: Image) -> tuple[Image, float]:
    """The picture at working size, and its pixels in one of the original's; small pictures stay as they are."""
    scale = min(1.0, WORKING_SIZE_PX / max(image.shape[:2]))
    if scale == 1.0:
        return image, scale
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), scale


def to_full_size(points_px: ArrayLike, scale: float) -> Array:
    """Points of the small picture, (..., 2), in pixels of the original."""
    return np.asarray((np.asarray(points_px, dtype=np.float64) + 0.5) / scale - 0.5)


def to_small_size(points_px: ArrayLike, scale: float) -> Array:
    """Points of the original, (..., 2), in pixels of the small picture."""
    return np.asarray((np.asarray(points_px, dtype=np.float64) + 0.5) * scale - 0.5)
