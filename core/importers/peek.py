"""The first object of a file with many, which reveals the file's format."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from core.importers.json_lines import read_json_lines
from core.importers.json_stream import read_list_objects, read_object_keys

LINES = 5
"""Number of first rows of which one must be complete."""

MOST_KEYS = 1_000
"""Maximum number of keys; an object with more is some table and not a log."""

_OBJECT = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{")
_LIST = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*\{")


def read_first_object(path: Path, head: bytes, key: str) -> dict[str, Any]:
    """Return the first object of JSON lines; an empty one if there is none among the first rows.

    Args:
        path: the file.
        head: its first bytes.
        key: of the wanted rows; a file without it in the first row is not read.
    """
    if not _OBJECT.match(head) or not (f'"{key}"'.encode() in head or has_keys(path, head, key)):
        return {}
    return _find_first_object(read_json_lines(path))


def is_json_list(head: bytes) -> bool:
    """Return whether a file with these first bytes begins with a list of objects."""
    return bool(_LIST.match(head))


def read_first_item(path: Path, *keys: str) -> dict[str, Any]:
    """Return the first object in the list at a path of keys of a JSON file; an empty one if there is none."""
    try:
        return _find_first_object(read_list_objects(path, *keys))
    except ValueError:
        return {}


def has_keys(path: Path, head: bytes, *keys: str) -> bool:
    """Return whether the file's first object has all of these keys, in any order and beside any others.

    The values are skipped, and the object may break off after the keys.

    Args:
        path: the file.
        head: its first bytes.
        keys: the required keys.
    """
    if not _OBJECT.match(head):
        return False
    state = path.stat()
    return _read_keys(path, state.st_size, state.st_mtime_ns).issuperset(keys)


@lru_cache(maxsize=8)
def _read_keys(path: Path, _size: int, _changed_ns: int) -> frozenset[str]:
    """Return the keys of a file's first object; cached, so that all formats read it once."""
    found = set[str]()
    with suppress(ValueError):
        for key in islice(read_object_keys(path), MOST_KEYS):
            found.add(key)
    return frozenset(found)


def _find_first_object(rows: Iterator[tuple[int, dict[str, Any] | str]]) -> dict[str, Any]:
    return next((row for _, row in islice(rows, LINES) if isinstance(row, dict)), {})
