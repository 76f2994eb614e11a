"""Read access to the warehouse: named queries, each a file in `sql/queries`, with values as parameters."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa

from core.benchmarks.registry import find_entry
from core.errors import QueryCancelledError, QueryTimeoutError, WarehouseError, WarehouseInUseError
from core.factors import FACTORS_OF_ANSWERS
from core.warehouse.aggregation import Aggregation, build_aggregation_sql
from core.warehouse.connection import open_connection
from core.warehouse.generations import find_current_generation
from core.warehouse.in_use import describe_lock
from core.warehouse.query_slots import IsCancelled, QuerySlots, interrupt_after, make_never_cancelled
from core.warehouse.sql import compute_schema_sha256, find_query_file, read_sql
from core.warehouse.temp_storage import share_temp_storage
from core.workspace import Workspace, format_benchmark_option

Filters = Mapping[str, list[str] | bool | None]
"""Selected values by the key of their factor, for `selected_cases` and `selected_answers`; None does not filter.

`with_references` is True if all runs are listed side by side. It is False if each model counts by one run, or if means
are taken over all models. `CASE_IDS` may hold the ids of selected cases."""

CASE_IDS = "case-ids"
"""Key of the ids of selected cases in filters; the key of a factor has no hyphen."""

NO_FILTERS: Filters = {**dict.fromkeys(factor.key for factor in FACTORS_OF_ANSWERS), "with_references": True}
"""Every answer of every run."""

Parameter = str | float | bool | list[str] | Filters | None
"""Value of a query's `$name` parameter."""


ROWS_OF_BATCH = 50_000
"""Rows in memory at once when a table is read in batches."""


class Warehouse:
    """One generation, open for reading. Threads can share it: every query has its own cursor.

    Its methods raise `QueryCancelledError` if the result is no longer wanted.
    """

    def __init__(
        self,
        path: Path,
        own_sql: str,
        spills_below: Path | None = None,
        make_check: Callable[[], IsCancelled] = make_never_cancelled,
        benchmark_id: str = "",
    ) -> None:
        """Open a generation.

        Args:
            path: of its file.
            own_sql: the benchmark's own folder of SQL; empty if it has none.
            spills_below: parent of the folder for queries that exceed their memory; None: the folder of the file.
            make_check: as in `QuerySlots`.
            benchmark_id: benchmark of the file, for the commands that errors name.

        Raises:
            WarehouseInUseError: another program holds the file open for writing.
            WarehouseError: this version cannot read the file.
        """
        self.path, self.own_sql = path, own_sql
        rebuild = f"Build it again: trilens build{format_benchmark_option(benchmark_id)}"
        self.turns = QuerySlots(make_check)
        self._order: dict[str, str] = {}
        self._held = ExitStack()
        try:
            spill = self._held.enter_context(share_temp_storage(path.resolve(), spills_below or path.resolve().parent))
            self._connection = self._held.enter_context(open_connection(path, spill))
            built_with = self._connection.execute("select schema_sha256 from builds").fetchall()
        except duckdb.Error as error:
            self.close()
            if in_use := describe_lock(path, error):
                raise WarehouseInUseError(in_use) from error
            raise WarehouseError(f"{path} cannot be read ({error}). {rebuild}") from error
        if built_with != [(compute_schema_sha256(own_sql),)]:
            self.close()
            raise WarehouseError(f"{path} is of another version of Trilens. {rebuild}")

    @property
    def generation(self) -> str:
        """Name of the generation, which changes with every build."""
        return self.path.name

    def query(self, name: str, **parameters: Parameter) -> pd.DataFrame:
        """Return the result of the query in the file of this name, or the public table of this name in display order.

        Missing values are null, times are in UTC.

        Raises:
            WarehouseError: the benchmark has no such query or table, it does not take these parameters, or it failed.
        """
        sql, values = self._prepare_query(name, parameters)
        with self._open_cursor(f"query {name} failed") as cursor:
            return _to_utc(cursor.execute(sql, values).df())

    def query_within(self, limit_s: float, name: str, /, **parameters: Parameter) -> pd.DataFrame:
        """Return the result of a named query, as `query` does, if it takes no longer than a limit in seconds.

        Raises:
            QueryTimeoutError: it took longer and was interrupted.
            WarehouseError: as by `query`.
        """
        sql, values = self._prepare_query(name, parameters)
        is_late = Event()
        try:
            with self._open_cursor(f"query {name} failed") as cursor, interrupt_after(limit_s, cursor, is_late):
                return _to_utc(cursor.execute(sql, values).df())
        except QueryCancelledError as error:
            if is_late.is_set():
                raise QueryTimeoutError(f"query {name} took longer than {limit_s:g} s and was stopped") from error
            raise

    def _prepare_query(self, name: str, parameters: Mapping[str, Parameter]) -> tuple[str, dict[str, object]]:
        path = find_query_file(self.own_sql, name)
        sql = read_sql(path) if path is not None else self._select_in_order(name)
        return sql, {
            key: _build_filter_struct(value) if isinstance(value, Mapping) else value
            for key, value in parameters.items()
        }

    def _select_in_order(self, table: str) -> str:
        """Return the SQL for all rows of a public table, by its column `position` if it has one, else by all columns.

        Raises:
            WarehouseError: the table does not exist.
        """
        if table not in self._order:
            columns = set(self.query("columns", table=table)["column_name"])
            if not columns:
                raise WarehouseError(f"there is no query {table}")
            self._order[table] = "position" if "position" in columns else "all"
        return f'select * from "{table}" order by {self._order[table]}'

    def aggregate(self, filters: Filters, sums: Aggregation) -> pd.DataFrame:
        """Aggregate what matches the filters, with `sql/common/sums/aggregate_by_levels.sql`.

        Args:
            filters: as for queries; for pairs they select the runs.
            sums: the aggregation.

        Returns:
            The columns of `by`, in their order; answers and unreadable, or the number of sets, pairs or replies; and
            per value its sum and, named by `COUNTED`, the number of rows that have it.

        Raises:
            WarehouseError: a column or value does not exist.
        """
        sql = build_aggregation_sql(self._list_answer_columns(), sums)
        with self._open_cursor(f"{sums.of} could not be summed") as cursor:
            return cursor.execute(sql, {"filters": _build_filter_struct(filters), **sums.parameters}).df()

    def _list_answer_columns(self) -> list[str]:
        return list(self.query("columns", table="scored_answers")["column_name"])

    def has_query(self, name: str) -> bool:
        """Return whether the benchmark has a query or a public table of this name."""
        return find_query_file(self.own_sql, name) is not None or name in self.list_tables()

    def list_tables(self) -> list[str]:
        """Return the names of the public tables and views."""
        return list(self.query("tables")["table_name"])

    def load_table(self, name: str) -> pd.DataFrame:
        """Return a whole public table or view; times are in UTC.

        Raises:
            WarehouseError: the table does not exist.
        """
        if name not in self.list_tables():
            raise WarehouseError(f"there is no table {name}")
        with self._open_cursor(f"the table {name} cannot be read") as cursor:
            return _to_utc(cursor.table(name).df())

    def load_rows(self, name: str, **keys: Sequence[str]) -> list[dict[str, Any]]:
        """Return selected rows of a public table as plain values, missing ones as None.

        Args:
            name: of the table.
            keys: the values that rows may have, by column.

        Raises:
            WarehouseError: the table or a column does not exist.
        """
        with self._select_rows(name, keys) as rows:
            return [dict(zip(rows.columns, row, strict=True)) for row in rows.fetchall()]

    @contextmanager
    def load_batches(self, name: str, **keys: Sequence[str]) -> Iterator[pa.RecordBatchReader]:
        """Yield a batch reader of the rows that `load_rows` selects, for tables of any size; times are in local time.

        Raises:
            WarehouseError: the table or a column does not exist.
        """
        with self._select_rows(name, keys) as rows:
            yield rows.to_arrow_reader(ROWS_OF_BATCH)

    def count(self, name: str, **keys: Sequence[str]) -> int:
        """Count the rows that `load_rows` selects.

        Raises:
            WarehouseError: the table or a column does not exist.
        """
        with self._select_rows(name, keys) as rows:
            return rows.shape[0]

    @contextmanager
    def _select_rows(self, name: str, keys: Mapping[str, Sequence[str]]) -> Iterator[duckdb.DuckDBPyRelation]:
        with self._open_cursor(f"the table {name} cannot be read") as cursor:
            found = cursor.table(name)
            for column, values in keys.items():
                wanted = [duckdb.ConstantExpression(value) for value in values]
                found = found.filter(duckdb.ColumnExpression(column).isin(*wanted))
            yield found

    @contextmanager
    def _open_cursor(self, failed: str) -> Iterator[duckdb.DuckDBPyConnection]:
        """Yield a cursor for one query; `failed` begins the message of an error."""
        try:
            with self.turns.open_cursor(self._connection) as cursor:
                yield cursor
        except duckdb.Error as error:
            raise WarehouseError(f"{failed}: {error}") from error

    def close(self) -> None:
        """Close the file, and remove the temporary storage of queries."""
        self._held.close()

    def __enter__(self) -> "Warehouse":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _to_utc(frame: pd.DataFrame) -> pd.DataFrame:
    """Convert times to UTC; DuckDB returns them in local time, and its settings are locked."""
    return frame.assign(
        **{str(name): frame[name].dt.tz_convert("UTC") for name in frame.select_dtypes(include="datetimetz")}
    )


def open_current(workspace: Workspace) -> Warehouse:
    """Open the current warehouse.

    Raises:
        WarehouseError: no warehouse exists yet.
    """
    path = find_current_generation(workspace.warehouse)
    if path is None:
        option = format_benchmark_option(workspace.benchmark_id)
        raise WarehouseError(
            f"There is no warehouse in {workspace.warehouse} yet. Make one: trilens fetch{option}, then "
            f"trilens build{option}"
        )
    return Warehouse(path, get_sql_folder(workspace), benchmark_id=workspace.benchmark_id)


def get_sql_folder(workspace: Workspace) -> str:
    """Return the folder of SQL that only this benchmark has; empty if it has none."""
    return find_entry(workspace).own_sql


def _build_filter_struct(filters: Filters) -> dict[str, object]:
    """Return the struct that the macros take: common filters by name, the factors of cases as a list."""
    known = {key: filters.get(key) for key in NO_FILTERS}
    factors = [
        {"factor": key, "levels": levels}
        for key, levels in filters.items()
        if key not in known and key != CASE_IDS and levels is not None
    ]
    return {**known, "factors": factors, "case_ids": filters.get(CASE_IDS)}
