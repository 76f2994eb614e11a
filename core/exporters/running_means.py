"""Running means of scores over the answers that could be read, with the number of those that could not."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class RunningMean:
    """A mean so far.

    Attributes:
        n: number of scores.
        missing: number of answers without a score.
    """

    total: float = 0.0
    n: int = 0
    missing: int = 0

    @property
    def value(self) -> float | None:
        """The mean; None without a score."""
        return self.total / self.n if self.n else None


@dataclass(slots=True)
class RunningMeans:
    """Running means by score name."""

    by_name: dict[str, RunningMean] = field(default_factory=dict)

    def add(self, expected: Iterable[str], scores: Mapping[str, float]) -> None:
        """Count a reply, given the scores it should have and the scores it has."""
        for name in expected:
            mean = self.by_name.setdefault(name, RunningMean())
            if name in scores:
                mean.total += scores[name]
                mean.n += 1
            else:
                mean.missing += 1
