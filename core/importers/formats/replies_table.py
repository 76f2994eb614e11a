"""Replies in a plain table that names its cases by Trilens' own ids.

A file is a CSV table or JSON lines with `case_id` and `reply` (and any other field of a journal's line), and with
`model` and `run_id` if it holds replies of several models or passes; a CSV table with the release's wide columns,
`image_path` and one `MODEL_response` per model; or a table of VLMEvalKit's results saved as CSV: `qid`, or `index`
if there is none, and `prediction`. A file that the user names may also be a table or a JSON list with other usual
names of these columns (`core.importers.reply_columns`). Encoding and separator are detected.
"""

import csv
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from core.benchmarks.triangles.row_keys import parse_photograph_id
from core.delimited import UTF_8, detect_delimited_format, detect_head_encoding, find_delimiter, is_encodable
from core.errors import JournalError, ReplyFileError
from core.importers.formats.trilens_journal import build_row
from core.importers.json_lines import read_json_lines
from core.importers.json_stream import read_list_objects
from core.importers.peek import LINES, is_json_list, read_first_item, read_first_object
from core.importers.records import Grade, ImportedRun, RejectedRow, Rows
from core.importers.reply_columns import ReplyColumns, explain_columns, find_reply_columns
from core.importers.reply_objects import replace_reply_object
from core.importers.sidecar_files import get_text
from core.importers.trilens_metadata import KEY, parse_benchmark_id, parse_own_run, restore_trilens_fields
from core.runs.journal import parse_reply
from core.runs.journal_format import FORMER_KEY

CASE_KEYS = ("case_id", FORMER_KEY)
RUN_COLUMNS = ("model", "run_id")
"""Columns that distinguish the models and passes of replies."""

RUN_KEY = f"{KEY}_run"
"""Column of a table that Trilens exported with its journal's description of the run."""

WIDE = "_response"
TOOLKIT_IDS, TOOLKIT_REPLY = ("qid", "index"), "prediction"
"""Columns of VLMEvalKit's results."""

MAX_CELL_CHARACTERS = 20_000_000
HEAD_BYTES = 65_536
_NO_REPLY = {"status": "missing"}
_TABLE_SUFFIXES = (".csv", ".tsv")

GivenReply = tuple[str, str, dict[str, Any] | str]
"""Place in the file, the model's column, and the values or, as text, the reason why they cannot be read."""


def classify_file(path: Path, head: bytes) -> Grade:
    """Classify a file: a CSV header with the columns, or JSON lines with both keys."""
    if head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        first = read_first_object(path, head, "reply")
        return "yes" if "reply" in first and any(key in first for key in CASE_KEYS) else "no"
    return "yes" if _is_table(_read_header(path, head)) else "no"


def has_usual_columns(path: Path, head: bytes) -> bool:
    """Return whether a file that the user names is a table of replies by usual names of its columns."""
    return find_reply_columns(_read_column_names(path, head)) is not None


def read(path: Path) -> Rows:
    """Yield the replies of a table.

    Raises:
        ReplyFileError: it is not a whole table.
    """
    try:
        notes: list[str] = []
        rows = _read_rows(path, notes)
        first = next(rows, None)
        if first is not None:
            yield from parse_table_rows(path.stem, chain([first], rows), tuple(notes))
    except (OSError, ValueError, csv.Error) as error:
        raise ReplyFileError(f"{path} cannot be read: {error}") from error


def parse_table_rows(task: str, replies: Iterable[GivenReply], notes: tuple[str, ...] = ()) -> Rows:
    """Yield the replies of a table's rows; a row that Trilens exported contains its run.

    Args:
        task: the table's name.
        replies: its rows.
        notes: what the user should know of the table, each a sentence.
    """
    runs: dict[tuple[str, str, str], ImportedRun] = {}
    for place, column, values in replies:
        if isinstance(values, str):
            yield RejectedRow(place, values)
            continue
        own = str(values.get(RUN_KEY) or "")
        model, run_id = (get_text(values, name) for name in RUN_COLUMNS)
        key = column or model, run_id, own
        if key not in runs:
            runs[key] = ImportedRun(
                "", task, key[0], run_id, notes=notes, given=parse_own_run(own), benchmark_id=parse_benchmark_id(own)
            )
        values = replace_reply_object(values)
        if isinstance(values, str):
            yield RejectedRow(place, values)
            continue
        try:
            row = build_row(parse_reply(values, run_id=""), runs[key], place)
        except JournalError as error:
            yield RejectedRow(place, str(error))
        else:
            yield restore_trilens_fields(row, row.raw, values.get(KEY))


def find_header_problem(path: Path) -> str:
    """Describe the error in the header of a file that is named like a table; empty for other files."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    if not head.strip():
        return "it is empty"
    names = _read_column_names(path, head)
    is_named_table = path.suffix.lower() in _TABLE_SUFFIXES
    return explain_columns(names) if is_named_table or (names and _is_json(head)) else ""


def _read_column_names(path: Path, head: bytes) -> list[str]:
    """Return the names of the columns of a table, or the keys of the first object of JSON."""
    if is_json_list(head):
        return list(read_first_item(path))
    if _is_json(head):
        return list(next((row for _, row in islice(read_json_lines(path), LINES) if isinstance(row, dict)), {}))
    return _read_header(path, head)


def _is_json(head: bytes) -> bool:
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"{", b"["))


def _read_header(path: Path, head: bytes) -> list[str]:
    """Return the names of a table's columns; none if the first line is not a header."""
    try:
        decoder = getincrementaldecoder(detect_head_encoding(head) or UTF_8)("surrogateescape")
        text = decoder.decode(head)  # the head may end within a character
        line = text.split("\n", 1)[0].rstrip("\r").removeprefix("\ufeff")
        if not line.isprintable() and "\t" not in line:
            return []
        delimiter = find_delimiter(line, prefers_tab=path.suffix.lower() == ".tsv")
        return next(iter(csv.reader([line], delimiter=delimiter, strict=True)), [])
    except (UnicodeError, csv.Error):
        return []


def _is_table(names: list[str]) -> bool:
    return bool(
        _find_wide_columns(names) or _find_toolkit_column(names) or (set(CASE_KEYS) & set(names) and "reply" in names)
    )


def _find_wide_columns(names: list[str]) -> list[str]:
    return [name for name in names if name.endswith(WIDE) and name != WIDE] if "image_path" in names else []


def _find_toolkit_column(names: list[str]) -> str:
    return next((name for name in TOOLKIT_IDS if name in names and TOOLKIT_REPLY in names), "")


def _read_rows(path: Path, notes: list[str]) -> Iterator[GivenReply]:
    """Yield the rows of a table; notes for the user are added before the first row."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    if is_json_list(head):
        yield from _rename_columns(
            find_reply_columns(_read_column_names(path, head)), _label_objects(read_list_objects(path), "row"), notes
        )
    elif _is_json(head):
        rows = _label_objects(read_json_lines(path), "line")
        is_own = classify_file(path, head) == "yes"
        yield from rows if is_own else _rename_columns(find_reply_columns(_read_column_names(path, head)), rows, notes)
    else:
        yield from _read_csv_rows(path, notes)


def _label_objects(rows: Iterable[tuple[int, dict[str, Any] | str]], place: str) -> Iterator[GivenReply]:
    for number, values in rows:
        yield f"{place} {number}", "", values


def _rename_columns(columns: ReplyColumns | None, rows: Iterable[GivenReply], notes: list[str]) -> Iterator[GivenReply]:
    """Yield the rows of a table with usual names; the note states the chosen columns.

    Raises:
        ReplyFileError: no column is the case's or the reply's.
    """
    if columns is None:
        raise ReplyFileError("no column names the case and the reply")
    notes.append(columns.note)
    yield from rename_row_columns(columns, rows)


def rename_row_columns(columns: ReplyColumns, rows: Iterable[GivenReply]) -> Iterator[GivenReply]:
    """Yield the rows of a table with usual column names, renamed to those of a journal."""
    for place, _, values in rows:
        if isinstance(values, str):
            yield place, "", values
        elif columns.case_id not in values:
            yield place, "", f"it has no {columns.case_id}, which the first rows have"
        else:
            model = str(values.get(columns.model) or "") if columns.model else ""
            row = {"case_id": format_id(values[columns.case_id]), "reply": values.get(columns.reply)}
            # A row without a reply is an unanswered question.
            yield f"{place}, column {columns.case_id}", model, row if row["reply"] is not None else row | _NO_REPLY


def format_id(value: object) -> str:
    """Return an id as text; a whole number without the fraction that spreadsheets add."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip() if value is not None else ""


def _read_csv_rows(path: Path, notes: list[str]) -> Iterator[GivenReply]:
    csv.field_size_limit(MAX_CELL_CHARACTERS)
    form = detect_delimited_format(path)
    notes += filter(None, [form.note])
    with form.open_text(path) as file:
        reader = csv.DictReader(file, delimiter=form.delimiter, strict=True)
        names = list(reader.fieldnames or [])
        rows = _check_rows(reader)
        if _find_wide_columns(names) or _find_toolkit_column(names) or _is_table(names):
            yield from _convert_known_columns(names, rows)
        else:
            yield from _rename_columns(find_reply_columns(names), rows, notes)


def _check_rows(reader: "csv.DictReader[str]") -> Iterator[GivenReply]:
    for number, row in enumerate(reader, start=1):
        if None in row or None in row.values():
            yield f"row {number}", "", "the number of cells differs from the header"
        elif not is_encodable("".join(row.values())):
            yield f"row {number}", "", "not valid UTF-8; save the table as UTF-8"
        else:
            yield f"row {number}", "", dict(row)


def _convert_known_columns(names: list[str], rows: Iterable[GivenReply]) -> Iterator[GivenReply]:
    wide, of_toolkit = _find_wide_columns(names), _find_toolkit_column(names)
    for place, column, row in rows:
        if isinstance(row, str):
            yield place, column, row
        elif of_toolkit:
            yield place, "", {"case_id": row[of_toolkit], "reply": row[TOOLKIT_REPLY]}
        elif not wide:
            values: dict[str, Any] = {name: cell for name, cell in row.items() if cell != "" or name == "reply"}
            yield place, "", values
        elif (case_id := parse_photograph_id(row["image_path"])) is None:
            yield place, "", f"{row['image_path'][:60]!r} is not of the form triangles_original/NNN_VK.jpg"
        else:
            for name in wide:
                yield place, name.removesuffix(WIDE), {"case_id": case_id, "reply": row[name]}
