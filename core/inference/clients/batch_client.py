"""The protocol of clients for batches: each sends many requests at once and fetches their results later."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, BinaryIO, Protocol

from core.inference.clients.model_client import ModelRequest
from core.key_redaction import redact_all_keys

MAX_REQUESTS = 50_000
"""Requests per batch. Source: OpenAI, "Batch API", 50 000; Anthropic, "Batch processing", 100 000; Google: no limit."""

MAX_BYTES = 100_000_000
"""Size of the requests of one batch. OpenAI accepts 200 MB, Anthropic 256 MB and Google 2 GB (same sources), but a
library may keep several copies of them in memory."""


CLOCKS_DIFFER = timedelta(hours=1)
"""Maximum difference between the clocks of a provider and of this machine."""


@dataclass(frozen=True, slots=True)
class BatchIntent:
    """A batch that is about to be sent.

    Attributes:
        mark: distinguishes it from all others.
        began_at: time before it was sent.
        requests: number of requests.
    """

    mark: str
    began_at: datetime
    requests: int

    @property
    def since(self) -> datetime:
        """The earliest start time that the provider's clock may have recorded."""
        return self.began_at - CLOCKS_DIFFER


@dataclass(frozen=True, slots=True)
class BatchState:
    """The state of a batch as reported by its provider.

    Attributes:
        status: the provider's word for the state.
        has_ended: whether the batch is final.
        answered: number of requests that are done, successfully or not; None if the provider does not report it.
        reason: reason why the whole batch failed; empty if it did not fail or the reason is unknown.
        results: names of the files with its results; empty if there are none.
    """

    status: str
    has_ended: bool
    answered: int | None = None
    reason: str = ""
    results: tuple[str, ...] = ()


class BatchClient(Protocol):
    """A connection to the batches of one model.

    Every method raises `CallError` if the call failed; its attributes state whether to try again.
    """

    marks: bool
    """Whether the provider stores a mark with a batch, so that a batch found by its mark is certainly ours."""

    def build_line(self, name: str, request: ModelRequest) -> dict[str, Any]:
        """Build a request with a unique name, as a line of the file that `submit` sends."""

    async def submit(self, lines: BinaryIO, intent: BatchIntent) -> str:
        """Send the file of requests as one batch, with its mark if possible; return the batch's id.

        After an error the batch may have started nevertheless.
        """

    async def find(self, intent: BatchIntent) -> list[str]:
        """List the ids of batches with its mark; without marks, of later ones with as many requests, oldest first."""

    async def state(self, batch_id: str) -> BatchState:
        """Return the state of a batch."""

    async def fetch(self, state: BatchState, file: BinaryIO) -> None:
        """Write the results of a batch that has ended to a file as they arrive, one JSON object per line."""

    async def close(self) -> None:
        """Close the connections."""


_ID = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.=-]|/(?!\.)){0,199}", re.ASCII)


def validate_id(value: object, key: str | None) -> str:
    """Return an id from a server if it is safe in a file and in a URL.

    Raises:
        ValueError: the id is not valid; the message does not repeat it.
    """
    if not isinstance(value, str) or not _ID.fullmatch(value) or redact_all_keys(value, key) != value:
        raise ValueError("the id that it returned is not valid")
    return value
