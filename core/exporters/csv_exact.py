"""Comma-separated values to the letter, for programs and imports. A spreadsheet may run what replies begin with."""

import csv
import io
from collections.abc import Callable

from core.exporters.export_job import ExportJob
from core.exporters.flat_rows import Cell, build_columns, build_rows

SUFFIX = ".csv"


def to_exact_text(cell: Cell) -> str:
    """A cell as it is; empty where there is nothing."""
    return "" if cell is None else str(cell)


def write(job: ExportJob) -> None:
    """Writes one table of all runs, a row per run and case."""
    write_table(job, to_exact_text, "utf-8")


def write_table(job: ExportJob, as_cell: Callable[[Cell], str], encoding: str) -> None:
    """Writes the table with cells of one's own; all of them quoted, lines ended as RFC 4180 says.

    Args:
        job: what is exported.
        as_cell: text of a value.
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
