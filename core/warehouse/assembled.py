"""Puts together what the journals gave: rows of runs, replies, answers, contradictions and lifts."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa

from core.files import sha256_of
from core.runs.journal import LIVE_SOURCE, Journal
from core.warehouse.parts.rows import SCHEMAS, Rows
from core.warehouse.sql import PARTS, read_sql

WORDS = "value_class_of_answers"
"""The enum of the classes and letters that were read."""


def insert(connection: duckdb.DuckDBPyConnection, table: str, rows: Iterable[dict[str, Any]]) -> int:
    """Inserts records by the names of their columns; returns how many."""
    return insert_frame(connection, table, pd.DataFrame.from_records(list(rows)))


def insert_frame(connection: duckdb.DuckDBPyConnection, table: str, frame: pd.DataFrame) -> int:
    """Inserts a frame by the names of its columns; returns how many rows."""
    if frame.empty:
        return 0
    connection.register("new_rows", frame)
    connection.execute(f"insert into {table} by name select * from new_rows")
    connection.unregister("new_rows")
    return len(frame)


def insert_made(connection: duckdb.DuckDBPyConnection, made: Sequence[tuple[Path, Journal, Rows]]) -> dict[str, int]:
    """Inserts what journals gave, in the order of models and their runs; returns the number of rows by table."""
    ordered = sorted(made, key=lambda one: (one[1].run.model.model_id, one[1].run.run_id))
    counts = {"runs": insert(connection, "runs", map(_run_row, range(len(ordered)), ordered))}
    _name_words(connection, sorted({word for *_, rows in ordered for word in rows.words}))
    for name, schema in SCHEMAS.items():
        tables = [_numbered(number, rows.tables[name], schema) for number, (*_, rows) in enumerate(ordered)
                  if name in rows.tables]  # fmt: skip
        connection.register("part_rows", pa.concat_tables(tables) if tables else schema.empty_table())
        connection.execute(read_sql(PARTS / f"{name}.sql"))
        connection.unregister("part_rows")
        counts[name] = sum(table.num_rows for table in tables)
    counts |= {"case_replies": counts.pop("replies_made"), "case_answers": counts.pop("answers_made")}
    return counts


def _numbered(number: int, table: pa.Table, schema: pa.Schema) -> pa.Table:
    if "run_id" in schema.names:
        return table
    return table.append_column("run_no", pa.array([number] * table.num_rows, pa.int32()))


def _run_row(number: int, made: tuple[Path, Journal, Rows]) -> dict[str, Any]:
    path, journal, rows = made
    run = journal.run
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
        "journal": path.name,
        "journal_sha256": sha256_of(path),
        "n_readable": rows.n_readable,
        "n_covered": rows.n_covered,
    }


def _name_words(connection: duckdb.DuckDBPyConnection, words: Sequence[str]) -> None:
    """Gives the classes and letters that were read an enum, before there is an answer."""
    if words:
        quoted = ", ".join(f"'{word.replace(chr(39), chr(39) * 2)}'" for word in words)
        connection.execute(f"create type {WORDS} as enum ({quoted})")
        connection.execute(f"alter table star.answers_made alter value_class type {WORDS}")
