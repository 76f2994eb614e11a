"""A run's journal, open for further replies: each is written to the disk before it counts.

Only one process at a time holds a journal. A killed process can leave a cut last line. The next opening repairs it and
saves the text of the cut line in a file beside the journal, `NAME.jsonl.cut`.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from core.atomic_files import lock_folder
from core.errors import JournalError
from core.records import RejectedItem, Reply, Run
from core.runs.journal import encode_manifest, encode_reply, is_reply_line, read_journal

ONE_REPLY_S = 5.0
"""Seconds that a writer of a single reply waits for other writers; each holds the journal for milliseconds."""


@dataclass(slots=True)
class OpenJournal:
    """A journal that this process holds.

    Attributes:
        run: run from the manifest, so that an older journal keeps its original date and versions.
        replies: the last reply to each case, by case id.
        refusals: unreadable lines; their cases are asked again.
        repair: description of a repair at the end of the file; None if it was intact.
        facts_of: returns further keys for a reply's line; none by default.
    """

    run: Run
    replies: dict[str, Reply]
    refusals: list[RejectedItem]
    repair: str | None
    _file: BinaryIO = field(repr=False)
    facts_of: Callable[[Reply], Mapping[str, str | float | None]] = field(default=lambda _: {}, repr=False)

    def append(self, reply: Reply) -> None:
        """Append a reply; it is on the disk when this returns."""
        _write(self._file, encode_reply(reply, self.facts_of(reply)))
        self.replies[reply.case_id] = reply


@contextmanager
def open_journal(path: Path, run: Run, wait_s: float = 0) -> Iterator[OpenJournal]:
    """Open and lock a run's journal, creating or repairing it if necessary; remove it at the end if it has no replies.

    Args:
        path: path of the journal.
        run: run of the replies.
        wait_s: how long to wait for another process to release it, in seconds.

    Raises:
        JournalError: the file contains another run, prompt, model or image view under the same name.
        TrilensError: another process still holds it.
    """
    with lock_folder(path.parent, path.name, wait_s):
        repair = repair_end(path)
        if not path.exists():
            with path.open("xb") as file:
                _write(file, encode_manifest(run))
            _sync_folder(path.parent)
        journal = read_journal(path)
        for name in ("run_id", "model", "prompt", "image_view", "settings"):
            if getattr(journal.run, name) != getattr(run, name):
                raise JournalError(f"{path.name} contains another run: its {name} differs. Move the file away.")
        with path.open("ab") as file:
            replies = {reply.case_id: reply for reply in journal.replies}
            try:
                yield OpenJournal(journal.run, replies, journal.refusals, repair, file)
            finally:
                if not replies and not journal.refusals:
                    path.unlink()


def repair_end(path: Path) -> str | None:
    """Repair the journal's last line; return a description of the repair, or None if the line was intact.

    A missing line break is added. A cut line is moved to the file `.cut`, so that nothing is lost. A journal that ends
    inside its manifest is removed. Call this only while holding the journal's lock.
    """
    if not path.exists():
        return None
    body = path.read_bytes()
    whole, _, tail = body.rpartition(b"\n")
    if not tail and body:
        return None
    if whole and is_reply_line(tail):
        with path.open("ab") as file:
            _write(file, b"\n")
        return "The last line of the journal lacked its line break."
    if tail:
        with path.with_name(f"{path.name}.cut").open("ab") as file:
            _write(file, tail + b"\n")
    if not whole:
        path.unlink()
        return "The journal ended inside its first line and was started again."
    with path.open("r+b") as file:
        file.truncate(len(body) - len(tail))
        os.fsync(file.fileno())
    return f"The journal's last line was cut off after {len(tail)} bytes; they were moved to {path.name}.cut."


def _write(file: BinaryIO, line: bytes) -> None:
    file.write(line)
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the name of a new file durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
