"""The commands that bring, build and show data: `fetch`, `build`, `prepare`, `status`."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.cli.options import Benchmark, Source, settings_to_build, settings_to_read
from core.cli.terminal import print_build, progress_bars, stderr, stdout
from core.errors import FetchError
from core.formatting import printable, time_text

if TYPE_CHECKING:
    from core.benchmarks.fetching import FetchResult

MAX_FAILURES_SHOWN = 20
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")


def fetch_command(
    source: Annotated[str | None, typer.Option(help="URL or folder; the pinned public repository by default.")] = None,
    benchmark: Annotated[
        str | None, typer.Option(help="tri_bench, visonlyqa or blindtest; Tri-Bench by default.")
    ] = None,
) -> None:
    """Bring a benchmark's files to the data folder and check each; resumes an interrupted download."""
    from core.benchmarks.registry import TRI_BENCH, fetch_of, settings_of
    from core.settings import read_settings

    settings = settings_of(read_settings(), benchmark or TRI_BENCH)
    with progress_bars() as report:
        result = fetch_of(settings)(settings, source, report)
    _print_fetch(result, settings.release)
    if not result.is_complete:
        raise FetchError(f"{len(result.failed)} files could not be fetched; the rest is kept. Run the command again.")


def _print_fetch(result: "FetchResult", folder: Path) -> None:
    stdout.print(
        f"{folder}: {len(result.fetched)} files fetched, {len(result.kept)} already present, "
        f"{len(result.absent)} missing in the source, {len(result.failed)} failed.",
        markup=False,
    )
    for path, reason in list(result.failed.items())[:MAX_FAILURES_SHOWN]:
        stderr.print(f"  {path}: {reason}", markup=False)
    if len(result.failed) > MAX_FAILURES_SHOWN:
        stderr.print(f"  and {len(result.failed) - MAX_FAILURES_SHOWN} more")


def build_command(
    source: Source = None,
    benchmark: Benchmark = None,
    scheduler: Annotated[
        str | None,
        typer.Option(help="Address of a Dask scheduler whose workers read new journals, such as tcp://HOST:8786."),
    ] = None,
) -> None:
    """Build a new warehouse from the files on the disk and switch to it."""
    from core.warehouse.build import build
    from core.warehouse.run_cache.dask_cluster import make_on
    from core.warehouse.run_cache.workers import make_here

    settings = settings_to_build(benchmark, source)
    make = make_on(scheduler) if scheduler else make_here
    with progress_bars() as report:
        result = build(settings, source, report, make)
    print_build(result)


def prepare_command(
    benchmark: Annotated[
        str | None,
        typer.Option(
            help="synthetic, gepbench, mmperspective, 3dsrbench or giq: draw and build this set, even if Tri-Bench is "
            "available. visonlyqa, blindtest: fetch and build it. Own: build it."
        ),
    ] = None,
) -> None:
    """Fetch missing files and build if anything changed; draw synthetic scenes if Tri-Bench is unavailable."""
    from core.benchmarks.registry import SYNTHETIC, settings_of
    from core.settings import read_settings
    from core.warehouse.read import open_current
    from core.workflows.prepare import prepare_benchmark

    settings = read_settings()
    chosen = settings_of(settings, benchmark or settings.benchmark_id)
    with progress_bars() as report:
        for problem in prepare_benchmark(chosen, report)[:MAX_FAILURES_SHOWN]:
            stderr.print(f"trilens: {problem}", markup=False)
    ready = settings_to_read(benchmark)
    with open_current(ready) as warehouse:
        stdout.print(f"Warehouse {warehouse.path} is ready.", markup=False)
    if ready.benchmark_id == SYNTHETIC and not benchmark:
        stderr.print(
            "trilens: Tri-Bench is unavailable, so these are synthetic scenes. The same command fetches Tri-Bench once "
            "it can be reached. To use a local copy: make run SOURCE=FOLDER",
            markup=False,
        )


def status_command(benchmark: Benchmark = None) -> None:
    """Show what the current warehouse holds: counts, sources, checksums, age."""
    from core.cli.pending_batches import books_under_way, said_of
    from core.warehouse.read import open_current

    settings = settings_to_read(benchmark)
    with open_current(settings) as warehouse:
        built = warehouse.query("build").iloc[0]
        age = datetime.now(UTC) - built["built_at"].to_pydatetime()
        stdout.print(f"Warehouse {warehouse.path}", markup=False)
        stdout.print(
            f"Built {time_text(built['built_at'], with_seconds=True)}, {age.total_seconds() / 3600:.1f} hours ago, by "
            f"Trilens {built['trilens_version']} from {built['source']}",
            markup=False,
        )
        for row in warehouse.query("contents").itertuples():
            stdout.print(f"{row.rows:>8} {row.content}", markup=False)
        for book in books_under_way(settings):
            stdout.print(printable(book if isinstance(book, str) else f"{said_of(book)}."), markup=False)
        sources = warehouse.query("sources")
        for state, count in sources["status"].value_counts().items():
            stdout.print(f"{count:>8} files {state}", markup=False)
        for row in sources[~sources["path"].str.endswith(PICTURES)].itertuples():
            checksum = row.sha256 if isinstance(row.sha256, str) else "-" * 64
            stdout.print(f"{checksum}  {row.path} ({row.status})", markup=False)
