"""Sidecar files that name the model and the settings of a log."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.importers.json_text import parse_json

MAX_BYTES = 64 * 2**20
"""Maximum size; results files of hundreds of tasks have some megabytes."""


def read_json_object(path: Path) -> dict[str, Any]:
    """Read a file that is one JSON object.

    Raises:
        ValueError: it is not one, or too large for a sidecar file.
        OSError: it cannot be read.
    """
    if path.stat().st_size > MAX_BYTES:
        raise ValueError(f"larger than {MAX_BYTES // 2**20} MiB")
    value = parse_json(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return value


def list_regular_files(folder: Path, ending: str) -> Iterator[Path]:
    """Yield the files of a folder whose names have this ending, without links, in the order of their names."""
    return (path for path in sorted(folder.iterdir()) if path.name.endswith(ending) and is_regular(path))


def is_regular(path: Path) -> bool:
    """Return whether it is a regular file and not a link."""
    return path.is_file() and not path.is_symlink()


def get_path(values: object, *keys: str) -> Any:  # noqa: ANN401 - JSON may be anything
    """Return the value at these keys in nested objects; None if one of them is missing."""
    for key in keys:
        values = values.get(key) if isinstance(values, dict) else None
    return values


def get_object(values: object, *keys: str) -> dict[str, Any]:
    """Return the object at these keys; an empty one if there is none."""
    value = get_path(values, *keys)
    return value if isinstance(value, dict) else {}


def to_count(value: object) -> int | None:
    """Return the value if it is a count, such as a number of tokens; None if it is not a whole number from 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def get_text(values: object, *keys: str) -> str:
    """Return the text at these keys, without surrounding whitespace; empty if there is none."""
    text = get_path(values, *keys)
    return text.strip() if isinstance(text, str) else ""
