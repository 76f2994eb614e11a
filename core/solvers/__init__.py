"""The reference models: they answer like any model, but from geometric measurements instead of from looking."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.records import Model, Value
from core.solvers import homography, image_plane, noisy_image_plane

if TYPE_CHECKING:
    from core.photographs.measurements import MeasuredPhotograph


@dataclass(frozen=True, slots=True)
class Solver:
    """A reference model that answers from the measurements of one photograph.

    Attributes:
        answers: returns the six answers by question id; raises `TrilensError` if the measurement does not allow them.
    """

    model: Model
    answers: Callable[["MeasuredPhotograph"], dict[str, Value]]


SOLVERS = {module.MODEL.model_id: Solver(module.MODEL, module.compute_answers) for module in (homography, image_plane)}
"""The solvers of every benchmark of triangles, by model id; `solver:NAME` asks one of them like any other model."""

SOLVERS_OF_SCENES = SOLVERS | {
    noisy_image_plane.MODEL.model_id: Solver(noisy_image_plane.MODEL, noisy_image_plane.compute_answers)
}
"""The solvers of synthetic scenes."""
