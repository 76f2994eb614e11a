"""The ledger of a run's batches: the batches under way, and the case of each of their requests.

The file is beside the journal under a hidden name. It contains no key and is deleted once no batch is under way. A
batch is added before it is sent and gets its id afterwards. A process killed in between leaves an entry without an id
rather than an unrecorded batch.
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
"""Suffix of the file name, which begins with a dot, so that builds do not mistake it for a journal."""


_HINT = "It lists the batches that are under way and paid for. Check the provider's list before you move it away."


class SentBatch(BaseModel):
    """A batch that was sent, or was about to be.

    Attributes:
        mark: unique prefix of the names of its requests.
        batch_id: None until the provider has returned it.
        is_sure: False if the id was inferred from the provider's list because its batches have no marks.
        cases: case ids by request name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    mark: Annotated[str, Field(pattern=r"^trilens-[0-9a-f]{16}$")]
    began_at: AwareDatetime
    batch_id: str | None = None
    is_sure: bool = True
    cases: dict[str, str]


class _File(BaseModel):
    """The content of the file."""

    model_config = ConfigDict(extra="forbid")

    batches: Literal[1]
    run_id: str
    sent: tuple[SentBatch, ...]
    not_ours: tuple[str, ...] = ()


def make_batch_mark() -> str:
    """Return a unique mark for a batch."""
    return f"trilens-{secrets.token_hex(8)}"


def make_batch(mark: str, cases: dict[str, str]) -> SentBatch:
    """Return the entry of a batch that begins now."""
    return SentBatch(mark=mark, began_at=datetime.now(UTC), cases=cases)


def get_ledger_path(journal: Path) -> Path:
    """Return the path of a journal's ledger; builds ignore such names."""
    return journal.with_name(f".{journal.name}{BOOK}")


def get_journal_path(book: Path) -> Path:
    """Return the path of a ledger's journal, which need not exist."""
    return book.with_name(book.name.removeprefix(".").removesuffix(BOOK))


def list_ledger_paths(folder: Path) -> list[Path]:
    """List every ledger in a folder of runs and its subfolders."""
    return sorted(folder.rglob(f".*.jsonl{BOOK}"))


@dataclass(slots=True)
class BatchLedger:
    """The batches of one run; every change is on the disk when it returns.

    Attributes:
        sent: batches by mark.
        not_ours: ids that were mistaken for one of these batches and belong to another program.
    """

    path: Path
    run_id: str
    sent: dict[str, SentBatch] = field(default_factory=dict)
    not_ours: list[str] = field(default_factory=list)

    @property
    def cases(self) -> set[str]:
        """The ids of all cases under way."""
        return {case_id for batch in self.sent.values() for case_id in batch.cases.values()}

    @property
    def requests(self) -> int:
        """The number of requests under way."""
        return sum(len(batch.cases) for batch in self.sent.values())

    @property
    def known_ids(self) -> set[str]:
        """The ids that no other batch can have."""
        return {batch.batch_id for batch in self.sent.values() if batch.batch_id} | set(self.not_ours)

    def enter(self, batch: SentBatch) -> None:
        """Add a batch or update its entry."""
        self.sent[batch.mark] = batch
        self._write()

    def refuse(self, batch: SentBatch) -> SentBatch:
        """Record that the id of a batch belongs to another program; return the batch without the id."""
        self.not_ours.append(batch.batch_id or "")
        without = batch.model_copy(update={"batch_id": None, "is_sure": True})
        self.enter(without)
        return without

    def take_over(self, ledger: "BatchLedger", done: Container[str]) -> bool:
        """Add the entries of another ledger of the same run that this one lacks; return whether anything changed.

        Args:
            ledger: ledger from another copy of the data folder.
            done: cases that have a reply here; a batch that contains only these is no longer under way.
        """
        before = dict(self.sent), list(self.not_ours)
        for batch in ledger.sent.values():
            here = self.sent.get(batch.mark)
            if (here is None and not all(case_id in done for case_id in batch.cases.values())) or (
                here is not None and here.batch_id is None and batch.batch_id
            ):
                self.sent[batch.mark] = batch
        self.not_ours += [one for one in ledger.not_ours if self.sent and one not in self.not_ours]
        is_changed = before != (self.sent, self.not_ours)
        if is_changed:
            self._write()
        return is_changed

    def remove_batch(self, batch: SentBatch) -> None:
        """Remove a batch that is done or was never sent."""
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
    """Read the ledger of a run; empty if no batch is under way.

    Raises:
        JournalError: the file is damaged, or belongs to another run.
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
    """Parse the content of a ledger file.

    Raises:
        JournalError: the content is damaged, or of a later version.
    """
    try:
        whole = _File.model_validate_json(body)
    except ValidationError as error:
        raise JournalError(f"{path} cannot be read ({str(error).splitlines()[0]}). {_HINT}") from error
    return BatchLedger(path, whole.run_id, {batch.mark: batch for batch in whole.sent}, list(whole.not_ours))
