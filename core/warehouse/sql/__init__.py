"""The SQL that builds and reads a warehouse: files for all benchmarks, and files for some of them.

`common` and each benchmark's own folder hold tables, dimensions (properties of runs and cases), views, checks and
queries, one file each.
"""

import hashlib
from functools import cache
from pathlib import Path

SQL = Path(__file__).parent
COMMON = SQL / "common"
PARTS = COMMON / "parts"
OVERALL = COMMON / "overall"

KINDS = ("tables", "dimensions", "views")
"""The kinds of objects in a warehouse, in the order of their creation."""


def list_folders(own_sql: str) -> tuple[Path, ...]:
    """Return the SQL folders of a benchmark, the common one first; `own_sql` is empty if it has no other."""
    return (COMMON, SQL / own_sql) if own_sql else (COMMON,)


def list_files(own_sql: str, kind: str) -> list[Path]:
    """List the files of a kind (tables, dimensions, views, checks, queries), the common ones first."""
    return [path for folder in list_folders(own_sql) for path in sorted((folder / kind).glob("*.sql"))]


@cache
def find_query_file(own_sql: str, name: str) -> Path | None:
    """Return the file of a named query; None if the benchmark has no query of this name."""
    files = (folder / "queries" / f"{name}.sql" for folder in list_folders(own_sql))
    return next((path for path in files if path.is_file()), None)


@cache
def read_sql(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")


@cache
def compute_schema_sha256(own_sql: str) -> str:
    """Compute the checksum of the definitions of a benchmark's warehouse; one with another checksum cannot be read."""
    paths = [path for kind in KINDS for path in list_files(own_sql, kind)]
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()
