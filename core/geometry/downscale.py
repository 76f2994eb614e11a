"""Downscaling of large photographs for searches, and conversion of points between both sizes.

A pixel's centre has whole coordinates in both sizes, so the image's corner is at -0.5 in both.
"""

import cv2
import numpy as np
from numpy.typing import ArrayLike

from core.geometry.homography import Array, Image

WORKING_SIZE_PX = 1280
"""Longest side of images that are searched: the tape is then at most tens of pixels wide, a sticker about twenty."""


def downscale_image(image: Image) -> tuple[Image, float]:
    """Scale an image down to the working size; return it with its scale. Small images stay unchanged."""
    scale = min(1.0, WORKING_SIZE_PX / max(image.shape[:2]))
    if scale == 1.0:
        return image, scale
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), scale


def to_full_size(points_px: ArrayLike, scale: float) -> Array:
    """Convert points of the small image, (..., 2), to pixels of the original."""
    return np.asarray((np.asarray(points_px, dtype=np.float64) + 0.5) / scale - 0.5)


def to_small_size(points_px: ArrayLike, scale: float) -> Array:
    """Convert points of the original, (..., 2), to pixels of the small image."""
    return np.asarray((np.asarray(points_px, dtype=np.float64) + 0.5) * scale - 0.5)
