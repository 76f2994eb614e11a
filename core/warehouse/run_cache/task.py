"""The task of making one part: a serialisable description that any process can execute, on any machine."""

import hashlib
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any

from core.atomic_files import open_atomic_file
from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.data import BenchmarkData
from core.benchmarks.registry import load_benchmark
from core.errors import BuildError, JournalError
from core.records import RejectedItem, Truth
from core.runs.journal import Journal, parse_journal, read_journal_bytes
from core.solvers import blind_text
from core.warehouse.run_cache.arrow_rows import NO_ROWS, process_journal
from core.warehouse.run_cache.baseline_draws import compute_baseline_draws
from core.warehouse.run_cache.code_version import compute_code_version
from core.warehouse.run_cache.entry import RunCacheEntry, compute_key, read_part, write_part
from core.warehouse.run_cache.paper_means import forget_cells
from core.warehouse.run_cache.scoring_context import ScoringContext
from core.workspace import Workspace

MAX_NAMED = 20
"""Unknown cases of a journal that are refused by name; the others are only counted."""


CONTENTS = ".contents"
"""Suffix of files with contents."""

_Packed = tuple[BenchmarkData, list[tuple[tuple[Any, ...], tuple[tuple[Any, ...], ...]]], list[tuple[Any, ...]]]
"""Contents without cases and truths, then the values of each case with those of its questions, and of each truth."""

_ASKS = [one.name for one in fields(Case)].index("asks")
_CASE = attrgetter(*[one.name for one in fields(Case) if one.name != "asks"])
_ASKED, _TRUTH = (attrgetter(*[one.name for one in fields(kind)]) for kind in (CaseQuestion, Truth))


@dataclass(frozen=True, slots=True)
class BuildSpec:
    """The settings that all tasks of a build share.

    Attributes:
        home: the data folder, under the same path on every machine.
        benchmark_id: of the benchmark of the journals.
        contents: name of the file among the parts with the benchmark's contents, which is their checksum.
        made_for: checksum of the contents and of the code that makes parts.
        made_by: checksum of this code alone.
    """

    home: Path
    benchmark_id: str
    contents: str
    made_for: str
    made_by: str

    @property
    def workspace(self) -> Workspace:
        """The workspace of the benchmark."""
        return Workspace(self.home).select_benchmark(self.benchmark_id)


def prepare_build_spec(workspace: Workspace, contents: BenchmarkData) -> BuildSpec:
    """Save the contents where every worker finds them, and return the description of the tasks."""
    needed = _select_needed(contents)
    packed = _pack(needed)
    body = pickle.dumps(packed)
    name = f"{hashlib.sha256(body).hexdigest()}{CONTENTS}"
    path = workspace.parts / name
    if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != path.stem:
        with open_atomic_file(path) as file:
            file.write(body)
    return BuildSpec(
        workspace.home.resolve(), workspace.benchmark_id, name, _compute_checksum(packed), compute_code_version()
    )


def _select_needed(contents: BenchmarkData) -> BenchmarkData:
    """Return the contents that parts depend on, with the text-only baseline as the only reference model."""
    return BenchmarkData(
        benchmark=contents.benchmark,
        words=contents.words,
        questions=contents.questions,
        frames=contents.frames,
        factors=contents.factors,
        cases=contents.cases,
        truths=contents.truths,
        prompt="",
        subsets=contents.subsets,
        contrasts=contents.contrasts,
        sets=[one for one in contents.sets if one.protocol in {mean.protocol for mean in contents.aggregates}],
        aggregates=contents.aggregates,
        references=[reference for reference in contents.references if reference.model == blind_text.MODEL],
    )


def _pack(contents: BenchmarkData) -> _Packed:
    """Convert the numerous records into tuples, which Python copies several times as fast."""
    cases = [(_CASE(case), tuple(map(_ASKED, case.asks))) for case in contents.cases]
    return replace(contents, cases=[], truths=[]), cases, list(map(_TRUTH, contents.truths))


def _unpack(packed: _Packed) -> BenchmarkData:
    contents, cases, truths = packed
    return replace(
        contents,
        cases=[
            Case(*[*values[:_ASKS], tuple([CaseQuestion(*case_question) for case_question in asks]), *values[_ASKS:]])
            for values, asks in cases
        ],
        truths=[Truth(*values) for values in truths],
    )


def _compute_checksum(packed: _Packed) -> str:
    """Compute a checksum of what determines parts beside the journal: the contents and the code."""
    digest = hashlib.sha256(compute_code_version().encode())
    contents, cases, truths = packed
    for part in chain([contents], cases, truths):
        digest.update(f"{part!r}\n".encode())
    return digest.hexdigest()


def make_part(order: BuildSpec, journal: Path) -> RunCacheEntry:
    """Return the part of a journal's present content, and make it first if it does not exist.

    Raises:
        JournalError: the journal's file cannot be read.
        BuildError: this process has other contents or other code than the build.
        OSError: the part cannot be written.
    """
    body = read_journal_bytes(journal)
    key = compute_key(journal.name, body, order.made_for)
    folder = order.workspace.parts
    if (part := read_part(folder, key)) is not None:
        return part
    try:
        read = parse_journal(journal.name, body)
    except JournalError as error:
        return write_part(folder, key, body, None, [RejectedItem(journal.name, "whole file", str(error))], NO_ROWS)
    subject = _load_scoring_context(order)
    refusals = [*read.refusals, *_list_unknown_cases(journal.name, read, subject)]
    known_only = replace(read, replies=[reply for reply in read.replies if reply.case_id in subject.cases])
    return write_part(folder, key, body, read.run, refusals, process_journal(known_only, subject))


def find_part(order: BuildSpec, journal: Path) -> RunCacheEntry | None:
    """Return the part of a journal's present content; None if it must be made.

    Raises:
        JournalError: the journal's file cannot be read.
    """
    return read_part(order.workspace.parts, compute_key(journal.name, read_journal_bytes(journal), order.made_for))


def forget_contents() -> None:
    """Free the contents that this process has read for its tasks."""
    _load_scoring_context.cache_clear()
    compute_baseline_draws.cache_clear()
    forget_cells()


@lru_cache(maxsize=1)
def _load_scoring_context(order: BuildSpec) -> ScoringContext:
    """Load the context for scoring, once per process."""
    path = order.workspace.parts / order.contents
    try:
        body = path.read_bytes()
    except FileNotFoundError as error:
        raise BuildError(f"{path} is missing. Every worker must see the data folder under the same path.") from error
    if hashlib.sha256(body).hexdigest() != path.stem:
        raise BuildError(f"{path} was changed. Build again.")
    contents = _unpack(pickle.loads(body))  # noqa: S301 - the build wrote it, and its name is its checksum
    if compute_code_version() != order.made_by:
        raise BuildError(
            "A worker has another version of Trilens or of its libraries than this build. Bring all machines to the "
            "same state, then build again."
        )
    return ScoringContext(load_benchmark(order.workspace), contents)


def _list_unknown_cases(name: str, journal: Journal, subject: ScoringContext) -> Iterator[RejectedItem]:
    unknown = sorted({reply.case_id for reply in journal.replies} - set(subject.cases))
    reason = f"the benchmark has no such {subject.contents.words.case}"
    for case_id in unknown[:MAX_NAMED]:
        yield RejectedItem(name, case_id[:80], reason)
    if len(unknown) > MAX_NAMED:
        yield RejectedItem(name, f"{len(unknown) - MAX_NAMED} more", reason)
