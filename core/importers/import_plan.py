"""The plan of an import: runs in hidden journals, and refusals. It is taken as a whole or discarded."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType

from core.importers.benchmark_index import BenchmarkIndex
from core.importers.detect_format import LogSearchResult
from core.importers.records import ImportedRun
from core.importers.staging import StagedJournal, StagingArea
from core.key_redaction import redact_all_keys
from core.records import RejectedItem, ReplyStatus

MAX_REFUSALS_KEPT = 1_000


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """A run that would be taken.

    Attributes:
        known: the benchmark that it is about.
        logged: its description in the log.
        journal: its replies.
        file: the log.
    """

    known: BenchmarkIndex
    logged: ImportedRun
    journal: StagedJournal
    file: Path

    @property
    def statuses(self) -> Counter[ReplyStatus]:
        """Return the number of replies per status."""
        return self.journal.statuses

    @property
    def missing(self) -> list[str]:
        """Return the cases of the benchmark without a reply."""
        return [case_id for case_id in self.known.cases if case_id not in self.journal.case_ids]


@dataclass(slots=True)
class ImportPlan:
    """The runs to take and the refused rows; a context manager that removes what was not taken.

    Attributes:
        refusals: the first of them.
        refused: the number of refused rows and files.
        not_kept: refusals beyond those.
        refused_in_tables: those among them that are rows of plain tables.
    """

    found: LogSearchResult
    runs: list[PlannedRun] = field(default_factory=list)
    refusals: list[RejectedItem] = field(default_factory=list)
    refused: int = 0
    not_kept: int = 0
    refused_in_tables: int = 0
    staging: StagingArea = field(default_factory=StagingArea, repr=False)

    def __enter__(self) -> "ImportPlan":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.discard()

    def take(self) -> list[PlannedRun]:
        """Move each run's journal to its place; return the runs that are new or have changed replies.

        Raises:
            JournalError: another run has the name of one with a given id; none is taken.
        """
        new = [run for run in self.runs if not run.journal.is_held()]
        for run in new:
            run.journal.check_name()
        for run in self.runs:
            run.journal.take()
        return new

    def discard(self) -> None:
        """Remove what was not taken."""
        for run in self.runs:
            run.journal.close()
        self.staging.close()

    def refuse(self, refusals: Sequence[RejectedItem], rows: int, *, in_table: bool = False) -> None:
        """Keep the first refusals and count the rows.

        Args:
            refusals: the refused rows or files.
            rows: the number of rows and files that they represent, at least one each.
            in_table: whether they belong to a plain table.
        """
        self.refused += rows
        self.refused_in_tables += rows * in_table
        kept = refusals[: MAX_REFUSALS_KEPT - len(self.refusals)]
        self.refusals += [replace(one, reason=redact_all_keys(one.reason, None)) for one in kept]
        self.not_kept += len(refusals) - len(kept)
