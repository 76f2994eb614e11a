"""A warehouse's file that another program holds open for writing."""

import re
from pathlib import Path

import duckdb

_LOCKED = "Could not set lock on file"
"""DuckDB has no class of its own for this. Source: DuckDB, "Concurrency", "Handling Concurrency"."""

_HOLDER = re.compile(r"Conflicting lock is held in (.+?) \(PID (\d+)\)")


def describe_lock(path: Path, error: duckdb.Error) -> str | None:
    """Return the sentence about a file that another program holds open; None if the error has another cause."""
    if not isinstance(error, duckdb.IOException) or _LOCKED not in str(error):
        return None
    holder = _HOLDER.search(str(error))
    which = f" ({holder[1]}, process {holder[2]})" if holder else ""
    return f"{path} is open in another program{which}. Close the other program, then try again."
