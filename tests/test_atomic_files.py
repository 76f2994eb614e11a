"""Atomic writes and locks."""

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
    """After the block the file has the new content and nothing else lies beside it."""
    target = tmp_path / "deep" / "file.txt"
    for content in (b"one", b"two"):
        with open_atomic_file(target) as file:
            file.write(content)
        assert target.read_bytes() == content
    assert list(target.parent.iterdir()) == [target]


def test_an_error_in_the_block_leaves_the_old_file(tmp_path):
    """If the block fails, the old content stays and the part is gone."""
    target = tmp_path / "file.txt"
    target.write_bytes(b"old")
    with pytest.raises(RuntimeError), open_atomic_file(target) as file:
        file.write(b"new")
        raise RuntimeError
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_killed_writer_leaves_the_old_file_and_a_part_that_can_be_removed(tmp_path):
    """A process that dies inside the block leaves the old content; its part is removed later."""
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


def test_parts_of_living_writers_stay(tmp_path):
    """What a writer holds, a file or a folder, is not removed; what is left behind is."""
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


def test_a_build_leaves_the_part_of_another_process_alone(tmp_path):
    """A process that writes slowly keeps its part while somebody else removes what killed writers left."""
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


def test_a_kept_folder_is_given_again_after_a_kill(tmp_path):
    """Its files are there for who makes the same; who makes something else begins anew."""
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
def test_files_and_folders_have_the_rights_that_the_umask_leaves(tmp_path, umask, rights):
    """What is written has the rights of any file that the user makes, in a new folder too."""
    before = os.umask(umask)
    try:
        with open_atomic_file(tmp_path / "file.txt") as file:
            file.write(b"one")
        with make_atomic_folder(tmp_path / "folder") as folder:
            (folder / "file.txt").write_bytes(b"two")
    finally:
        os.umask(before)
    found = {path: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
    assert {found[tmp_path / "file.txt"], found[tmp_path / "folder" / "file.txt"]} == {rights}
    assert found[tmp_path / "folder"] == 0o777 & ~umask


def test_a_lock_is_held_by_one(tmp_path):
    """While one holds the lock another is refused; afterwards it is free."""
    with lock_folder(tmp_path, "build"):
        with pytest.raises(TrilensError, match="Another process"), lock_folder(tmp_path, "build"):
            pass
        with lock_folder(tmp_path, "fetch"):
            pass
    with lock_folder(tmp_path, "build"):
        pass
