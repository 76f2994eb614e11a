"""Tests that user data survives kills, full and read-only disks, many writers, a wrong clock and a damaged pointer."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from core.atomic_files import lock_folder
from core.backup.archive import open_archive, write_archive
from core.backup.restore import restore
from core.backup.user_files import list_user_files
from core.errors import NoteError, TrilensError
from core.notes import read_notes
from core.records import Reply
from core.runs.journal import read_journal
from core.runs.open_journal import open_journal
from core.settings import REPOSITORY
from core.warehouse import generations
from core.warehouse.build import build, is_current
from core.workspace import Workspace
from tests.backup.made_data import fill_data_folder
from tests.backup.test_archive import read_all_files
from tests.backup.test_restore import read_archive, read_visible_files
from tests.forked import start_process
from tests.notes_writer import RUN, append_replies, write, write_many
from tests.small_disk import fill_disk, make_read_only, mount_disk

KILLED_AT = """
import os, signal, sys
from pathlib import Path
from core.backup import archive, restore
from core.workspace import Workspace
left = int(sys.argv[3])
whole = archive.Archive.read_chunks
def pieces(self, file):
    global left
    for piece in whole(self, file):
        if is_restoring:
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
        yield piece
is_restoring = False
archive.Archive.read_chunks = pieces
def report(progress):
    global is_restoring
    is_restoring = progress.stage == "Restoring" or progress.done == progress.total
restore.restore(Workspace(Path(sys.argv[1])), Path(sys.argv[2]), report)
"""


@pytest.mark.slow
@pytest.mark.parametrize("files", [1, 7])
def test_killed_restore_can_be_repeated(archive, empty, files):
    """A killed restore leaves only complete files of the archive; repeating it restores the others."""
    command = [sys.executable, "-c", KILLED_AT, str(empty.data), str(archive), str(files)]
    assert subprocess.run(command, cwd=REPOSITORY, check=False).returncode == -signal.SIGKILL
    kept = read_archive(archive)
    restored = {path: body for path, body in read_visible_files(empty).items() if ".part" not in path}
    assert restored.items() < kept.items()
    restore(empty, archive)
    assert {path: body for path, body in read_visible_files(empty).items() if ".part" not in path} == kept


@pytest.mark.slow
def test_a_killed_backup_leaves_no_archive(filled, tmp_path):
    """After a kill no file has the archive's name, and repeating the command writes it; a pipe is not a journal."""
    os.mkfifo(filled.runs / "waits.jsonl")
    code = (
        "import os, signal, sys; from pathlib import Path\n"
        "from core.backup.archive import write_archive; from core.backup.user_files import list_user_files\n"
        "from core.workspace import Workspace\n"
        "def report(progress):\n    if progress.done == 5:\n        os.kill(os.getpid(), signal.SIGKILL)\n"
        "write_archive(Path(sys.argv[2]), list_user_files(Workspace(Path(sys.argv[1]))), report)"
    )
    target = tmp_path / "killed.zip"
    command = [sys.executable, "-c", code, str(filled.data), str(target)]
    assert subprocess.run(command, cwd=REPOSITORY, check=False).returncode == -signal.SIGKILL
    assert not target.exists()
    write_archive(target, list_user_files(filled))
    assert len(read_archive(target)) == 14


def test_full_disk_leaves_no_partial_files(filled, archive, tmp_path):
    """Backup and restore raise an error, and existing files are unchanged."""
    (filled.data / "prices.csv").write_bytes(os.urandom(100_000))
    with mount_disk(tmp_path / "disk", "-o", "size=1m") as disk:
        with fill_disk(disk, 8192), pytest.raises(OSError, match="No space left"):
            write_archive(disk / "kept.zip", list_user_files(filled))
        assert list(disk.iterdir()) == []
        small = Workspace(disk / "data")
        small.data.mkdir()
        write(small.data, "mine")
        before = read_visible_files(small)
        with fill_disk(disk, 4096), pytest.raises(TrilensError, match="MB left"):
            restore(small, archive)
        assert read_visible_files(small) == before
        restore(small, archive)
        assert read_archive(archive).keys() <= read_visible_files(small).keys()


def test_a_full_disk_leaves_no_partial_notes_or_replies(tmp_path):
    """A failed write raises an error; earlier entries can be read, and later ones written."""
    with mount_disk(tmp_path / "disk", "-o", "size=1m") as disk:
        folder, journal = disk / "data", disk / "runs" / "run-1.jsonl"
        folder.mkdir()
        write(folder, "before")
        with open_journal(journal, RUN) as opened:
            opened.append(Reply("run-1", "001_P0", "before"))
        with fill_disk(disk):
            with pytest.raises(OSError, match="No space left"):
                for _ in range(10):
                    write(folder, "x" * 4000)
            with pytest.raises(OSError, match="No space left"), open_journal(journal, RUN) as opened:
                for _ in range(10):
                    opened.append(Reply("run-1", "002_P0", "x" * 4000))
        write(folder, "after")
        texts = [note.text for note in read_notes(folder).notes]
        assert (texts[0], texts[-1]) == ("before", "after")
        with open_journal(journal, RUN) as opened:
            opened.append(Reply("run-1", "003_P0", "after"))
        read = read_journal(journal)
        raw_of = {reply.case_id: reply.raw for reply in read.replies}
        assert (raw_of["001_P0"], raw_of["003_P0"]) == ("before", "after")
        assert read.refusals == []


def test_read_only_folder_can_be_backed_up(archive, tmp_path):
    """A read-only disk can be backed up; restoring to it raises an error and changes nothing."""
    with mount_disk(tmp_path / "disk", "-o", "size=4m") as disk:
        workspace = fill_data_folder(Workspace(disk / "data"))
        before = read_all_files(disk)
        with make_read_only(disk):
            write_archive(tmp_path / "of a read-only disk.zip", list_user_files(workspace))
            with pytest.raises(OSError, match="Read-only"):
                restore(workspace, archive)
            with pytest.raises(OSError, match="Read-only"):
                write(workspace.data, "refused")
        assert read_all_files(disk) == before
    assert read_archive(tmp_path / "of a read-only disk.zip").keys() == read_archive(archive).keys()


def run_processes(function, arguments):
    """Run a function in parallel processes, one per set of arguments, and return their exit codes."""
    processes = [start_process(function, *process_arguments) for process_arguments in arguments]
    for process in processes:
        process.join()
    return [process.exitcode for process in processes]


@pytest.mark.slow
def test_twenty_writers_lose_no_notes(tmp_path):
    """Twenty processes with five notes each leave a hundred complete notes."""
    assert run_processes(write_many, [(tmp_path, f"writer {number}", 5) for number in range(20)]) == [0] * 20
    found = read_notes(tmp_path)
    assert found.unreadable == 0
    assert {(note.author, note.text) for note in found.notes} == {
        (f"writer {number}", str(text)) for number in range(20) for text in range(5)
    }
    assert len(found.notes) == 100


def test_two_processes_on_one_journal_lose_nothing(tmp_path):
    """One process holds the journal and the other gets an error; no accepted line is lost."""
    journal = tmp_path / "runs" / "run-1.jsonl"
    assert run_processes(append_replies, [(journal, "a"), (journal, "b")]) == [0, 0]
    read = read_journal(journal)
    assert {reply.case_id for reply in read.replies} == {f"{who}{number}" for who in "ab" for number in range(20)}
    assert read.refusals == []


def test_active_run_is_not_overwritten(filled, archive):
    """Restoring does not replace the journal of an active run, and the error names its process."""
    journal = filled.runs / "asked.jsonl"
    whole = journal.read_bytes()
    journal.write_bytes(whole[: whole.index(b"\n") + 1])
    with lock_folder(journal.parent, journal.name), pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.backup.restore.WAIT_S", 0)
        with pytest.raises(TrilensError, match="Another process is using"):
            restore(filled, archive)
        assert journal.read_bytes() == whole[: whole.index(b"\n") + 1]
    restore(filled, archive)
    assert journal.read_bytes() == whole


class JumpingClock(datetime):
    """A clock that is far in the future, then years back, then right."""

    times = (datetime(2099, 1, 1, tzinfo=UTC), datetime(1999, 1, 1, tzinfo=UTC), datetime(2026, 11, 20, tzinfo=UTC))
    read = 0

    @classmethod
    def now(cls, tz=None):
        """Return the next of the three times."""
        cls.read += 1
        return cls.times[(cls.read - 1) % len(cls.times)].astimezone(tz)


@pytest.mark.slow
def test_a_clock_that_jumps_loses_no_generation_and_no_note(workspace, tiny_release, monkeypatch):
    """With any clock the last build is current, and notes are in writing order."""
    monkeypatch.setattr(generations, "datetime", JumpingClock)
    monkeypatch.setattr(JumpingClock, "read", 0)
    for index in range(2):
        built = build(workspace, tiny_release)
        assert generations.find_current_generation(workspace.warehouse) == built.generation
        write(workspace.data, str(index), written_at=JumpingClock.times[index])
    assert is_current(workspace, tiny_release)
    assert [note.text for note in read_notes(workspace.data).notes] == ["0", "1"]
    write_archive(workspace.home.parent / "kept.zip", list_user_files(workspace))
    with open_archive(workspace.home.parent / "kept.zip") as opened:
        assert [file.path for file in opened.manifest.files] == ["notes.jsonl"]


@pytest.mark.slow
@pytest.mark.parametrize("pointer", [b"\xff\xfe", b"../../etc/passwd\n", b"\x00" * 4096])
def test_damaged_pointer_needs_only_a_build(workspace, tiny_data, tiny_release, pointer, tmp_path):
    """With a broken CURRENT a backup works, and after the next build all notes and runs are available."""
    write(workspace.data, "kept")
    (workspace.warehouse / "CURRENT").write_bytes(pointer)
    write_archive(tmp_path / "kept.zip", list_user_files(workspace))
    assert "notes.jsonl" in read_archive(tmp_path / "kept.zip")
    assert not is_current(workspace, tiny_release)
    build(workspace, tiny_release)
    assert is_current(workspace, tiny_release)
    assert [note.text for note in read_notes(workspace.data).notes] == ["kept"]


def test_invalid_note_is_not_retried(tmp_path):
    """An invalid note is not treated like a held lock, so writers do not retry forever."""
    with pytest.raises(NoteError):
        write_many(tmp_path, "x" * 61)
