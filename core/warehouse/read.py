"""Reading the warehouse: named queries, each a file in `sql/queries`, with values as parameters."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa

from core.benchmarks.registry import find_entry
from core.errors import WarehouseError, WarehouseInUseError
from core.records import FACTORS_OF_ANSWERS
from core.settings import Settings
from core.warehouse.aggregation import Aggregation, build_aggregation_sql
from core.warehouse.generations import find_current_generation
from core.warehouse.in_use import describe_lock
from core.warehouse.query_slots import IsCancelled, QuerySlots, make_never_cancelled
from core.warehouse.sql import compute_schema_sha256, find_query_file, read_sql
from core.warehouse.temp_storage import TempStorage, share_temp_storage

Filters = Mapping[str, list[str] | bool | None]
"""Chosen values by the key of their factor, for `selected_cases` and `selected_answers`; None does not filter.

`with_references` is True where all runs stand side by side. It is False where a model counts by one run, or where means
are taken over all models."""

NO_FILTERS: Filters = {**dict.fromkeys(factor.key for factor in FACTORS_OF_ANSWERS), "with_references": True}
"""Every answer of every run."""

Parameter = str | float | bool | list[str] | Filters | None
"""What a query takes for a `$name`."""

_HARDENED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "memory_limit": "512MB",
    "threads": "2",
}
"""Viewers can only read: no files, no extensions, no settings. Source: DuckDB, "Securing DuckDB"."""


def _open(path: Path, spill: TempStorage | None) -> duckdb.DuckDBPyConnection:
    """A connection that can do nothing but read.

    A query that needs more memory than there is goes on in the folder of the claim, the only one that DuckDB then
    reaches beside the file itself; without a claim it ends.
    """
    config = {**_HARDENED, "temp_directory": "" if spill is None else str(spill.folder)}
    with _opening:
        connection = duckdb.connect(str(path), read_only=True, config=config)
        if not connection.execute("select current_setting('lock_configuration')").fetchall()[0][0]:
            if spill is not None:
                # As part of the configuration this bound would be shown and not kept.
                connection.execute(f"set max_temp_directory_size = '{spill.most_bytes}B'")
            connection.execute("set lock_configuration = true")
    return connection


_opening = Lock()
"""Who opens a generation that is open in this process already gets the same instance, with its settings locked."""


ROWS_OF_BATCH = 50_000
"""That are in memory at once where a table is read a part at a time."""


class Warehouse:
    """One generation, open for reading. Safe to share between threads: every query has a cursor of its own.

    What asks it raises `QueryCancelledError` where nobody waits for the result any more.
    """

    def __init__(
        self,
        path: Path,
        own_sql: str,
        spills_below: Path | None = None,
        make_check: Callable[[], IsCancelled] = make_never_cancelled,
    ) -> None:
        """Opens a generation.

        Args:
            path: of its file.
            own_sql: the benchmark's own folder of SQL; empty where it has none.
            spills_below: the folder below which queries put what has no room in memory; that of the file where it is
                None.
            make_check: as in `QuerySlots`.

        Raises:
            WarehouseInUseError: another program holds the file open for writing.
            WarehouseError: this version cannot read the file.
        """
        self.path, self.own_sql = path, own_sql
        self.turns = QuerySlots(make_check)
        self._held = ExitStack()
        try:
            spill = self._held.enter_context(share_temp_storage(path.resolve(), spills_below or path.resolve().parent))
            self._connection = self._held.enter_context(_open(path, spill))
            built_with = self._connection.execute("select schema_sha256 from builds").fetchall()
        except duckdb.Error as error:
            self.close()
            if in_use := describe_lock(path, error):
                raise WarehouseInUseError(in_use) from error
            raise WarehouseError(f"{path} cannot be read ({error}). Build it again: trilens build") from error
        if built_with != [(compute_schema_sha256(own_sql),)]:
            self.close()
            raise WarehouseError(f"{path} is of another version of Trilens. Build it again: trilens build")

    @property
    def generation(self) -> str:
        """Name of the generation; changes with every build."""
        return self.path.name

    def query(self, name: str, **parameters: Parameter) -> pd.DataFrame:
        """The result of the query in the file of this name; missing values are null, times are in UTC.

        Raises:
            WarehouseError: the benchmark has no such query, it does not take these parameters, or failed.
        """
        path = find_query_file(self.own_sql, name)
        if path is None:
            raise WarehouseError(f"there is no query {name}")
        given = {
            key: _build_filter_struct(value) if isinstance(value, Mapping) else value
            for key, value in parameters.items()
        }
        with self._open_cursor(f"query {name} failed") as cursor:
            return _to_utc(cursor.execute(read_sql(path), given).df())

    def aggregate(self, filters: Filters, sums: Aggregation) -> pd.DataFrame:
        """Sums over what fits the filters, as `sql/common/sums/sums.sql` says.

        Args:
            filters: as for queries; of pairs they name the runs.
            sums: what is summed.

        Returns:
            The columns of `by`, in their order; answers and unreadable, or how many sets, pairs or replies there are;
            and of each value its sum and, named by `COUNTED`, how many of them have it.

        Raises:
            WarehouseError: there is no such column or value.
        """
        sql = build_aggregation_sql(self._list_answer_columns(), sums)
        with self._open_cursor(f"{sums.of} could not be summed") as cursor:
            return cursor.execute(sql, {"filters": _build_filter_struct(filters), **sums.parameters}).df()

    def _list_answer_columns(self) -> list[str]:
        return list(self.query("columns", table="scored_answers")["column_name"])

    def has_query(self, name: str) -> bool:
        """Whether the benchmark has a query of this name."""
        return find_query_file(self.own_sql, name) is not None

    def list_tables(self) -> list[str]:
        """Names of the public tables and views."""
        return list(self.query("tables")["table_name"])

    def load_table(self, name: str) -> pd.DataFrame:
        """A whole public table or view; times are in UTC.

        Raises:
            WarehouseError: there is no such table.
        """
        if name not in self.list_tables():
            raise WarehouseError(f"there is no table {name}")
        with self._open_cursor(f"the table {name} cannot be read") as cursor:
            return _to_utc(cursor.table(name).df())

    def load_rows(self, name: str, **keys: Sequence[str]) -> list[dict[str, Any]]:
        """Rows of a public table as plain values, missing ones as None: a part of it, where the whole is too much.

        Args:
            name: of the table.
            keys: the values that rows may have, by column.

        Raises:
            WarehouseError: there is no such table or column.
        """
        with self._select_rows(name, keys) as found:
            return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]

    @contextmanager
    def load_batches(self, name: str, **keys: Sequence[str]) -> Iterator[pa.RecordBatchReader]:
        """Such rows a part at a time, for tables of any size; times are in the zone of the machine.

        Raises:
            WarehouseError: there is no such table or column.
        """
        with self._select_rows(name, keys) as found:
            yield found.to_arrow_reader(ROWS_OF_BATCH)

    def count(self, name: str, **keys: Sequence[str]) -> int:
        """The number of such rows.

        Raises:
            WarehouseError: there is no such table or column.
        """
        with self._select_rows(name, keys) as found:
            return found.shape[0]

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
        """A cursor for what begins now; `failed` says of an error what did not work."""
        try:
            with self.turns.open_cursor(self._connection) as cursor:
                yield cursor
        except duckdb.Error as error:
            raise WarehouseError(f"{failed}: {error}") from error

    def close(self) -> None:
        """Closes the file, and removes what queries have spilled."""
        self._held.close()

    def __enter__(self) -> "Warehouse":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _to_utc(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with its times in UTC; DuckDB gives them in the zone of the machine, and its settings are locked."""
    return frame.assign(
        **{str(name): frame[name].dt.tz_convert("UTC") for name in frame.select_dtypes(include="datetimetz")}
    )


def open_current(settings: Settings) -> Warehouse:
    """The current warehouse.

    Raises:
        WarehouseError: there is none yet.
    """
    path = find_current_generation(settings.warehouse)
    if path is None:
        raise WarehouseError(
            f"There is no warehouse in {settings.warehouse} yet. Make one: trilens fetch, then trilens build"
        )
    return Warehouse(path, get_sql_folder(settings))


def get_sql_folder(settings: Settings) -> str:
    """The folder of SQL that only this benchmark has; empty where it has none."""
    return find_entry(settings).own_sql


def _build_filter_struct(filters: Filters) -> dict[str, object]:
    """The struct that the macros take: what all benchmarks have by name, the factors of cases as a list."""
    known = {key: filters.get(key) for key in NO_FILTERS}
    factors = [
        {"factor": key, "levels": levels} for key, levels in filters.items() if key not in known and levels is not None
    ]
    return {**known, "factors": factors}
