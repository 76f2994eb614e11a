"""Reference solvers as clients: they answer on this machine, from what is measured in the picture."""

import asyncio

import numpy as np

from core.errors import ModelNameError, SolverError, TrilensError
from core.geometry.board_measurement import measure_image
from core.inference.clients.protocol import ModelRequest, OnText, StreamEnd
from core.photographs.measurements import MeasuredPhotograph
from core.solvers import SOLVERS
from core.solvers.replies import format_reply


class SolverClient:
    """Measures the picture as shown and answers in the JSON that the prompt asks for; the prompt is not read."""

    def __init__(self, name: str) -> None:
        """Finds a solver by its model id.

        Raises:
            ModelNameError: the name is unknown.
        """
        if name not in SOLVERS:
            raise ModelNameError(f"solver:{name} is unknown. Choose one of {', '.join(sorted(SOLVERS))}.")
        self._solver = SOLVERS[name]

    async def ask(self, request: ModelRequest, on_text: OnText) -> StreamEnd:
        """Answers, or refuses with the reason if the picture does not allow an answer."""
        try:
            text = await asyncio.to_thread(self._answer, request)
        except TrilensError as error:
            return StreamEnd("refused", str(error))
        on_text(text)
        return StreamEnd("ok")

    def _answer(self, request: ModelRequest) -> str:
        if len(request.images) != 1:
            raise SolverError(f"a solver measures one picture, and is shown {len(request.images)}")
        measurement = measure_image(np.asarray(request.images[0], dtype=np.uint8), request.facts)
        return format_reply(self._solver.answers(MeasuredPhotograph.build_from_measurement(measurement)))

    async def close(self) -> None:
        """Does nothing: a solver has no connection."""
