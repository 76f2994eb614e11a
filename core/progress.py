"""Progress of long work; the terminal shows it as a bar, the dashboard as a page."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a stage: `done` of `total` steps, as in "Fetching Tri-Bench", 12 of 410."""

    stage: str
    done: int
    total: int

    @property
    def share(self) -> float:
        """The finished share, between 0 and 1."""
        return self.done / self.total if self.total else 1.0


Report = Callable[[Progress], None]
"""A callback for each new state of the work; called from any thread."""


def ignore_progress(progress: Progress) -> None:
    """Ignore the progress."""
