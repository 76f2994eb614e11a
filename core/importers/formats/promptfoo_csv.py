"""Tables of promptfoo: one row per test, and for each provider the same columns once more, so read by position."""

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
from core.formatting import printable
from core.importers.external_scores import said_score
from core.importers.formats.promptfoo_row import FILTERED, MAX_ERROR, PROGRAM, Repeats, short_label, without_thinking
from core.importers.formats.replies_table import MAX_CELL_CHARACTERS
from core.importers.records import Logged, LoggedRefusal, LoggedReply, LoggedRun, Rows
from core.importers.row_metadata import facts_in, names_in
from core.records import ReplyStatus

NOTE = "promptfoo's table says neither what was sent nor how a reply ended; its JSON does."

_PROVIDER = re.compile(r"\[(?P<provider>.+?)\] (?P<prompt>.*)", re.DOTALL)
_OPTION = re.compile(r"(?P<stem>(?:opt|option|choice)?[ _-]?)(?P<letter>[A-Za-z])", re.IGNORECASE)
_SCORES = ("Status", "Score", "Named Scores")

_MARKED = re.compile("'(?=[\\s\u200b-\u200d]*[=@+-])")
"""A mark that promptfoo puts before a text that a spreadsheet would run. Source: promptfoo, `escapeCsvFormula`."""


def is_header(head: bytes) -> bool:
    """Whether a file that begins so is such a table."""
    if not all(name.encode() in head for name in _SCORES):
        return False
    with suppress(csv.Error):
        return any(_providers(next(csv.reader(StringIO(head.decode("utf-8-sig", "replace"), newline="")), [])))
    return False


def read(path: Path) -> Rows:
    """The replies of a table.

    Raises:
        ReplyFileError: it is no table, or its header names no provider.
        OSError: the file cannot be read.
    """
    csv.field_size_limit(MAX_CELL_CHARACTERS)
    with path.open(newline="", encoding="utf-8-sig", errors="replace") as file:
        reader = csv.reader(file, strict=True)
        try:
            header = next(reader, [])
            providers = list(_providers(header))
            if not providers:
                raise ReplyFileError(f"{path.name}: the header has no column `[provider] prompt` before `Status`.")
            repeats = Repeats()
            for number, cells in enumerate(reader):
                place = f"row {number + 1}"
                if len(cells) != len(header):
                    yield LoggedRefusal(place, "the number of cells differs from the header")
                    continue
                cells = [_MARKED.sub("", cell, count=1) if _MARKED.match(cell) else cell for cell in cells]
                given = dict(zip(header[: providers[0].at], cells, strict=False))
                for provider in providers:
                    yield _reply(provider, cells, given, repeats, number)
        except csv.Error as error:
            raise ReplyFileError(f"{path.name}, line {reader.line_num}: {error}.") from error


@dataclass(frozen=True, slots=True)
class _Provider:
    """Where a provider's columns begin, and its run."""

    at: int
    run: LoggedRun


def _providers(header: list[str]) -> Iterator[_Provider]:
    places = [
        (at, name)
        for at, column in enumerate(header)
        if (name := _PROVIDER.fullmatch(column)) and tuple(header[at + 1 : at + 1 + len(_SCORES)]) == _SCORES
    ]
    several = len({name["prompt"] for _, name in places}) > 1
    for at, name in places:
        label = short_label(name["prompt"])
        yield _Provider(
            at,
            LoggedRun(
                PROGRAM, label or "evaluation", name["provider"], prompt_label=label if several else "", notes=(NOTE,)
            ),
        )


def _reply(provider: _Provider, cells: list[str], given: dict[str, Any], repeats: Repeats, number: int) -> Logged:
    output, status, score = cells[provider.at : provider.at + 3]
    raw, became, error = _became(output, status)
    return LoggedReply(
        provider.run,
        f"row {number + 1}",
        raw,
        became,
        error,
        repeats.next(provider.at, given),
        key=str(number),
        names=names_in(given),
        question=given.get("question", ""),
        options=_lettered(given),
        target=next((given[name] for name in ("answer", "target", "expected") if name in given), ""),
        said_score=None if became == "api_error" else said_score({"score": _number(score)}),
        metadata=facts_in(given),
    )


def _lettered(given: Mapping[str, str]) -> tuple[str, ...] | None:
    """Values under names that end in A, B, C ... and are alike else, as options are named; None for fewer than two."""
    found: dict[str, list[str]] = {}
    for name, value in given.items():
        if option := _OPTION.fullmatch(name):
            texts = found.setdefault(option["stem"], [])
            if option["letter"].upper() == LETTERS[len(texts) : len(texts) + 1]:
                texts.append(value)
    return next((tuple(texts) for texts in found.values() if len(texts) >= FEWEST_OPTIONS), None)


def _became(output: str, status: str) -> tuple[str | None, ReplyStatus, str | None]:
    if not status:
        return None, "missing", "the table has no result of it"
    if status == "ERROR":
        return None, "api_error", printable(output)[:MAX_ERROR] or "the call failed; the table does not say why"
    raw = without_thinking(output)
    if raw == FILTERED:
        return None, "filtered", "held back by the provider's content filter"
    return (raw, "ok", None) if raw.strip() else (raw, "empty", "the call went well, but there is no text")


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
