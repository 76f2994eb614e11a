"""The protocol of clients for batches: each sends many requests at once and fetches their results later."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, BinaryIO, Protocol

from core.inference.clients.protocol import ModelRequest
from core.key_redaction import redact_all_keys

MAX_REQUESTS = 50_000
"""In one batch. Source: OpenAI, "Batch API", 50 000; Anthropic, "Batch processing", 100 000; Google names no number."""

MAX_BYTES = 100_000_000
"""Of the requests of one batch. OpenAI takes 200 MB, Anthropic 256 MB and Google 2 GB (the same sources); a library may
hold them whole, more than once."""


CLOCKS_DIFFER = timedelta(hours=1)
"""At most so far are the clocks of a provider and of this machine apart."""


@dataclass(frozen=True, slots=True)
class PendingBatch:
    """A batch that is about to be sent.

    Attributes:
        mark: tells it from all others.
        began_at: before it was sent.
        requests: their number.
    """

    mark: str
    began_at: datetime
    requests: int

    @property
    def since(self) -> datetime:
        """The earliest moment that the provider's clock may give it."""
        return self.began_at - CLOCKS_DIFFER


@dataclass(frozen=True, slots=True)
class BatchState:
    """How far a batch is, as its provider says.

    Attributes:
        status: in the provider's word.
        has_ended: nothing of it will change any more.
        answered: requests that are done, well or not; None where the provider does not tell.
        reason: why the whole of it failed; empty if it did not, or nobody says.
        results: names of the files that hold its results; empty where there are none.
    """

    status: str
    has_ended: bool
    answered: int | None = None
    reason: str = ""
    results: tuple[str, ...] = ()


class BatchClient(Protocol):
    """A connection to the batches of one model.

    Every method raises `CallError` if the call failed; its attributes say whether to try again.
    """

    marks: bool
    """Whether the provider keeps a mark with a batch, so that a batch that is found by it is surely ours."""

    def build_line(self, name: str, request: ModelRequest) -> dict[str, Any]:
        """A request under a name of its own, as a line of the file that `submit` sends."""

    async def submit(self, lines: BinaryIO, intent: PendingBatch) -> str:
        """Sends the file of requests as one batch, with its mark where that is possible; the batch's id.

        After an error the batch may have begun all the same.
        """

    async def find(self, intent: PendingBatch) -> list[str]:
        """Ids of the batches with its mark; without marks, of those since then with as many requests, oldest first."""

    async def state(self, batch_id: str) -> BatchState:
        """How far a batch is."""

    async def fetch(self, state: BatchState, file: BinaryIO) -> None:
        """Writes the results of a batch that has ended, a JSON object a line, to a file as they come."""

    async def close(self) -> None:
        """Closes the connections."""


_ID = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.=-]|/(?!\.)){0,199}", re.ASCII)


def validate_id(value: object, key: str | None) -> str:
    """An id that a server gave, fit for a file and for an address.

    Raises:
        ValueError: it is none; the message does not repeat it.
    """
    if not isinstance(value, str) or not _ID.fullmatch(value) or redact_all_keys(value, key) != value:
        raise ValueError("the id that it gives is none")
    return value
