"""Cells of a table that hold names, levels of factors, margins and short texts."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from core.benchmarks.choice.cells import CellError, parse_cell_text
from core.benchmarks.choice.table_rows import Cell
from core.formatting import to_single_line

MAX_NAME = 200
"""Maximum number of characters of an id or a level."""


def parse_text(cells: Mapping[str, Cell], column: str) -> str:
    """Return a text that must not be empty."""
    text = parse_cell_text(column, cells.get(column)).strip()
    if not text:
        raise CellError(column, "empty")
    return text


def parse_level(cells: Mapping[str, Cell], column: str) -> str:
    """Return the cell as one short line, which may be empty."""
    text = parse_cell_text(column, cells.get(column)).strip()
    if (name := _intern_name(text)) is None:
        raise build_name_error(column, text)
    return name


def build_name_error(column: str, text: str) -> CellError:
    """Build the error of a cell whose text cannot be a name."""
    return CellError(column, f"{text[:60]!r} is not a name. Write one line of at most {MAX_NAME} characters")


def is_name(text: str) -> bool:
    """Return whether a text is a valid id or level, or is empty."""
    return len(text) <= MAX_NAME and to_single_line(text) == text


@lru_cache(maxsize=100_000)
def _intern_name(text: str) -> str | None:
    """Return the text, as the same object for all rows that have it; None if it is not a name."""
    return text if is_name(text) else None


def parse_margin(cells: Mapping[str, Cell], column: str) -> float | None:
    """Return a number that is not negative; None if the cell is empty."""
    text = parse_cell_text(column, cells.get(column)).strip()
    if not text:
        return None
    try:
        margin = float(text)
    except ValueError:
        margin = math.nan
    if not 0 <= margin < math.inf:
        raise CellError(column, f"{text[:60]!r} is not a margin. Write a number that is not negative")
    return margin


def parse_name(cells: Mapping[str, Cell], column: str) -> str:
    """Return a name that must not be empty."""
    text = parse_level(cells, column)
    if not text:
        raise CellError(column, "empty")
    return text


def parse_levels(cells: Mapping[str, Cell], columns: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """Return the levels by key; empty cells are left out."""
    return _intern_levels(tuple([(key, level) for key, column in columns if (level := parse_level(cells, column))]))


@lru_cache(maxsize=10_000)
def _intern_levels(levels: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Return the levels by key, as one object for all rows that have them."""
    return dict(levels)
