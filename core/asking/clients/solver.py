"""Reference solvers, and whatever else answers on this machine: a function of what was measured in the photograph.

A solver is plugged in by putting it into `SOLVERS`; `solver:NAME` then names it like any other model.
"""

import asyncio
from collections.abc import Callable, Mapping

import numpy as np

from core.asking.clients.protocol import Ending, OnText, Request
from core.errors import ModelNameError, TrilensError
from core.geometry.measure import measure_image
from core.photographs.measurements import MeasuredPhotograph
from core.records import Value
from core.solvers.replies import SOLVERS as REFERENCES
from core.solvers.replies import reply_text

Solver = Callable[[MeasuredPhotograph], Mapping[str, Value]]
"""The six answers by question id, Q1 to Q6, from what was measured in a photograph; raises `TrilensError` where they do
not allow it."""

SOLVERS: dict[str, Solver] = {name: solver for name, (_, solver) in REFERENCES.items()}
"""The solvers by name."""


class SolverClient:
    """Measures the picture as shown and answers in the JSON that the prompt asks for; the prompt is not read."""

    def __init__(self, name: str) -> None:
        """Finds a solver.

        Raises:
            ModelNameError: there is none of this name.
        """
        if name not in SOLVERS:
            known = ", ".join(sorted(SOLVERS)) or "there is none"
            raise ModelNameError(f"solver:{name} is unknown; known are: {known}.")
        self._solve = SOLVERS[name]

    async def ask(self, request: Request, on_text: OnText) -> Ending:
        """Answers; where it cannot, that is a refusal with the reason."""
        try:
            text = await asyncio.to_thread(self._answer, request)
        except TrilensError as error:
            return Ending("refused", str(error))
        on_text(text)
        return Ending("ok")

    def _answer(self, request: Request) -> str:
        measurement = measure_image(np.asarray(request.image, dtype=np.uint8), request.facts)
        return reply_text(self._solve(MeasuredPhotograph.of(measurement)))

    async def close(self) -> None:
        """There is nothing to close."""
