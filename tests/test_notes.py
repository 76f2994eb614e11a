"""Tests that notes are never lost, and that a truncated line does not affect others."""

from datetime import datetime, timedelta
from multiprocessing import get_context

import pytest

from core.errors import NoteError
from core.notes import change_note, delete_note, hash_writer_secret, read_notes
from core.warehouse.build import build
from tests.notes_writer import WHEN, write, write_many

LATER = WHEN + timedelta(hours=1)


def test_notes_are_read_in_order(tmp_path):
    """Notes are read as written, in the order of writing, with any text."""
    texts = ["first", "two\nlines", "<script>alert(1)</script>", ""]
    written = [write(tmp_path, text) for text in texts]
    result = read_notes(tmp_path)
    assert result.notes == written
    assert result.unreadable == 0
    assert [note.text for note in result.notes] == texts


def test_a_folder_without_a_file_has_no_notes(tmp_path):
    """Reading a folder without a file of notes raises no error."""
    assert read_notes(tmp_path).notes == []


@pytest.mark.parametrize(
    ("changes", "part"),
    [({"author": "  "}, "author"), ({"label": ""}, "label"), ({"author": "x" * 61}, "author"),
     ({"text": "x" * 4001}, "text"), ({"written_at": datetime(2026, 1, 1)}, "written_at")],
)  # fmt: skip
def test_invalid_notes_are_refused(tmp_path, changes, part):
    """The error names a missing or too long field, or a time without a zone, and nothing is written."""
    with pytest.raises(NoteError, match=part):
        write(tmp_path, **changes)
    assert read_notes(tmp_path).notes == []


def test_a_truncated_line_does_not_affect_others(tmp_path):
    """After a kill in the middle of a line, the next note starts a new line."""
    write(tmp_path)
    path = tmp_path / "notes.jsonl"
    path.write_bytes(path.read_bytes() + b'{"case_id": "001')
    write(tmp_path, "after")
    result = read_notes(tmp_path)
    assert [note.text for note in result.notes] == ["It reads the picture.", "after"]
    assert result.unreadable == 1


def test_no_note_of_two_concurrent_writers_is_lost(tmp_path):
    """All notes of two processes that write at the same time are stored."""
    context = get_context("spawn")
    writers = [context.Process(target=write_many, args=(tmp_path, name)) for name in ("Ada", "Bob")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    result = read_notes(tmp_path)
    assert (len(result.notes), result.unreadable) == (20, 0)


@pytest.mark.slow
def test_a_build_does_not_change_the_notes(workspace, tiny_release):
    """The file of notes has the same bytes after a build."""
    workspace.data.mkdir(parents=True, exist_ok=True)
    write(workspace.data)
    before = (workspace.data / "notes.jsonl").read_bytes()
    build(workspace, tiny_release)
    assert (workspace.data / "notes.jsonl").read_bytes() == before


def test_a_writer_can_change_a_note(tmp_path):
    """Label and text change; author, time of writing and all other lines, also unreadable ones, are kept."""
    first = write(tmp_path, writer=hash_writer_secret("Ada's"))
    path = tmp_path / "notes.jsonl"
    path.write_bytes(path.read_bytes() + b"no note\n")
    write(tmp_path, "second")
    change_note(tmp_path, first.note_id, hash_writer_secret("Ada's"), "good example", "It reads the world.", LATER)
    result = read_notes(tmp_path)
    assert [note.text for note in result.notes] == ["It reads the world.", "second"]
    changed = result.notes[0]
    assert (changed.label, changed.author, changed.written_at) == ("good example", first.author, first.written_at)
    assert (changed.changed_at, result.unreadable) == (LATER, 1)


def test_a_writer_can_delete_a_note(tmp_path):
    """The note is removed from the file, and the others are kept."""
    first, second = (write(tmp_path, text, writer=hash_writer_secret("Ada's")) for text in ("first", "second"))
    assert delete_note(tmp_path, first.note_id, hash_writer_secret("Ada's")) == first
    assert read_notes(tmp_path).notes == [second]
    assert b"first" not in (tmp_path / "notes.jsonl").read_bytes()
    with pytest.raises(NoteError, match="no longer exists"):
        delete_note(tmp_path, first.note_id, hash_writer_secret("Ada's"))


@pytest.mark.parametrize("writer", ["", hash_writer_secret("Bob's")])
@pytest.mark.parametrize("owner", ["", hash_writer_secret("Ada's")])
def test_only_the_writer_can_change_a_note(tmp_path, owner, writer):
    """Other writers, or no writer, can neither change nor delete a note, not even a note without a writer."""
    note = write(tmp_path, writer=owner)
    before = (tmp_path / "notes.jsonl").read_bytes()
    with pytest.raises(NoteError, match="Only the browser"):
        delete_note(tmp_path, note.note_id, writer)
    with pytest.raises(NoteError, match="Only the browser"):
        change_note(tmp_path, note.note_id, writer, "to discuss", "changed", LATER)
    assert (tmp_path / "notes.jsonl").read_bytes() == before


def test_an_invalid_change_is_refused(tmp_path):
    """A text that is too long does not change the note."""
    note = write(tmp_path, writer=hash_writer_secret("Ada's"))
    with pytest.raises(NoteError, match="text"):
        change_note(tmp_path, note.note_id, hash_writer_secret("Ada's"), "to discuss", "x" * 4001, LATER)
    assert read_notes(tmp_path).notes == [note]


def test_the_file_does_not_contain_the_secret(tmp_path):
    """The file stores a hash of the browser's secret."""
    write(tmp_path, writer=hash_writer_secret("a secret of the browser"))
    assert b"a secret of the browser" not in (tmp_path / "notes.jsonl").read_bytes()
    assert hash_writer_secret("") == ""
