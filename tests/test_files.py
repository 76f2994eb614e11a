"""Atomic writes and locks."""

import subprocess
import sys

import pytest

from core.errors import TrilensError
from core.files import atomic_write, exclusive, remove_parts
from core.settings import REPOSITORY


def test_a_finished_block_replaces_the_file(tmp_path):
    """After the block the file has the new content and nothing else lies beside it."""
    target = tmp_path / "deep" / "file.txt"
    for content in (b"one", b"two"):
        with atomic_write(target) as file:
            file.write(content)
        assert target.read_bytes() == content
    assert list(target.parent.iterdir()) == [target]


def test_an_error_in_the_block_leaves_the_old_file(tmp_path):
    """If the block fails, the old content stays and the part is gone."""
    target = tmp_path / "file.txt"
    target.write_bytes(b"old")
    with pytest.raises(RuntimeError), atomic_write(target) as file:
        file.write(b"new")
        raise RuntimeError
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_killed_writer_leaves_the_old_file_and_a_part_that_can_be_removed(tmp_path):
    """A process that dies inside the block leaves the old content; its part is removed later."""
    target = tmp_path / "file.txt"
    target.write_bytes(b"old")
    code = (
        "import os, sys; from pathlib import Path; from core.files import atomic_write\n"
        "with atomic_write(Path(sys.argv[1])) as file:\n    file.write(b'new'); file.flush(); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code, str(target)], cwd=REPOSITORY, check=False)
    assert target.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 2
    remove_parts(tmp_path)
    assert list(tmp_path.iterdir()) == [target]


def test_a_lock_is_held_by_one(tmp_path):
    """While one holds the lock another is refused; afterwards it is free."""
    with exclusive(tmp_path, "build"):
        with pytest.raises(TrilensError, match="Another process"), exclusive(tmp_path, "build"):
            pass
        with exclusive(tmp_path, "fetch"):
            pass
    with exclusive(tmp_path, "build"):
        pass
