"""Temporary storage for queries that exceed their memory: one folder per open warehouse, removed when it closes.

DuckDB 2.0 could share one folder: it names files by process number and removes those of dead processes. But two
containers on one data folder can have the same process number, and then both crash.
"""

import secrets
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from filelock import FileLock, Timeout

from core.atomic_files import lock_folder
from core.errors import TrilensError

FOLDER = "spill"
"""Name of the folder below that of the warehouse, or below another one."""

MOST_BYTES = 4 * 2**30
"""Maximum disk space for one process."""

_LOCK = ".lock"
_WAIT_S = 2.0


@dataclass(frozen=True, slots=True)
class TempStorage:
    """A folder that no other process writes into, and its maximum size in bytes."""

    folder: Path
    most_bytes: int


@dataclass(slots=True)
class _Shared:
    """The temporary storage of a generation, and its number of users in this process."""

    spill: TempStorage | None
    held: ExitStack
    users: int = 0


@dataclass(frozen=True, slots=True)
class _Claims:
    """The temporary storage of this process by generation."""

    by_generation: dict[Path, _Shared] = field(default_factory=dict)
    turn: Lock = field(default_factory=Lock)


_CLAIMS = _Claims()


@contextmanager
def share_temp_storage(generation: Path, below: Path) -> Iterator[TempStorage | None]:
    """Share one temporary folder among all who have a generation open in this process: DuckDB gives them one instance.

    The last user removes it.

    Args:
        generation: the file.
        below: parent folder in which the first user creates it.
    """
    with _CLAIMS.turn:
        shared = _CLAIMS.by_generation.get(generation)
        if shared is None:
            held = ExitStack()
            shared = _Shared(held.enter_context(claim_temp_storage(below)), held)
            _CLAIMS.by_generation[generation] = shared
        shared.users += 1
    try:
        yield shared.spill
    finally:
        with _CLAIMS.turn:
            shared.users -= 1
            if not shared.users:
                del _CLAIMS.by_generation[generation]
                shared.held.close()


@contextmanager
def claim_temp_storage(below: Path) -> Iterator[TempStorage | None]:
    """Create a temporary folder for the caller only, and remove it when the block ends.

    Leftovers of killed processes are removed first: the operating system has released their locks. At most half of the
    free disk space is used, so that journals and notes can still be written.

    Args:
        below: the folder of a warehouse's generations, or another one if that is read-only.

    Yields:
        The storage; None if nothing can be written, or if the disk is full.
    """
    claimed = _claim(below / FOLDER)
    if claimed is None:
        yield None
        return
    folder, lock = claimed
    try:
        most_bytes = min(MOST_BYTES, shutil.disk_usage(folder).free // 2)
        yield TempStorage(folder, most_bytes) if most_bytes else None
    finally:
        _remove(folder, lock)


def _claim(root: Path) -> tuple[Path, FileLock] | None:
    """Create a new folder and hold its lock; None if that is impossible."""
    try:
        with lock_folder(root, "claim", _WAIT_S):  # else another process could remove a folder before it is locked
            _remove_left(root)
            folder = root / secrets.token_hex(8)
            lock = _make_lock(folder)
            lock.acquire()
            folder.mkdir(mode=0o700)
            return folder, lock
    except (OSError, TrilensError):
        return None


def _remove_left(root: Path) -> None:
    for path in root.glob(f"*{_LOCK}"):
        if path.name.startswith("."):  # the lock of `lock_folder`
            continue
        lock = _make_lock(path.with_suffix(""))
        with suppress(Timeout):
            lock.acquire()
            _remove(path.with_suffix(""), lock)


def _make_lock(folder: Path) -> FileLock:
    """Return a lock that belongs to the process, not to a thread: another thread may release it."""
    return FileLock(folder.with_suffix(_LOCK), timeout=0, thread_local=False)


def _remove(folder: Path, lock: FileLock) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    Path(lock.lock_file).unlink(missing_ok=True)
    lock.release()
