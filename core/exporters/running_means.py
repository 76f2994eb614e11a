"""Means of scores while replies go by: over the answers that could be read, with the number of those that could not."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class RunningMean:
    """A mean so far.

    Attributes:
        n: scores.
        missing: answers without one.
    """

    total: float = 0.0
    n: int = 0
    missing: int = 0

    @property
    def value(self) -> float | None:
        """None without a score."""
        return self.total / self.n if self.n else None


@dataclass(slots=True)
class RunningMeans:
    """Means by the name of the score."""

    by_name: dict[str, RunningMean] = field(default_factory=dict)

    def add(self, expected: Iterable[str], scores: Mapping[str, float]) -> None:
        """Counts a reply: the names that it should have a score under, and the scores that it has."""
        for name in expected:
            mean = self.by_name.setdefault(name, RunningMean())
            if name in scores:
                mean.total += scores[name]
                mean.n += 1
            else:
                mean.missing += 1
