"""Builds a new generation of the warehouse from the files on the disk, and switches to it if its checks pass."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core import __version__
from core.atomic_files import exclusive, remove_parts
from core.benchmarks.protocol import Benchmark
from core.benchmarks.registry import benchmark_of
from core.errors import WarehouseError
from core.photographs.derived_images import remove_old_versions
from core.progress import Progress, Report, silent
from core.records import Correction, Refusal
from core.settings import Settings
from core.warehouse.cleanup import note_parts_in_use
from core.warehouse.generations import (
    current_generation,
    is_whole,
    new_generation,
    remove_old_generations,
    remove_unfinished,
    switch_to,
)
from core.warehouse.inputs import fingerprint, read_inputs, source_of_journal
from core.warehouse.journals import Taken, taken_journals
from core.warehouse.read import Warehouse, own_sql_of
from core.warehouse.run_cache.workers import Make, make_here
from core.warehouse.sql import schema_sha256
from core.warehouse.write import write


@dataclass(slots=True)
class BuildResult:
    """The result of a build: its file, rows by table, and everything that it left out.

    Attributes:
        word: what several cases are called.
    """

    generation: Path
    word: str
    counts: dict[str, int]
    refusals: list[Refusal]
    corrections: list[Correction]
    absent_tables: list[str]
    absent_images: int
    build_s: float


def build(
    settings: Settings,
    source: Path | None = None,
    report: Report = silent,
    make: Make = make_here,
    benchmark: Benchmark | None = None,
) -> BuildResult:
    """Builds a new warehouse from a benchmark's folder and the journals, and makes it the current one.

    Args:
        settings: of the benchmark.
        source: its folder; that of the settings by default.
        report: is told how far the work is.
        make: makes the parts of journals that have none yet.
        benchmark: reads the folder; that of the settings by default.

    Raises:
        ReleaseError: a table of the release is invalid.
        BuildError: the new warehouse fails its checks; it is removed and the current one stays.
        TrilensError: another process is building.
    """
    folder = (source or settings.release).expanduser().resolve()
    benchmark = benchmark or benchmark_of(settings)
    with exclusive(settings.data, "build"):
        for made_here in (settings.warehouse, settings.runs, settings.derived_images, settings.parts):
            remove_parts(made_here)
        checksum = fingerprint(
            settings, benchmark, folder
        )  # before reading: what changes meanwhile makes the next build new
        inputs, read_s = read_inputs(settings, benchmark, folder, report)
        started = time.perf_counter()

        in_use: set[str] = set()

        def take() -> list[Taken]:
            journals = taken_journals(settings, inputs.contents, inputs.published, make, report)
            inputs.sources += (source_of_journal(one, settings.runs) for one in journals.taken)
            inputs.refusals += journals.refusals
            in_use.update(journals.in_use)
            report(Progress("Writing the warehouse", 0, 1))
            return journals.taken

        def built() -> dict[str, Any]:
            return {
                "built_at": datetime.now(UTC),
                "trilens_version": __version__,
                "schema_sha256": schema_sha256(inputs.own_sql),
                "fingerprint": checksum,
                "source": str(folder),
                "build_s": read_s + time.perf_counter() - started,
            }

        written = new_generation(settings.warehouse)
        try:
            counts = write(written, inputs, settings.parts, take, built)
            generation = switch_to(written)
        except BaseException:
            remove_unfinished(written)
            raise
        remove_old_generations(settings.warehouse)
        note_parts_in_use(settings.parts, in_use)
        remove_old_versions(inputs.images.values(), settings.derived_images)
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


def is_current(settings: Settings, source: Path | None = None) -> bool:
    """Whether the current warehouse is whole, and was built from the present inputs by the present code."""
    path = current_generation(settings.warehouse)
    if path is None or not is_whole(path):
        return False
    try:
        with Warehouse(path, own_sql_of(settings)) as warehouse:
            built = warehouse.query("build")
    except WarehouseError:  # made by a version with other tables
        return False
    folder = (source or settings.release).expanduser().resolve()
    return bool(built["fingerprint"][0] == fingerprint(settings, benchmark_of(settings), folder))
