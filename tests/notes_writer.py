"""Writes notes in a process of its own, which imports no more than this."""

from datetime import UTC, datetime

from core.errors import NoteError, TrilensError
from core.notes import write_note

WHEN = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def write(folder, text="It reads the picture.", **changes):
    note = {"case_id": "001_P0", "label": "to discuss", "text": text, "author": "Ada", "written_at": WHEN}
    return write_note(folder, **{**note, **changes})


def write_many(folder, author):
    for number in range(10):
        while True:
            try:
                write(folder, str(number), author=author)
            except NoteError:
                raise
            except TrilensError:  # the other one holds the file
                continue
            break
