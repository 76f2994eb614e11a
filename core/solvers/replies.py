"""What the reference models reply, in the form that the prompt asks of every model."""

import json
from collections.abc import Iterator, Mapping

from core.errors import SolverError
from core.photographs.measurements import MeasuredPhotograph
from core.records import QUESTION_BY_ID, Reply, Value
from core.solvers import Solver


def reply_text(answers: Mapping[str, Value]) -> str:
    """Six answers as the JSON object that the prompt asks for: numbers with four decimals, as the release has them."""
    return json.dumps(
        {
            QUESTION_BY_ID[question_id].key: value if isinstance(value, str) else round(value, 4)
            for question_id, value in answers.items()
        }
    )


def solver_replies(run_id: str, solver: Solver, measured: Mapping[str, MeasuredPhotograph]) -> Iterator[Reply]:
    """A reply per measured photograph; `missing`, with the reason, if the solver cannot answer."""
    for photograph_id, photograph in measured.items():
        try:
            yield Reply(run_id, photograph_id, reply_text(solver.answers(photograph)))
        except SolverError as error:
            yield Reply(run_id, photograph_id, None, "missing", str(error))
