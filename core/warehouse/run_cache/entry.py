"""A part on disk: the results of one journal, as Parquet files and a manifest that is written last.

All its files begin with the part's key: a checksum over the journal's name and content, the benchmark's contents, and
the code that makes parts. So a part never changes, and a build recognises existing parts by name. The manifest holds
the checksums of the files, and begins with its own: a truncated or changed part is ignored.
"""

import hashlib
from pathlib import Path

import pyarrow.parquet as pq
from pydantic import BaseModel, ConfigDict, ValidationError

from core.atomic_files import compute_file_sha256, open_atomic_file
from core.records import RejectedItem, Run
from core.warehouse.run_cache.arrow_rows import JournalTables


class RunCacheEntry(BaseModel):
    """The manifest of a part.

    Attributes:
        key: beginning of the names of its files.
        journal_sha256, journal_bytes: of the journal's content when it was read.
        run: of the journal; None if the whole journal is refused.
        refusals: of the journal and its lines.
        files: SHA-256 of the Parquet file by table; tables without rows have no file.
        counts: number of rows by table.
        n_readable, n_covered, words: as in `JournalTables`.
    """

    model_config = ConfigDict(frozen=True)

    key: str
    journal_sha256: str
    journal_bytes: int
    run: Run | None = None
    refusals: list[RejectedItem] = []
    files: dict[str, str] = {}
    counts: dict[str, int] = {}
    n_readable: int = 0
    n_covered: int = 0
    words: tuple[str, ...] = ()


def compute_key(name: str, body: bytes, made_for: str) -> str:
    """Compute the key of a journal's part.

    Args:
        name: of the journal's file; refusals contain it.
        body: its content.
        made_for: checksum of the benchmark's contents and of the code that makes parts.
    """
    return hashlib.sha256(f"{name}\n{made_for}\n".encode() + body).hexdigest()[:40]


def get_table_path(folder: Path, key: str, table: str) -> Path:
    """Return the path of a part's table."""
    return folder / f"{key}.{table}.parquet"


def read_part(folder: Path, key: str) -> RunCacheEntry | None:
    """Read the part with this key; None if there is none, or if one of its files was truncated or changed."""
    try:
        checksum, _, body = _get_manifest_path(folder, key).read_bytes().partition(b"\n")
        if hashlib.sha256(body).hexdigest().encode() != checksum:
            return None
        part = RunCacheEntry.model_validate_json(body)
        is_whole = all(
            compute_file_sha256(get_table_path(folder, key, table)) == file for table, file in part.files.items()
        )
    except (FileNotFoundError, ValidationError):
        return None
    return part if is_whole and part.key == key else None


def write_part(
    folder: Path, key: str, body: bytes, run: Run | None, refusals: list[RejectedItem], rows: JournalTables
) -> RunCacheEntry:
    """Write a part's tables, then its manifest, so that an interrupted write leaves no valid part."""
    part = RunCacheEntry(
        key=key,
        journal_sha256=hashlib.sha256(body).hexdigest(),
        journal_bytes=len(body),
        run=run,
        refusals=refusals,
        files=_write_tables(folder, key, rows),
        counts={name: table.num_rows for name, table in rows.tables.items()},
        n_readable=rows.n_readable,
        n_covered=rows.n_covered,
        words=rows.words,
    )
    body = part.model_dump_json().encode()
    with open_atomic_file(_get_manifest_path(folder, key)) as file:
        file.write(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
    return part


def _write_tables(folder: Path, key: str, rows: JournalTables) -> dict[str, str]:
    checksums = {}
    for name, table in rows.tables.items():
        path = get_table_path(folder, key, name)
        with open_atomic_file(path) as file:
            pq.write_table(table, file, compression="zstd")
        checksums[name] = compute_file_sha256(path)
    return checksums


def _get_manifest_path(folder: Path, key: str) -> Path:
    return folder / f"{key}.json"
