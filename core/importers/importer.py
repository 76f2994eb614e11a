"""Conversion of logs to journals in hidden files; `ImportPlan.take` gives them their names.

A run is one pass of a model over a task with one prompt; its repeats are separate runs.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from core import __version__
from core.benchmarks.release_identity import get_prompt_id
from core.errors import JournalError, ReplyFileError
from core.importers.benchmark_index import BenchmarkIndex
from core.importers.case_matching import CaseMatch, CaseMatcher, MatchFailure, describe_other_task
from core.importers.detect_format import WHOLE_FILE, LogFile, find_logs
from core.importers.image_folder import ImageFolder, add_available_images
from core.importers.import_plan import MAX_REFUSALS_KEPT, ImportPlan, PlannedRun
from core.importers.prompt_template import derive_prompt
from core.importers.records import ImportedReply, ImportedRun, RejectedRow
from core.importers.reply_values import MAX_NAME, build_reply, clean_name, clean_settings, clean_text
from core.importers.staging import StagedJournal, has_same_replies
from core.progress import Progress, Report, ignore_progress
from core.records import ORIGINAL_VIEW, Model, RejectedItem, Run
from core.runs.journal import make_journal_name

MAX_REPLY_CHARACTERS = 20_000_000
MAX_REPEATS = 1_000
"""Maximum number of repeats per run; each becomes a separate run."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """Facts that the user supplies for logs that do not state them.

    Attributes:
        model: name of the model.
        prompts: id and text of the prompt that was sent, by benchmark.
        image_view: the view of the images that the model saw.
        mapping: from a program's index to a case.
        pictures: images that are not in the logs.
        said: file and place of rows that were refused before, and are not reported again.
    """

    model: str = ""
    prompts: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    image_view: str = ORIGINAL_VIEW
    mapping: Mapping[str, str] = field(default_factory=dict)
    pictures: ImageFolder | None = None
    said: frozenset[tuple[str, str]] = frozenset()


def plan_import(
    paths: Sequence[Path],
    indexes: Sequence[BenchmarkIndex],
    wishes: ImportOptions | None = None,
    report: Report = ignore_progress,
) -> ImportPlan:
    """Read logs into hidden files; return what would be taken and refused.

    Args:
        paths: files and folders.
        indexes: the benchmarks to which the rows may belong.
        wishes: facts that the user supplies for logs that do not state them.
        report: receives the progress, by file.

    Raises:
        ReplyFileError: no log exists.
    """
    wishes = wishes or ImportOptions()
    planned = ImportPlan(find_logs(paths))
    planned.refuse(planned.found.refusals, len(planned.found.refusals))
    finder = CaseMatcher(indexes, wishes.mapping)
    try:
        for done, log in enumerate(planned.found.logs):
            report(Progress("Reading logs", done, len(planned.found.logs)))
            if (str(log.path), WHOLE_FILE) not in wishes.said:
                _File(log, finder, wishes, planned).read()
        report(Progress("Reading logs", len(planned.found.logs), len(planned.found.logs)))
    except BaseException:
        planned.discard()
        raise
    return planned


@dataclass(slots=True)
class _OfRun:
    """The state of a run of a log while its rows are read.

    Attributes:
        number: among the runs of its file, from 1.
        journals: by benchmark and repeat.
        other_tasks: rows about images of a benchmark that does not ask this, by benchmark, with the first reason.
        signs: by benchmark, rows that evidently ask what it asks, and rows that evidently do not.
    """

    number: int
    journals: dict[tuple[str, int], PlannedRun] = field(default_factory=dict)
    other_tasks: dict[str, tuple[int, RejectedItem]] = field(default_factory=dict)
    signs: Counter[tuple[str, bool]] = field(default_factory=Counter)


@dataclass(slots=True)
class _File:
    """The rows of one log during an import. All of it is planned, or nothing if it cannot be read as a whole."""

    log: LogFile
    finder: CaseMatcher
    wishes: ImportOptions
    planned: ImportPlan
    runs: dict[ImportedRun, _OfRun] = field(default_factory=dict)
    refusals: list[RejectedItem] = field(default_factory=list)
    refused: int = 0
    not_kept: int = 0

    def read(self) -> None:
        """Read all rows."""
        pictures = self.wishes.pictures
        try:
            for row in self.log.read_rows():
                wrong = (
                    row.reason if isinstance(row, RejectedRow) else self._write_row(add_available_images(row, pictures))
                )
                if wrong:
                    self._refuse(row.place, wrong)
        except (ReplyFileError, ValueError, OSError) as error:
            self._drop()
            reason = str(error).removeprefix(f"{self.log.path.name}: ")
            self.planned.refuse([RejectedItem(str(self.log.path), WHOLE_FILE, reason)], 1, in_table=self.log.is_table)
            return
        except BaseException:
            self._drop()
            raise
        self._finish()

    def _finish(self) -> None:
        for logged, of_run in self.runs.items():
            self._leave_out_other_tasks(of_run)
            for (benchmark_id, _), planned in of_run.journals.items():
                planned.journal.close()
                if benchmark_id in of_run.other_tasks or not planned.statuses:
                    planned.journal.drop()
                else:
                    self._plan(planned)
            for count, first in of_run.other_tasks.values():
                rows = "1 row" if count == 1 else f"{count} rows"
                reason = f"{first.reason} ({rows} of {logged.task}, {logged.model or 'unnamed model'})"
                self.refusals.append(replace(first, reason=reason))
                self.refused += count
        self.planned.not_kept += self.not_kept
        self.planned.refuse(self.refusals, self.refused, in_table=self.log.is_table)

    def _leave_out_other_tasks(self, of_run: _OfRun) -> None:
        """Discard a run for each benchmark if most of its telling rows ask something else."""
        for (benchmark_id, _), planned in of_run.journals.items():
            if of_run.signs[benchmark_id, False] > of_run.signs[benchmark_id, True]:
                first = min(planned.journal.case_ids)
                count, refusal = of_run.other_tasks.get(
                    benchmark_id,
                    (0, RejectedItem(str(self.log.path), first, describe_other_task(planned.known, first))),
                )
                of_run.other_tasks[benchmark_id] = (count + planned.statuses.total(), refusal)

    def _plan(self, planned: PlannedRun) -> None:
        """Add a run unless the plan contains it already: a journal has a fixed name, and may exist here twice."""
        same = [run for run in self.planned.runs if run.journal.target == planned.journal.target]
        if not same:
            self.planned.runs.append(planned)
            return
        if not has_same_replies(same[0].journal.part, planned.journal.part):
            self._refuse(WHOLE_FILE, f"{same[0].file} holds other replies under the name {planned.journal.run.run_id}")
        planned.journal.drop()

    def _drop(self) -> None:
        for of_run in self.runs.values():
            for planned in of_run.journals.values():
                planned.journal.drop()

    def _refuse(self, place: str, reason: str) -> None:
        if (str(self.log.path), place) in self.wishes.said:
            return
        self.refused += 1
        if len(self.refusals) < MAX_REFUSALS_KEPT:
            self.refusals.append(RejectedItem(str(self.log.path), place, reason))
        else:
            self.not_kept += 1

    def _write_row(self, row: ImportedReply) -> str:
        """Write a row into its journal, or return why not."""
        if row.raw is not None and len(row.raw) > MAX_REPLY_CHARACTERS:
            return f"its reply has {len(row.raw):,} characters; the limit is {MAX_REPLY_CHARACTERS:,}"
        if row.repeat > MAX_REPEATS:
            return f"it is repeat {row.repeat}; the limit is {MAX_REPEATS:,}"
        found = self.finder.find(row)
        of_run = self.runs.setdefault(row.run, _OfRun(len(self.runs) + 1))
        if isinstance(found, MatchFailure):
            if found.why != "other task":
                return found.reason
            count, first = of_run.other_tasks.get(
                found.benchmark_id, (0, RejectedItem(str(self.log.path), row.place, found.reason))
            )
            of_run.other_tasks[found.benchmark_id] = (count + 1, first)
            return ""
        repeat = self._number_repeat(row, found, of_run)
        if repeat > MAX_REPEATS:
            return f"{found.case.case_id} appears in the log more than {MAX_REPEATS:,} times"
        if not repeat:
            return f"{found.case.case_id} appears twice in the file"
        key = (found.known.benchmark_id, repeat)
        if key not in of_run.journals:
            name = row.run.model or self.wishes.model
            if not row.run.given and not name:
                raise ReplyFileError("The file does not name the model. Give its name: --model NAME.")
            of_run.journals[key] = self._stage_run(row, found, repeat, name, of_run.number)
        planned = of_run.journals[key]
        if found.is_asked is not None:
            of_run.signs[found.known.benchmark_id, found.is_asked] += 1
        try:
            planned.journal.append(build_reply(row, found, planned.journal.run.run_id))
        except JournalError as error:
            return str(error)
        return ""

    def _number_repeat(self, row: ImportedReply, match: CaseMatch, of_run: _OfRun) -> int:
        """Return the number of the pass: a case that appears again belongs to the next one; 0 if a table has it twice.

        Another order of options is another pass, unless the benchmark has a separate case for it.
        """
        repeat = row.repeat + match.turn
        while (
            held := of_run.journals.get((match.known.benchmark_id, repeat))
        ) is not None and match.case.case_id in held.journal.case_ids:
            if self.log.is_table:
                return 0
            repeat += 1
        return repeat

    def _stage_run(self, row: ImportedReply, match: CaseMatch, repeat: int, name: str, number: int) -> PlannedRun:
        known, run = match.known, self._run(row, match, repeat, name, number)
        target = known.workspace.runs / make_journal_name(run.run_id)
        part = self.planned.staging.place(known.workspace.runs)
        return PlannedRun(known, row.run, StagedJournal(run, target, part, row.run.given is not None), self.log.path)

    def _run(self, row: ImportedReply, match: CaseMatch, repeat: int, name: str, number: int) -> Run:
        logged = row.run
        if logged.given is not None and repeat == 1:
            return replace(
                logged.given, prompt=clean_text(logged.given.prompt), settings=clean_settings(logged.given.settings)
            )
        name = clean_name(name)
        prompt_id, prompt = self._find_prompt(row, match)
        program, _, version = logged.program.rpartition(" ")
        source = f"imported from {self.log.path.name}" + (f", {logged.program}, {logged.task}" if program else "")
        return Run(
            run_id=self._make_run_id(logged, name, number) + (f"-r{repeat}" if repeat > 1 else ""),
            model=Model(f"import:{name}"[:MAX_NAME], name),
            prompt_id=prompt_id,
            prompt=prompt,
            image_view=self.wishes.image_view,
            source=clean_name(source),
            started_at=logged.started_at,
            settings=clean_settings(logged.settings),
            versions={"trilens": __version__} | ({program: version} if program else {}),
        )

    def _find_prompt(self, row: ImportedReply, match: CaseMatch) -> tuple[str, str]:
        """Return id and text of the prompt: the user's, else the log's; for tables the benchmark's own."""
        benchmark_id, own = match.known.contents.benchmark_id, match.known.contents.prompt
        if wished := self.wishes.prompts.get(match.known.benchmark_id):
            return wished
        if self.log.is_table and not row.prompt:
            return get_prompt_id(benchmark_id), own
        prompt_id, text = derive_prompt(replace(row, prompt=clean_text(row.prompt)), match.case, benchmark_id, own)
        return prompt_id, text

    def _make_run_id(self, logged: ImportedRun, name: str, number: int) -> str:
        """Return the id of a run: the same content gives the same id, wherever the file is."""
        slug = re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:40].strip("-.")
        said = [self.log.sha256, logged.task, logged.model, logged.prompt_label, number]
        return f"import-{slug}-{hashlib.sha256(json.dumps(said).encode()).hexdigest()[:8]}"
