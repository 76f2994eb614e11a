"""The commands that fetch, build and show data: `fetch`, `build`, `prepare`, `status`, `clean`."""

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.cli.options import Benchmark, Source, find_workspace_to_build, find_workspace_to_read
from core.cli.terminal import print_build, show_progress_bars, stderr, stdout
from core.errors import FetchError
from core.formatting import format_time, to_single_line

if TYPE_CHECKING:
    from core.benchmarks.fetching import FetchResult

MAX_FAILURES_SHOWN = 20
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")


def fetch_command(
    source: Annotated[str | None, typer.Option(help="URL or folder. By default the pinned public repository.")] = None,
    benchmark: Annotated[
        str | None, typer.Option(help="tri_bench, visonlyqa or blindtest. By default Tri-Bench.")
    ] = None,
) -> None:
    """Fetch a benchmark's files into the data folder and verify each. Resumes an interrupted download."""
    from core.benchmarks.registry import TRI_BENCH, find_workspace, load_fetch
    from core.settings import read_settings

    settings = read_settings()
    workspace = find_workspace(settings.workspace, benchmark or TRI_BENCH)
    with show_progress_bars() as report:
        result = load_fetch(workspace)(workspace, settings.fetch_options, source, report)
    _print_fetch(result, workspace.release)
    if not result.is_complete:
        raise FetchError(
            f"{len(result.failed)} files could not be fetched; the others are kept. Run the command again."
        )


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


def build_command(source: Source = None, benchmark: Benchmark = None) -> None:
    """Build a new warehouse from the files in the data folder and switch to it."""
    from core.warehouse.build import build

    workspace = find_workspace_to_build(benchmark, source)
    with show_progress_bars() as report:
        result = build(workspace, source, report)
    print_build(result)


def prepare_command(
    benchmark: Annotated[
        str | None,
        typer.Option(
            help="synthetic, gepbench, mmperspective, 3dsrbench, giq, measurements: generate and build this set, even "
            "if Tri-Bench is available. visonlyqa, blindtest: fetch and build it. Id of your own benchmark: build it."
        ),
    ] = None,
) -> None:
    """Fetch missing files and build if anything changed. Generates synthetic scenes if Tri-Bench is unavailable."""
    from core.benchmarks.registry import SYNTHETIC, find_workspace
    from core.settings import read_settings
    from core.warehouse.read import open_current
    from core.workflows.prepare import prepare_benchmark

    settings = read_settings()
    chosen = find_workspace(settings.workspace, benchmark or settings.workspace.benchmark_id)
    with show_progress_bars() as report:
        for problem in prepare_benchmark(chosen, settings.fetch_options, report)[:MAX_FAILURES_SHOWN]:
            stderr.print(f"trilens: {problem}", markup=False)
    ready = find_workspace_to_read(benchmark)
    with open_current(ready) as warehouse:
        stdout.print(f"Warehouse {warehouse.path} is ready.", markup=False)
    if ready.benchmark_id == SYNTHETIC and not benchmark:
        stderr.print(
            "trilens: Tri-Bench is unavailable, so synthetic scenes were built. Run the same command again once "
            "Tri-Bench can be reached. To use a local copy: make run SOURCE=FOLDER",
            markup=False,
        )


def print_status_command(benchmark: Benchmark = None) -> None:
    """Show the content of the current warehouse: age, counts, sources and their checksums."""
    from core.cli.pending_batches import describe_ledger, list_open_ledgers
    from core.warehouse.read import open_current

    workspace = find_workspace_to_read(benchmark)
    with open_current(workspace) as warehouse:
        built = warehouse.query("builds").iloc[0]
        age = datetime.now(UTC) - built["built_at"].to_pydatetime()
        stdout.print(f"Warehouse {warehouse.path}", markup=False)
        stdout.print(
            f"Built {format_time(built['built_at'], with_seconds=True)}, {age.total_seconds() / 3600:.1f} hours ago, "
            "by "
            f"Trilens {built['trilens_version']} from {built['source']}",
            markup=False,
        )
        for row in warehouse.query("contents").itertuples():
            stdout.print(f"{row.rows:>8} {row.content}", markup=False)
        for book in list_open_ledgers(workspace):
            stdout.print(to_single_line(book if isinstance(book, str) else f"{describe_ledger(book)}."), markup=False)
        sources = warehouse.query("sources")
        for state, count in sources["status"].value_counts().items():
            stdout.print(f"{count:>8} files {state}", markup=False)
        for row in sources[~sources["path"].str.endswith(PICTURES)].itertuples():
            checksum = row.sha256 if isinstance(row.sha256, str) else "-" * 64
            stdout.print(f"{checksum}  {row.path} ({row.status})", markup=False)


def clean_command(
    benchmark: Benchmark = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print what would be removed.")] = False,
) -> None:
    """Remove files that no build needs: old caches and warehouses, partial files. Keeps journals, notes and images."""
    from core.warehouse.cleanup import clean

    found = clean(find_workspace_to_read(benchmark), is_dry=dry_run)
    files, sizes = Counter(one.kind for one in found), Counter[str]()
    for one in found:
        sizes[one.kind] += one.n_bytes
    verb = "Would remove" if dry_run else "Removed"
    for kind, count in files.items():
        stdout.print(f"{verb} {count} {kind}, {sizes[kind] / 1e6:.1f} MB.", markup=False)
    if not found:
        stdout.print("There is nothing to remove.", markup=False)
