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
from core.settings import FIRST_BENCHMARK, Settings
from core.warehouse.run_cache.entry import RunCacheEntry
from core.warehouse.run_cache.task import BuildSpec, find_part, prepare_build_spec
from core.warehouse.run_cache.workers import Make, build_locally


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


def write_local_journals(settings: Settings, contents: BenchmarkData) -> set[Path]:
    """Write the journals that a build makes itself into the runs folder; return those with the release's replies.

    A file that already has the same content is not touched.
    """
    released = TRI_BENCH_FOLDER if settings.benchmark_id == FIRST_BENCHMARK else RELEASE_FOLDER
    write_owned_journals(settings.runs / REFERENCE_FOLDER, _build_runs(REFERENCE_FOLDER, contents, contents.references))
    return write_owned_journals(settings.runs / released, _build_runs(released, contents, contents.published))


def _build_runs(
    folder: str, contents: BenchmarkData, runs: Iterable[BundledRun]
) -> Iterator[tuple[Run, Iterable[Reply]]]:
    own_id = get_prompt_id(contents.benchmark_id)
    for one in runs:
        if not one.replies:
            continue
        run_id = "-".join(filter(None, (folder, one.model.model_id, one.prompt_id)))
        prompt = one.prompt or contents.prompt
        run = Run(run_id, one.model, one.prompt_id or own_id, prompt, image_view=ORIGINAL_VIEW, source=one.source)
        yield (
            run,
            [
                Reply(run_id, case_id, None, "missing", reply.reason)
                if isinstance(reply, MissingReply)
                else Reply(run_id, case_id, reply, error=one.note or None, said_score=one.said_scores.get(case_id))
                for case_id, reply in one.replies.items()
            ],
        )


def accept_journals(
    settings: Settings,
    contents: BenchmarkData,
    published: Collection[Path],
    make: Make = build_locally,
    report: Report = ignore_progress,
) -> AcceptedJournals:
    """Return every journal in the runs folder with its part, the build's own journals first.

    Args:
        settings: of the benchmark.
        contents: of the benchmark; replies about cases that it does not have are refused.
        published: the files with the release's replies, as `write_local_journals` returns them.
        make: makes the missing parts.
        report: receives progress.
    """
    order = prepare_build_spec(settings, contents)
    paths = list_journal_paths(settings.runs)
    taken: list[AcceptedJournal] = []
    refusals: list[RejectedItem] = []
    in_use = {Path(order.contents).stem}
    names = _read_names(settings.runs, refusals)
    for path, part in zip(paths, _make_parts(order, paths, make, report), strict=True):
        if isinstance(part, JournalError):
            refusals.append(RejectedItem(path.name, "whole file", str(part)))
            continue
        refusals += part.refusals
        in_use.add(part.key)
        if part.run is not None:
            taken.append(AcceptedJournal(path, part, part.run, path in published, names.get(part.run.run_id)))
    return AcceptedJournals(_drop_clashes(taken, contents, refusals), refusals, in_use)


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
        found = dict(zip(paths, pool.map(look, paths), strict=True))
    missing = [path for path, part in found.items() if part is None]
    made: dict[Path, RunCacheEntry | JournalError] = {}
    for path, one in make(order, missing):
        made[path] = one
        report(Progress("Reading new journals", len(made), len(missing)))
    return [part for path in paths if (part := made.get(path) or found[path]) is not None]


def _drop_clashes(
    journals: list[AcceptedJournal], contents: BenchmarkData, refusals: list[RejectedItem]
) -> list[AcceptedJournal]:
    """Return the journals with one id per prompt text, without those that give a known id another meaning.

    The benchmark's own prompt comes first, so a journal that sent the same text under another id shares its id.
    """
    own_id = get_prompt_id(contents.benchmark_id)
    id_by_text = {contents.prompt: own_id}
    seen: dict[str, object] = {f"prompt {own_id}": contents.prompt}
    kept = []
    for journal in journals:
        run = replace(journal.run, prompt_id=id_by_text.get(journal.run.prompt, journal.run.prompt_id))
        claims = {
            f"run {run.run_id}": journal.path,
            f"prompt {run.prompt_id}": run.prompt,
            f"model {run.model.model_id}": run.model,
        }
        clash = next((claim for claim, value in claims.items() if seen.get(claim, value) != value), None)
        if clash:
            refusals.append(
                RejectedItem(journal.path.name, "whole file", f"{clash} is already known with another meaning")
            )
        else:
            seen |= claims
            id_by_text.setdefault(run.prompt, run.prompt_id)
            kept.append(replace(journal, run=run))
    return kept
