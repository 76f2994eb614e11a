"""Strict reader of CSV tables; errors name file, row and column of an invalid cell."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from core.errors import ReleaseError

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[+-]?(?:nan|inf)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TableLine:
    """One row of a table: texts by column, and its place for messages.

    Attributes:
        number: 1 for the first row below the header.
        cells: unchanged from the file.
    """

    file: str
    number: int
    cells: dict[str, str]

    def refuse(self, column: str, why: str) -> ReleaseError:
        """Return the error that names this row and a column, for the caller to raise."""
        return ReleaseError(f"{self.file}, row {self.number}, column {column}: {why}")

    def get_text(self, column: str) -> str:
        """Return the cell without surrounding white space."""
        return self.cells[column].strip()

    def get_word(self, column: str, allowed: Sequence[str]) -> str:
        """Return the cell, which must be one of the allowed words.

        Raises:
            ReleaseError: it is another word.
        """
        value = self.get_text(column)
        if value not in allowed:
            raise self.refuse(column, f"{value!r} is unknown; use one of {', '.join(allowed)}")
        return value

    def parse_number(self, column: str, low: float = -math.inf, high: float = math.inf) -> float:
        """Return the cell as a finite number within the closed range.

        Raises:
            ReleaseError: it is not a number, not finite, or outside.
        """
        value = self.get_text(column)
        if not _NUMBER.fullmatch(value):
            raise self.refuse(column, f"{value!r} is not a number")
        number = float(value)
        if not math.isfinite(number):
            raise self.refuse(column, f"{value!r} is not a finite number")
        if not low <= number <= high:
            raise self.refuse(column, f"{number:g} is not between {low:g} and {high:g}")
        return number


def read_table(folder: Path, file: str, columns: Sequence[str]) -> Iterator[TableLine]:
    """Yield the rows of a CSV table, with every cell as text; no word is read as a missing value.

    Raises:
        ReleaseError: the file is missing or not a valid CSV table, or a column is missing.
    """
    path = folder / file
    if not path.is_file():
        raise ReleaseError(f"{file} is missing in {folder}. Fetch the release: trilens fetch")
    try:
        table = pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError) as error:
        raise ReleaseError(f"{file} is not a valid CSV table: {error}") from error
    missing = [column for column in columns if column not in table.columns]
    if missing:
        raise ReleaseError(f"{file}, row 0 (the header): column {', '.join(missing)} is missing")
    for number, cells in enumerate(table.fillna("").to_dict("records"), start=1):
        yield TableLine(file, number, {str(column): str(cell) for column, cell in cells.items()})
