"""Replies in a Parquet table that names its cases by Trilens' own ids, as `export` writes it for Hugging Face.

Columns with images are never read.
"""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import ReplyFileError
from core.importers.formats.replies_table import (
    CASE_KEYS,
    MAX_CELL_CHARACTERS,
    RUN_COLUMNS,
    RUN_KEY,
    GivenReply,
    parse_table_rows,
    rename_row_columns,
)
from core.importers.records import Grade, Rows
from core.importers.reply_columns import find_reply_columns
from core.importers.trilens_metadata import KEY
from core.runs.journal import REPLY_KEYS

_READ = {*CASE_KEYS, *REPLY_KEYS, *RUN_COLUMNS, KEY, RUN_KEY}
"""Columns that are read."""

MAX_UNPACKED_BYTES = 4 * 2**30
"""Maximum size of the columns that are read, as declared by the file."""

_MAGIC = b"PAR1"
_ROWS_AT_ONCE = 64


def classify_file(path: Path, head: bytes) -> Grade:
    """Classify a Parquet file by the columns of a table of replies."""
    names = _read_column_names(path) if is_parquet(head) else []
    return "yes" if "reply" in names and set(names).intersection(CASE_KEYS) else "no"


def is_parquet(head: bytes) -> bool:
    """Return whether a file with these first bytes is a Parquet file."""
    return head.startswith(_MAGIC)


def has_usual_columns(path: Path) -> bool:
    """Return whether a file that the user names is a table of replies by usual names of its columns."""
    return find_reply_columns(_read_column_names(path)) is not None


def _read_column_names(path: Path) -> list[str]:
    try:
        with pq.ParquetFile(path) as file:
            return list(file.schema_arrow.names)
    except (OSError, pa.ArrowException):
        return []


def read(path: Path) -> Rows:
    """Yield the replies of a table.

    Raises:
        ReplyFileError: it is not a whole file, or unpacks to too much.
    """
    try:
        names = _read_column_names(path)
        if "reply" in names and set(names).intersection(CASE_KEYS):
            yield from parse_table_rows(path.stem, _read_rows(path, _READ))
        elif columns := find_reply_columns(names):
            rows = _read_rows(path, {columns.case_id, columns.reply, columns.model})
            yield from parse_table_rows(path.stem, rename_row_columns(columns, rows), (columns.note,))
    except (OSError, pa.ArrowException) as error:
        raise ReplyFileError(f"{path} cannot be read: {error}") from error


def _read_rows(path: Path, read: Collection[str]) -> Iterator[GivenReply]:
    """Yield the rows of a table with the columns that are read."""
    with pq.ParquetFile(path) as file:
        names = [name for name in file.schema_arrow.names if name in read]
        groups = [file.metadata.row_group(number) for number in range(file.metadata.num_row_groups)]
        columns = [group.column(place) for group in groups for place in range(group.num_columns)]
        unpacked = sum(
            column.total_uncompressed_size for column in columns if column.path_in_schema.split(".")[0] in names
        )
        if unpacked > MAX_UNPACKED_BYTES:
            raise ReplyFileError(f"{path.name} unpacks to {unpacked / 2**30:.1f} GiB; the limit is 4.")
        number = 0
        for batch in file.iter_batches(batch_size=_ROWS_AT_ONCE, columns=names):
            for values in batch.to_pylist():
                number += 1
                yield f"row {number}", "", _clean_values(values)


def _clean_values(values: dict[str, Any]) -> dict[str, Any] | str:
    """Return the values that are present, as a line of a journal has them."""
    if any(isinstance(value, str) and len(value) > MAX_CELL_CHARACTERS for value in values.values()):
        return f"its reply has more than {MAX_CELL_CHARACTERS:,} characters"
    return {name: value for name, value in values.items() if value is not None or name == "reply"}
