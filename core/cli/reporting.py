"""The commands that print or write figures: `report`, `accuracy`, `export`."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from core.cli.options import Benchmark, Source, find_workspace_to_read
from core.cli.terminal import show_progress_bars


class ReportFormat(StrEnum):
    """Format of the report."""

    MARKDOWN = "markdown"
    JSON = "json"
    HTML = "html"


def report_command(
    form: Annotated[ReportFormat, typer.Option("--format", help="Format of the report.")] = ReportFormat.MARKDOWN,
    pin: Annotated[list[str] | None, typer.Option(help="Case to show in the HTML report. Can be repeated.")] = None,
    cohort: Annotated[
        str | None, typer.Option(help="Cohort whose cases the HTML report shows too, at most the first 60.")
    ] = None,
    title: Annotated[
        str, typer.Option(help="Title of the report. By default the benchmark and the question that it asks.")
    ] = "",
    address: Annotated[
        str, typer.Option(help="Address of a dashboard to which the report links, such as http://localhost:8501.")
    ] = "",
    benchmark: Benchmark = None,
) -> None:
    """Print a report with the overview's findings and figures, with published figures beside computed ones."""
    from core.notes import read_notes
    from core.reports.front_page import ReportRequest, check_request
    from core.reports.report import render_report, to_json
    from core.review.codebook import replay_entries
    from core.review.cohorts import choose_report_cases
    from core.review.review_file import read_entries
    from core.warehouse.read import open_current

    request = ReportRequest(title, address)
    check_request(request)
    workspace = find_workspace_to_read(benchmark)
    review = replay_entries(read_entries(workspace.home).entries, workspace.benchmark_id)
    with open_current(workspace) as warehouse:
        if form is ReportFormat.JSON:
            print(json.dumps(to_json(warehouse, review), indent=1, allow_nan=False))
        else:
            is_html = form is ReportFormat.HTML
            notes = read_notes(workspace.home).notes
            case_ids = choose_report_cases(pin or [], cohort, review.cohorts)
            form_name: Literal["html", "md"] = "html" if is_html else "md"
            text = render_report(warehouse, form_name, case_ids, workspace.derived_images, notes, review, request)
            print(text)


def print_accuracy_command(source: Source = None, benchmark: Benchmark = None) -> None:
    """Print the accuracy of the geometry on Tri-Bench, and of reply parsing on VisOnlyQA against its authors' parser.

    Without --benchmark, both are printed if the files are in the data folder.
    """
    from core.benchmarks.registry import VISONLYQA, load_benchmark
    from core.research_tools import require_tools
    from core.settings import read_settings

    require_tools("The command accuracy")
    own = read_settings().workspace.select_benchmark(VISONLYQA)
    has_replies = load_benchmark(own).is_here(source or own.release)
    if benchmark == VISONLYQA or (source and has_replies and not benchmark):
        _print_agreement(source or own.release)
        return
    _print_geometry_accuracy(source)
    if has_replies and not benchmark:
        print()
        _print_agreement(own.release)


def _print_agreement(folder: Path) -> None:
    from tools.visonlyqa_agreement import format_agreement, measure_agreement

    with show_progress_bars() as report:
        agreement = measure_agreement(folder, report)
    print(format_agreement(agreement))


def _print_geometry_accuracy(source: Path | None) -> None:
    from core.settings import read_settings
    from tools import geometry_accuracy, geometry_robustness

    folder = source or read_settings().workspace.release
    with show_progress_bars() as report:
        cases = geometry_accuracy.measure_release(folder, report=report)
    print(geometry_accuracy.format_summary(cases))
    with show_progress_bars() as report:
        worse = geometry_robustness.compute_robustness_figures(folder, cases, report=report)
    if worse:
        print("With degraded images, one photograph per triangle:")
        print(geometry_accuracy.format_figures(worse))


class PicturesOption(StrEnum):
    """Kind of images in an export."""

    NONE = "none"
    PREVIEW = "preview"
    ORIGINAL = "original"


def export_command(
    file: Annotated[
        Path, typer.Argument(help="File to write: .csv or .parquet for a table; a file, new folder or .zip with --as.")
    ],
    table: Annotated[str | None, typer.Option(help="Table or view of the warehouse. By default the answers.")] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--as",
            help="Format of another program instead of a table: inspect, lm-eval, lmms-eval, huggingface, fiftyone, "
            "csv, csv-safe or journal.",
        ),
    ] = None,
    run: Annotated[list[str] | None, typer.Option(help="Export only this run. Can be repeated.")] = None,
    pictures: Annotated[
        PicturesOption | None,
        typer.Option(help="Images to include with --as: none, small upright copies, or the original files."),
    ] = None,
    benchmark: Benchmark = None,
) -> None:
    """Export runs in the format of another program, or a table of the warehouse."""
    from core.errors import SelectionError

    if form is not None and table is not None:
        raise SelectionError("--as exports runs, --table exports a table. Use only one of them.")
    if form is None and pictures is not None:
        raise SelectionError("A table has no images. Choose a format with --as, or omit --pictures.")
    workspace = find_workspace_to_read(benchmark)
    if form is None:
        from core.cli.export_table import export_table

        export_table(file, table, run or [], workspace)
    else:
        from core.cli.export_runs import export_form

        export_form(file, form, run or [], None if pictures is None else pictures.value, workspace)
