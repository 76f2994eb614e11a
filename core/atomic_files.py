"""Checksums of files, and atomic writes: a killed process leaves the old file or the new one, never a partial one."""

import fcntl
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

from core.errors import TrilensError

_PART = ".part"
"""Suffix of the hidden name of a file or folder that is being written."""


def compute_file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file's bytes in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def open_atomic_file(target: Path) -> Iterator[BinaryIO]:
    """Open a new file beside `target`; it replaces the target only when the block ends without an error."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with _lock_partial(target, lambda part: part.open("xb").close()) as part:
        try:
            with part.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


@contextmanager
def make_atomic_folder(folder: Path, kept_as: str = "") -> Iterator[Path]:
    """Yield a folder beside `folder` to fill; it is renamed to `folder` only when the block ends without an error.

    Args:
        folder: to create.
        kept_as: checksum of everything that the content depends on. If a killed process left a partial folder with
            the same checksum, that folder is yielded again, so its files must be written by `write_once`. Empty to
            start with a new folder.

    Raises:
        FileExistsError: the folder exists and is not empty.
        OSError: it could not be written.
        TrilensError: another process is creating the same folder.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(f"{folder} already exists and is not empty. Name a new folder, or remove it first.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _lock_partial(folder, lambda part: part.mkdir(exist_ok=bool(kept_as)), kept_as) as part:
        try:
            yield part
            # This also replaces an empty folder, but never one that was filled in the meantime.
            part.replace(folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)


def compute_checksum(facts: object) -> str:
    """Return the SHA-256 of facts that JSON can hold, in hexadecimal; it identifies whatever depends only on them."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def write_once(path: Path, make: Callable[[], bytes]) -> None:
    """Write a file of a kept folder, whole or not at all; do nothing if a killed process already wrote it.

    Args:
        path: of the file; no other process writes there.
        make: returns its content.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}{_PART}")
        part.write_bytes(make())
        part.replace(path)


def append_lines(path: Path, lines: bytes) -> None:
    """Append whole lines to a file, which may be missing; they are on the disk when this returns.

    A line that a killed process left unfinished is ended first. Call this only while holding the file's lock.
    """
    with path.open("ab+") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(lines)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _lock_partial(target: Path, make: Callable[[Path], None], name: str = "") -> Iterator[Path]:
    """Create a partial file or folder beside the target and lock it; one without a lock was left by a killed process.

    Args:
        target: path that the partial one is renamed to. The umask sets its permissions.
        make: creates the partial file or folder.
        name: of the partial one; random by default.

    Raises:
        TrilensError: another process holds the lock of this name.
    """
    while True:
        part = target.with_name(f".{target.name}.{name or secrets.token_hex(4)}{_PART}")
        make(part)
        with _open_descriptor(part) as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | (fcntl.LOCK_NB if name else 0))
            except BlockingIOError:
                raise TrilensError(f"Another process is writing {target}. Wait until it is done, then retry.") from None
            except OSError:  # a file system without locks: `find_partial_files` skips its files
                yield part
                return
            # Another process may have removed the part just before it was locked.
            if part.exists() and os.path.samestat(os.fstat(handle), part.stat()):
                yield part
                return


@contextmanager
def _open_descriptor(part: Path) -> Iterator[int]:
    handle = os.open(part, os.O_RDONLY)
    try:
        yield handle
    finally:
        os.close(handle)


def find_partial_files(folder: Path, *, is_deep: bool = True) -> Iterator[Path]:
    """Find the files and folders that killed writers left behind.

    Files of running writers are skipped. On a file system without locks the two are indistinguishable, so all are
    skipped.

    Args:
        folder: to search.
        is_deep: whether to search its subfolders too.
    """
    for root, folders, files in os.walk(folder) if is_deep else islice(os.walk(folder), 1):
        for name in (*folders, *files):
            if name.startswith(".") and name.endswith(_PART):
                part = Path(root, name)
                with suppress(OSError), _open_descriptor(part) as handle:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    yield part


def remove_partial_files(folder: Path) -> None:
    """Remove the files and folders that killed writers left behind."""
    for part in find_partial_files(folder):
        remove_partial_file(part)


def remove_partial_file(part: Path) -> None:
    """Remove a file, or a folder with its content."""
    if part.is_dir():
        shutil.rmtree(part)
    else:
        part.unlink(missing_ok=True)


@contextmanager
def lock_folder(folder: Path, work: str, wait_s: float = 0) -> Iterator[None]:
    """Hold the folder's lock for one kind of work; the operating system releases it if the process is killed.

    Args:
        folder: to lock.
        work: name of the work; other work in the folder is not blocked.
        wait_s: how long to wait for another process to finish, in seconds.

    Raises:
        TrilensError: another process still holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        # The lock belongs to the process, not to a thread: one thread may start work that another one ends.
        with FileLock(folder / f".{work}.lock", timeout=wait_s, thread_local=False):
            yield
    except Timeout as error:
        raise TrilensError(f"Another process is using {folder} ({work}). Wait until it is done, then retry.") from error
