"""Replies as a Parquet table that names its cases by Trilens' own ids, as `export` writes it for Hugging Face.

Columns with pictures are never read.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import ReplyFileError
from core.logs.forms.replies_table import (
    CASE_KEYS,
    MAX_CELL_CHARACTERS,
    RUN_COLUMNS,
    RUN_KEY,
    GivenReply,
    rows_of_table,
)
from core.logs.logged import Grade, Rows
from core.logs.own_key import KEY
from core.runs.journal import REPLY_KEYS

_READ = {*CASE_KEYS, *REPLY_KEYS, *RUN_COLUMNS, KEY, RUN_KEY}
"""Columns that are read."""

MAX_UNPACKED_BYTES = 4 * 2**30
"""Of the columns that are read, by the file's own word."""

_MAGIC = b"PAR1"
_ROWS_AT_ONCE = 64


def recognises(path: Path, head: bytes) -> Grade:
    """A Parquet file with the columns of a table of replies."""
    if not head.startswith(_MAGIC):
        return "no"
    try:
        with pq.ParquetFile(path) as file:
            names = set(file.schema_arrow.names)
    except (OSError, pa.ArrowException):
        return "no"
    return "yes" if "reply" in names and names.intersection(CASE_KEYS) else "no"


def read(path: Path) -> Rows:
    """The replies of a table.

    Raises:
        ReplyFileError: it is no whole file, or unpacks to too much.
    """
    try:
        yield from rows_of_table(path.stem, _given(path))
    except (OSError, pa.ArrowException) as error:
        raise ReplyFileError(f"{path} cannot be read: {error}") from error


def _given(path: Path) -> Iterator[GivenReply]:
    with pq.ParquetFile(path) as file:
        names = [name for name in file.schema_arrow.names if name in _READ]
        groups = [file.metadata.row_group(number) for number in range(file.metadata.num_row_groups)]
        columns = [group.column(place) for group in groups for place in range(group.num_columns)]
        unpacked = sum(one.total_uncompressed_size for one in columns if one.path_in_schema.split(".")[0] in names)
        if unpacked > MAX_UNPACKED_BYTES:
            raise ReplyFileError(f"{path.name} unpacks to {unpacked / 2**30:.1f} GiB; 4 are read.")
        number = 0
        for batch in file.iter_batches(batch_size=_ROWS_AT_ONCE, columns=names):
            for values in batch.to_pylist():
                number += 1
                yield f"row {number}", "", _known(values)


def _known(values: dict[str, Any]) -> dict[str, Any] | str:
    """The values that are there, as a line of a journal has them."""
    if len(values.get("reply") or "") > MAX_CELL_CHARACTERS:
        return f"its reply has more than {MAX_CELL_CHARACTERS:,} characters"
    return {name: value for name, value in values.items() if value is not None or name == "reply"}
