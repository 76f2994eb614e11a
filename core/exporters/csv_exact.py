"""Comma-separated values to the letter, for programs and imports. A spreadsheet may run what replies begin with."""

import csv
import io
from collections.abc import Callable

from core.exporters.export_job import Job
from core.exporters.flat_rows import Cell, columns_of, rows_of

SUFFIX = ".csv"


def exact(cell: Cell) -> str:
    """A cell as it is; empty where there is nothing."""
    return "" if cell is None else str(cell)


def write(job: Job) -> None:
    """Writes one table of all runs, a row per run and case."""
    write_table(job, exact, "utf-8")


def write_table(job: Job, as_cell: Callable[[Cell], str], encoding: str) -> None:
    """Writes the table with cells of one's own; all of them quoted, lines ended as RFC 4180 says.

    Args:
        job: what is exported.
        as_cell: text of a value.
        encoding: of the file.
    """
    columns = columns_of(job.material)
    with job.output.file(f"answers{SUFFIX}") as file:
        text = io.TextIOWrapper(file, encoding, newline="", write_through=True)
        writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
        writer.writerow(columns.kinds)
        for row in rows_of(job, columns):
            writer.writerow([as_cell(row[name]) for name in columns.kinds])
        text.detach()
