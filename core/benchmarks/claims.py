"""What papers claim of their figures, and whether the figures show it, each with its source."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, cast, get_args

from core.benchmarks.tables import TableLine, read_table
from core.settings import PUBLISHED

CLAIMS = "claims.csv"

ClaimVerdict = Literal["supported", "not shown", "contradicted", "open"]
"""`not shown`: the figures do not resolve it; `contradicted`: they say otherwise; `open`: they say both."""

FROM_ZERO = ("points", "r")
"""Units of figures that show something only if their interval excludes 0: differences and correlations."""

_COLUMNS = (
    "benchmark_id", "claim_id", "claim", "about", "value", "low", "high", "unit", "verdict", "reason", "source",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Claim:
    """A paper's claim.

    Attributes:
        about: what the figure is.
        value: the figure that decides, in `unit`.
        low, high: its 95 % interval; None where a number is a count or has none.
        source: paper, and table or section.
    """

    benchmark_id: str
    claim_id: str
    claim: str
    about: str
    value: float
    low: float | None
    high: float | None
    unit: str
    verdict: ClaimVerdict
    reason: str
    source: str


@lru_cache(maxsize=2)
def read_claims(folder: Path = PUBLISHED) -> tuple[Claim, ...]:
    """The claims of all papers, in the order of the file.

    Raises:
        ReleaseError: the file is missing, or a cell has no such value.
    """
    return tuple(_claim(line) for line in read_table(folder, CLAIMS, _COLUMNS))


def _claim(line: TableLine) -> Claim:
    low, high = (line.number_of(end) if line.text(end) else None for end in ("low", "high"))
    value = line.number_of("value")
    if (low is None) != (high is None) or (low is not None and high is not None and not low <= value <= high):
        raise line.refuse("value", f"{value:g} is not inside of its interval")
    unit, verdict = line.text("unit"), cast(ClaimVerdict, line.word("verdict", get_args(ClaimVerdict)))
    holds_zero = unit in FROM_ZERO and low is not None and high is not None and low <= 0 <= high
    if holds_zero and verdict in ("supported", "contradicted"):
        raise line.refuse("verdict", f"{verdict}, though the interval holds 0")
    return Claim(
        benchmark_id=line.text("benchmark_id"),
        claim_id=line.text("claim_id"),
        claim=line.text("claim"),
        about=line.text("about"),
        value=value,
        low=low,
        high=high,
        unit=unit,
        verdict=verdict,
        reason=line.text("reason"),
        source=line.text("source"),
    )
