"""Crude statistics of an image: its thumbnail, colours, edges and file, without any object in it."""

from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Floats = NDArray[np.float64]

SMALL_PX = (96, 72)
"""Width and height to which an image is averaged before anything is computed."""

THUMBNAIL_CELLS = (6, 8)
"""Rows and columns of the thumbnail."""

EDGE_CELLS = 3
ORIENTATIONS = 8
EDGE_STEP = 0.05
"""Smallest difference of brightness between pixels, of 1, at which a pixel lies on an edge."""

BACKGROUND_STEP = 0.05
"""Smallest difference from the border's median colour, in any channel, at which a pixel is not background."""

LUMA = (0.299, 0.587, 0.114)


@dataclass(frozen=True, slots=True)
class ImageStatistics:
    """Statistics of one image, in blocks of equal weight.

    Attributes:
        thumbnail: mean colour of each cell.
        colour: mean and spread of each channel; share, mean and spread of the brightness of the foreground.
        edges: mean gradient of each of nine cells, its orientations, and the share of pixels on an edge.
        size: logarithms of the file's bytes, the width and the height.
    """

    thumbnail: Floats
    colour: Floats
    edges: Floats
    size: Floats

    @property
    def blocks(self) -> tuple[Floats, ...]:
        """Return the blocks in their order."""
        return tuple(astuple(self))


def compute_image_statistics(image: Image.Image, size_bytes: int) -> ImageStatistics:
    """Return the statistics of an image.

    Args:
        image: RGB.
        size_bytes: of its file.
    """
    small = image.convert("RGB").resize(SMALL_PX, Image.Resampling.BOX, reducing_gap=1.0)
    pixels = np.asarray(small, dtype=np.float64) / 255
    grey = pixels @ LUMA
    rows, columns = THUMBNAIL_CELLS
    cells = pixels.reshape(rows, SMALL_PX[1] // rows, columns, SMALL_PX[0] // columns, 3)
    return ImageStatistics(
        thumbnail=cells.mean(axis=(1, 3)).ravel(),
        colour=np.concatenate([pixels.mean(axis=(0, 1)), pixels.std(axis=(0, 1)), _compute_foreground(pixels, grey)]),
        edges=_compute_edges(grey),
        size=np.log([max(size_bytes, 1), image.width, image.height]),
    )


def _compute_foreground(pixels: Floats, grey: Floats) -> Floats:
    """Return the share of pixels that differ from the border, and the mean and the spread of their brightness."""
    border = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    own = grey[np.abs(pixels - np.median(border, axis=0)).max(axis=2) > BACKGROUND_STEP]
    return np.array([own.size / grey.size, own.mean(), own.std()]) if own.size else np.zeros(3)


def _compute_edges(grey: Floats) -> Floats:
    down, across = np.gradient(grey)
    strength = np.hypot(across, down)
    cells = strength.reshape(EDGE_CELLS, SMALL_PX[1] // EDGE_CELLS, EDGE_CELLS, SMALL_PX[0] // EDGE_CELLS)
    angles = np.mod(np.arctan2(down, across), np.pi)
    orientations, _ = np.histogram(angles, bins=ORIENTATIONS, range=(0, np.pi), weights=strength)
    shares = orientations / max(float(strength.sum()), 1e-9)
    return np.concatenate([cells.mean(axis=(1, 3)).ravel(), shares, [(strength >= EDGE_STEP).mean()]])
