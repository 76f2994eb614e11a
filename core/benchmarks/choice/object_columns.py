"""Columns for the values of nested objects in a table: `metadata.image` for `{"metadata": {"image": "1.png"}}`."""

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from pathlib import Path

from core.benchmarks.choice.items import LETTERS
from core.benchmarks.choice.table_rows import ROWS_FOR_KEYS, Cell, QuestionTable, TableRow, open_table

MAX_DEPTH = 4
"""Maximum number of objects inside each other; a deeper one stays a single cell."""

_IMAGE_KEYS = {"bytes", "path"}
_OPTION_KEYS = {"text", "label"}
_LETTERS = set(LETTERS)


def open_question_table(path: Path) -> QuestionTable:
    """Open a table of questions whose nested objects are columns, as `flatten_objects` returns them."""
    return flatten_objects(open_table(path))


def flatten_objects(table: QuestionTable) -> QuestionTable:
    """Return a table whose nested objects are columns of their own, named by their path with dots.

    Objects that are one value stay one cell: images (`bytes`, `path`) and options by letter. Columns are those of the
    table, each object replaced by its values in the first rows.
    """
    rows = (TableRow(row.place, dict(_list_values(row.cells)), row.wrong) for row in table.rows)
    first_rows = list(islice(rows, ROWS_FOR_KEYS))
    names = dict.fromkeys(name for row in first_rows for name in row.cells)
    columns: list[str] = []
    for column in table.columns:
        inner = [name for name in names if name.startswith(f"{column}.") and name not in table.columns]
        columns += [column] * (column in names or not inner) + inner
    return QuestionTable(tuple(columns), chain(first_rows, rows), table.notes)


def _list_values(cells: Mapping[str, Cell], before: str = "", depth: int = 1) -> Iterator[tuple[str, Cell]]:
    """Yield the name and value of each cell; an object's values instead of the object."""
    for name, cell in cells.items():
        if isinstance(cell, dict) and depth < MAX_DEPTH and not _is_value(cell):
            yield from _list_values(cell, f"{before}{name}.", depth + 1)
        elif not before or cell is not None:
            yield f"{before}{name}", cell


def _is_value(cell: Mapping[str, Cell]) -> bool:
    """Return whether an object is an image or the options of a question, or is empty."""
    letters = {key.strip("(). ").upper() for key in cell}
    return cell.keys() <= _IMAGE_KEYS or cell.keys() == _OPTION_KEYS or letters <= _LETTERS
