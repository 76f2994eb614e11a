"""Writes the file of a warehouse in one transaction."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import duckdb

from core.benchmarks.data import BenchmarkData
from core.benchmarks.release_identity import get_prompt_id
from core.errors import BuildError
from core.runs.journal import compute_prompt_sha256
from core.warehouse import table_rows
from core.warehouse.assemble import insert, insert_frame, insert_parts
from core.warehouse.blind_scores import compute_blind_scores
from core.warehouse.in_use import describe_lock
from core.warehouse.inputs import BuildInputs
from core.warehouse.journals import AcceptedJournal
from core.warehouse.pooled_estimates import compute_pooled_tables
from core.warehouse.rereadings import build_rereading_rows
from core.warehouse.run_cache.scoring_context import ScoringContext
from core.warehouse.scored_answers import fill_columns, name_levels
from core.warehouse.sql import COMMON, list_files, read_sql

INPUT_CHECKS = ("there_are_cases", "each_case_has_its_truths")
"""Checks of what parts rely on. They also run before parts are made, so that errors point to the input."""

MEMORY = "512MB"
"""Memory limit of DuckDB; the rest spills to disk, beside the file."""

BLOCK_BYTES = 64 * 1024
"""Block size of the file. Each table fills at least two blocks and most are small: 256 KB would add 18 MB per file."""


def write(
    generation: Path,
    inputs: BuildInputs,
    parts: Path,
    take: Callable[[], Sequence[AcceptedJournal]],
    built: Callable[[], dict[str, Any]],
) -> dict[str, int]:
    """Write benchmark, journals, and what follows from both about cases and runs; then check everything.

    Args:
        generation: the new file.
        inputs: of the benchmark.
        parts: the folder of the parts.
        take: returns the journals, once the benchmark's own rows have been checked.
        built: returns the row of the table `builds`, once the rest is written.

    Returns:
        The number of rows by table.

    Raises:
        BuildError: a check finds a violation, or the file cannot be written.
    """
    contents, own_sql = inputs.contents, inputs.own_sql
    with _open_transaction(generation) as connection:
        for path in list_files(own_sql, "tables"):
            connection.execute(read_sql(path))
        of_contents = table_rows.build_table_rows(contents, inputs.images) | contents.own_rows
        counts = {name: insert(connection, name, table) for name, table in of_contents.items()}
        insert(connection, "corrections", [asdict(correction) for correction in contents.corrections])
        _check(connection, [COMMON / "checks" / f"{name}.sql" for name in INPUT_CHECKS])
        insert_frame(connection, "blind_scores", compute_blind_scores(ScoringContext(inputs.benchmark, contents)))
        _write_pending(connection)
        taken = take()
        counts |= {
            name: insert(connection, name, table) for name, table in _build_journal_tables(taken, contents).items()
        }
        counts |= insert_parts(connection, parts, taken)
        rereadings = build_rereading_rows(
            inputs.rereadings, taken, ScoringContext(inputs.benchmark, contents), inputs.refusals
        )
        counts["rereadings"] = insert(connection, "rereadings", rereadings)
        insert(connection, "sources", inputs.sources)
        insert(connection, "refusals", [asdict(refusal) for refusal in inputs.refusals])
        for path in list_files(own_sql, "dimensions"):
            connection.execute(fill_columns(read_sql(path), contents))
        _write_pending(connection)
        name_levels(connection)
        _write_pending(connection)
        for path in list_files(own_sql, "views"):
            connection.execute(fill_columns(read_sql(path), contents))
        counts |= {name: insert_frame(connection, name, frame) for name, frame in compute_pooled_tables(connection)}
        insert(connection, "builds", [built()])
        _check(connection, list_files(own_sql, "checks"))
    return counts


@contextmanager
def _open_transaction(generation: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a new file in one transaction, which is committed when the block ends without an error.

    Raises:
        BuildError: the file could not be written.
    """
    try:
        with duckdb.connect(
            str(generation), config={"memory_limit": MEMORY, "default_block_size": str(BLOCK_BYTES)}
        ) as connection:
            connection.begin()  # else every statement would be written to disk separately
            yield connection
            connection.commit()
            connection.execute("checkpoint")
    except duckdb.Error as error:
        if in_use := describe_lock(generation, error):
            raise BuildError(f"The new warehouse could not be written: {in_use} The current one stays.") from error
        raise BuildError(f"The new warehouse could not be written: {error}. The current one stays.") from error


def _write_pending(connection: duckdb.DuckDBPyConnection) -> None:
    """Write to the file what the transaction holds in memory, and begin another one."""
    connection.commit()
    connection.execute("checkpoint")
    connection.begin()


def _build_journal_tables(
    journals: Sequence[AcceptedJournal], contents: BenchmarkData
) -> dict[str, Iterable[dict[str, Any]]]:
    """Return the rows of the runs' models and prompts; the benchmark's own prompt is included even without a run."""
    models = {journal.run.model.model_id: journal.run.model for journal in journals}
    prompts = {journal.run.prompt_id: journal.run.prompt for journal in journals}
    prompts |= {get_prompt_id(contents.benchmark_id): contents.prompt}
    return {
        "models": table_rows.build_model_rows(models.values()),
        "prompts": [
            {"prompt_id": k, "text": text, "sha256": compute_prompt_sha256(text)} for k, text in prompts.items()
        ],
    }


def _check(connection: duckdb.DuckDBPyConnection, paths: Iterable[Path]) -> None:
    """Run files of checks; each returns one row per violation.

    Raises:
        BuildError: there is a violation; the message names the check and its first row.
    """
    for path in paths:
        violations = connection.execute(read_sql(path)).fetchall()
        if violations:
            raise BuildError(
                f"The new warehouse fails its check {path.stem!r} in {len(violations)} places, the first is "
                f"{violations[0]}. The current one stays."
            )
