"""Detection of a warehouse file that another program holds open for writing."""

import re
from pathlib import Path

import duckdb

_LOCKED = "Could not set lock on file"
"""DuckDB has no exception class for this. Source: DuckDB, "Concurrency", "Handling Concurrency"."""

_HOLDER = re.compile(r"Conflicting lock is held in (.+?) \(PID (\d+)\)")


def describe_lock(path: Path, error: duckdb.Error) -> str | None:
    """Return an error message if another program holds the file open; None if the error has another cause."""
    if not isinstance(error, duckdb.IOException) or _LOCKED not in str(error):
        return None
    holder = _HOLDER.search(str(error))
    which = f" ({holder[1]}, process {holder[2]})" if holder else ""
    return f"{path} is open in another program{which}. Close the other program, then try again."
