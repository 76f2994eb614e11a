"""Checksums of files, and writing them so that a kill leaves the old file or the new one, never a half."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

from core.errors import TrilensError


def sha256_of(path: Path) -> str:
    """SHA-256 of a file's bytes in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def atomic_write(target: Path) -> Iterator[BinaryIO]:
    """Opens a new file beside `target`; it takes the target's place only when the block ends without an error."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o644)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Gives a folder beside `folder` to fill; it takes that name only when the block ends without an error.

    Raises:
        FileExistsError: the folder is there and not empty.
        OSError: it could not be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(f"{folder} already exists and is not empty. Name a new folder, or remove it first.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent))
    try:
        yield part
        part.chmod(0o755)
        # Takes the place of an empty folder as well, but never of one that was filled meanwhile.
        part.replace(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def remove_parts(folder: Path) -> None:
    """Removes what killed writers left behind. Call it only while holding the folder's lock."""
    for part in folder.rglob(".*.part"):
        part.unlink(missing_ok=True)


@contextmanager
def exclusive(folder: Path, work: str, wait_s: float = 0) -> Iterator[None]:
    """Holds the folder's lock for a piece of work; the operating system frees it if the process is killed.

    Args:
        folder: whose lock.
        work: its name; other work in the folder goes on.
        wait_s: how long to wait for somebody else to end it.

    Raises:
        TrilensError: another process still holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        # Of the process, not of a thread: work that one thread begins another one may end.
        with FileLock(folder / f".{work}.lock", timeout=wait_s, thread_local=False):
            yield
    except Timeout as error:
        raise TrilensError(f"Another process is at work on {folder} ({work}). Wait for it, then try again.") from error
