"""Claims that papers make about their figures, and verdicts on whether the figures support them, with places."""

import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, cast, get_args

from core.benchmarks.strict_csv import TableLine, read_table
from core.settings import PUBLISHED

CLAIMS = "claims.csv"

ClaimVerdict = Literal["supported", "not shown", "contradicted", "open"]
"""`not shown`: the figures do not resolve it; `contradicted`: they show otherwise; `open`: they show both, or
cannot decide."""

VERDICT_TITLES: dict[ClaimVerdict, str] = {
    "supported": "supported",
    "not shown": "inconclusive",
    "contradicted": "contradicted",
    "open": "undecidable",
}
"""Verdicts in the words of pages."""

StatedBy = Literal["authors", "table", "us"]
STATED_BY: dict[StatedBy, str] = {
    "authors": "The authors state it",
    "table": "A table or figure shows it",
    "us": "Raised by Trilens",
}
"""Who makes a claim, for pages: the paper's text, its figures alone, or this program."""

MAX_QUOTED_WORDS = 8

_COLUMNS = (
    "benchmark_id", "claim_id", "stated_by", "place", "quote", "claim", "about", "value", "low", "high", "unit",
    "claimed_from", "claimed_to", "verdict", "reason",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about a paper's figures.

    Attributes:
        place: in the paper: section, table or figure.
        quote: a few words of the authors at that place; empty if they do not state the claim.
        claim: in our own words.
        about: the meaning of the figure.
        value: the deciding figure, in `unit`.
        low, high: its 95% interval; None if the figure is a count or has no interval.
        claimed: the range in which the figure lies if the claim is true; None if no range expresses the claim.
    """

    benchmark_id: str
    claim_id: str
    stated_by: StatedBy
    place: str
    quote: str
    claim: str
    about: str
    value: float
    low: float | None
    high: float | None
    unit: str
    claimed: tuple[float, float] | None
    verdict: ClaimVerdict
    reason: str


@lru_cache(maxsize=2)
def read_claims(folder: Path = PUBLISHED) -> tuple[Claim, ...]:
    """Return the claims of all papers, in the order of the file.

    Raises:
        ReleaseError: the file is missing, or a cell is not valid.
    """
    return tuple(_parse_claim(line) for line in read_table(folder, CLAIMS, _COLUMNS))


def read_stated_by(line: TableLine) -> tuple[StatedBy, str]:
    """Return who makes a statement, and the authors' quote, which only their own statements have.

    Raises:
        ReleaseError: the word is unknown, or the quote is missing, misplaced or too long.
    """
    stated_by, quote = cast(StatedBy, line.get_word("stated_by", get_args(StatedBy))), line.get_text("quote")
    if bool(quote) != (stated_by == "authors"):
        raise line.refuse("quote", "a statement of the authors needs a quote, and other statements must not have one")
    if len(quote.split()) > MAX_QUOTED_WORDS:
        raise line.refuse("quote", f"{len(quote.split())} words; quote at most {MAX_QUOTED_WORDS}")
    return stated_by, quote


def describe_stated_by(stated_by: StatedBy, quote: str) -> str:
    """Describe who states something, followed by the authors' own words."""
    return STATED_BY[stated_by] + (f" (“{quote}”)" if quote else "")


def _parse_claim(line: TableLine) -> Claim:
    low, high = (_parse_number(line, end) for end in ("low", "high"))
    value = line.parse_number("value")
    if (low is None) != (high is None) or (low is not None and high is not None and not low <= value <= high):
        raise line.refuse("value", f"{value:g} is outside its interval")
    stated_by, quote = read_stated_by(line)
    verdict = cast(ClaimVerdict, line.get_word("verdict", get_args(ClaimVerdict)))
    claimed = _parse_claimed_range(line)
    ends = value if low is None else low, value if high is None else high
    if claimed and verdict == "supported" and not claimed[0] <= ends[0] <= ends[1] <= claimed[1]:
        raise line.refuse("verdict", "supported, though the figure may lie outside the claimed range")
    if claimed and verdict == "contradicted" and not (ends[1] < claimed[0] or ends[0] > claimed[1]):
        raise line.refuse("verdict", "contradicted, though the figure may lie in the claimed range")
    return Claim(
        benchmark_id=line.get_text("benchmark_id"),
        claim_id=line.get_text("claim_id"),
        stated_by=stated_by,
        place=line.get_text("place"),
        quote=quote,
        claim=line.get_text("claim"),
        about=line.get_text("about"),
        value=value,
        low=low,
        high=high,
        unit=line.get_text("unit"),
        claimed=claimed,
        verdict=verdict,
        reason=line.get_text("reason"),
    )


def _parse_claimed_range(line: TableLine) -> tuple[float, float] | None:
    first, last = (_parse_number(line, end) for end in ("claimed_from", "claimed_to"))
    if first is None and last is None:
        return None
    return -math.inf if first is None else first, math.inf if last is None else last


def _parse_number(line: TableLine, column: str) -> float | None:
    return line.parse_number(column) if line.get_text(column) else None
