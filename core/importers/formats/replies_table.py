"""Replies as a plain table that names its cases by Trilens' own ids.

A file is a CSV table or JSON lines with `case_id` and `reply` (and whatever else a journal's line may have), and with
`model` and `run_id` where replies of several models or passes stand in it; a CSV table with the release's wide columns,
`image_path` and one `MODEL_response` per model; or a table of VLMEvalKit's results saved as CSV: `qid`, or `index`
where there is none, and `prediction`. A file that the user names may also be a table or a JSON list with other usual
names of these columns (`core.importers.reply_columns`). Encoding and separator are detected.
"""

import csv
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from core.benchmarks.triangles.row_keys import photograph_id_of
from core.delimited import UTF_8, detect_form, encoding_of_head, find_delimiter
from core.errors import JournalError, ReplyFileError
from core.importers.formats.trilens_journal import row_of
from core.importers.json_lines import rows_of
from core.importers.json_stream import objects_of
from core.importers.peek import LINES, begins_list, first_object, first_of_list
from core.importers.records import Grade, LoggedRefusal, LoggedRun, Rows
from core.importers.reply_columns import ReplyColumns, explain_columns, find_reply_columns
from core.importers.reply_objects import replace_reply_object
from core.importers.sidecar_files import text_at
from core.importers.trilens_metadata import KEY, as_trilens_said, own_benchmark, own_run
from core.runs.journal import FORMER_KEY, reply_from

CASE_KEYS = ("case_id", FORMER_KEY)
RUN_COLUMNS = ("model", "run_id")
"""Columns that tell apart whose reply a row is, and in which pass."""

RUN_KEY = f"{KEY}_run"
"""Column of a table that Trilens exported with what its journal says of the run."""

WIDE = "_response"
TOOLKIT_IDS, TOOLKIT_REPLY = ("qid", "index"), "prediction"
"""Columns of VLMEvalKit's results."""

MAX_CELL_CHARACTERS = 20_000_000
HEAD_BYTES = 65_536
_NO_REPLY = {"status": "missing"}
_TABLE_SUFFIXES = (".csv", ".tsv")

GivenReply = tuple[str, str, dict[str, Any] | str]
"""Place in the file, the model's column, and the values or, as text, the reason why they cannot be read."""


def recognises(path: Path, head: bytes) -> Grade:
    """A CSV header with the columns, or JSON lines with both keys."""
    if head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        first = first_object(path, head, "reply")
        return "yes" if "reply" in first and any(key in first for key in CASE_KEYS) else "no"
    return "yes" if _is_table(_header(path, head)) else "no"


def recognises_usual_names(path: Path, head: bytes) -> bool:
    """Return whether a file that the user names is a table of replies by usual names of its columns."""
    return find_reply_columns(_names(path, head)) is not None


def read(path: Path) -> Rows:
    """The replies of a table.

    Raises:
        ReplyFileError: it is no whole table.
    """
    try:
        notes: list[str] = []
        given = _given(path, notes)
        first = next(given, None)
        if first is not None:
            yield from rows_of_table(path.stem, chain([first], given), tuple(notes))
    except (OSError, ValueError, csv.Error) as error:
        raise ReplyFileError(f"{path} cannot be read: {error}") from error


def rows_of_table(task: str, given: Iterable[GivenReply], notes: tuple[str, ...] = ()) -> Rows:
    """The replies of a table's rows; one that Trilens exported brings its run along.

    Args:
        task: what the table is called.
        given: its rows.
        notes: what the user should know of the table, each a sentence.
    """
    runs: dict[tuple[str, str, str], LoggedRun] = {}
    for place, column, values in given:
        if isinstance(values, str):
            yield LoggedRefusal(place, values)
            continue
        own = str(values.get(RUN_KEY) or "")
        model, run_id = (text_at(values, name) for name in RUN_COLUMNS)
        key = column or model, run_id, own
        if key not in runs:
            runs[key] = LoggedRun(
                "", task, key[0], run_id, notes=notes, given=own_run(own), benchmark_id=own_benchmark(own)
            )
        values = replace_reply_object(values)
        if isinstance(values, str):
            yield LoggedRefusal(place, values)
            continue
        try:
            row = row_of(reply_from(values, run_id=""), runs[key], place)
        except JournalError as error:
            yield LoggedRefusal(place, str(error))
        else:
            yield as_trilens_said(row, row.raw, values.get(KEY))


def header_problem(path: Path) -> str:
    """What is wrong with the header of a file that is called a table; empty of other files."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    if not head.strip():
        return "it is empty, so it has no reply"
    names = _names(path, head)
    is_named_table = path.suffix.lower() in _TABLE_SUFFIXES
    return explain_columns(names) if is_named_table or (names and _is_json(head)) else ""


def _names(path: Path, head: bytes) -> list[str]:
    """The names of the columns of a table, or the keys of the first object of JSON."""
    if begins_list(head):
        return list(first_of_list(path))
    if _is_json(head):
        return list(next((row for _, row in islice(rows_of(path), LINES) if isinstance(row, dict)), {}))
    return _header(path, head)


def _is_json(head: bytes) -> bool:
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"{", b"["))


def _header(path: Path, head: bytes) -> list[str]:
    """The names of a table's columns; none where the first line is not that of one."""
    try:
        decoder = getincrementaldecoder(encoding_of_head(head) or UTF_8)("surrogateescape")
        text = decoder.decode(head)  # which may end within a character
        line = text.split("\n", 1)[0].rstrip("\r").removeprefix("\ufeff")
        if not line.isprintable() and "\t" not in line:
            return []
        delimiter = find_delimiter(line, prefers_tab=path.suffix.lower() == ".tsv")
        return next(iter(csv.reader([line], delimiter=delimiter, strict=True)), [])
    except (UnicodeError, csv.Error):
        return []


def _is_table(names: list[str]) -> bool:
    return bool(_wide(names) or _of_toolkit(names) or (set(CASE_KEYS) & set(names) and "reply" in names))


def _wide(names: list[str]) -> list[str]:
    return [name for name in names if name.endswith(WIDE) and name != WIDE] if "image_path" in names else []


def _of_toolkit(names: list[str]) -> str:
    return next((name for name in TOOLKIT_IDS if name in names and TOOLKIT_REPLY in names), "")


def _given(path: Path, notes: list[str]) -> Iterator[GivenReply]:
    """The rows of a table; what the user should know of it is added to the notes before the first row."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    if begins_list(head):
        yield from _renamed(find_reply_columns(_names(path, head)), _objects(objects_of(path), "row"), notes)
    elif _is_json(head):
        rows = _objects(rows_of(path), "line")
        is_own = recognises(path, head) == "yes"
        yield from rows if is_own else _renamed(find_reply_columns(_names(path, head)), rows, notes)
    else:
        yield from _csv_rows(path, notes)


def _objects(rows: Iterable[tuple[int, dict[str, Any] | str]], place: str) -> Iterator[GivenReply]:
    for number, values in rows:
        yield f"{place} {number}", "", values


def _renamed(columns: ReplyColumns | None, rows: Iterable[GivenReply], notes: list[str]) -> Iterator[GivenReply]:
    """Rows of a table with usual names; the note says which were taken.

    Raises:
        ReplyFileError: no column is the case's or the reply's.
    """
    if columns is None:
        raise ReplyFileError("no column names the case and the reply")
    notes.append(columns.note)
    yield from renamed_rows(columns, rows)


def renamed_rows(columns: ReplyColumns, rows: Iterable[GivenReply]) -> Iterator[GivenReply]:
    """Return the rows of a table with usual names of columns under the names that a journal has."""
    for place, _, values in rows:
        if isinstance(values, str):
            yield place, "", values
        elif columns.case_id not in values:
            yield place, "", f"it has no {columns.case_id}, which the first rows have"
        else:
            model = str(values.get(columns.model) or "") if columns.model else ""
            row = {"case_id": plain_id(values[columns.case_id]), "reply": values.get(columns.reply)}
            # A row without a reply is a question that was not answered.
            yield f"{place}, column {columns.case_id}", model, row if row["reply"] is not None else row | _NO_REPLY


def plain_id(value: object) -> str:
    """Return an id as text; a whole number without a fraction, as spreadsheets add one."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip() if value is not None else ""


def _csv_rows(path: Path, notes: list[str]) -> Iterator[GivenReply]:
    csv.field_size_limit(MAX_CELL_CHARACTERS)
    form = detect_form(path)
    notes += filter(None, [form.note])
    with form.open_text(path) as file:
        reader = csv.DictReader(file, delimiter=form.delimiter, strict=True)
        names = list(reader.fieldnames or [])
        rows = _checked(reader)
        if _wide(names) or _of_toolkit(names) or _is_table(names):
            yield from _rows_of_own_names(names, rows)
        else:
            yield from _renamed(find_reply_columns(names), rows, notes)


def _checked(reader: "csv.DictReader[str]") -> Iterator[GivenReply]:
    for number, row in enumerate(reader, start=1):
        if None in row or None in row.values():
            yield f"row {number}", "", "the number of cells differs from the header"
        elif not _is_text("".join(row.values())):
            yield f"row {number}", "", "not valid UTF-8; save the table as UTF-8"
        else:
            yield f"row {number}", "", dict(row)


def _rows_of_own_names(names: list[str], rows: Iterable[GivenReply]) -> Iterator[GivenReply]:
    wide, of_toolkit = _wide(names), _of_toolkit(names)
    for place, column, row in rows:
        if isinstance(row, str):
            yield place, column, row
        elif of_toolkit:
            yield place, "", {"case_id": row[of_toolkit], "reply": row[TOOLKIT_REPLY]}
        elif not wide:
            values: dict[str, Any] = {name: cell for name, cell in row.items() if cell != "" or name == "reply"}
            yield place, "", values
        elif (case_id := photograph_id_of(row["image_path"])) is None:
            yield place, "", f"{row['image_path'][:60]!r} is not of the form triangles_original/NNN_VK.jpg"
        else:
            for name in wide:
                yield place, name.removesuffix(WIDE), {"case_id": case_id, "reply": row[name]}


def _is_text(text: str) -> bool:
    """Whether the text is without lone surrogates, which stand for bytes that are not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
