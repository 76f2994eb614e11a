"""The image-plane solver: found stickers, no rectification. It answers like a perfect reader of the 2D image."""

from typing import TYPE_CHECKING

from core.errors import SolverError, TriangleError
from core.geometry.triangle import Triangle
from core.records import Model, Value

if TYPE_CHECKING:
    from core.photographs.measurements import MeasuredPhotograph

MODEL = Model("image_plane_solver", "Image-plane solver", kind="reference")


def compute_answers(measured: "MeasuredPhotograph") -> dict[str, Value]:
    """Compute the answers to Q1 to Q6, by question, from the measurements of a photograph.

    Raises:
        SolverError: a sticker was not found, or the stickers lie on one line of the image.
    """
    points_px = measured.all_stickers_px
    if points_px is None:
        raise SolverError("not all three stickers were found in the image")
    try:
        return Triangle.build_from_points(*points_px).compute_answers()
    except TriangleError as error:
        raise SolverError(f"the stickers do not form a triangle in the image: {error}") from error
