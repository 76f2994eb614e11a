"""Reading the warehouse: named queries, each a file in `sql/queries`, with values as parameters."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import duckdb
import pandas as pd

from core.errors import WarehouseError
from core.records import FACTOR_BY_KEY
from core.settings import Settings
from core.warehouse.generations import current_generation

SQL = Path(__file__).parent / "sql"

Filters = Mapping[str, list[str] | bool | None]
"""Chosen values by the key of their factor, for `selected_photographs` and `selected_answers`; None does not filter.

`with_references` is True where all runs stand side by side. It is False where a model counts by one run, or where means
are taken over all models."""

NO_FILTERS: Filters = {**dict.fromkeys(FACTOR_BY_KEY), "with_references": True}
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
    "temp_directory": "",
    "lock_configuration": "true",
}
"""Viewers can only read: no files, no extensions, no settings. Source: DuckDB, "Securing DuckDB"."""


class Warehouse:
    """One generation, open for reading. Safe to share between threads: every query has a cursor of its own."""

    def __init__(self, path: Path) -> None:
        """Opens a generation.

        Raises:
            WarehouseError: this version cannot read the file.
        """
        self.path = path
        try:
            self._connection = duckdb.connect(str(path), read_only=True, config=_HARDENED)
            built_with = self._connection.execute("select schema_sha256 from builds").fetchall()
        except duckdb.Error as error:
            raise WarehouseError(f"{path} cannot be read ({error}). Build it again: python -m core build") from error
        if built_with != [(schema_sha256(),)]:
            self.close()
            raise WarehouseError(f"{path} is of another version of Trilens. Build it again: python -m core build")

    @property
    def generation(self) -> str:
        """Name of the generation; changes with every build."""
        return self.path.name

    def query(self, name: str, **parameters: Parameter) -> pd.DataFrame:
        """The result of `sql/queries/<name>.sql`; missing values are null, times are in UTC.

        Raises:
            WarehouseError: the query does not take these parameters, or failed.
        """
        cursor = self._connection.cursor()
        try:
            return _in_utc(cursor.execute(_query_text(name), parameters).df())
        except duckdb.Error as error:
            raise WarehouseError(f"query {name} failed: {error}") from error
        finally:
            cursor.close()

    def tables(self) -> list[str]:
        """Names of the public tables and views."""
        return list(self.query("tables")["table_name"])

    def table(self, name: str) -> pd.DataFrame:
        """A whole public table or view; times are in UTC.

        Raises:
            WarehouseError: there is no such table.
        """
        if name not in self.tables():
            raise WarehouseError(f"there is no table {name}")
        cursor = self._connection.cursor()
        try:
            return _in_utc(cursor.table(name).df())
        finally:
            cursor.close()

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> "Warehouse":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _in_utc(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with its times in UTC; DuckDB gives them in the zone of the machine, and its settings are locked."""
    return frame.assign(
        **{str(name): frame[name].dt.tz_convert("UTC") for name in frame.select_dtypes(include="datetimetz")}
    )


def open_current(settings: Settings) -> Warehouse:
    """The current warehouse.

    Raises:
        WarehouseError: there is none yet.
    """
    path = current_generation(settings.warehouse)
    if path is None:
        raise WarehouseError(
            f"There is no warehouse in {settings.warehouse} yet. "
            "Make one: python -m core fetch, then python -m core build"
        )
    return Warehouse(path)


@cache
def schema_sha256() -> str:
    """Checksum of the definitions of tables and views; a warehouse with another one cannot be read."""
    paths = [path for folder in ("tables", "views") for path in sorted((SQL / folder).glob("*.sql"))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


@cache
def _query_text(name: str) -> str:
    path = SQL / "queries" / f"{name}.sql"
    if not path.is_file():
        raise WarehouseError(f"there is no query {name}")
    return path.read_text(encoding="utf-8")
