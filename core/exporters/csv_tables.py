"""Comma-separated values: exact ones for programs and imports, and safe ones for spreadsheets, not for import.

A spreadsheet may run an exact reply as a formula. It shows a safe cell as text, within the length that it allows.
Source: OWASP, "CSV Injection"; Microsoft, "Excel specifications and limits".
"""

import csv
import io
from collections.abc import Callable

from core.exporters.export_job import ExportJob
from core.exporters.flat_rows import Cell, build_columns, build_rows

SUFFIX = ".csv"

MOST_CHARACTERS = 32_767
"""Limit of a cell."""

_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Characters that begin a formula in a spreadsheet, including the full-width ones."""


def to_exact_text(cell: Cell) -> str:
    """Return a cell unchanged; empty if it has no value."""
    return "" if cell is None else str(cell)


def to_safe_text(cell: Cell) -> str:
    """Return a cell as safe text: `'` before a would-be formula, and the end cut if it is too long."""
    if not isinstance(cell, str):
        return "" if cell is None else str(cell)
    text = f"'{cell}" if cell.startswith(_BEGINS_A_FORMULA) else cell
    if len(text) <= MOST_CHARACTERS:
        return text
    note = f" [cut by Trilens; {len(cell):,} characters in all]"
    return text[: MOST_CHARACTERS - len(note)] + note


def write_exact(job: ExportJob) -> None:
    """Write one table of all runs, with one row per run and case."""
    _write_table(job, to_exact_text, "utf-8")


def write_safe(job: ExportJob) -> None:
    """Write the table with the byte order mark by which spreadsheets recognise UTF-8."""
    _write_table(job, to_safe_text, "utf-8-sig")


def _write_table(job: ExportJob, as_cell: Callable[[Cell], str], encoding: str) -> None:
    """Write the table with converted cells; all are quoted, and lines end as RFC 4180 requires.

    Args:
        job: the export.
        as_cell: converts a value to text.
        encoding: of the file.
    """
    columns = build_columns(job.material)
    with job.output.open_file(f"answers{SUFFIX}") as file:
        text = io.TextIOWrapper(file, encoding, newline="", write_through=True)
        writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
        writer.writerow(columns.kinds)
        for row in build_rows(job, columns):
            writer.writerow([as_cell(row[name]) for name in columns.kinds])
        text.detach()
