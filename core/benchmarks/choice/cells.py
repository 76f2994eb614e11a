"""Texts in the cells of a table of questions."""

import math

from core.benchmarks.choice.table_rows import Cell

MAX_TEXT = 20_000
"""Maximum number of characters of a question or an option."""


class CellError(Exception):
    """A cell that cannot be used; holds its column and the reason."""


def parse_cell_text(column: str, cell: Cell) -> str:
    """Return a cell's text, or its number as written; no other value can be an option, a question or a key.

    Raises:
        CellError: the cell has another type, or is too long.
    """
    if isinstance(cell, str):
        text = cell
    elif is_missing(cell):
        return ""
    elif isinstance(cell, bool) or not isinstance(cell, int | float):
        raise CellError(column, f"{str(cell)[:60]!r} is neither a text nor a number")
    else:
        text = str(cell)
    if len(text) > MAX_TEXT:
        raise CellError(column, f"{len(text):,} characters; at most {MAX_TEXT:,} are allowed")
    if "\0" in text:
        raise CellError(column, "contains the character U+0000")
    return text


def is_missing(cell: Cell) -> bool:
    """Return whether a cell is empty: None, or NaN as in Parquet files written by pandas."""
    return cell is None or (isinstance(cell, float) and math.isnan(cell))
