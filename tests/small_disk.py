"""Folders that fail: a disk of few bytes, and one that cannot be written."""

import os
import subprocess
from contextlib import contextmanager

import pytest


@contextmanager
def mounted(folder, *options):
    """A disk of memory at this place; skips the test where nothing can be mounted."""
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", str(folder)], capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.decode(errors='replace').strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def full(folder, free_bytes=0):
    """Leaves so many bytes of the disk on which the folder is."""
    filler = folder / ".filler"
    with filler.open("wb") as file:
        while (left := free_of(folder) - free_bytes) > 0:
            file.write(bytes(min(left, 1 << 16)))
            file.flush()
    try:
        yield
    finally:
        filler.unlink()


def free_of(folder):
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize


@contextmanager
def read_only(folder):
    """Mounts the folder's disk again, so that it cannot be written."""
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
