"""Generations of the warehouse: a new file name per build, and a pointer that is switched atomically.

A process that reopens a replaced DuckDB file may silently keep seeing the old data, so files are never replaced.
"""

import secrets
from datetime import UTC, datetime
from pathlib import Path

from core.atomic_files import compute_file_sha256, open_atomic_file, remove_partial_file

KEPT_GENERATIONS = 3
"""The current generation and two before it, for readers that still use them."""

_POINTER = "CURRENT"
_PREFIX = "trilens-"
_UNDER_WAY = ".part"


def make_generation_path(folder: Path) -> Path:
    """Return a new, unique file name for a build to write. It becomes a generation only with `switch_to`."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    return folder / f".{_PREFIX}{stamp}-{secrets.token_hex(3)}.duckdb{_UNDER_WAY}"


def find_current_generation(folder: Path) -> Path | None:
    """Return the file of the current warehouse; None if there is none, or if it was truncated or changed in size."""
    for name, size, _ in _read_pointer(folder)[:1]:
        path = folder / name
        if path.is_file() and (size is None or path.stat().st_size == size):
            return path
    return None


def is_whole(generation: Path) -> bool:
    """Return whether the file still has the content with which it became the current one."""
    known = next((sha256 for name, _, sha256 in _read_pointer(generation.parent) if name == generation.name), None)
    return known is None or compute_file_sha256(generation) == known


def switch_to(written: Path) -> Path:
    """Make a finished file of `make_generation_path` the current warehouse; readers see the old one or the new one.

    Returns:
        The file under its final name.
    """
    folder = written.parent
    generation = folder / written.name.removeprefix(".").removesuffix(_UNDER_WAY)
    written.rename(generation)
    before = [line for line in _read_pointer(folder) if line[0] != generation.name][: KEPT_GENERATIONS - 1]
    lines = [(generation.name, generation.stat().st_size, compute_file_sha256(generation)), *before]
    with open_atomic_file(folder / _POINTER) as file:
        file.write("".join(" ".join(str(part) for part in line if part is not None) + "\n" for line in lines).encode())
    return generation


def remove_unused_generations(folder: Path) -> None:
    """Remove leftovers of killed builds and all but the latest generations. Call it only while holding the lock."""
    kept = {name for name, _, _ in _read_pointer(folder)}
    for pattern in (f"{_PREFIX}*", f".{_PREFIX}*"):
        for path in folder.glob(pattern):
            if path.name not in kept:
                remove_partial_file(path)


def list_stale_generations(folder: Path) -> list[Path]:
    """List the files of earlier generations and of killed builds; none without a current generation."""
    current = find_current_generation(folder)
    found = [path for pattern in (f"{_PREFIX}*", f".{_PREFIX}*") for path in sorted(folder.glob(pattern))]
    return [path for path in found if path.is_file() and path != current and not path.name.endswith(_UNDER_WAY)
            ] if current else []  # fmt: skip


def remove_unfinished(written: Path) -> None:
    """Remove a file of `make_generation_path` that will not be finished, and DuckDB's files beside it."""
    for path in written.parent.glob(f"{written.name}*"):
        remove_partial_file(path)


def _read_pointer(folder: Path) -> list[tuple[str, int | None, str | None]]:
    """Return name, size and SHA-256 of the generations that readers may use, the current one first.

    Empty if the pointer is missing or damaged; the next build then starts over. A pointer of an older version has
    only one name.
    """
    try:
        lines = (folder / _POINTER).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    pointer: list[tuple[str, int | None, str | None]] = []
    for line in lines:
        name, *rest = line.split() or [""]
        if not name.startswith(_PREFIX) or "/" in name:
            return []
        size = int(rest[0]) if rest and rest[0].isascii() and rest[0].isdigit() else None
        pointer.append((name, size, rest[1] if len(rest) > 1 else None))
    return pointer
