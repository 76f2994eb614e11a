"""Functions that write notes and replies in a separate process, with few imports."""

from datetime import UTC, datetime

from core.errors import NoteError, TrilensError
from core.notes import write_note
from core.records import Model, Reply, Run
from core.runs.open_journal import open_journal

WHEN = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
RUN = Run("run-1", Model("m", "M"), "p", "What?", "original", "a test")


def write(folder, text="It reads the picture.", **changes):
    note = {"case_id": "001_P0", "label": "to discuss", "text": text, "author": "Ada", "written_at": WHEN}
    return write_note(folder, **{**note, **changes})


def write_many(folder, author, notes=10):
    """Write notes one after the other; try again if the file is locked."""
    for number in range(notes):
        while True:
            try:
                write(folder, str(number), author=author)
            except NoteError:
                raise
            except TrilensError:  # the other process has locked the file
                continue
            break


def append_replies(journal, who):
    """Append twenty replies to a journal, opening it for each like pages do; try again while it is locked."""
    for number in range(20):
        while True:
            try:
                with open_journal(journal, RUN) as opened:
                    opened.append(Reply(RUN.run_id, f"{who}{number}", "reply"))
            except TrilensError:
                continue
            break
