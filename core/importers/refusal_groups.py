"""Refusals of an import in groups: one sentence per file and reason, with the remedy if there is one."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

from core.records import RejectedItem

Remedy = Literal["new benchmark", "map", "model", ""]
"""Change of the user's choices after which the rows may be imported; empty if there is none."""

_REMEDIES: dict[str, Remedy] = {"--as-benchmark": "new benchmark", "--map ": "map", "--model ": "model"}
"""Remedies by the option of the command line that a reason names."""

_HINT = re.compile(r"[;.] [^;.]*(?:: --(?:as-benchmark|map|model)\b).*?(?=$| \(\d+ rows? of)")
"""End of a reason that names the option of the command line."""

MAX_NAME = 40


@dataclass(frozen=True, slots=True)
class RefusalGroup:
    """Refusals of one file with the same remedy, or of one reason.

    Attributes:
        source: the file.
        location: of the first of them.
        reason: of the first, without the option of the command line.
        n: number of refusals.
    """

    source: str
    location: str
    reason: str
    remedy: Remedy
    n: int

    def describe(self) -> str:
        """Describe the group in a sentence, without its file."""
        reason = self.reason.strip().rstrip(".")
        if self.n == 1:
            return f"{self.location}: {reason}."
        return f"{self.n:,} rows are refused. The first, {self.location}: {reason}."


def find_remedy(reason: str) -> Remedy:
    """Return the remedy that a reason names."""
    return next((remedy for option, remedy in _REMEDIES.items() if option in reason), "")


def group_refusals(refusals: Sequence[RejectedItem]) -> list[RefusalGroup]:
    """Group refusals by file and remedy, or by file and reason without a remedy; the largest group first."""
    groups: dict[tuple[str, str], list[RejectedItem]] = {}
    for refusal in refusals:
        remedy = find_remedy(refusal.reason)
        groups.setdefault((refusal.source, remedy or refusal.reason), []).append(refusal)
    listed = [
        RefusalGroup(
            items[0].source, items[0].location, _HINT.sub("", items[0].reason), find_remedy(items[0].reason), len(items)
        )
        for items in groups.values()
    ]
    return sorted(listed, key=lambda group: -group.n)


def suggest_benchmark_id(file_name: str, taken: Collection[str]) -> str:
    """Suggest a free id for a benchmark that is created from a log.

    Args:
        file_name: of the log.
        taken: ids that cannot be used.
    """
    stem = re.sub(r"[^a-z0-9]+", "_", PurePath(file_name).stem.lower()).strip("_")[: MAX_NAME - 3].strip("_") or "logs"
    names = (stem if number == 1 else f"{stem}_{number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)
