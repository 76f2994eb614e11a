"""The image-plane solver: found stickers, no rectification. It answers as a perfect reader of the 2D picture."""

from typing import TYPE_CHECKING

from core.errors import SolverError, TriangleError
from core.geometry.triangle import Triangle
from core.records import Model, Value

if TYPE_CHECKING:
    from core.photographs.measurements import MeasuredPhotograph

MODEL = Model("image_plane_solver", "Image-plane solver", kind="reference")


def compute_answers(measured: "MeasuredPhotograph") -> dict[str, Value]:
    """The answers to Q1 to Q6 by question, from what was measured in a photograph.

    Raises:
        SolverError: a sticker was not found, or the stickers lie on one line of the picture.
    """
    points_px = measured.all_stickers_px
    if points_px is None:
        raise SolverError("not all three stickers were found in the picture")
    try:
        return Triangle.build_from_points(*points_px).compute_answers()
    except TriangleError as error:
        raise SolverError(f"the stickers do not form a triangle in the picture: {error}") from error
