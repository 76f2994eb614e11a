"""Notes are never lost, and a line that was cut off costs only itself."""

from datetime import datetime, timedelta
from multiprocessing import get_context

import pytest

from core.errors import NoteError
from core.notes import change_note, delete_note, hash_writer_secret, read_notes
from core.warehouse.build import build
from tests.notes_writer import WHEN, write, write_many

LATER = WHEN + timedelta(hours=1)


def test_notes_come_back_in_order(tmp_path):
    """What was written is read again, in the order of writing, with any text."""
    texts = ["first", "two\nlines", "<script>alert(1)</script>", ""]
    written = [write(tmp_path, text) for text in texts]
    found = read_notes(tmp_path)
    assert found.notes == written
    assert found.unreadable == 0
    assert [note.text for note in found.notes] == texts


def test_a_folder_without_a_file_has_no_entries(tmp_path):
    """A folder where nobody wrote has no notes."""
    assert read_notes(tmp_path).notes == []


@pytest.mark.parametrize(
    ("changes", "part"),
    [({"author": "  "}, "author"), ({"label": ""}, "label"), ({"author": "x" * 61}, "author"),
     ({"text": "x" * 4001}, "text"), ({"written_at": datetime(2026, 1, 1)}, "written_at")],
)  # fmt: skip
def test_what_is_no_note_is_refused(tmp_path, changes, part):
    """An empty name, one that is too long, or a time without its zone is refused by name, and nothing is written."""
    with pytest.raises(NoteError, match=part):
        write(tmp_path, **changes)
    assert read_notes(tmp_path).notes == []


def test_a_truncated_line_does_not_affect_others(tmp_path):
    """After a kill in the middle of a line the next note stands on a line of its own."""
    write(tmp_path)
    path = tmp_path / "notes.jsonl"
    path.write_bytes(path.read_bytes() + b'{"case_id": "001')
    write(tmp_path, "after")
    found = read_notes(tmp_path)
    assert [note.text for note in found.notes] == ["It reads the picture.", "after"]
    assert found.unreadable == 1


def test_two_writers_lose_nothing(tmp_path):
    """Two processes that write at once leave all of their notes."""
    context = get_context("spawn")
    writers = [context.Process(target=write_many, args=(tmp_path, name)) for name in ("Ada", "Bob")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    found = read_notes(tmp_path)
    assert (len(found.notes), found.unreadable) == (20, 0)


@pytest.mark.slow
def test_a_build_leaves_the_notes_alone(settings, tiny_release):
    """Building does not change the file of notes by a byte."""
    settings.data.mkdir(parents=True, exist_ok=True)
    write(settings.data)
    before = (settings.data / "notes.jsonl").read_bytes()
    build(settings, tiny_release)
    assert (settings.data / "notes.jsonl").read_bytes() == before


def test_a_writer_changes_a_note_in_its_place(tmp_path):
    """Its label and text are others, its author and time of writing stay, and so does every other line, read or not."""
    first = write(tmp_path, writer=hash_writer_secret("Ada's"))
    path = tmp_path / "notes.jsonl"
    path.write_bytes(path.read_bytes() + b"no note\n")
    write(tmp_path, "second")
    change_note(tmp_path, first.note_id, hash_writer_secret("Ada's"), "good example", "It reads the world.", LATER)
    found = read_notes(tmp_path)
    assert [note.text for note in found.notes] == ["It reads the world.", "second"]
    changed = found.notes[0]
    assert (changed.label, changed.author, changed.written_at) == ("good example", first.author, first.written_at)
    assert (changed.changed_at, found.unreadable) == (LATER, 1)


def test_a_writer_deletes_a_note(tmp_path):
    """It is gone from the file, and the others stay."""
    first, second = (write(tmp_path, text, writer=hash_writer_secret("Ada's")) for text in ("first", "second"))
    assert delete_note(tmp_path, first.note_id, hash_writer_secret("Ada's")) == first
    assert read_notes(tmp_path).notes == [second]
    assert b"first" not in (tmp_path / "notes.jsonl").read_bytes()
    with pytest.raises(NoteError, match="no longer exists"):
        delete_note(tmp_path, first.note_id, hash_writer_secret("Ada's"))


@pytest.mark.parametrize("writer", ["", hash_writer_secret("Bob's")])
@pytest.mark.parametrize("of_note", ["", hash_writer_secret("Ada's")])
def test_nobody_else_changes_a_note(tmp_path, of_note, writer):
    """Somebody else, or nobody, can neither change nor delete it, not even one that nobody owns."""
    note = write(tmp_path, writer=of_note)
    before = (tmp_path / "notes.jsonl").read_bytes()
    with pytest.raises(NoteError, match="Only the browser"):
        delete_note(tmp_path, note.note_id, writer)
    with pytest.raises(NoteError, match="Only the browser"):
        change_note(tmp_path, note.note_id, writer, "to discuss", "changed", LATER)
    assert (tmp_path / "notes.jsonl").read_bytes() == before


def test_a_change_that_is_no_note_is_refused(tmp_path):
    """A text that is too long leaves the note as it was."""
    note = write(tmp_path, writer=hash_writer_secret("Ada's"))
    with pytest.raises(NoteError, match="text"):
        change_note(tmp_path, note.note_id, hash_writer_secret("Ada's"), "to discuss", "x" * 4001, LATER)
    assert read_notes(tmp_path).notes == [note]


def test_a_file_does_not_hold_the_secret(tmp_path):
    """The writer is a checksum of the secret that the browser keeps."""
    write(tmp_path, writer=hash_writer_secret("a secret of the browser"))
    assert b"a secret of the browser" not in (tmp_path / "notes.jsonl").read_bytes()
    assert hash_writer_secret("") == ""
