"""What the reference models reply, in the form that the prompt asks of every model."""

import json
from collections.abc import Callable, Iterator, Mapping

from core.benchmarks.registry import SYNTHETIC
from core.errors import SolverError
from core.photographs.measurements import MeasuredPhotograph
from core.records import QUESTION_BY_ID, Model, Reply, Value
from core.solvers import homography, image_plane, noisy_image_plane

Solver = Callable[[MeasuredPhotograph], dict[str, Value]]

SOLVERS: dict[str, tuple[Model, Solver]] = {
    module.MODEL.model_id: (module.MODEL, module.answers) for module in (homography, image_plane)
}
"""Model and solver by model id, of those that answer from what was measured in one photograph."""


def solvers_of(benchmark_id: str) -> dict[str, tuple[Model, Solver]]:
    """The solvers that answer a benchmark: a synthetic set has the noisy one too."""
    noisy = noisy_image_plane
    return SOLVERS | ({noisy.MODEL.model_id: (noisy.MODEL, noisy.answers)} if benchmark_id == SYNTHETIC else {})


def reply_text(answers: Mapping[str, Value]) -> str:
    """Six answers as the JSON object that the prompt asks for: numbers with four decimals, as the release has them."""
    return json.dumps(
        {
            QUESTION_BY_ID[question_id].key: value if isinstance(value, str) else round(value, 4)
            for question_id, value in answers.items()
        }
    )


def solver_replies(run_id: str, solver: Solver, measured: Mapping[str, MeasuredPhotograph]) -> Iterator[Reply]:
    """A reply per measured photograph; `missing`, with the reason, where the solver has nothing to answer from."""
    for photograph_id, photograph in measured.items():
        try:
            yield Reply(run_id, photograph_id, reply_text(solver(photograph)))
        except SolverError as error:
            yield Reply(run_id, photograph_id, None, "missing", str(error))
