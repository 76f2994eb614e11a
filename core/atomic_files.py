"""Checksums of files, and writing them so that a kill leaves the old file or the new one, never a half."""

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
"""Ends the hidden name of a file or folder that is being written."""


def compute_file_sha256(path: Path) -> str:
    """SHA-256 of a file's bytes in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def open_atomic_file(target: Path) -> Iterator[BinaryIO]:
    """Opens a new file beside `target`; it takes the target's place only when the block ends without an error."""
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
    """Gives a folder beside `folder` to fill; it takes that name only when the block ends without an error.

    Args:
        folder: to make.
        kept_as: what is made there, as a checksum of everything that it depends on. What a killed process left of the
            same is given again, so its files must be written by `write_once`. Empty for a new one.

    Raises:
        FileExistsError: the folder is there and not empty.
        OSError: it could not be written.
        TrilensError: another process makes the same.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(f"{folder} already exists and is not empty. Name a new folder, or remove it first.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _lock_partial(folder, lambda part: part.mkdir(exist_ok=bool(kept_as)), kept_as) as part:
        try:
            yield part
            # Takes the place of an empty folder as well, but never of one that was filled meanwhile.
            part.replace(folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)


def compute_checksum(facts: object) -> str:
    """SHA-256 of facts that JSON can hold, in hexadecimal; the name of what depends on nothing else."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def write_once(path: Path, make: Callable[[], bytes]) -> None:
    """Write a file of a kept folder, whole or not at all; nothing if a killed process wrote it already.

    Args:
        path: where; no other process writes there.
        make: makes its content.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}{_PART}")
        part.write_bytes(make())
        part.replace(path)


@contextmanager
def _lock_partial(target: Path, make: Callable[[Path], None], name: str = "") -> Iterator[Path]:
    """Make a part beside the target and hold the operating system's lock on it: a part without one is left behind.

    Args:
        target: what the part becomes. Its rights are those that the umask leaves.
        make: makes the part.
        name: of the part; a random one by default.

    Raises:
        TrilensError: another process holds the part of this name.
    """
    while True:
        part = target.with_name(f".{target.name}.{name or secrets.token_hex(4)}{_PART}")
        make(part)
        with _open_descriptor(part) as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | (fcntl.LOCK_NB if name else 0))
            except BlockingIOError:
                raise TrilensError(f"Another process is at work on {target}. Wait for it, then try again.") from None
            except OSError:  # a file system without locks: nobody takes this part for one that was left behind
                yield part
                return
            # Somebody who removes parts may have taken it in the moment before it was held.
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

    Those of living writers are not among them; on a file system without locks nobody knows, so there are none.

    Args:
        folder: to look in.
        is_deep: whether to look in the folders below too.
    """
    for root, folders, files in os.walk(folder) if is_deep else islice(os.walk(folder), 1):
        for name in (*folders, *files):
            if name.startswith(".") and name.endswith(_PART):
                part = Path(root, name)
                with suppress(OSError), _open_descriptor(part) as handle:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    yield part


def remove_partial_files(folder: Path) -> None:
    """Remove what killed writers left behind."""
    for part in find_partial_files(folder):
        remove_partial_file(part)


def remove_partial_file(part: Path) -> None:
    """Remove a file or a folder with all that is in it."""
    if part.is_dir():
        shutil.rmtree(part)
    else:
        part.unlink(missing_ok=True)


@contextmanager
def lock_folder(folder: Path, work: str, wait_s: float = 0) -> Iterator[None]:
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
