"""Folders that fail: a disk of few bytes, and a read-only disk."""

import os
import subprocess
from contextlib import contextmanager

import pytest


@contextmanager
def mount_disk(folder, *options):
    """Mount a disk in memory at the folder; skip the test if this is not possible."""
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", str(folder)], capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.decode(errors='replace').strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def fill_disk(folder, free_bytes=0):
    """Fill the folder's disk up to this many free bytes."""
    filler = folder / ".filler"
    with filler.open("wb") as file:
        while (left := get_free_bytes(folder) - free_bytes) > 0:
            file.write(bytes(min(left, 1 << 16)))
            file.flush()
    try:
        yield
    finally:
        filler.unlink()


def get_free_bytes(folder):
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize


@contextmanager
def make_read_only(folder):
    """Remount the folder's disk read-only."""
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
