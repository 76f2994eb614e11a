"""Where queries put what does not fit into their memory: a folder that one process holds, and that goes with it."""

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
"""Below the folder of the warehouse, or another one."""

MOST_BYTES = 4 * 2**30
"""That one process takes of the disk."""

_LOCK = ".lock"
_WAIT_S = 2.0


@dataclass(frozen=True, slots=True)
class TempStorage:
    """A folder that nobody else writes into, and how many bytes may lie there."""

    folder: Path
    most_bytes: int


@dataclass(slots=True)
class _Shared:
    """The claim of a generation, and by how many of this process it is used."""

    spill: TempStorage | None
    held: ExitStack
    users: int = 0


@dataclass(frozen=True, slots=True)
class _Claims:
    """The claims of this process by generation."""

    by_generation: dict[Path, _Shared] = field(default_factory=dict)
    turn: Lock = field(default_factory=Lock)


_CLAIMS = _Claims()


@contextmanager
def share_temp_storage(generation: Path, below: Path) -> Iterator[TempStorage | None]:
    """The claim of all who have a generation open in this process: DuckDB gives them one instance, so one folder.

    The last of them removes it.

    Args:
        generation: the file.
        below: where the first of them claims it.
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
    """Gives a folder of one's own, and removes it when the block ends.

    What killed processes have left there is removed first: the operating system has freed their locks. At most half of
    the free disk is given away, so that journals and notes can still be written.

    Args:
        below: the folder of a warehouse's generations, or another one where that may not be changed.

    Yields:
        The claim; None where nothing can be written, or nothing is free.
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
    """A new folder with its lock held; None where that cannot be had."""
    try:
        with lock_folder(root, "claim", _WAIT_S):  # so that nobody takes a claim that is being made for one left behind
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
    """Of the process, not of a thread: what one thread opens another one may close."""
    return FileLock(folder.with_suffix(_LOCK), timeout=0, thread_local=False)


def _remove(folder: Path, lock: FileLock) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    Path(lock.lock_file).unlink(missing_ok=True)
    lock.release()
