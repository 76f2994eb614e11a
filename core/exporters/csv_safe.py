"""Comma-separated values for spreadsheets: no cell is a formula, and none is longer than one can be. Not for an import.

Source: OWASP, "CSV Injection"; Microsoft, "Excel specifications and limits".
"""

from core.exporters.csv_exact import write_table
from core.exporters.export_job import ExportJob
from core.exporters.flat_rows import Cell

MOST_CHARACTERS = 32_767
"""Of a cell."""

_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Signs with which a spreadsheet begins a formula, those of full width too."""


def to_safe_text(cell: Cell) -> str:
    """A cell that a spreadsheet shows: `'` before what would be a formula, its end cut where it is too long."""
    if not isinstance(cell, str):
        return "" if cell is None else str(cell)
    text = f"'{cell}" if cell.startswith(_BEGINS_A_FORMULA) else cell
    if len(text) <= MOST_CHARACTERS:
        return text
    note = f" [cut by Trilens; {len(cell):,} characters in all]"
    return text[: MOST_CHARACTERS - len(note)] + note


def write(job: ExportJob) -> None:
    """Writes one table of all runs; with the mark at its beginning by which spreadsheets know UTF-8."""
    write_table(job, to_safe_text, "utf-8-sig")
