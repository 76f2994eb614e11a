"""Connections to a warehouse that can only read."""

from pathlib import Path
from threading import Lock

import duckdb

from core.warehouse.temp_storage import TempStorage

_HARDENED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "memory_limit": "512MB",
    "threads": "2",
}
"""Read-only access for viewers: no files, no extensions, no settings. Source: DuckDB, "Securing DuckDB"."""


def open_connection(path: Path, spill: TempStorage | None) -> duckdb.DuckDBPyConnection:
    """Open a connection that can only read.

    A query that exceeds its memory limit spills into the temporary folder, the only one that DuckDB can then access
    beside the file itself; without a folder the query fails.
    """
    config = {**_HARDENED, "temp_directory": "" if spill is None else str(spill.folder)}
    with _opening:
        connection = duckdb.connect(str(path), read_only=True, config=config)
        if not connection.execute("select current_setting('lock_configuration')").fetchall()[0][0]:
            if spill is not None:
                # DuckDB would display this limit but not enforce it if it were part of the configuration.
                connection.execute(f"set max_temp_directory_size = '{spill.most_bytes}B'")
            connection.execute("set lock_configuration = true")
    return connection


_opening = Lock()
"""Lock for opening: DuckDB returns the already open, locked instance if this process opens the same file again."""
