"""A team's notes on cases: a file of JSON lines in the data folder that only grows; builds leave it alone."""

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, AliasChoices, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from core.errors import NoteError
from core.files import exclusive
from core.text import printable

LABELS = ("interesting failure", "good example", "truth in doubt", "border wrong", "to discuss")
"""Suggested labels; others are allowed."""

FORMER_KEY = "photograph_id"
"""Key of a case in notes that were written before there were other benchmarks."""

MAX_TEXT = 4000


def _one_line(text: str) -> str:
    text = printable(text)
    if not text:
        raise ValueError("the text is empty")
    return text


_Name = Annotated[str, Field(max_length=60), AfterValidator(_one_line)]


class Note(BaseModel):
    """A comment and a label on a case, with author and time.

    Raises:
        ValidationError: a name or label is empty or longer than 60 characters, or the text longer than 4,000.
    """

    model_config = ConfigDict(frozen=True)

    case_id: Annotated[_Name, Field(validation_alias=AliasChoices("case_id", FORMER_KEY))]
    label: _Name
    text: Annotated[str, Field(max_length=MAX_TEXT)]
    author: _Name
    written_at: AwareDatetime


@dataclass(frozen=True, slots=True)
class Notes:
    """All notes in the order of writing, and the number of unreadable lines."""

    notes: list[Note]
    unreadable: int


def write_note(folder: Path, case_id: str, label: str, text: str, author: str, written_at: datetime) -> Note:
    """Adds a note to the file of a data folder; it is on the disk when this returns.

    Raises:
        NoteError: a part is empty or too long; names the part.
        TrilensError: another process is writing at the same moment.
    """
    try:
        note = Note(case_id=case_id, label=label, text=text, author=author, written_at=written_at)
    except ValidationError as error:
        first = error.errors()[0]
        raise NoteError(f"{first['loc'][0]}: {first['msg']}. Nothing was written.") from error
    path = _path(folder)
    with exclusive(folder, "notes"), path.open("ab+") as file:
        # A line that a kill cut off stays on its own line.
        if file.tell() and _last_byte(path) != b"\n":
            file.write(b"\n")
        file.write(f"{note.model_dump_json()}\n".encode())
        file.flush()
        os.fsync(file.fileno())
    return note


def read_notes(folder: Path) -> Notes:
    """The notes of a data folder; empty before the first note."""
    path = _path(folder)
    if not path.is_file():
        return Notes([], 0)
    notes, unreadable = [], 0
    for line in path.read_bytes().splitlines():
        try:
            notes.append(Note.model_validate_json(line))
        except ValidationError:
            unreadable += 1
    return Notes(notes, unreadable)


def _path(folder: Path) -> Path:
    return folder / "notes.jsonl"


def _last_byte(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1)
