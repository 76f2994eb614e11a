"""Texts in the cells of a table of questions."""

import math

from core.benchmarks.choice.table_rows import Cell

MAX_TEXT = 20_000
"""Characters of a question or an option."""


class CellError(Exception):
    """A cell that cannot be used; holds its column and the reason."""


def parse_cell_text(column: str, cell: Cell) -> str:
    """Return a text, or a number as it is written; nothing else is an option, a question or a key.

    Raises:
        CellError: it is something else, or too long.
    """
    if isinstance(cell, str):
        text = cell
    elif is_missing(cell):
        return ""
    elif isinstance(cell, bool) or not isinstance(cell, int | float):
        raise CellError(column, f"{str(cell)[:60]!r} is neither text nor number")
    else:
        text = str(cell)
    if len(text) > MAX_TEXT:
        raise CellError(column, f"{len(text):,} characters are more than {MAX_TEXT:,}")
    if "\0" in text:
        raise CellError(column, "holds the sign U+0000")
    return text


def is_missing(cell: Cell) -> bool:
    """Return whether a cell holds nothing: None, or NaN as Parquet files of pandas have it."""
    return cell is None or (isinstance(cell, float) and math.isnan(cell))
