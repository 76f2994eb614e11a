"""The noisy image-plane solver: it reads the 2D image with an error of a few pixels.

It answers synthetic sets only. There it represents an inexact reader of the image, so that pages can show a result
between perfect and blind before any model has answered. Among real models it would be an invented model.
"""

import zlib
from typing import TYPE_CHECKING

import numpy as np

from core.errors import SolverError, TriangleError
from core.geometry.triangle import Triangle
from core.records import Model, Value

if TYPE_CHECKING:
    from core.photographs.measurements import MeasuredPhotograph

MODEL = Model("noisy_image_plane_solver", "Noisy image-plane solver", kind="reference")

NOISE_PX = 12.0
"""Standard deviation of each coordinate: about a third of a sticker in a synthetic photograph of 1024 pixels."""


def compute_answers(measured: "MeasuredPhotograph") -> dict[str, Value]:
    """Compute the answers to Q1 to Q6, by question, from a photograph's measurements; the stickers fix the noise.

    Raises:
        SolverError: a sticker was not found, or the stickers with their noise lie on one line.
    """
    points_px = measured.all_stickers_px
    if points_px is None:
        raise SolverError("not all three stickers were found in the image")
    # The seed is the position itself, in hundredths of a pixel, so one photograph's noise does not depend on another's.
    random = np.random.default_rng(zlib.crc32(np.rint(np.array(points_px) * 100).astype("<i8").tobytes()))
    noisy = (np.array(points_px) + random.normal(0.0, NOISE_PX, (3, 2))).tolist()
    try:
        return Triangle.build_from_points(*noisy).compute_answers()
    except TriangleError as error:
        raise SolverError(f"the stickers with their noise do not form a triangle in the image: {error}") from error
