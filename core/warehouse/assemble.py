"""Assembly of parts: copies runs, replies, answers, contradictions and lifts from Parquet straight into the file."""

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd

from core.runs.journal import LIVE_SOURCE
from core.runs.request_options import OPTION_NAMES, format_design, format_options
from core.warehouse.journals import AcceptedJournal
from core.warehouse.run_cache.arrow_rows import SCHEMAS
from core.warehouse.run_cache.entry import get_table_path
from core.warehouse.sql import PARTS, read_sql

ROWS_AT_ONCE = 20_000
"""Maximum number of records in memory at once."""

WORDS = "value_class_of_answers"
"""The enum of the classes and letters that were read from replies."""


def insert(connection: duckdb.DuckDBPyConnection, table: str, rows: Iterable[dict[str, Any]]) -> int:
    """Insert records by the names of their columns and return their number."""
    left = iter(rows)
    count = 0
    while some := list(islice(left, ROWS_AT_ONCE)):
        count += insert_frame(connection, table, pd.DataFrame.from_records(some))
    return count


def insert_frame(connection: duckdb.DuckDBPyConnection, table: str, frame: pd.DataFrame) -> int:
    """Insert a frame by the names of its columns and return its number of rows."""
    if frame.empty:
        return 0
    connection.register("new_rows", frame)
    connection.execute(f"insert into {table} by name select * from new_rows")
    connection.unregister("new_rows")
    return len(frame)


def insert_parts(
    connection: duckdb.DuckDBPyConnection, folder: Path, journals: Sequence[AcceptedJournal]
) -> dict[str, int]:
    """Insert the parts of journals, ordered by model and run, and return the number of rows by table.

    Args:
        connection: to the new file, which has the tables.
        folder: of the parts.
        journals: the journals.
    """
    ordered = sorted(journals, key=lambda one: (one.run.model.model_id, one.run.run_id))
    counts = {"runs": insert(connection, "runs", map(_build_run_row, range(len(ordered)), ordered))}
    _create_answer_enum(connection, sorted({word for one in ordered for word in one.part.words}))
    for name in SCHEMAS:
        having = [(number, one.part) for number, one in enumerate(ordered) if name in one.part.files]
        counts[name] = sum(part.counts[name] for _, part in having)
        if having:
            files = [str(get_table_path(folder, part.key, name)) for _, part in having]
            numbers = [number for number, _ in having]
            connection.execute(read_sql(PARTS / f"{name}.sql"), {"files": files} | _select_run_numbers(name, numbers))
    return counts | {"case_replies": counts.pop("replies"), "case_answers": counts.pop("answers")}


def _select_run_numbers(table: str, numbers: Sequence[int]) -> dict[str, Sequence[int]]:
    return {} if "run_id" in SCHEMAS[table].names else {"run_numbers": numbers}


def _build_run_row(number: int, journal: AcceptedJournal) -> dict[str, Any]:
    run, part = journal.run, journal.part
    return {
        "run_no": number,
        "run_id": run.run_id,
        "model_id": run.model.model_id,
        "prompt_id": run.prompt_id,
        "image_view": run.image_view,
        "started_at": run.started_at,
        "source": run.source,
        "is_published": journal.is_published,
        "is_live": run.source == LIVE_SOURCE,
        "journal": journal.path.name,
        "journal_sha256": part.journal_sha256,
        "n_readable": part.n_readable,
        "n_covered": part.n_covered,
        "request_options": format_options(run.settings, OPTION_NAMES),
        "request_design": format_design(run.settings),
        "given_name": journal.given_name,
    }


def _create_answer_enum(connection: duckdb.DuckDBPyConnection, words: Sequence[str]) -> None:
    """Create the enum of the classes and letters that were read, before any answer is inserted."""
    if words:
        quoted = ", ".join(f"'{word.replace(chr(39), chr(39) * 2)}'" for word in words)
        connection.execute(f"create type {WORDS} as enum ({quoted})")
        connection.execute(f"alter table star.answers alter value_class type {WORDS}")
