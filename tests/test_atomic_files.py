"""Tests of atomic writes and locks."""

import os
import stat
import subprocess
import sys

import pytest

from core.atomic_files import (
    find_partial_files,
    lock_folder,
    make_atomic_folder,
    open_atomic_file,
    remove_partial_files,
)
from core.errors import TrilensError
from core.settings import REPOSITORY


def test_a_finished_block_replaces_the_file(tmp_path):
    """After the block the file has the new content, and the folder has no other file."""
    target = tmp_path / "deep" / "file.txt"
    for content in (b"one", b"two"):
        with open_atomic_file(target) as file:
            file.write(content)
        assert target.read_bytes() == content
    assert list(target.parent.iterdir()) == [target]


def test_an_error_in_the_block_leaves_the_old_file(tmp_path):
    """If the block fails, the old content remains and the partial file is removed."""
    target = tmp_path / "file.txt"
    target.write_bytes(b"old")
    with pytest.raises(RuntimeError), open_atomic_file(target) as file:
        file.write(b"new")
        raise RuntimeError
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_killed_writer_leaves_the_old_file_and_a_removable_part(tmp_path):
    """A process that dies inside the block leaves the old content; its partial file is removed later."""
    target = tmp_path / "file.txt"
    target.write_bytes(b"old")
    code = (
        "import os, sys; from pathlib import Path; from core.atomic_files import open_atomic_file\n"
        "with open_atomic_file(Path(sys.argv[1])) as file:\n    file.write(b'new'); file.flush(); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code, str(target)], cwd=REPOSITORY, check=False)
    assert target.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 2
    remove_partial_files(tmp_path)
    assert list(tmp_path.iterdir()) == [target]


def test_parts_of_running_writers_are_not_removed(tmp_path):
    """Partial files and folders in use are kept; those of killed writers are removed."""
    killed = tmp_path / "deep" / ".gone.ab12.part"
    killed.mkdir(parents=True)
    (killed / "half.png").write_bytes(b"half")
    with open_atomic_file(tmp_path / "deep" / "file.txt") as file, make_atomic_folder(tmp_path / "made") as folder:
        file.write(b"new")
        (folder / "image.png").write_bytes(b"whole")
        assert list(find_partial_files(tmp_path)) == [killed]
        assert list(find_partial_files(tmp_path, is_deep=False)) == []
        remove_partial_files(tmp_path)
    assert not killed.exists()
    assert (tmp_path / "deep" / "file.txt").read_bytes() == b"new"
    assert (tmp_path / "made" / "image.png").read_bytes() == b"whole"


def test_parts_of_other_running_processes_are_not_removed(tmp_path):
    """A process that writes slowly keeps its partial file while another removes those of killed writers."""
    target = tmp_path / "file.txt"
    code = (
        "import sys; from pathlib import Path; from core.atomic_files import open_atomic_file\n"
        "with open_atomic_file(Path(sys.argv[1])) as file:\n"
        "    file.write(b'slow'); file.flush(); print('writing', flush=True); sys.stdin.readline()"
    )
    command = [sys.executable, "-c", code, str(target)]
    with subprocess.Popen(command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout.readline() == b"writing\n"
        remove_partial_files(tmp_path)
        assert len(list(tmp_path.iterdir())) == 1
        writer.communicate(b"\n")
    assert writer.returncode == 0
    assert target.read_bytes() == b"slow"


def test_a_killed_atomic_folder_is_continued(tmp_path):
    """Its files are kept for a writer with the same key; a writer with another key starts with an empty folder."""
    code = (
        "import os, sys; from pathlib import Path; from core.atomic_files import make_atomic_folder\n"
        "with make_atomic_folder(Path(sys.argv[1]), 'abc') as folder:\n"
        "    (folder / 'one').write_bytes(b'1'); os._exit(9)"
    )
    target = tmp_path / "made"
    subprocess.run([sys.executable, "-c", code, str(target)], cwd=REPOSITORY, check=False)
    with make_atomic_folder(target, "other") as folder:
        assert list(folder.iterdir()) == []
        (folder / "two").touch()
    (target / "two").unlink()
    with make_atomic_folder(target, "abc") as folder:
        assert (folder / "one").read_bytes() == b"1"
        with pytest.raises(TrilensError, match="Another process is writing"), make_atomic_folder(target, "abc"):
            pass
    assert [path.name for path in tmp_path.iterdir()] == ["made"]
    assert [path.name for path in target.iterdir()] == ["one"]


@pytest.mark.parametrize(("umask", "rights"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_files_and_folders_have_the_permissions_of_the_umask(tmp_path, umask, rights):
    """Written files have the usual permissions of new files, also in a new folder."""
    before = os.umask(umask)
    try:
        with open_atomic_file(tmp_path / "file.txt") as file:
            file.write(b"one")
        with make_atomic_folder(tmp_path / "folder") as folder:
            (folder / "file.txt").write_bytes(b"two")
    finally:
        os.umask(before)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
    assert {modes[tmp_path / "file.txt"], modes[tmp_path / "folder" / "file.txt"]} == {rights}
    assert modes[tmp_path / "folder"] == 0o777 & ~umask


def test_a_lock_has_one_holder(tmp_path):
    """While a lock is held, another attempt raises an error; afterwards the lock is free."""
    with lock_folder(tmp_path, "build"):
        with pytest.raises(TrilensError, match="Another process"), lock_folder(tmp_path, "build"):
            pass
        with lock_folder(tmp_path, "fetch"):
            pass
    with lock_folder(tmp_path, "build"):
        pass
