"""Builds a new generation of the warehouse from the files on the disk, and switches to it if its checks pass."""

import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb

from core import __version__
from core.benchmarks.identity import prompt_id_of
from core.benchmarks.registry import benchmark_of
from core.errors import BuildError, WarehouseError
from core.files import exclusive, remove_parts
from core.photographs.derived import remove_old_versions
from core.progress import Progress, Report, silent
from core.records import Correction, Refusal
from core.runs.journal import prompt_sha256
from core.settings import Settings
from core.warehouse import rows
from core.warehouse.assembled import insert, insert_frame, insert_made
from core.warehouse.blind import blind_scores_of
from core.warehouse.estimates import overall
from core.warehouse.generations import current_generation, is_whole, new_generation, remove_old_generations, switch_to
from core.warehouse.inputs import Inputs, fingerprint, read_inputs
from core.warehouse.parts.rows import rows_of
from core.warehouse.parts.subject import Subject
from core.warehouse.read import Warehouse, own_sql_of
from core.warehouse.scored import name_levels, with_columns
from core.warehouse.sql import COMMON, files_of, read_sql, schema_sha256

INPUT_CHECKS = ("there_are_cases", "each_case_has_its_truths")
"""Checks of what parts rely on: they run before parts are made too, so that a hole in the input is named as one."""


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


def build(settings: Settings, source: Path | None = None, report: Report = silent) -> BuildResult:
    """Builds a new warehouse from a benchmark's folder and the journals, and makes it the current one.

    Raises:
        ReleaseError: a table of the release is invalid.
        BuildError: the new warehouse fails its checks; it is removed and the current one stays.
        TrilensError: another process is building.
    """
    folder = (source or settings.release).expanduser().resolve()
    benchmark = benchmark_of(settings)
    with exclusive(settings.data, "build"):
        for made_here in (settings.warehouse, settings.runs, settings.derived_images):
            remove_parts(made_here)
        checksum = fingerprint(
            settings, benchmark, folder
        )  # before reading: what changes meanwhile makes the next build new
        inputs, read_s = read_inputs(settings, benchmark, folder, report)
        started = time.perf_counter()
        written = new_generation(settings.warehouse)
        report(Progress("Writing the warehouse", 0, 1))
        try:
            counts = _write(written, inputs, folder, checksum, read_s)
            generation = switch_to(written)
        except BaseException:
            written.unlink(missing_ok=True)
            written.with_name(f"{written.name}.wal").unlink(missing_ok=True)
            raise
        remove_old_generations(settings.warehouse)
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


def _write(generation: Path, inputs: Inputs, folder: Path, checksum: str, read_s: float) -> dict[str, int]:
    """Writes the file: what the benchmark brings, what journals give, what both say of cases and runs, then checks.

    Returns:
        The number of rows by table.
    """
    started = time.perf_counter()
    contents = inputs.contents
    own_sql = inputs.own_sql
    try:
        connection = duckdb.connect(str(generation))
    except duckdb.Error as error:
        raise BuildError(f"The new warehouse could not be begun: {error}. The current one stays.") from error
    try:
        connection.begin()  # else every statement would be written to the disk by itself
        for path in files_of(own_sql, "tables"):
            connection.execute(read_sql(path))
        subject = Subject(inputs.benchmark, contents)
        counts = {name: insert(connection, name, table) for name, table in _tables(inputs).items()}
        _check(connection, [COMMON / "checks" / f"{name}.sql" for name in INPUT_CHECKS])
        insert_frame(connection, "blind_scores", blind_scores_of(subject))
        counts |= insert_made(connection, [(path, one, rows_of(one, subject)) for path, one in inputs.journals])
        for path in files_of(own_sql, "dimensions"):
            connection.execute(with_columns(read_sql(path), contents))
        name_levels(connection)
        for path in files_of(own_sql, "views"):
            connection.execute(with_columns(read_sql(path), contents))
        for name, frame in overall(connection):
            counts[name] = insert_frame(connection, name, frame)
        build_s = read_s + time.perf_counter() - started
        built = {
            "built_at": datetime.now(UTC),
            "trilens_version": __version__,
            "schema_sha256": schema_sha256(own_sql),
            "fingerprint": checksum,
            "source": str(folder),
            "build_s": build_s,
        }
        insert(connection, "builds", [built])
        _check(connection, files_of(own_sql, "checks"))
        connection.commit()
        connection.execute("checkpoint")
        return counts
    except duckdb.Error as error:
        raise BuildError(f"The new warehouse could not be written: {error}. The current one stays.") from error
    finally:
        connection.close()


def _tables(inputs: Inputs) -> dict[str, Iterable[dict[str, Any]]]:
    """The rows of every table that is not about answers, in an order that keeps references whole."""
    contents = inputs.contents
    journals = [journal for _, journal in inputs.journals]
    models = {journal.run.model.model_id: journal.run.model for journal in journals}
    prompts = {journal.run.prompt_id: journal.run.prompt for journal in journals} | {
        prompt_id_of(contents.benchmark_id): contents.prompt
    }
    return {
        **rows.contents_rows(contents, inputs.images),
        "models": rows.model_rows(models.values()),
        "prompts": [{"prompt_id": k, "text": text, "sha256": prompt_sha256(text)} for k, text in prompts.items()],
        **contents.own_rows,
        "sources": inputs.sources,
        "refusals": [asdict(refusal) for refusal in inputs.refusals],
        "corrections": [asdict(correction) for correction in contents.corrections],
    }


def _check(connection: duckdb.DuckDBPyConnection, paths: Iterable[Path]) -> None:
    """Runs files of checks; each returns one row per violation.

    Raises:
        BuildError: there is a violation; names the check and its first row.
    """
    for path in paths:
        violations = connection.execute(read_sql(path)).fetchall()
        if violations:
            raise BuildError(
                f"The new warehouse fails its check {path.stem!r} in {len(violations)} places, the first is "
                f"{violations[0]}. The current one stays."
            )
