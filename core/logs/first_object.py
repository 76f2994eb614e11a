"""The first object of a file with many, by which its form is recognised."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from core.logs.json_lines import rows_of
from core.logs.json_stream import objects_of

LINES = 5
"""Of so many rows at the beginning one has to be whole."""


def first_object(path: Path, head: bytes, sign: bytes) -> dict[str, Any]:
    """The first object of JSON lines; an empty one where there is none among the first, or the head has not the sign.

    Args:
        path: the file.
        head: its first bytes.
        sign: what stands in the first rows of the form that is looked for; other files are not read.
    """
    if not head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{") or sign not in head:
        return {}
    return _first(rows_of(path))


def first_of_list(path: Path, *keys: str) -> dict[str, Any]:
    """The first object in the list at a path of keys of a JSON file; an empty one where there is none."""
    try:
        return _first(objects_of(path, *keys))
    except ValueError:
        return {}


def _first(rows: Iterator[tuple[int, dict[str, Any] | str]]) -> dict[str, Any]:
    return next((row for _, row in islice(rows, LINES) if isinstance(row, dict)), {})
