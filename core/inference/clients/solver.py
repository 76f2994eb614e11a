"""Reference solvers as clients: they answer on this machine, from measurements in the image."""

import asyncio

import numpy as np

from core.errors import ModelNameError, SolverError, TrilensError
from core.geometry.board_measurement import measure_image
from core.inference.clients.model_client import ModelRequest, OnText, ReplyEnd
from core.photographs.measurements import MeasuredPhotograph
from core.solvers import SOLVERS
from core.solvers.replies import format_reply


class SolverClient:
    """A client that measures the image as shown and answers in Tri-Bench's JSON format; it ignores the prompt."""

    def __init__(self, name: str) -> None:
        """Select a solver by its model id.

        Raises:
            ModelNameError: the name is unknown.
        """
        if name not in SOLVERS:
            raise ModelNameError(f"solver:{name} is unknown. Choose one of {', '.join(sorted(SOLVERS))}.")
        self._solver = SOLVERS[name]

    async def ask(self, request: ModelRequest, on_text: OnText) -> ReplyEnd:
        """Answer, or refuse with the reason if the image does not allow an answer."""
        try:
            text = await asyncio.to_thread(self._answer, request)
        except TrilensError as error:
            return ReplyEnd("refused", str(error))
        on_text(text)
        return ReplyEnd("ok")

    def _answer(self, request: ModelRequest) -> str:
        if len(request.images) != 1:
            raise SolverError(f"a solver measures one image, but the case has {len(request.images)}")
        measurement = measure_image(np.asarray(request.images[0], dtype=np.uint8), request.camera_metadata)
        return format_reply(self._solver.answers(MeasuredPhotograph.build_from_measurement(measurement)))

    async def close(self) -> None:
        """Do nothing, since a solver has no connection."""
