"""The reference models: they answer like any model, from what the geometry measures instead of from looking."""

from collections.abc import Callable
from dataclasses import dataclass

from core.benchmarks.registry import SYNTHETIC
from core.photographs.measurements import MeasuredPhotograph
from core.records import Model, Value
from core.solvers import homography, image_plane, noisy_image_plane


@dataclass(frozen=True, slots=True)
class Solver:
    """A reference model that answers from what is measured in one photograph.

    Attributes:
        answers: gives the six answers by question id; raises `TrilensError` if the measurement does not allow them.
    """

    model: Model
    answers: Callable[[MeasuredPhotograph], dict[str, Value]]


SOLVERS = {module.MODEL.model_id: Solver(module.MODEL, module.answers) for module in (homography, image_plane)}
"""The solvers of every benchmark, by model id; `solver:NAME` asks one of them like any other model."""


def solvers_of(benchmark_id: str) -> dict[str, Solver]:
    """The solvers that answer a benchmark: a synthetic set has the noisy one too."""
    noisy = noisy_image_plane
    return SOLVERS | ({noisy.MODEL.model_id: Solver(noisy.MODEL, noisy.answers)} if benchmark_id == SYNTHETIC else {})
