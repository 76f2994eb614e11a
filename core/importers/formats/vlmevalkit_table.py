"""Tables of VLMEvalKit, in any of its formats: rows as objects with the columns' names."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.benchmarks.choice.cells import is_missing
from core.delimited import is_encodable
from core.errors import ReplyFileError
from core.importers.formats.replies_table import MAX_CELL_CHARACTERS
from core.importers.json_stream import read_list_objects
from core.importers.peek import is_json_list, read_first_item
from core.importers.spreadsheet import is_spreadsheet, read_spreadsheet

SPREADSHEET, JSON, TABS = ".xlsx", ".json", ".tsv"
"""Formats, by the extension that the program gives them."""

_ZIP = b"PK\x03\x04"


def detect_table_format(head: bytes) -> str:
    """Return the format that a file's first bytes show; empty if it is another one."""
    if head.startswith(_ZIP):
        return SPREADSHEET
    if is_json_list(head):
        return JSON
    return TABS if b"\t" in head.split(b"\n", 1)[0] else ""


def read_columns(path: Path, head: bytes) -> list[str]:
    """Return the names of the table's columns; none if the file is not a table.

    Raises:
        ReplyFileError: a spreadsheet is broken or too large.
    """
    kind = detect_table_format(head)
    if kind == SPREADSHEET:
        return list(map(str, next(read_spreadsheet(path), ()))) if is_spreadsheet(path) else []
    if kind == JSON:
        return list(read_first_item(path))
    if kind != TABS:
        return []
    line = head.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].decode(errors="replace").rstrip("\r")
    try:
        return next(csv.reader([line], delimiter="\t"), [])
    except csv.Error:  # for example UTF-16, which the program does not write
        return []


def read_table_rows(path: Path) -> Iterator[tuple[str, dict[str, Any] | str]]:
    """Yield the place of each row and its cells by column, without empty ones, or the reason why it cannot be read.

    Raises:
        OSError: the file cannot be read.
        ReplyFileError, ValueError: it is truncated or too large.
    """
    with path.open("rb") as file:
        kind = detect_table_format(file.read(4096))
    read = {SPREADSHEET: _read_spreadsheet, JSON: _read_json}.get(kind, _read_tab_separated)
    for place, row in read(path):
        if isinstance(row, dict):
            row = {name: cell for name, cell in row.items() if not is_missing(cell)}
        yield place, row


def _read_json(path: Path) -> Iterator[tuple[str, dict[str, Any] | str]]:
    return ((f"item {number}", row) for number, row in read_list_objects(path))


def _read_spreadsheet(path: Path) -> Iterator[tuple[str, dict[str, Any] | str]]:
    rows = read_spreadsheet(path)
    names = list(map(str, next(rows, ())))
    for number, row in enumerate(rows, start=2):
        if any(cell is not None for cell in row):
            yield f"row {number}", dict(zip(names, row, strict=False))


def _read_tab_separated(path: Path) -> Iterator[tuple[str, dict[str, Any] | str]]:
    csv.field_size_limit(MAX_CELL_CHARACTERS)
    try:
        with path.open(newline="", encoding="utf-8-sig", errors="surrogateescape") as file:
            for number, row in enumerate(csv.DictReader(file, delimiter="\t", strict=True), start=1):
                place = f"row {number}"
                if None in row or None in row.values():
                    yield place, "the number of cells differs from the header"
                elif not all(map(is_encodable, row.values())):
                    yield place, "not UTF-8"
                else:
                    yield place, dict(row)
    except csv.Error as error:
        raise ReplyFileError(f"{path.name} cannot be read: {error}.") from error
