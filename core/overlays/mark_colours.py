"""Colours of the marks that a benchmark draws on its images, and their change."""

import numpy as np
from PIL import Image

from core.errors import ImageViewError

MAGENTA = (255, 0, 255)
"""A colour that neither the tape nor a sticker of Tri-Bench has."""

RED = (226, 28, 34)
"""Marks of MMPerspective, inside a white outline."""

BLUE = (28, 34, 226)

_MAX_DISTANCE = 4
"""Maximum difference per channel to red, or to a mix of red and white, from the rounding of edges."""

_EDGE_PX = 2
"""Pixels around a pure mark that may mix it with its white outline."""


def draw_red_marks_blue(image: Image.Image) -> Image.Image:
    """Return the image with its red marks in blue; all other pixels stay.

    A pixel belongs to a mark if it is pure red, or mixes red with the white outline beside it.

    Raises:
        ImageViewError: the image has no such mark.
    """
    import cv2  # as in `Homography.rectify`

    pixels = np.asarray(image.convert("RGB"), dtype=np.int16)
    is_pure = np.abs(pixels - np.array(RED)).max(axis=2) <= _MAX_DISTANCE
    if not is_pure.any():
        raise ImageViewError("this view needs red marks, and the image has none")
    side = 2 * _EDGE_PX + 1
    is_near = cv2.dilate(is_pure.astype(np.uint8), np.ones((side, side), dtype=np.uint8)).astype(bool)
    white, red, blue = (np.array(colour, dtype=float) for colour in ((255, 255, 255), RED, BLUE))
    share = np.clip((pixels - white) @ (red - white) / ((red - white) @ (red - white)), 0, 1)
    is_mix = np.abs(pixels - (white + share[..., None] * (red - white))).max(axis=2) <= _MAX_DISTANCE
    is_mark = is_near & is_mix
    changed = np.where(is_mark[..., None], pixels + share[..., None] * (blue - red), pixels)
    return Image.fromarray(np.clip(np.rint(changed), 0, 255).astype(np.uint8))
