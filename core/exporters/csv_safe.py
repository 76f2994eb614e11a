"""Comma-separated values for spreadsheets: no cell is a formula or exceeds a cell's limit. Not for import.

Source: OWASP, "CSV Injection"; Microsoft, "Excel specifications and limits".
"""

from core.exporters.csv_exact import write_table
from core.exporters.export_job import ExportJob
from core.exporters.flat_rows import Cell

MOST_CHARACTERS = 32_767
"""Limit of a cell."""

_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Characters that begin a formula in a spreadsheet, including the full-width ones."""


def to_safe_text(cell: Cell) -> str:
    """Return a cell as safe text: `'` before a would-be formula, and the end cut if it is too long."""
    if not isinstance(cell, str):
        return "" if cell is None else str(cell)
    text = f"'{cell}" if cell.startswith(_BEGINS_A_FORMULA) else cell
    if len(text) <= MOST_CHARACTERS:
        return text
    note = f" [cut by Trilens; {len(cell):,} characters in all]"
    return text[: MOST_CHARACTERS - len(note)] + note


def write(job: ExportJob) -> None:
    """Write one table of all runs, with the byte order mark by which spreadsheets recognise UTF-8."""
    write_table(job, to_safe_text, "utf-8-sig")
