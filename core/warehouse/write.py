"""Writes a warehouse's file in one transaction."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import duckdb

from core.benchmarks.data import Contents
from core.benchmarks.release_identity import prompt_id_of
from core.errors import BuildError
from core.runs.journal import prompt_sha256
from core.warehouse import table_rows
from core.warehouse.assemble import insert, insert_frame, insert_parts
from core.warehouse.blind_scores import blind_scores_of
from core.warehouse.in_use import describe_lock
from core.warehouse.inputs import Inputs
from core.warehouse.journals import Taken
from core.warehouse.pooled_estimates import overall
from core.warehouse.rereadings import rereading_rows
from core.warehouse.run_cache.scoring_context import Subject
from core.warehouse.scored_answers import name_levels, with_columns
from core.warehouse.sql import COMMON, files_of, read_sql

INPUT_CHECKS = ("there_are_cases", "each_case_has_its_truths")
"""Checks of what parts rely on: they run before parts are made too, so that a hole in the input is named as one."""

MEMORY = "512MB"
"""What DuckDB may take; the rest goes to the disk, beside the file."""

BLOCK_BYTES = 64 * 1024
"""Of the file. Each table fills at least two blocks, and most are small: DuckDB's own 256 KB take 18 MB more a file."""


def write(
    generation: Path,
    inputs: Inputs,
    parts: Path,
    take: Callable[[], Sequence[Taken]],
    built: Callable[[], dict[str, Any]],
) -> dict[str, int]:
    """Writes what the benchmark brings, what journals give, what both say of cases and runs; then checks all of it.

    Args:
        generation: the new file.
        inputs: what the benchmark brings.
        parts: the folder of the parts.
        take: gives the journals, once the benchmark's own rows have been checked.
        built: gives the row of the table `builds`, once the rest is written.

    Returns:
        The number of rows by table.

    Raises:
        BuildError: a check finds a violation, or the file cannot be written.
    """
    contents, own_sql = inputs.contents, inputs.own_sql
    with _begun(generation) as connection:
        for path in files_of(own_sql, "tables"):
            connection.execute(read_sql(path))
        of_contents = table_rows.contents_rows(contents, inputs.images) | contents.own_rows
        counts = {name: insert(connection, name, table) for name, table in of_contents.items()}
        insert(connection, "corrections", [asdict(correction) for correction in contents.corrections])
        _check(connection, [COMMON / "checks" / f"{name}.sql" for name in INPUT_CHECKS])
        insert_frame(connection, "blind_scores", blind_scores_of(Subject(inputs.benchmark, contents)))
        taken = take()
        counts |= {name: insert(connection, name, table) for name, table in _of_journals(taken, contents).items()}
        counts |= insert_parts(connection, parts, taken)
        rereadings = rereading_rows(inputs.rereadings, taken, Subject(inputs.benchmark, contents), inputs.refusals)
        counts["rereadings"] = insert(connection, "rereadings", rereadings)
        insert(connection, "sources", inputs.sources)
        insert(connection, "refusals", [asdict(refusal) for refusal in inputs.refusals])
        for path in files_of(own_sql, "dimensions"):
            connection.execute(with_columns(read_sql(path), contents))
        name_levels(connection)
        for path in files_of(own_sql, "views"):
            connection.execute(with_columns(read_sql(path), contents))
        counts |= {name: insert_frame(connection, name, frame) for name, frame in overall(connection)}
        insert(connection, "builds", [built()])
        _check(connection, files_of(own_sql, "checks"))
    return counts


@contextmanager
def _begun(generation: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A new file in one transaction, which is committed when the block ends without an error.

    Raises:
        BuildError: the file could not be written.
    """
    try:
        with duckdb.connect(
            str(generation), config={"memory_limit": MEMORY, "default_block_size": str(BLOCK_BYTES)}
        ) as connection:
            connection.begin()  # else every statement would be written to the disk by itself
            yield connection
            connection.commit()
            connection.execute("checkpoint")
    except duckdb.Error as error:
        if in_use := describe_lock(generation, error):
            raise BuildError(f"The new warehouse could not be written: {in_use} The current one stays.") from error
        raise BuildError(f"The new warehouse could not be written: {error}. The current one stays.") from error


def _of_journals(taken: Sequence[Taken], contents: Contents) -> dict[str, Iterable[dict[str, Any]]]:
    """The models and the prompts of the runs; the benchmark's own prompt is there without a run too."""
    models = {one.run.model.model_id: one.run.model for one in taken}
    prompts = {one.run.prompt_id: one.run.prompt for one in taken}
    prompts |= {prompt_id_of(contents.benchmark_id): contents.prompt}
    return {
        "models": table_rows.model_rows(models.values()),
        "prompts": [{"prompt_id": k, "text": text, "sha256": prompt_sha256(text)} for k, text in prompts.items()],
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
