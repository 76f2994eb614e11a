"""Predictions of VLMEvalKit: a table as spreadsheet, as tab-separated values or as JSON.

A spreadsheet silently loses text: a long reply is cut, one that begins with an address may be missing.
Its pickles are never opened.
"""

import re
from contextlib import suppress
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from core.benchmarks.choice.cells import CellError
from core.benchmarks.choice.columns import OPTION_LISTS
from core.benchmarks.choice.items import find_options_problem
from core.benchmarks.choice.option_lists import parse_option_cell
from core.benchmarks.choice.option_splitting import strip_option_letters
from core.errors import ReplyFileError
from core.importers.formats.vlmevalkit_run import STATUS_KEYS, build_run, is_result, parse_score, read_scores
from core.importers.formats.vlmevalkit_table import SPREADSHEET, detect_table_format, read_columns, read_table_rows
from core.importers.peek import has_keys
from core.importers.records import Grade, ImportedReply, ImportedRun, RejectedRow, Rows, RowVariant
from core.importers.row_metadata import collect_facts, collect_names
from core.importers.sidecar_files import is_regular
from core.importers.spreadsheet import CELL_CHARACTERS
from core.records import ReplyStatus

CIRCLE = 1_000_000
"""Rows of circular evaluation: the options of index n are rotated k times at index n + k million."""

_MOST_ROTATIONS = len(ascii_uppercase)
_FAILED = ("Failed to obtain answer via API.", "Failed to obtain answer: <class ")
_NOT_WRITTEN = (
    "its cell is empty: a spreadsheet drops a reply that begins with an address and is longer than 2,079 characters"
)
_CUT = f"a cell of a spreadsheet ends at {CELL_CHARACTERS:,} characters"
_SUMMARY = re.compile(r".+_(?:acc|score|rating)\.(?:csv|tsv|json|xlsx)")
_NO_FACTS = {"index", "prediction", "thinking", "hit", "log", "score", "image", *OPTION_LISTS, *ascii_uppercase}


def classify_file(path: Path, head: bytes) -> Grade:
    """Return `yes` if the file holds predictions, or `part` if it holds their results or the run's status."""
    if has_keys(path, head, *STATUS_KEYS):
        return "part"
    if _SUMMARY.fullmatch(path.name) and b"Overall" in head:
        return "part"
    try:
        columns = read_columns(path, head)
    except ReplyFileError:
        return "yes" if b"[Content_Types].xml" in head else "no"  # so that reading reports the error
    if not {"index", "prediction"} <= set(columns):
        return "no"
    return "part" if is_result(columns) and _has_predictions(path) else "yes"


def _has_predictions(path: Path) -> bool:
    """Return whether the scored predictions exist beside the results; their name is the beginning of this one."""
    parts = path.stem.split("_")
    stems = ("_".join(parts[:end]) for end in range(1, len(parts)))
    return any(is_regular(path.parent / f"{stem}{ending}") for stem in stems for ending in (".xlsx", ".tsv", ".json"))


def read(path: Path) -> Rows:
    """Yield the replies of a table.

    Raises:
        OSError: the file cannot be read.
        ReplyFileError, ValueError: it is truncated or too large.
    """
    with path.open("rb") as file:
        head = file.read(2**16)
    columns = read_columns(path, head)
    run, is_scored = build_run(path, columns), is_result(columns)
    scores = {} if is_scored else read_scores(path)
    seen: set[str] = set()
    for place, row in read_table_rows(path):
        if isinstance(row, str):
            yield RejectedRow(place, row)
        elif (index := _format_cell(row.get("index"))) == "":
            yield RejectedRow(place, "it has no index")
        elif index in seen:
            yield RejectedRow(place, f"index {index[:60]} appears twice")
        else:
            score = parse_score(row) if is_scored else scores.get(index)
            yield _parse_reply(
                run, place, row, _find_variant(index, seen), score, is_sheet=detect_table_format(head) == SPREADSHEET
            )
            seen.add(index)


def _find_variant(index: str, seen: set[str]) -> RowVariant | None:
    """Return the row of which a row is a rotation; none unless that row precedes it."""
    if not index.isdecimal() or len(index) > len(str(CIRCLE * _MOST_ROTATIONS)):
        return None
    turn, base = divmod(int(index), CIRCLE)
    return RowVariant(str(base), turn) if 0 < turn < _MOST_ROTATIONS and str(base) in seen else None


def _parse_reply(
    run: ImportedRun,
    place: str,
    row: dict[str, Any],
    variant: RowVariant | None,
    score: float | None,
    *,
    is_sheet: bool,
) -> ImportedReply:
    raw = _format_cell(row.get("prediction"))
    status, error = _parse_outcome(raw, is_sheet=is_sheet)
    index = _format_cell(row["index"])
    facts = {name: cell for name, cell in row.items() if name not in _NO_FACTS}
    question = _format_cell(row.get("question"))
    return ImportedReply(
        run,
        place,
        raw if status in ("ok", "cut") else None,
        status,
        error,
        key=index,
        names=collect_names(() if index.isdecimal() else index, facts),
        question=question,
        options=_parse_options(row),
        target=_format_cell(row.get("answer")),
        said_score=score,
        metadata=collect_facts(facts),
        variant=variant,
        picture_stem=index,
    )


def _format_cell(cell: object) -> str:
    """Return the text of a cell; numbers as tables write them."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return "" if cell is None else str(cell)


def _parse_outcome(raw: str, *, is_sheet: bool) -> tuple[ReplyStatus, str | None]:
    if not raw.strip():
        return ("missing", _NOT_WRITTEN) if is_sheet else ("empty", "no text")
    if raw.startswith(_FAILED):
        return "api_error", raw.strip()
    return ("cut", _CUT) if is_sheet and len(raw) >= CELL_CHARACTERS else ("ok", None)


def _parse_options(row: dict[str, Any]) -> tuple[str, ...] | None:
    """Return the options as shown, in the columns from A on, or in one column with a list.

    None if there are none, if one between them is missing, or if the column of a list has no known form.
    """
    texts = [_format_cell(row.get(letter)) for letter in ascii_uppercase]
    shown = [text for text in texts if text]
    if not shown:
        return _parse_option_list(row)
    return tuple(shown) if len(shown) > 1 and texts[: len(shown)] == shown else None


def _parse_option_list(row: dict[str, Any]) -> tuple[str, ...] | None:
    """Return the options of the first column with a list of at least two; their letters are left out."""
    for name in OPTION_LISTS:
        with suppress(CellError):  # a column of this name with other content states no options
            texts, _ = parse_option_cell(name, row.get(name))
            options = tuple(text.strip() for text in texts)
            if not find_options_problem(options):
                return strip_option_letters(options) or options
    return None
