"""Replies as a plain table that names its cases by Trilens' own ids.

A file is a CSV table or JSON lines with `case_id` and `reply` (and whatever else a journal's line may have), and with
`model` and `run_id` where replies of several models or passes stand in it; a CSV table with the release's wide columns,
`image_path` and one `MODEL_response` per model; or a table of VLMEvalKit's results saved as CSV: `qid`, or `index`
where there is none, and `prediction`.
"""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from core.benchmarks.triangles.row_keys import photograph_id_of
from core.errors import JournalError, ReplyFileError
from core.logs.beside import text_at
from core.logs.first_object import first_object
from core.logs.forms.trilens_journal import row_of
from core.logs.json_lines import rows_of
from core.logs.logged import Grade, LoggedRefusal, LoggedRun, Rows
from core.logs.own_key import KEY, as_trilens_said, own_benchmark, own_run
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

GivenReply = tuple[str, str, dict[str, Any] | str]
"""Place in the file, the model's column, and the values or, as text, the reason why they cannot be read."""


def recognises(path: Path, head: bytes) -> Grade:
    """A CSV header with the columns, or JSON lines with both keys."""
    if head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        first = first_object(path, head, "reply")
        return "yes" if "reply" in first and any(key in first for key in CASE_KEYS) else "no"
    return "yes" if _is_table(_header(head)) else "no"


def read(path: Path) -> Rows:
    """The replies of a table.

    Raises:
        ReplyFileError: it is no whole table.
    """
    try:
        yield from rows_of_table(path.stem, _given(path))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ReplyFileError(f"{path} cannot be read: {error}") from error


def rows_of_table(task: str, given: Iterable[GivenReply]) -> Rows:
    """The replies of a table's rows; one that Trilens exported brings its run along.

    Args:
        task: what the table is called.
        given: its rows.
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
            runs[key] = LoggedRun("", task, key[0], run_id, given=own_run(own), benchmark_id=own_benchmark(own))
        try:
            row = row_of(reply_from(values, run_id=""), runs[key], place)
        except JournalError as error:
            yield LoggedRefusal(place, str(error))
        else:
            yield as_trilens_said(row, row.raw, values.get(KEY))


def header_problem(path: Path) -> str:
    """What is wrong with the header of a file that is called a table; empty of other files."""
    with path.open("rb") as file:
        head = file.read(65_536)
    if path.suffix.lower() == ".csv":
        return (
            f"the header has to name case_id and reply, or image_path and MODEL{WIDE}; it names "
            f"{', '.join(_header(head))[:200] or 'nothing'}."
        )
    return "" if head.strip() else "it is empty, so it has no reply"


def _header(head: bytes) -> list[str]:
    """The names of a CSV table's columns; none where the first line is not that of one."""
    line = head.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0]
    try:
        return next(iter(csv.reader([line.decode().rstrip("\r")], strict=True)), [])
    except (UnicodeDecodeError, csv.Error):
        return []


def _is_table(names: list[str]) -> bool:
    return bool(_wide(names) or _of_toolkit(names) or (set(CASE_KEYS) & set(names) and "reply" in names))


def _wide(names: list[str]) -> list[str]:
    return [name for name in names if name.endswith(WIDE) and name != WIDE] if "image_path" in names else []


def _of_toolkit(names: list[str]) -> str:
    return next((name for name in TOOLKIT_IDS if name in names and TOOLKIT_REPLY in names), "")


def _given(path: Path) -> Iterator[GivenReply]:
    with path.open("rb") as file:
        is_json = file.read(100).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
    if is_json:
        for number, values in rows_of(path):
            yield f"line {number}", "", values
    else:
        yield from _csv_rows(path)


def _csv_rows(path: Path) -> Iterator[GivenReply]:
    csv.field_size_limit(MAX_CELL_CHARACTERS)
    with path.open(newline="", encoding="utf-8-sig") as file:
        reader = csv.DictReader(file, strict=True)
        names = list(reader.fieldnames or [])
        wide, of_toolkit = _wide(names), _of_toolkit(names)
        for number, row in enumerate(reader, start=1):
            place = f"row {number}"
            if None in row or None in row.values():
                yield place, "", "the number of cells differs from the header"
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
