"""Perturbations: small changes of an image that keep every truth, for every benchmark.

An image is reduced to the maximum size before it is perturbed, so that reducing undoes nothing.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PIL import Image

SHIFT_PX = 8
"""Distance of a shift: less than a patch of the usual vision encoders (14 or 16 pixels), so that patches change."""

JPEG_QUALITY = 60
FRAME_SHARE = 0.03
MIN_FRAME_PX = 4
FRAME_COLOUR = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Perturbation:
    """A change of an image that keeps every truth.

    Attributes:
        title: for pages and tables.
        description: a sentence on what changes and what stays.
        apply: a pure function of an RGB image.
    """

    title: str
    description: str
    apply: Callable[[Image.Image], Image.Image]


def _shift_content(image: Image.Image) -> Image.Image:
    pixels = np.pad(np.asarray(image), ((SHIFT_PX, 0), (SHIFT_PX, 0), (0, 0)), mode="edge")
    return Image.fromarray(pixels)


def _compress_as_jpeg(image: Image.Image) -> Image.Image:
    body = io.BytesIO()
    image.save(body, "JPEG", quality=JPEG_QUALITY)
    return Image.open(body).convert("RGB")


def _reduce_size(image: Image.Image) -> Image.Image:
    import cv2  # as in `Homography.rectify`

    size = max(round(image.width / 2), 1), max(round(image.height / 2), 1)
    return Image.fromarray(cv2.resize(np.asarray(image), size, interpolation=cv2.INTER_AREA))


def _remove_colour(image: Image.Image) -> Image.Image:
    return image.convert("L").convert("RGB")


def _add_frame(image: Image.Image) -> Image.Image:
    width_px = compute_frame_width(image.size)
    framed = Image.new("RGB", (image.width + 2 * width_px, image.height + 2 * width_px), FRAME_COLOUR)
    framed.paste(image, (width_px, width_px))
    return framed


def compute_frame_width(size: tuple[int, int]) -> int:
    """Compute the width of the frame around an image of this size, in pixels."""
    return max(round(FRAME_SHARE * max(size)), MIN_FRAME_PX)


PERTURBATIONS = {
    "shifted": Perturbation(
        f"shifted by {SHIFT_PX} pixels",
        f"Everything lies {SHIFT_PX} pixels further right and down. The first row and column fill the gap; nothing is "
        "cut off.",
        _shift_content,
    ),
    "jpeg_60": Perturbation(
        f"JPEG quality {JPEG_QUALITY}",
        f"The image is compressed as a JPEG of quality {JPEG_QUALITY} before it is sent. Its size stays.",
        _compress_as_jpeg,
    ),
    "half_size": Perturbation(
        "half size", "The image has half the width and half the height. Nothing is cut off.", _reduce_size
    ),
    "grey": Perturbation(
        "grey",
        "The image has no colours, only their lightness. A question that names colours can lose its answer.",
        _remove_colour,
    ),
    "framed": Perturbation(
        "framed",
        f"A black frame surrounds the image, {100 * FRAME_SHARE:.0f}% of its longer side wide. It covers nothing.",
        _add_frame,
    ),
}
"""Perturbations by the name of their image view."""
