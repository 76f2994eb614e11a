"""How far a long piece of work is; the terminal shows it as a bar, the dashboard as a page."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` steps of a stage, as in "Fetching Tri-Bench", 12 of 410."""

    stage: str
    done: int
    total: int

    @property
    def share(self) -> float:
        """Between 0 and 1."""
        return self.done / self.total if self.total else 1.0


Report = Callable[[Progress], None]
"""Takes each new state of the work; called from any thread."""


def ignore_progress(progress: Progress) -> None:
    """Reports nothing."""
