"""The command line: `python -m core COMMAND`. Errors are one line on stderr, exit code 0 only when the work is done."""

import json
import os
import sys
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from core.benchmarks.fetch import FetchResult, fetch
from core.benchmarks.registry import SYNTHETIC, known
from core.cli import commands
from core.cli.commands import Benchmark
from core.cli.terminal import print_build, progress_bars, stderr, stdout
from core.errors import FetchError, SceneError, TrilensError
from core.photographs import geometry_accuracy as geometry
from core.preparing.prepare import prepare
from core.preparing.prepare_synthetic import prepare_synthetic
from core.reports import report as reports
from core.settings import REPOSITORY, read_settings
from core.synthetic.write import synthesize
from core.text import printable
from core.warehouse.build import build
from core.warehouse.read import open_current
from core.warehouse.which_benchmark import settings_to_build, settings_to_read

app = typer.Typer(
    help="Trilens: from Tri-Bench's files to a warehouse of scores.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


class ReportFormat(StrEnum):
    """Forms of the report."""

    MARKDOWN = "markdown"
    JSON = "json"
    HTML = "html"


@app.command("fetch")
def fetch_command(
    source: Annotated[str | None, typer.Option(help="URL or folder; the pinned public repository by default.")] = None,
) -> None:
    """Bring Tri-Bench to the data folder, each file checked; goes on where an earlier call ended."""
    settings = read_settings()
    with progress_bars() as report:
        result = fetch(settings, source, report)
    _print_fetch(result, settings.release)
    if not result.is_complete:
        raise FetchError(f"{len(result.failed)} files could not be fetched; the rest is kept. Run the command again.")


def _print_fetch(result: FetchResult, folder: Path) -> None:
    stdout.print(
        f"{folder}: {len(result.fetched)} files fetched, {len(result.kept)} were there already, "
        f"{len(result.absent)} are not in the source, {len(result.failed)} failed.",
        markup=False,
    )
    for path, reason in list(result.failed.items())[:20]:
        stderr.print(f"  {path}: {reason}", markup=False)
    if len(result.failed) > 20:
        stderr.print(f"  and {len(result.failed) - 20} more")


@app.command("build")
def build_command(
    source: Annotated[Path | None, typer.Option(help="Release folder; the data folder's by default.")] = None,
    benchmark: Benchmark = None,
) -> None:
    """Build a new warehouse from what is there and switch to it."""
    settings = settings_to_build(read_settings(), benchmark, source)
    with progress_bars() as report:
        result = build(settings, source, report)
    print_build(result)


@app.command("synthesize")
def synthesize_command(
    out: Annotated[Path, typer.Option(help="Folder to write; must not be there yet.")],
    photographs: Annotated[int, typer.Option(help="How many; four to a triangle.", min=1, max=20_000)] = 100,
    tilt: Annotated[
        str | None,
        typer.Option(help="Tilt of the tilted photographs in degrees, LOW:HIGH; as in Tri-Bench by default."),
    ] = None,
    shapes: Annotated[str, typer.Option(help="Side and angle classes, as in isosceles,right; all by default.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same set.", min=0)] = 0,
) -> None:
    """Write a set of synthetic photographs with their exact truth, in the release's layout, for `build --source`."""
    classes = [name.strip() for name in shapes.split(",") if name.strip()]
    with progress_bars() as report:
        triangles = synthesize(out, photographs, seed=seed, tilt_deg=_range_deg(tilt), shapes=classes, report=report)
    stdout.print(f"{out}: {photographs} synthetic photographs of {triangles} triangles.", markup=False)
    stdout.print(f"A warehouse of them: python -m core build --source {out}", markup=False)


def _range_deg(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    low, separator, high = text.partition(":")
    try:
        return float(low), float(high if separator else low)
    except ValueError:
        raise SceneError(f"--tilt {text}: write two numbers of degrees, as in 0:75") from None


@app.command("prepare")
def prepare_command(
    benchmark: Annotated[
        str | None, typer.Option(help=f"{SYNTHETIC}: draw and build that one, also where Tri-Bench is there.")
    ] = None,
) -> None:
    """Fetch what is missing and build if anything changed, synthetic scenes where Tri-Bench is not to be had."""
    settings = read_settings()
    with progress_bars() as report:
        if benchmark and known(benchmark) == SYNTHETIC:
            prepare_synthetic(settings, report)
        else:
            for problem in prepare(settings, report)[:20]:
                stderr.print(f"trilens: {problem}", markup=False)
    ready = settings_to_read(settings, benchmark)
    with open_current(ready) as warehouse:
        stdout.print(f"Warehouse {warehouse.path} is ready.", markup=False)
    if ready.benchmark_id == SYNTHETIC and not benchmark:
        stderr.print(
            "trilens: Tri-Bench is not here, so these are synthetic scenes. Once it can be reached, the same "
            "command brings it; a local copy: make run SOURCE=FOLDER",
            markup=False,
        )


@app.command()
def status(benchmark: Benchmark = None) -> None:
    """Show what the current warehouse holds: counts, sources, checksums, age."""
    with open_current(settings_to_read(read_settings(), benchmark)) as warehouse:
        built = warehouse.query("build").iloc[0]
        age = datetime.now(UTC) - built["built_at"].to_pydatetime()
        stdout.print(f"Warehouse {warehouse.path}", markup=False)
        stdout.print(
            f"Built {built['built_at']:%Y-%m-%d %H:%M:%S} UTC, {age.total_seconds() / 3600:.1f} hours ago, by "
            f"Trilens {built['trilens_version']} from {built['source']}",
            markup=False,
        )
        for row in warehouse.query("contents").itertuples():
            stdout.print(f"{row.rows:>8} {row.content}", markup=False)
        sources = warehouse.query("sources")
        for state, count in sources["status"].value_counts().items():
            stdout.print(f"{count:>8} files {state}", markup=False)
        for row in sources[~sources["path"].str.startswith("images/")].itertuples():
            checksum = row.sha256 if isinstance(row.sha256, str) else "-" * 64
            stdout.print(f"{checksum}  {row.path} ({row.status})", markup=False)


@app.command()
def report(
    form: Annotated[ReportFormat, typer.Option("--format", help="Form of the report.")] = ReportFormat.MARKDOWN,
    pin: Annotated[list[str] | None, typer.Option(help="Photograph to show in HTML; may be given again.")] = None,
    benchmark: Benchmark = None,
) -> None:
    """Print the overview's figures, the published ones beside those computed here."""
    settings = settings_to_read(read_settings(), benchmark)
    with open_current(settings) as warehouse:
        if form is ReportFormat.JSON:
            print(json.dumps(reports.as_json(warehouse), indent=1, allow_nan=False))
        else:
            is_html = form is ReportFormat.HTML
            print(reports.rendered(warehouse, "html" if is_html else "md", pin or [], settings.derived_images))


@app.command()
def accuracy(
    source: Annotated[Path | None, typer.Option(help="Release folder; the data folder's by default.")] = None,
) -> None:
    """Measure the photographs that are here and print how good the geometry is, with the worst by name."""
    folder = source or read_settings().release
    with progress_bars() as report:
        comparisons = geometry.measure_release(folder, report=report)
    print(geometry.summary(comparisons))


@app.command()
def serve(
    port: Annotated[int, typer.Option(envvar="PORT", help="Port to listen on.", min=1, max=65535)] = 8501,
    address: Annotated[str, typer.Option(help="Address to listen on.")] = "localhost",
) -> None:
    """Start the dashboard, which prints its address; data that is missing is brought in the background."""
    read_settings()
    arguments = [
        "-m",
        "streamlit",
        "run",
        str(REPOSITORY / "serve.py"),
        "--server.headless=true",
        f"--server.port={port}",
        f"--server.address={address}",
    ]
    os.chdir(REPOSITORY)
    os.execv(sys.executable, [sys.executable, *arguments])  # noqa: S606 - our own interpreter, our own file


app.command("run")(commands.run_command)
app.command("ask")(commands.ask_command)
app.command("import")(commands.import_command)
app.command("export")(commands.export_command)


def main() -> None:
    """Runs a command; whatever Trilens refuses becomes one line on stderr and exit code 1."""
    try:
        app()
    except TrilensError as error:
        stderr.print(f"trilens: {printable(error)}", markup=False)
        sys.exit(1)
    except OSError as error:
        stderr.print(f"trilens: {printable(error)}. Is the data folder a place that can be written?", markup=False)
        sys.exit(1)


if __name__ == "__main__":
    main()
