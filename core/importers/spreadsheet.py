"""Rows of a spreadsheet (xlsx), one at a time: values without formulas, never unpacking beyond fixed limits."""

import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import ParseError  # only to name openpyxl's error

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from core.errors import ReplyFileError
from core.importers.json_text import replace_surrogates
from core.importers.zip_reader import check_zip

CELL_CHARACTERS = 32_767
"""Excel silently truncates cells at this length."""

MAX_ROWS = 1_048_576
MAX_COLUMNS = 2_000
MAX_TEXTS_BYTES = 128 * 2**20
"""Maximum size of the texts of all cells: a member beside the sheets, which is read whole."""

WORKBOOK, _SHEETS = "xl/workbook.xml", "xl/worksheets/"
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_BROKEN = (
    KeyError, ValueError, TypeError, IndexError, AttributeError, OSError, EOFError, NotImplementedError,
    zipfile.BadZipFile, zlib.error, ParseError, InvalidFileException,
)  # fmt: skip
"""Errors that openpyxl raises for malformed files."""

Cell = str | int | float | bool | None


def is_spreadsheet(path: Path) -> bool:
    """Return whether a zip archive is a spreadsheet.

    Raises:
        ReplyFileError: it is not a whole archive, or unpacks to more than the limits.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise ReplyFileError(f"{path.name} is not a whole zip archive: {error}") from error
    check_zip(path, members)
    if sum(one.file_size for one in members if not one.filename.startswith(_SHEETS)) > MAX_TEXTS_BYTES:
        limit = f"{MAX_TEXTS_BYTES // 2**20} MiB"
        raise ReplyFileError(f"{path.name} has more than {limit} of text; save it as TSV or JSON instead.")
    return WORKBOOK in {one.filename for one in members}


def read_spreadsheet(path: Path) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of the first sheet, including the header; texts with their control characters, as before saving.

    Raises:
        ReplyFileError: it is not a spreadsheet, is broken, or is too large.
    """
    if not is_spreadsheet(path):
        raise ReplyFileError(f"{path.name} is not a spreadsheet: it has no {WORKBOOK}.")
    try:
        book = load_workbook(path, read_only=True, data_only=True, keep_links=False)
        try:
            sheet = book.worksheets[0]
            sheet.reset_dimensions()  # the file may state any value
            for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
                if number > MAX_ROWS or len(row) > MAX_COLUMNS:
                    raise ReplyFileError(f"{path.name} has more than {MAX_ROWS:,} rows or {MAX_COLUMNS:,} columns.")
                yield tuple(map(_clean_cell, row))
        finally:
            book.close()
    except _BROKEN as error:
        raise ReplyFileError(f"{path.name} is a broken spreadsheet: {error}") from error


def _clean_cell(value: object) -> Cell:
    if isinstance(value, str):
        return replace_surrogates(_ESCAPED.sub(lambda code: chr(int(code[1], 16)), value)) if "_x" in value else value
    return value if isinstance(value, int | float | None) else str(value)
