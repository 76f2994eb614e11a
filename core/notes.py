"""A team's notes on cases: a JSON Lines file in the data folder, one note per line; builds do not change it."""

import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, AliasChoices, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from core.atomic_files import append_lines, lock_folder, open_atomic_file
from core.errors import NoteError
from core.formatting import to_single_line

LABELS = ("interesting failure", "good example", "truth in doubt", "border wrong", "to discuss")
"""Suggested labels; others are allowed."""

FORMER_KEY = "photograph_id"
"""Key of a case in notes from before the second benchmark."""

NOTES = "notes.jsonl"
"""Name of the file in the data folder."""

MAX_TEXT = 4000

WAIT_S = 5.0
"""Time that a writer waits for another one."""


def clean_line(text: str) -> str:
    """Return a text on a single line.

    Raises:
        ValueError: it is empty.
    """
    text = to_single_line(text)
    if not text:
        raise ValueError("the text is empty")
    return text


_Name = Annotated[str, Field(max_length=60), AfterValidator(clean_line)]


class Note(BaseModel):
    """A comment and a label on a case, with author and time.

    Attributes:
        note_id: empty for notes that were written before they could be changed.
        writer: its owner, as returned by `hash_writer_secret`; empty if the note cannot be changed.
        changed_at: when the writer changed it last.

    Raises:
        ValidationError: a name or label is empty or longer than 60 characters, or the text longer than 4,000.
    """

    model_config = ConfigDict(frozen=True)

    case_id: Annotated[_Name, Field(validation_alias=AliasChoices("case_id", FORMER_KEY))]
    label: _Name
    text: Annotated[str, Field(max_length=MAX_TEXT)]
    author: _Name
    written_at: AwareDatetime
    note_id: str = ""
    writer: str = ""
    changed_at: AwareDatetime | None = None


@dataclass(frozen=True, slots=True)
class NoteList:
    """All notes in the order in which they were written, and the number of unreadable lines."""

    notes: list[Note]
    unreadable: int


def hash_writer_secret(secret: str) -> str:
    """Return the checksum that identifies a note's writer without revealing the secret to readers of the file.

    Args:
        secret: known to the writer's browser only; empty if there is none.
    """
    return sha256(secret.encode()).hexdigest() if secret else ""


def write_note(
    folder: Path, case_id: str, label: str, text: str, author: str, written_at: datetime, writer: str = ""
) -> Note:
    """Append a note to the file of a data folder; it is on the disk when this returns.

    Raises:
        NoteError: a part is empty or too long; the message names it.
        TrilensError: another process has been writing for `WAIT_S`.
    """
    note = _validate_note(
        case_id=case_id,
        label=label,
        text=text,
        author=author,
        written_at=written_at,
        note_id=secrets.token_hex(8),
        writer=writer,
    )
    with _lock_notes(folder):
        append_lines(_get_notes_path(folder), _encode_note(note))
    return note


def change_note(folder: Path, note_id: str, writer: str, label: str, text: str, changed_at: datetime) -> Note:
    """Change a note's label and text.

    Raises:
        NoteError: as in `write_note`; or the note is gone, or another writer owns it.
        TrilensError: another process has been writing for `WAIT_S`.
    """

    def apply_change(note: Note) -> Note:
        return _validate_note(**note.model_dump() | {"label": label, "text": text, "changed_at": changed_at})

    return _replace(folder, note_id, writer, apply_change)


def delete_note(folder: Path, note_id: str, writer: str) -> Note:
    """Delete a note from the file and return it.

    Raises:
        NoteError: the note is gone, or another writer owns it.
        TrilensError: another process has been writing for `WAIT_S`.
    """
    return _replace(folder, note_id, writer, None)


def _replace(folder: Path, note_id: str, writer: str, change: Callable[[Note], Note] | None) -> Note:
    """Rewrite the file with one note changed or deleted; keep every other line."""
    path = _get_notes_path(folder)
    with _lock_notes(folder):
        lines = path.read_bytes().splitlines(keepends=True) if path.is_file() else []
        for index, line in enumerate(lines):
            note = _parse_note(line)
            if note is None or not note.note_id or note.note_id != note_id:
                continue
            if not writer or note.writer != writer:
                raise NoteError("Only the browser that wrote this note can change it. Nothing was changed.")
            after = note if change is None else change(note)
            lines[index] = b"" if change is None else _encode_note(after)
            with open_atomic_file(path) as file:
                file.writelines(lines)
            return after
    raise NoteError("The note no longer exists. Nothing was changed.")


def add_notes(folder: Path, lines: bytes) -> int:
    """Add the lines of another notes file that this one lacks, each once, and return their number.

    A note whose id exists here with a different text is added under a new id, so that neither is lost.

    Raises:
        TrilensError: another process has been writing for `WAIT_S`.
    """
    path = _get_notes_path(folder)
    with _lock_notes(folder):
        here = [line for line in path.read_bytes().split(b"\n") if line] if path.is_file() else []
        known, ids = set(here), {note.note_id for line in here if (note := _parse_note(line))}
        new = []
        for line in dict.fromkeys(line for line in lines.split(b"\n") if line):
            note = _parse_note(line)
            if line in known:
                continue
            if note and note.note_id and note.note_id in ids:
                other_id = sha256(line).hexdigest()[:16]
                line = _encode_note(note.model_copy(update={"note_id": other_id})).rstrip(b"\n")
            if line not in known:
                new.append(line)
        if new:
            with open_atomic_file(path) as file:
                file.writelines(line + b"\n" for line in [*here, *new])
    return len(new)


def read_notes(folder: Path) -> NoteList:
    """Read the notes of a data folder; empty before the first note."""
    path = _get_notes_path(folder)
    if not path.is_file():
        return NoteList([], 0)
    found = [_parse_note(line) for line in path.read_bytes().splitlines()]
    notes = [note for note in found if note is not None]
    return NoteList(notes, len(found) - len(notes))


def _validate_note(**parts: Any) -> Note:  # noqa: ANN401 - fields of a note
    try:
        return Note(**parts)
    except ValidationError as error:
        first = error.errors()[0]
        raise NoteError(f"{first['loc'][0]}: {first['msg']}. Nothing was written.") from error


def _parse_note(line: bytes) -> Note | None:
    try:
        return Note.model_validate_json(line)
    except ValidationError:
        return None


def _encode_note(note: Note) -> bytes:
    return f"{note.model_dump_json()}\n".encode()


def _lock_notes(folder: Path) -> AbstractContextManager[None]:
    return lock_folder(folder, "notes", WAIT_S)


def _get_notes_path(folder: Path) -> Path:
    return folder / NOTES
