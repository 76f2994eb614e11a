"""The review file: JSON Lines in the data folder beside the notes, append-only, one entry per line."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from core.atomic_files import append_lines, lock_folder, open_atomic_file
from core.notes import WAIT_S
from core.review.entries import Entry, build_entry, get_sort_key, parse_entry

CODES = "codes.jsonl"
"""Name of the file in the data folder."""


@dataclass(frozen=True, slots=True)
class ReviewEntries:
    """All entries in the order of their times, and the number of unreadable lines."""

    entries: tuple[Entry, ...]
    unreadable: int


@dataclass(frozen=True, slots=True)
class EntryAuthor:
    """The author of new entries.

    Attributes:
        benchmark_id: the benchmark that the entries are about.
        name: of the coder.
        writer: checksum of the browser's secret, as `core.notes.hash_writer_secret` returns it.
    """

    benchmark_id: str
    name: str
    writer: str = ""


def append_entries(folder: Path, author: EntryAuthor, entries: Sequence[dict[str, Any]]) -> list[Entry]:
    """Append entries to the file of a data folder, all or none; they are on the disk when this returns.

    Args:
        folder: the data folder.
        author: of all entries.
        entries: the fields of each entry beside its id, author and time.

    Raises:
        ReviewError: a field is invalid; nothing was written.
        TrilensError: another process has been writing for `WAIT_S`.
    """
    now = datetime.now(UTC)
    checked = [
        build_entry(
            entry_id=secrets.token_hex(8),
            benchmark_id=author.benchmark_id,
            author=author.name,
            writer=author.writer,
            written_at=now + timedelta(microseconds=number),  # keeps their order
            **fields,
        )
        for number, fields in enumerate(entries)
    ]
    with lock_folder(folder, "codes", WAIT_S):
        append_lines(folder / CODES, b"".join(f"{entry.model_dump_json()}\n".encode() for entry in checked))
    return checked


def read_entries(folder: Path) -> ReviewEntries:
    """Read the entries of a data folder in the order of their times; none before the first one."""
    path = folder / CODES
    if not path.is_file():
        return ReviewEntries((), 0)
    lines = [line for line in path.read_bytes().splitlines() if line]
    entries = [entry for line in lines if (entry := parse_entry(line)) is not None]
    return ReviewEntries(tuple(sorted(entries, key=get_sort_key)), len(lines) - len(entries))


def merge_entries(folder: Path, lines: bytes) -> int:
    """Add the lines of another review file that this one lacks, each once, and return their number.

    The codes of each author stay as they are: entries have ids, and an author's latest decision counts.

    Raises:
        TrilensError: another process has been writing for `WAIT_S`.
    """
    path = folder / CODES
    with lock_folder(folder, "codes", WAIT_S):
        present = [line for line in path.read_bytes().split(b"\n") if line] if path.is_file() else []
        present_lines = set(present)
        new = [line for line in dict.fromkeys(lines.split(b"\n")) if line and line not in present_lines]
        if new:
            with open_atomic_file(path) as file:
                file.writelines(line + b"\n" for line in [*present, *new])
    return len(new)
