"""The homography solver: it rectifies the stickers by the border and answers all six. The ceiling of the benchmark."""

from typing import TYPE_CHECKING

from core.errors import SolverError, TriangleError
from core.geometry.triangle import Triangle
from core.records import Model, Value

if TYPE_CHECKING:
    from core.photographs.measurements import MeasuredPhotograph

MODEL = Model("homography_solver", "Homography solver", kind="reference")


def compute_answers(measured: "MeasuredPhotograph") -> dict[str, Value]:
    """Compute the answers to Q1 to Q6, by question, from the measurements of a photograph.

    Raises:
        SolverError: border or stickers were not found, or the stickers lie on one line.

    Source: Tri-Bench, appendix "Homography-Based Estimation".
    """
    sides_cm = measured.all_sides_cm
    if sides_cm is None:
        reason = measured.border_reason or "not all three stickers were found on the board"
        raise SolverError(f"no rectified triangle: {reason}")
    try:
        return Triangle(*sides_cm).compute_answers()
    except TriangleError as error:
        raise SolverError(f"the rectified stickers do not form a triangle: {error}") from error
