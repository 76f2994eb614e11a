"""Atomic writes and locks."""

import os
import stat
import subprocess
import sys

import pytest

from core.errors import TrilensError
from core.files import atomic_write, exclusive, new_folder, remove_parts
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


@pytest.mark.parametrize(("umask", "rights"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_files_and_folders_have_the_rights_that_the_umask_leaves(tmp_path, umask, rights):
    """What is written has the rights of any file that the user makes, in a new folder too."""
    before = os.umask(umask)
    try:
        with atomic_write(tmp_path / "file.txt") as file:
            file.write(b"one")
        with new_folder(tmp_path / "folder") as folder:
            (folder / "file.txt").write_bytes(b"two")
    finally:
        os.umask(before)
    found = {path: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
    assert {found[tmp_path / "file.txt"], found[tmp_path / "folder" / "file.txt"]} == {rights}
    assert found[tmp_path / "folder"] == 0o777 & ~umask


def test_a_lock_is_held_by_one(tmp_path):
    """While one holds the lock another is refused; afterwards it is free."""
    with exclusive(tmp_path, "build"):
        with pytest.raises(TrilensError, match="Another process"), exclusive(tmp_path, "build"):
            pass
        with exclusive(tmp_path, "fetch"):
            pass
    with exclusive(tmp_path, "build"):
        pass
