"""Journals under construction: imported reply by reply into a hidden folder, until they are taken.

A killed import leaves hidden files that no build reads; the next import removes them.
"""

import os
import secrets
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from core.atomic_files import lock_folder
from core.errors import JournalError, TrilensError
from core.importers.json_text import parse_json
from core.records import Reply, ReplyStatus, Run
from core.runs.journal import encode_manifest, encode_reply, parse_run

HIDDEN = ".importing"
"""Folder inside a benchmark's folder of runs; its files lack the suffix of journals."""

_ENDING = ".new"
MAX_WAIT_S = 10.0
"""Maximum wait for another import that begins at the same moment."""


@dataclass(slots=True)
class StagedJournal:
    """A journal that is being written.

    Attributes:
        target: its final path.
        part: its current path.
        is_given: whether its run came with an id, so that another journal of this name is another run.
        case_ids: of its replies.
    """

    run: Run
    target: Path
    part: Path
    is_given: bool
    statuses: Counter[ReplyStatus] = field(default_factory=Counter)
    case_ids: set[str] = field(default_factory=set)

    def append(self, reply: Reply) -> None:
        """Append a reply. The file does not stay open: a log may have more repeats than a process may open files."""
        with self.part.open("ab") as file:
            if not self.statuses:
                file.write(encode_manifest(self.run))
            file.write(encode_reply(reply))
        self.statuses[reply.status] += 1
        self.case_ids.add(reply.case_id)

    def close(self) -> None:
        """Flush it to the disk."""
        with self.part.open("ab") as file:
            os.fsync(file.fileno())

    def drop(self) -> None:
        """Remove it."""
        self.part.unlink(missing_ok=True)

    def is_held(self) -> bool:
        """Return whether its final journal exists already with the same replies, prompt and view."""
        if not self.target.is_file():
            return False
        with self.target.open("rb") as file:
            try:
                run = parse_run(parse_json(file.readline()))
            except (ValueError, JournalError):
                return False
        is_same = (run.prompt, run.image_view) == (self.run.prompt, self.run.image_view)
        return is_same and has_same_replies(self.target, self.part)

    def check_name(self) -> None:
        """Check that its name is free, or that of an older reading of the same log.

        Raises:
            JournalError: it is that of another run.
        """
        if self.is_given and self.target.exists() and not self.is_held():
            raise JournalError(f"{self.target} holds other replies under this run's name. Move that file away first.")

    def take(self) -> None:
        """Move it to its final path; an existing journal with the same replies stays.

        Raises:
            JournalError: another run has its name.
        """
        with lock_folder(self.target.parent, self.target.name):
            if self.is_held():
                self.part.unlink()
                return
            self.check_name()
            self.part.replace(self.target)


def has_same_replies(one: Path, other: Path) -> bool:
    """Return whether two journals are equal except for their first lines."""
    with one.open("rb") as first, other.open("rb") as second:
        first.readline()
        second.readline()
        while (chunk := first.read(2**20)) == second.read(2**20):
            if not chunk:
                return True
    return False


class StagingArea:
    """Hidden folders for the journals of one import, one beside the runs of each benchmark."""

    def __init__(self) -> None:
        self._folders: dict[Path, Path] = {}
        self._held = ExitStack()

    def place(self, runs: Path) -> Path:
        """Return a new name in the hidden folder beside these runs."""
        if runs not in self._folders:
            hidden = runs / HIDDEN
            with lock_folder(
                runs, "importing", wait_s=MAX_WAIT_S
            ):  # otherwise another import could remove this one's folder
                hidden.mkdir(exist_ok=True)
                _remove_left(hidden)
                folder = Path(tempfile.mkdtemp(dir=hidden))
                self._held.enter_context(lock_folder(folder, "import"))
            self._folders[runs] = folder
        path = self._folders[runs] / f"{secrets.token_hex(8)}{_ENDING}"
        path.touch(exist_ok=False)
        return path

    def close(self) -> None:
        """Remove what was not taken."""
        self._held.close()
        for folder in self._folders.values():
            shutil.rmtree(folder, ignore_errors=True)
            with suppress(OSError):
                folder.parent.rmdir()
        self._folders = {}


def _remove_left(hidden: Path) -> None:
    """Remove what killed imports left; a running import holds its folder."""
    for folder in _list_folders(hidden):
        with suppress(TrilensError), lock_folder(folder, "import"):
            shutil.rmtree(folder, ignore_errors=True)


def _list_folders(hidden: Path) -> Iterator[Path]:
    yield from (path for path in hidden.iterdir() if path.is_dir() and not path.is_symlink())
