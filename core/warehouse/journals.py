"""Journals of a build: writes those of the release and of the reference models, then collects the part of each."""

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from core.benchmarks.data import BenchmarkData
from core.benchmarks.publications import BundledRun, MissingReply
from core.benchmarks.release_identity import get_prompt_id
from core.errors import JournalError
from core.progress import Progress, Report, ignore_progress
from core.records import ORIGINAL_VIEW, RejectedItem, Reply, Run
from core.runs.journal import (
    REFERENCE_FOLDER,
    RELEASE_FOLDER,
    TRI_BENCH_FOLDER,
    list_journal_paths,
    write_owned_journals,
)
from core.runs.run_names import RUN_NAMES, read_run_names
from core.warehouse.run_cache.entry import RunCacheEntry
from core.warehouse.run_cache.task import BuildSpec, find_part, prepare_build_spec
from core.warehouse.run_cache.workers import Make, build_locally
from core.workspace import FIRST_BENCHMARK, Workspace


@dataclass(frozen=True, slots=True)
class AcceptedJournal:
    """A journal that a warehouse includes.

    Attributes:
        run: with one prompt id per prompt text.
        is_published: the replies came with the release. A file cannot claim this itself: a build marks the journals
            that it has written from the release.
        given_name: display name that a user gave to the run; None without one.
    """

    path: Path
    part: RunCacheEntry
    run: Run
    is_published: bool
    given_name: str | None = None


@dataclass(frozen=True, slots=True)
class AcceptedJournals:
    """The journals of a build.

    Attributes:
        refusals: what was left out of them, and why.
        in_use: the keys of their parts, and the name of the contents file.
    """

    taken: list[AcceptedJournal]
    refusals: list[RejectedItem]
    in_use: set[str]


def write_local_journals(workspace: Workspace, contents: BenchmarkData) -> set[Path]:
    """Write the journals that a build makes itself into the runs folder; return those with the release's replies.

    A file that already has the same content is not touched.
    """
    released = TRI_BENCH_FOLDER if workspace.benchmark_id == FIRST_BENCHMARK else RELEASE_FOLDER
    write_owned_journals(
        workspace.runs / REFERENCE_FOLDER, _build_runs(REFERENCE_FOLDER, contents, contents.references)
    )
    return write_owned_journals(workspace.runs / released, _build_runs(released, contents, contents.published))


def _build_runs(
    folder: str, contents: BenchmarkData, runs: Iterable[BundledRun]
) -> Iterator[tuple[Run, Iterable[Reply]]]:
    own_id = get_prompt_id(contents.benchmark_id)
    for bundled_run in runs:
        if not bundled_run.replies:
            continue
        run_id = "-".join(filter(None, (folder, bundled_run.model.model_id, bundled_run.prompt_id)))
        prompt = bundled_run.prompt or contents.prompt
        run = Run(
            run_id,
            bundled_run.model,
            bundled_run.prompt_id or own_id,
            prompt,
            image_view=ORIGINAL_VIEW,
            source=bundled_run.source,
        )
        yield (
            run,
            [
                Reply(run_id, case_id, None, "missing", reply.reason)
                if isinstance(reply, MissingReply)
                else Reply(
                    run_id,
                    case_id,
                    reply,
                    error=bundled_run.note or None,
                    said_score=bundled_run.external_scores.get(case_id),
                )
                for case_id, reply in bundled_run.replies.items()
            ],
        )


def accept_journals(
    workspace: Workspace,
    contents: BenchmarkData,
    published: Collection[Path],
    make: Make = build_locally,
    report: Report = ignore_progress,
) -> AcceptedJournals:
    """Return every journal in the runs folder with its part, the build's own journals first.

    Args:
        workspace: of the benchmark.
        contents: of the benchmark; replies about cases that it does not have are refused.
        published: the files with the release's replies, as `write_local_journals` returns them.
        make: makes the missing parts.
        report: receives progress.
    """
    order = prepare_build_spec(workspace, contents)
    paths = list_journal_paths(workspace.runs)
    accepted: list[AcceptedJournal] = []
    refusals: list[RejectedItem] = []
    in_use = {Path(order.contents).stem}
    names = _read_names(workspace.runs, refusals)
    for path, part in zip(paths, _make_parts(order, paths, make, report), strict=True):
        if isinstance(part, JournalError):
            refusals.append(RejectedItem(path.name, "whole file", str(part)))
            continue
        refusals += part.refusals
        in_use.add(part.key)
        if part.run is not None:
            accepted.append(AcceptedJournal(path, part, part.run, path in published, names.get(part.run.run_id)))
    return AcceptedJournals(_drop_clashes(accepted, contents, refusals), refusals, in_use)


def _read_names(folder: Path, refusals: list[RejectedItem]) -> dict[str, str]:
    """Return the display names of runs; a file that is not valid is refused, and the runs keep their own labels."""
    try:
        return read_run_names(folder)
    except JournalError as error:
        refusals.append(RejectedItem(RUN_NAMES, "whole file", str(error)))
        return {}


def _make_parts(
    order: BuildSpec, paths: Sequence[Path], make: Make, report: Report
) -> list[RunCacheEntry | JournalError]:
    """Return the part of each journal, or the error if its file cannot be read."""

    def look(path: Path) -> RunCacheEntry | JournalError | None:
        try:
            return find_part(order, path)
        except JournalError as error:
            return error

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        known_parts = dict(zip(paths, pool.map(look, paths), strict=True))
    missing = [path for path, part in known_parts.items() if part is None]
    new_parts: dict[Path, RunCacheEntry | JournalError] = {}
    for path, new_part in make(order, missing):
        new_parts[path] = new_part
        report(Progress("Reading new journals", len(new_parts), len(missing)))
    return [part for path in paths if (part := new_parts.get(path) or known_parts[path]) is not None]


def _drop_clashes(
    journals: list[AcceptedJournal], contents: BenchmarkData, refusals: list[RejectedItem]
) -> list[AcceptedJournal]:
    """Return the journals with one id per prompt text, without those that give a known id another meaning.

    The benchmark's own prompt comes first, so a journal that sent the same text under another id shares its id.
    """
    own_id = get_prompt_id(contents.benchmark_id)
    id_by_text = {contents.prompt: own_id}
    claimed: dict[str, object] = {f"prompt {own_id}": contents.prompt}
    accepted = []
    for journal in journals:
        run = replace(journal.run, prompt_id=id_by_text.get(journal.run.prompt, journal.run.prompt_id))
        claims = {
            f"run {run.run_id}": journal.path,
            f"prompt {run.prompt_id}": run.prompt,
            f"model {run.model.model_id}": run.model,
        }
        clash = next((claim for claim, value in claims.items() if claimed.get(claim, value) != value), None)
        if clash:
            refusals.append(
                RejectedItem(journal.path.name, "whole file", f"{clash} is already known with another meaning")
            )
        else:
            claimed |= claims
            id_by_text.setdefault(run.prompt, run.prompt_id)
            accepted.append(replace(journal, run=run))
    return accepted
