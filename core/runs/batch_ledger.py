"""The book of a run's batches: which are under way, and which case each of their requests is about.

It lies beside the journal under a hidden name, holds no key, and is gone once nothing is under way. A batch is entered
before it is sent and gets its id after that, so a kill in between leaves an entry without an id, and not a batch that
nobody knows of.
"""

import json
import secrets
from collections.abc import Container
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from core.atomic_files import open_atomic_file
from core.errors import JournalError

BOOK = ".batches"
"""Ending of its name, which begins with a point, so that no build takes it for a journal."""


_HINT = "It says which batches are under way and paid for, so look at the provider's list before you move it away."


class SentBatch(BaseModel):
    """A batch that was sent, or was about to be.

    Attributes:
        mark: the beginning of the names of its requests, which no other batch has.
        batch_id: None until the provider has said it.
        is_sure: False if the id was found and not told, at a provider whose batches have no marks.
        cases: by the names of the requests.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    mark: Annotated[str, Field(pattern=r"^trilens-[0-9a-f]{16}$")]
    began_at: AwareDatetime
    batch_id: str | None = None
    is_sure: bool = True
    cases: dict[str, str]


class _File(BaseModel):
    """The whole file."""

    model_config = ConfigDict(extra="forbid")

    batches: Literal[1]
    run_id: str
    sent: tuple[SentBatch, ...]
    not_ours: tuple[str, ...] = ()


def make_batch_mark() -> str:
    """A mark that no other batch has."""
    return f"trilens-{secrets.token_hex(8)}"


def make_batch(mark: str, cases: dict[str, str]) -> SentBatch:
    """The entry of a batch that begins now."""
    return SentBatch(mark=mark, began_at=datetime.now(UTC), cases=cases)


def get_ledger_path(journal: Path) -> Path:
    """The file beside a journal; builds read no such name."""
    return journal.with_name(f".{journal.name}{BOOK}")


def get_journal_path(book: Path) -> Path:
    """The journal beside which a book lies; it need not be there."""
    return book.with_name(book.name.removeprefix(".").removesuffix(BOOK))


def list_ledger_paths(folder: Path) -> list[Path]:
    """Every book in a folder of runs and below it."""
    return sorted(folder.rglob(f".*.jsonl{BOOK}"))


@dataclass(slots=True)
class BatchLedger:
    """The batches of one run; every change is on the disk when it returns.

    Attributes:
        sent: by their marks.
        not_ours: ids that were taken for one of these batches and turned out to be somebody else's.
    """

    path: Path
    run_id: str
    sent: dict[str, SentBatch] = field(default_factory=dict)
    not_ours: list[str] = field(default_factory=list)

    @property
    def cases(self) -> set[str]:
        """Every case that is under way."""
        return {case_id for batch in self.sent.values() for case_id in batch.cases.values()}

    @property
    def requests(self) -> int:
        """How many requests are under way."""
        return sum(len(batch.cases) for batch in self.sent.values())

    @property
    def known_ids(self) -> set[str]:
        """Ids that no further batch can have."""
        return {batch.batch_id for batch in self.sent.values() if batch.batch_id} | set(self.not_ours)

    def enter(self, batch: SentBatch) -> None:
        """Enters a batch, or what has become known of it."""
        self.sent[batch.mark] = batch
        self._write()

    def refuse(self, batch: SentBatch) -> SentBatch:
        """Notes that the id of a batch is somebody else's; the batch without it."""
        self.not_ours.append(batch.batch_id or "")
        without = batch.model_copy(update={"batch_id": None, "is_sure": True})
        self.enter(without)
        return without

    def take_over(self, other: "BatchLedger", done: Container[str]) -> bool:
        """Enters what another book of the same run has and this one has not; whether that was anything.

        Args:
            other: from another copy of the data folder.
            done: cases that have a reply here; a batch of these alone is not under way any more.
        """
        before = dict(self.sent), list(self.not_ours)
        for batch in other.sent.values():
            here = self.sent.get(batch.mark)
            if (here is None and not all(case_id in done for case_id in batch.cases.values())) or (
                here is not None and here.batch_id is None and batch.batch_id
            ):
                self.sent[batch.mark] = batch
        self.not_ours += [one for one in other.not_ours if self.sent and one not in self.not_ours]
        is_changed = before != (self.sent, self.not_ours)
        if is_changed:
            self._write()
        return is_changed

    def remove_batch(self, batch: SentBatch) -> None:
        """Takes a batch out that is done, or was never sent."""
        del self.sent[batch.mark]
        self._write()

    def _write(self) -> None:
        if not self.sent:
            self.path.unlink(missing_ok=True)
            return
        whole = _File(
            batches=1, run_id=self.run_id, sent=tuple(self.sent.values()), not_ours=tuple(self.not_ours)
        ).model_dump(mode="json")
        with open_atomic_file(self.path) as file:
            file.write(f"{json.dumps(whole, indent=1)}\n".encode())


def read_ledger(journal: Path, run_id: str) -> BatchLedger:
    """The book of a run; empty where nothing is under way.

    Raises:
        JournalError: the file is broken, or belongs to another run.
    """
    path = get_ledger_path(journal)
    if not path.exists():
        return BatchLedger(path, run_id)
    try:
        book = parse_ledger(path, path.read_bytes())
    except OSError as error:
        raise JournalError(f"{path} cannot be read ({error}). {_HINT}") from error
    if book.run_id != run_id:
        raise JournalError(f"{path} belongs to another run, {book.run_id}. {_HINT}")
    return book


def parse_ledger(path: Path, body: bytes) -> BatchLedger:
    """The book that a file's content is.

    Raises:
        JournalError: it is broken, or of a later version.
    """
    try:
        whole = _File.model_validate_json(body)
    except ValidationError as error:
        raise JournalError(f"{path} cannot be read ({str(error).splitlines()[0]}). {_HINT}") from error
    return BatchLedger(path, whole.run_id, {batch.mark: batch for batch in whole.sent}, list(whole.not_ours))
