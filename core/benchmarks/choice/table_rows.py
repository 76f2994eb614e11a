"""Iterators over the rows of a table of questions: CSV, TSV, JSON lines, a JSON array, Parquet.

No cell is ever evaluated: `=1+1` and `@cmd` are texts.
"""

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NoReturn

import pyarrow as pa
import pyarrow.parquet as pq

from core.delimited import DelimitedFormat, detect_delimited_format, is_encodable
from core.errors import ReleaseError

MAX_TABLE_BYTES = 500_000_000
"""Maximum size of a file; a table with larger images must refer to image files instead of containing them."""

MAX_UNPACKED_BYTES = 2_000_000_000
"""Maximum unpacked size that a Parquet file may declare."""

MAX_ROW_CHARACTERS = 60_000_000
"""Maximum length of a row: about two images of 20 MB each as base64."""

MAX_ROWS = 300_000
"""Maximum number of rows: about as many questions as GePBench's paper has."""

ROWS_FOR_KEYS = 100
"""Number of rows whose keys are the columns of JSON; further rows may omit some."""

_ROWS_AT_ONCE = 16
"""Batch size for Parquet files: a column of repeated texts is small in the file and large in memory."""

Cell = object
"""Value from the file: a text in CSV and TSV; a text, number, list, mapping, bytes or None in other formats."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table.

    Attributes:
        place: `row 3` or `line 3`; the first row below a header is 1.
        cells: by column.
        wrong: why the row cannot be read; None if it can.
    """

    place: str
    cells: Mapping[str, Cell] = field(default_factory=dict)
    wrong: str | None = None


@dataclass(frozen=True, slots=True)
class QuestionTable:
    """A file's columns and its rows, which can be iterated once.

    Attributes:
        columns: from the header; in JSON, from the first rows.
        notes: sentences that a user should know about the file.
    """

    columns: tuple[str, ...]
    rows: Iterator[TableRow]
    notes: tuple[str, ...] = ()


def open_table(path: Path, most_bytes: int = MAX_TABLE_BYTES) -> QuestionTable:
    """Open the table in a file; the suffix of its name determines the format.

    Args:
        path: of the file.
        most_bytes: maximum size; a known release may be larger than an unknown table.

    Raises:
        ReleaseError: the file is missing, too large, of another format, or not readable.
    """
    try:
        if not path.is_file():
            raise ReleaseError(f"{path} is not a file. Give the path of a table of questions: {', '.join(_READERS)}")
        size = path.stat().st_size
        if size > most_bytes:
            raise ReleaseError(
                f"{path.name} has {size / 1e6:,.0f} MB; a table of questions may have {most_bytes // 10**6}. "
                "Store images as separate files, or split it"
            )
        if path.suffix.lower() not in _READERS:
            raise ReleaseError(f"{path.name}: its format is unknown; use one of {', '.join(_READERS)}")
        table = _READERS[path.suffix.lower()](path)
    except (OSError, csv.Error, UnicodeError, pa.ArrowException) as error:
        raise ReleaseError(f"{path.name} cannot be read: {error}") from error
    return QuestionTable(table.columns, _limit_rows(path, table.rows), table.notes)


def _limit_rows(path: Path, rows: Iterator[TableRow]) -> Iterator[TableRow]:
    try:
        for number, row in enumerate(rows, start=1):
            if number > MAX_ROWS:
                raise ReleaseError(f"{path.name} has more than {MAX_ROWS:,} rows; split it")
            yield row if row.wrong or not _is_long(row.cells) else TableRow(row.place, wrong=_describe_excess_length())
    except (OSError, UnicodeError, pa.ArrowException) as error:
        raise ReleaseError(f"{path.name} cannot be read: {error}") from error


def _is_long(cells: Mapping[str, Cell]) -> bool:
    characters = 0
    for cell in cells.values():
        characters += len(cell) if isinstance(cell, str) else _measure_length(cell)
    return characters > MAX_ROW_CHARACTERS


def _measure_length(cell: Cell) -> int:
    if isinstance(cell, str | bytes):
        return len(cell)
    if isinstance(cell, dict):
        return sum(map(_measure_length, cell.values()))
    return sum(map(_measure_length, cell)) if isinstance(cell, list) else 1


def _describe_excess_length() -> str:
    return f"longer than {MAX_ROW_CHARACTERS // 10**6} million characters"


def _open_delimited(path: Path) -> QuestionTable:
    # A field ends at the end of the file at the latest.
    csv.field_size_limit(MAX_TABLE_BYTES)
    form = detect_delimited_format(path)
    with form.open_text(path) as file:
        header = next(csv.reader(file, delimiter=form.delimiter), [])
    return QuestionTable(tuple(header), _read_delimited_rows(path, form), (form.note,) if form.note else ())


def _read_delimited_rows(path: Path, form: DelimitedFormat) -> Iterator[TableRow]:
    # Bytes that are not UTF-8 invalidate only their own row.
    with form.open_text(path) as file:
        reader = csv.reader(file, delimiter=form.delimiter, strict=True)
        header = next(reader, [])
        number = 0
        while True:
            number += 1
            place = f"row {number}"
            try:
                values = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield TableRow(place, wrong=f"not valid CSV: {error}")
                continue
            if not values:
                number -= 1
            elif len(values) != len(header):
                yield TableRow(place, wrong=f"{len(values)} cells; the header has {len(header)}")
            elif not is_encodable("".join(values)):
                yield TableRow(place, wrong="not valid UTF-8")
            else:
                yield TableRow(place, dict(zip(header, values, strict=True)))


def _open_json_lines(path: Path) -> QuestionTable:
    return QuestionTable(_collect_keys(_read_json_rows(path)), _read_json_rows(path))


def _collect_keys(rows: Iterator[TableRow]) -> tuple[str, ...]:
    """Return the keys of the first objects; further objects may omit some."""
    return tuple(dict.fromkeys(key for row in islice(rows, ROWS_FOR_KEYS) for key in row.cells))


def _read_json_rows(path: Path) -> Iterator[TableRow]:
    with path.open("rb") as file:
        number = 0
        while line := file.readline(MAX_ROW_CHARACTERS + 1):
            number += 1
            place = f"line {number}"
            if len(line) > MAX_ROW_CHARACTERS and not line.endswith(b"\n"):
                _skip_line(file.readline)
                yield TableRow(place, wrong=_describe_excess_length())
            elif line.strip():
                yield _parse_json_row(place, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line)


def _skip_line(readline: Callable[[int], bytes]) -> None:
    while (part := readline(1_000_000)) and not part.endswith(b"\n"):
        pass


def _parse_json_row(place: str, line: bytes) -> TableRow:
    try:
        values = json.loads(line.decode(), parse_constant=_refuse_constant)
    except RecursionError:
        return TableRow(place, wrong="nested too deeply")
    except ValueError as error:
        return TableRow(place, wrong=f"not valid JSON: {error}")
    return _build_object_row(place, values, has_escapes=b"\\u" in line)


def _build_object_row(place: str, values: Cell, *, has_escapes: bool = True) -> TableRow:
    if not isinstance(values, dict):
        return TableRow(place, wrong="not a JSON object")
    # An escape such as \ud800 is valid JSON but not a valid text.
    if has_escapes and not is_encodable(json.dumps(values, ensure_ascii=False)):
        return TableRow(place, wrong="contains characters that are not valid text")
    return TableRow(place, values)


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")


def _open_json_array(path: Path) -> QuestionTable:
    try:
        array = json.loads(path.read_bytes().decode("utf-8-sig"), parse_constant=_refuse_constant)
    except RecursionError:
        raise ReleaseError(f"{path.name} is nested too deeply") from None
    except ValueError as error:
        raise ReleaseError(f"{path.name} is not valid JSON: {error}") from error
    if not isinstance(array, list):
        raise ReleaseError(f"{path.name} must be a JSON array of objects")
    rows = [_build_object_row(f"row {number}", values) for number, values in enumerate(array, start=1)]
    return QuestionTable(_collect_keys(iter(rows)), iter(rows))


def _open_parquet(path: Path) -> QuestionTable:
    with pq.ParquetFile(path) as file:
        groups = [file.metadata.row_group(number).total_byte_size for number in range(file.metadata.num_row_groups)]
        if sum(groups) > MAX_UNPACKED_BYTES:
            raise ReleaseError(f"{path.name} unpacks to {sum(groups) / 1e6:,.0f} MB; store images as separate files")
        return QuestionTable(tuple(file.schema_arrow.names), _read_parquet_rows(path))


def _read_parquet_rows(path: Path) -> Iterator[TableRow]:
    number = 0
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(batch_size=_ROWS_AT_ONCE):
            for values in batch.to_pylist():
                number += 1
                yield TableRow(f"row {number}", values)


_READERS: dict[str, Callable[[Path], QuestionTable]] = {
    ".csv": _open_delimited,
    ".tsv": _open_delimited,
    ".jsonl": _open_json_lines,
    ".json": _open_json_array,
    ".parquet": _open_parquet,
}
"""By the end of a file's name."""

TABLE_SUFFIXES = tuple(_READERS)
