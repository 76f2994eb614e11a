"""Generations of the warehouse: a new file name per build, and a pointer that switches at once.

A process that reopens a replaced DuckDB file can go on seeing the old data silently, so no file is ever replaced.
"""

import secrets
from datetime import UTC, datetime
from pathlib import Path

from core.files import atomic_write

KEPT_GENERATIONS = 3
"""The current one and two before it, for readers that are still at work on them."""

_POINTER = "CURRENT"
_PREFIX = "trilens-"


def new_generation(folder: Path) -> Path:
    """A file name that no generation had before. It counts only once `switch_to` was called."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    return folder / f"{_PREFIX}{stamp}-{secrets.token_hex(3)}.duckdb"


def current_generation(folder: Path) -> Path | None:
    """The file of the current warehouse; None where there is none yet."""
    try:
        name = (folder / _POINTER).read_text(encoding="utf-8").strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
    path = folder / name
    return path if name.startswith(_PREFIX) and path.is_file() else None


def switch_to(generation: Path) -> None:
    """Makes a finished file the current warehouse; readers see the old one or the new one."""
    with atomic_write(generation.parent / _POINTER) as file:
        file.write(f"{generation.name}\n".encode())


def remove_old_generations(folder: Path) -> None:
    """Removes what killed builds left and all but the newest generations. Call it only while holding the lock."""
    current = current_generation(folder)
    kept = sorted(folder.glob(f"{_PREFIX}*.duckdb"), reverse=True)[:KEPT_GENERATIONS]
    for path in folder.glob(f"{_PREFIX}*"):
        if path not in kept and path != current:
            path.unlink(missing_ok=True)
