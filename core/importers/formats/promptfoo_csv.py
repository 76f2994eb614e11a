"""Tables of promptfoo: one row per test; columns repeat for each provider, so they are read by position."""

import csv
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from core.benchmarks.choice.items import FEWEST_OPTIONS, LETTERS
from core.errors import ReplyFileError
from core.formatting import to_single_line
from core.importers.external_scores import find_external_score
from core.importers.formats.promptfoo_row import (
    FILTERED,
    MAX_ERROR,
    PROGRAM,
    RepeatCounter,
    strip_reasoning,
    trim_label,
)
from core.importers.formats.replies_table import MAX_CELL_CHARACTERS
from core.importers.records import ImportedReply, ImportedRun, Logged, RejectedRow, Rows
from core.importers.row_metadata import collect_facts, collect_names
from core.records import ReplyStatus

NOTE = "promptfoo's table states neither what was sent nor how a reply ended; its JSON does."

_PROVIDER = re.compile(r"\[(?P<provider>.+?)\] (?P<prompt>.*)", re.DOTALL)
_OPTION = re.compile(r"(?P<stem>(?:opt|option|choice)?[ _-]?)(?P<letter>[A-Za-z])", re.IGNORECASE)
_SCORES = ("Status", "Score", "Named Scores")

_MARKED = re.compile("'(?=[\\s\u200b-\u200d]*[=@+-])")
"""Prefix that promptfoo adds to a text that would run as a formula. Source: promptfoo, `escapeCsvFormula`."""


def is_header(head: bytes) -> bool:
    """Return whether a file that begins with these bytes is such a table."""
    if not all(name.encode() in head for name in _SCORES):
        return False
    with suppress(csv.Error):
        return any(_find_providers(next(csv.reader(StringIO(head.decode("utf-8-sig", "replace"), newline="")), [])))
    return False


def read(path: Path) -> Rows:
    """Yield the replies of a table.

    Raises:
        ReplyFileError: it is not a table, or its header names no provider.
        OSError: the file cannot be read.
    """
    csv.field_size_limit(MAX_CELL_CHARACTERS)
    with path.open(newline="", encoding="utf-8-sig", errors="replace") as file:
        reader = csv.reader(file, strict=True)
        try:
            header = next(reader, [])
            providers = list(_find_providers(header))
            if not providers:
                raise ReplyFileError(f"{path.name}: the header has no column `[provider] prompt` before `Status`.")
            repeats = RepeatCounter()
            for number, cells in enumerate(reader):
                place = f"row {number + 1}"
                if len(cells) != len(header):
                    yield RejectedRow(place, "the number of cells differs from the header")
                    continue
                cells = [_MARKED.sub("", cell, count=1) if _MARKED.match(cell) else cell for cell in cells]
                given = dict(zip(header[: providers[0].at], cells, strict=False))
                for provider in providers:
                    yield _parse_reply(provider, cells, given, repeats, number)
        except csv.Error as error:
            raise ReplyFileError(f"{path.name}, line {reader.line_num}: {error}.") from error


@dataclass(frozen=True, slots=True)
class _Provider:
    """The first column of a provider, and its run."""

    at: int
    run: ImportedRun


def _find_providers(header: list[str]) -> Iterator[_Provider]:
    places = [
        (at, name)
        for at, column in enumerate(header)
        if (name := _PROVIDER.fullmatch(column)) and tuple(header[at + 1 : at + 1 + len(_SCORES)]) == _SCORES
    ]
    several = len({name["prompt"] for _, name in places}) > 1
    for at, name in places:
        label = trim_label(name["prompt"])
        yield _Provider(
            at,
            ImportedRun(
                PROGRAM, label or "evaluation", name["provider"], prompt_label=label if several else "", notes=(NOTE,)
            ),
        )


def _parse_reply(
    provider: _Provider, cells: list[str], given: dict[str, Any], repeats: RepeatCounter, number: int
) -> Logged:
    output, status, score = cells[provider.at : provider.at + 3]
    raw, became, error = _parse_outcome(output, status)
    return ImportedReply(
        provider.run,
        f"row {number + 1}",
        raw,
        became,
        error,
        repeats.count_repeat(provider.at, given),
        key=str(number),
        names=collect_names(given),
        question=given.get("question", ""),
        options=_find_lettered_options(given),
        target=next((given[name] for name in ("answer", "target", "expected") if name in given), ""),
        said_score=None if became == "api_error" else find_external_score({"score": _parse_number(score)}),
        metadata=collect_facts(given),
    )


def _find_lettered_options(given: Mapping[str, str]) -> tuple[str, ...] | None:
    """Return values whose names differ only in a final A, B, C ..., as those of options; None for fewer than two."""
    found: dict[str, list[str]] = {}
    for name, value in given.items():
        if option := _OPTION.fullmatch(name):
            texts = found.setdefault(option["stem"], [])
            if option["letter"].upper() == LETTERS[len(texts) : len(texts) + 1]:
                texts.append(value)
    return next((tuple(texts) for texts in found.values() if len(texts) >= FEWEST_OPTIONS), None)


def _parse_outcome(output: str, status: str) -> tuple[str | None, ReplyStatus, str | None]:
    if not status:
        return None, "missing", "the table has no result for it"
    if status == "ERROR":
        return None, "api_error", to_single_line(output)[:MAX_ERROR] or "the call failed; the table does not state why"
    raw = strip_reasoning(output)
    if raw == FILTERED:
        return None, "filtered", "held back by the provider's content filter"
    return (raw, "ok", None) if raw.strip() else (raw, "empty", "the call succeeded, but the reply has no text")


def _parse_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
