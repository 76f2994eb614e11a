"""Removal of files that no build or reader of the current warehouse needs: old parts and generations, partial files."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from core.atomic_files import find_partial_files, lock_folder, open_atomic_file, remove_partial_file
from core.warehouse.generations import list_stale_generations
from core.warehouse.run_cache.task import CONTENTS
from core.workspace import Workspace

_IN_USE = "IN_USE"
"""The file among the parts that lists the names the last build used."""


@dataclass(frozen=True, slots=True)
class UnusedPath:
    """A file or a folder that is not needed.

    Attributes:
        kind: its kind in the plural, such as "old parts".
    """

    path: Path
    kind: str
    n_bytes: int


def note_parts_in_use(parts: Path, names: Iterable[str]) -> None:
    """Record the names that a build has just used: keys of parts, and the contents. Files in use begin with them."""
    with open_atomic_file(parts / _IN_USE) as file:
        file.write("".join(f"{name}\n" for name in sorted(names)).encode())


def clean(workspace: Workspace, *, is_dry: bool = False) -> list[UnusedPath]:
    """Remove the leftovers of a benchmark and return them; journals, notes and images are never touched.

    A part that is newer than the last build stays: a build that was stopped has made it for the next one.

    Args:
        workspace: of the benchmark.
        is_dry: return the leftovers without removing them.

    Raises:
        TrilensError: a build is running.
    """
    with lock_folder(workspace.data, "build"):
        found = list(_find_unused(workspace))
        for one in found if not is_dry else ():
            remove_partial_file(one.path)
    return found


def _find_unused(workspace: Workspace) -> Iterator[UnusedPath]:
    half_written = list(find_partial_files(workspace.data, is_deep=False))  # notes, and unfinished generated sets
    for folder in (workspace.parts, workspace.runs, workspace.derived_images, workspace.warehouse):
        half_written += find_partial_files(folder)
    yield from (_build_unused_path(path, "half-written files") for path in half_written)
    yield from (_build_unused_path(path, "old warehouses") for path in list_stale_generations(workspace.warehouse))
    yield from (_build_unused_path(path, "old parts") for path in _find_old_parts(workspace.parts))


def _build_unused_path(path: Path, kind: str) -> UnusedPath:
    files = path.rglob("*") if path.is_dir() else (path,)
    return UnusedPath(path, kind, sum(file.stat().st_size for file in files))


def _find_old_parts(parts: Path) -> Iterator[Path]:
    noted = parts / _IN_USE
    if not noted.is_file():
        return
    in_use, before = set(noted.read_text(encoding="utf-8").split()), noted.stat().st_mtime_ns
    with os.scandir(parts) as entries:
        for entry in entries:
            name, is_part = entry.name.partition(".")[0], entry.name.endswith((".parquet", ".json", CONTENTS))
            if is_part and name not in in_use and entry.stat().st_mtime_ns <= before:
                yield Path(entry.path)
