"""Exact comma-separated values, for programs and imports. Not safe for spreadsheets: a reply may run as a formula."""

import csv
import io
from collections.abc import Callable

from core.exporters.export_job import ExportJob
from core.exporters.flat_rows import Cell, build_columns, build_rows

SUFFIX = ".csv"


def to_exact_text(cell: Cell) -> str:
    """Return a cell unchanged; empty if it has no value."""
    return "" if cell is None else str(cell)


def write(job: ExportJob) -> None:
    """Write one table of all runs, with one row per run and case."""
    write_table(job, to_exact_text, "utf-8")


def write_table(job: ExportJob, as_cell: Callable[[Cell], str], encoding: str) -> None:
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
