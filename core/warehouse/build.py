"""Build of a new warehouse generation from the files on disk; it becomes the current one if its checks pass."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core import __version__
from core.atomic_files import lock_folder, remove_partial_files
from core.benchmarks.context import resolve_folder
from core.benchmarks.protocol import Benchmark
from core.benchmarks.registry import load_benchmark
from core.errors import WarehouseError
from core.photographs.derived_images import remove_old_versions
from core.progress import Progress, Report, ignore_progress
from core.records import Correction, RejectedItem
from core.warehouse.cleanup import note_parts_in_use
from core.warehouse.generations import (
    find_current_generation,
    is_whole,
    make_generation_path,
    remove_unfinished,
    remove_unused_generations,
    switch_to,
)
from core.warehouse.inputs import build_journal_source, compute_fingerprint, read_inputs
from core.warehouse.journals import AcceptedJournal, accept_journals
from core.warehouse.read import Warehouse, get_sql_folder
from core.warehouse.run_cache.workers import Make, build_locally
from core.warehouse.sql import compute_schema_sha256
from core.warehouse.write import write
from core.workspace import Workspace


@dataclass(slots=True)
class BuildResult:
    """The result of a build: its file, rows by table, and everything that it left out.

    Attributes:
        word: the benchmark's plural for cases.
    """

    generation: Path
    word: str
    counts: dict[str, int]
    refusals: list[RejectedItem]
    corrections: list[Correction]
    absent_tables: list[str]
    absent_images: int
    build_s: float


def build(
    workspace: Workspace,
    source: Path | None = None,
    report: Report = ignore_progress,
    make: Make = build_locally,
    benchmark: Benchmark | None = None,
) -> BuildResult:
    """Build a new warehouse from a benchmark's folder and the journals, and make it the current one.

    Args:
        workspace: of the benchmark.
        source: its folder; that of the workspace by default.
        report: receives progress.
        make: makes the missing parts of journals.
        benchmark: reads the folder; that of the workspace by default.

    Raises:
        ReleaseError: a table of the release is invalid.
        BuildError: the new warehouse fails its checks; it is removed and the current one stays.
        TrilensError: another process is building.
    """
    folder = resolve_folder(workspace, source)
    benchmark = benchmark or load_benchmark(workspace)
    with lock_folder(workspace.data, "build"):
        for made_here in (workspace.warehouse, workspace.runs, workspace.derived_images, workspace.parts):
            remove_partial_files(made_here)
        checksum = compute_fingerprint(
            workspace, benchmark, folder
        )  # before reading: a later change of a file makes the next build run again
        inputs, read_s = read_inputs(workspace, benchmark, folder, report)
        started = time.perf_counter()

        in_use: set[str] = set()

        def take() -> list[AcceptedJournal]:
            journals = accept_journals(workspace, inputs.contents, inputs.published, make, report)
            inputs.sources += (build_journal_source(one, workspace.runs) for one in journals.taken)
            inputs.refusals += journals.refusals
            in_use.update(journals.in_use)
            report(Progress("Writing the warehouse", 0, 1))
            return journals.taken

        def make_build_row() -> dict[str, Any]:
            return {
                "built_at": datetime.now(UTC),
                "trilens_version": __version__,
                "schema_sha256": compute_schema_sha256(inputs.own_sql),
                "fingerprint": checksum,
                "source": str(folder),
                "build_s": read_s + time.perf_counter() - started,
            }

        written = make_generation_path(workspace.warehouse)
        try:
            counts = write(written, inputs, workspace.parts, take, make_build_row)
            generation = switch_to(written)
        except BaseException:
            remove_unfinished(written)
            raise
        remove_unused_generations(workspace.warehouse)
        note_parts_in_use(workspace.parts, in_use)
        remove_old_versions(inputs.images.values(), workspace.derived_images)
        report(Progress("Writing the warehouse", 1, 1))
    return BuildResult(
        generation=generation,
        word=inputs.contents.words.cases,
        counts=counts,
        refusals=inputs.refusals,
        corrections=inputs.contents.corrections,
        absent_tables=inputs.contents.absent,
        absent_images=len({path for case in inputs.contents.cases for path in case.images} - set(inputs.images)),
        build_s=read_s + time.perf_counter() - started,
    )


def is_current(workspace: Workspace, source: Path | None = None) -> bool:
    """Return whether the current warehouse is intact, and was built from the present inputs by the present code."""
    path = find_current_generation(workspace.warehouse)
    if path is None or not is_whole(path):
        return False
    try:
        with Warehouse(path, get_sql_folder(workspace)) as warehouse:
            built = warehouse.query("builds")
    except WarehouseError:  # built by a version with other tables
        return False
    folder = resolve_folder(workspace, source)
    return bool(built["fingerprint"][0] == compute_fingerprint(workspace, load_benchmark(workspace), folder))
