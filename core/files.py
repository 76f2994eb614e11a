"""Checksums of files, and writing them so that a kill leaves the old file or the new one, never a half."""

import hashlib
import os
import secrets
import shutil
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
    part = _part_of(target)
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
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
    part = _part_of(folder)
    part.mkdir()
    try:
        yield part
        # Takes the place of an empty folder as well, but never of one that was filled meanwhile.
        part.replace(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _part_of(target: Path) -> Path:
    """A name beside the target that nobody else has; what is made there has the rights that the umask leaves."""
    return target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")


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
