"""The SQL that a warehouse is made of and read with: what all benchmarks share, and what some have of their own.

`common` and each benchmark's own folder hold tables, dimensions (what is known of runs and cases), views, checks and
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
"""What a warehouse is made of, in the order in which it is made."""


def list_folders(own_sql: str) -> tuple[Path, ...]:
    """The folders of a benchmark, the common one first; `own_sql` is empty where there is no other."""
    return (COMMON, SQL / own_sql) if own_sql else (COMMON,)


def list_files(own_sql: str, kind: str) -> list[Path]:
    """The files of a kind (tables, dimensions, views, checks, queries), the common ones first."""
    return [path for folder in list_folders(own_sql) for path in sorted((folder / kind).glob("*.sql"))]


def find_query_file(own_sql: str, name: str) -> Path | None:
    """The file of a named query; None if a benchmark has none of this name."""
    files = (folder / "queries" / f"{name}.sql" for folder in list_folders(own_sql))
    return next((path for path in files if path.is_file()), None)


@cache
def read_sql(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


@cache
def compute_schema_sha256(own_sql: str) -> str:
    """Checksum of the definitions that a benchmark's warehouse is made of; one with another cannot be read."""
    paths = [path for kind in KINDS for path in list_files(own_sql, kind)]
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()
