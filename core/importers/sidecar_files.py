"""Small files beside a log, which say what the log itself does not: who was asked, and how."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.importers.json_text import parse_json

MAX_BYTES = 64 * 2**20
"""Results files of hundreds of tasks have some megabytes."""


def read_json_object(path: Path) -> dict[str, Any]:
    """The JSON object that is the whole file.

    Raises:
        ValueError: it is none, or too large to be a small file.
        OSError: it cannot be read.
    """
    if path.stat().st_size > MAX_BYTES:
        raise ValueError(f"larger than {MAX_BYTES // 2**20} MiB")
    value = parse_json(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return value


def list_regular_files(folder: Path, ending: str) -> Iterator[Path]:
    """The files of a folder whose names end so, links left out, in the order of their names."""
    return (path for path in sorted(folder.iterdir()) if path.name.endswith(ending) and is_regular(path))


def is_regular(path: Path) -> bool:
    """Whether it is a file of its own, and no link."""
    return path.is_file() and not path.is_symlink()


def get_path(values: object, *keys: str) -> Any:  # noqa: ANN401 - JSON may be anything
    """What stands in nested objects at these keys; None where one of them is not there."""
    for key in keys:
        values = values.get(key) if isinstance(values, dict) else None
    return values


def get_object(values: object, *keys: str) -> dict[str, Any]:
    """The object that stands there; an empty one where there is none."""
    found = get_path(values, *keys)
    return found if isinstance(found, dict) else {}


def get_text(values: object, *keys: str) -> str:
    """The text that stands there, without blanks around it; empty where there is none."""
    found = get_path(values, *keys)
    return found.strip() if isinstance(found, str) else ""
