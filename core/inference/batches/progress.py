"""Progress of a run in batches."""

from dataclasses import dataclass, field

from core.inference.clients.batch_client import BatchState
from core.inference.runner import RunProgress


@dataclass(slots=True)
class BatchProgress:
    """The progress of a run in batches.

    Attributes:
        run: replies that this call has written to the journal.
        states: states of the batches under way, by mark.
        refused: descriptions of result lines that were refused.
    """

    run: RunProgress
    states: dict[str, BatchState] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
