"""The commands that print or write figures: `report`, `accuracy`, `export`."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from core.cli.options import Benchmark, Source, settings_to_read
from core.cli.terminal import progress_bars


class ReportFormat(StrEnum):
    """Forms of the report."""

    MARKDOWN = "markdown"
    JSON = "json"
    HTML = "html"


def report_command(
    form: Annotated[ReportFormat, typer.Option("--format", help="Form of the report.")] = ReportFormat.MARKDOWN,
    pin: Annotated[list[str] | None, typer.Option(help="Case to show in the HTML report; can be repeated.")] = None,
    benchmark: Benchmark = None,
) -> None:
    """Print the overview's figures, with the published ones beside those computed here."""
    from core.notes import read_notes
    from core.reports.report import as_json, rendered
    from core.warehouse.read import open_current

    settings = settings_to_read(benchmark)
    with open_current(settings) as warehouse:
        if form is ReportFormat.JSON:
            print(json.dumps(as_json(warehouse), indent=1, allow_nan=False))
        else:
            is_html = form is ReportFormat.HTML
            notes = read_notes(settings.home).notes
            print(rendered(warehouse, "html" if is_html else "md", pin or [], settings.derived_images, notes))


def accuracy_command(source: Source = None) -> None:
    """Measure the photographs on the disk and print how exact the geometry is, with the worst ones by name."""
    from core.benchmarks.triangles import geometry_accuracy, geometry_robustness
    from core.settings import read_settings

    folder = source or read_settings().release
    with progress_bars() as report:
        cases = geometry_accuracy.measure_release(folder, report=report)
    print(geometry_accuracy.summary(cases))
    with progress_bars() as report:
        worse = geometry_robustness.robustness_figures(folder, cases, report=report)
    if worse:
        print("Made worse, one photograph of each triangle:")
        print(geometry_accuracy.listed_figures(worse))


def export_command(
    file: Annotated[Path, typer.Argument(help="File to write; .csv or .parquet.")],
    table: Annotated[str | None, typer.Option(help="Table or view of the warehouse; the answers by default.")] = None,
    run: Annotated[list[str] | None, typer.Option(help="Only this run; can be repeated.")] = None,
    benchmark: Benchmark = None,
) -> None:
    """Write a table of the warehouse, or only the rows of some runs, to a file."""
    from core.cli.replies import export_table

    export_table(file, table, run or [], settings_to_read(benchmark))
