"""The journals of a build: it writes those of the release and of the reference models, then reads all of them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from core.benchmarks import tri_bench
from core.benchmarks.identity import prompt_id_of
from core.benchmarks.release import Release
from core.errors import JournalError
from core.photographs.measurements import MeasuredPhotograph
from core.records import Model, Refusal, Reply, Run
from core.runs.journal import (
    REFERENCE_FOLDER,
    RELEASE_FOLDER,
    Journal,
    journal_paths,
    read_journal,
    write_owned_journals,
)
from core.solvers import blind_constant, solvers_of
from core.solvers.replies import solver_replies

MAX_NAMED = 20
"""Unknown photographs of a journal that are refused by name; further ones are only counted."""


def write_made_here(folder: Path, release: Release, measured: Mapping[str, MeasuredPhotograph]) -> set[Path]:
    """Writes the journals that a build makes itself into the folder of runs; the files with the release's replies.

    A file that has the same content already stays untouched.
    """
    write_owned_journals(folder / REFERENCE_FOLDER, _references(release, measured))
    return write_owned_journals(folder / RELEASE_FOLDER, _released(release))


def _run(folder: str, model: Model, release: Release, source: str) -> Run:
    prompt_id = prompt_id_of(release.benchmark["benchmark_id"])
    return Run(f"{folder}-{model.model_id}", model, prompt_id, release.prompt, image_view="original", source=source)


def _released(release: Release) -> Iterator[tuple[Run, Iterable[Reply]]]:
    for model in tri_bench.MODELS:
        if model.model_id not in release.raw_replies:
            continue
        run = _run(RELEASE_FOLDER, model, release, f"Tri-Bench release, {tri_bench.RAW_REPLIES}")
        yield (
            run,
            [
                Reply(run.run_id, photograph_id, raw or None, "ok" if raw.strip() else "missing")
                for photograph_id, raw in release.raw_replies[model.model_id].items()
            ],
        )


def _references(release: Release, measured: Mapping[str, MeasuredPhotograph]) -> Iterator[tuple[Run, Iterable[Reply]]]:
    source = "Trilens, made by the build"
    for solver in solvers_of(release.benchmark["benchmark_id"]).values():
        run = _run(REFERENCE_FOLDER, solver.model, release, source)
        if replies := list(solver_replies(run.run_id, solver, measured)):
            yield run, replies
    run = _run(REFERENCE_FOLDER, blind_constant.MODEL, release, source)
    if replies := list(blind_constant.replies(run.run_id, release.photographs, release.truths)):
        yield run, replies


def read_all(
    folder: Path, release: Release, published: Collection[Path]
) -> tuple[list[tuple[Path, Journal]], list[Refusal]]:
    """Every journal below the folder of runs with its file, the build's own first, and what was refused.

    Args:
        folder: the folder of runs.
        release: the benchmark; replies about photographs that it does not have are refused.
        published: the files with the release's replies, as `write_made_here` returns them.
    """
    known = {photograph.photograph_id for photograph in release.photographs}
    journals, refusals = [], []
    for path in journal_paths(folder):
        try:
            journal = read_journal(path)
        except JournalError as error:
            refusals.append(Refusal(path.name, "whole file", str(error)))
        else:
            refusals += [*journal.refusals, *_unknown(path, journal, known)]
            replies = [reply for reply in journal.replies if reply.photograph_id in known]
            journals.append((path, replace(journal, replies=replies, is_published=path in published)))
    return _without_clashes(journals, release, refusals), refusals


def _unknown(path: Path, journal: Journal, known: set[str]) -> Iterator[Refusal]:
    unknown = sorted({reply.photograph_id for reply in journal.replies} - known)
    for photograph_id in unknown[:MAX_NAMED]:
        yield Refusal(path.name, photograph_id[:80], "the benchmark has no such photograph")
    if len(unknown) > MAX_NAMED:
        yield Refusal(path.name, f"{len(unknown) - MAX_NAMED} more", "the benchmark has no such photographs")


def _without_clashes(
    journals: list[tuple[Path, Journal]], release: Release, refusals: list[Refusal]
) -> list[tuple[Path, Journal]]:
    """The journals with one id per prompt text; one that gives a known id another meaning is left out.

    The benchmark's own prompt comes first, so a journal that sent the same text under another id joins it.
    """
    own_id = prompt_id_of(release.benchmark["benchmark_id"])
    id_by_text = {release.prompt: own_id}
    seen: dict[str, object] = {f"prompt {own_id}": release.prompt}
    kept = []
    for path, journal in journals:
        run = replace(journal.run, prompt_id=id_by_text.get(journal.run.prompt, journal.run.prompt_id))
        claims = {
            f"run {run.run_id}": path,
            f"prompt {run.prompt_id}": run.prompt,
            f"model {run.model.model_id}": run.model,
        }
        clash = next((claim for claim, value in claims.items() if seen.get(claim, value) != value), None)
        if clash:
            refusals.append(Refusal(path.name, "whole file", f"{clash} is already known with another meaning"))
        else:
            seen |= claims
            id_by_text.setdefault(run.prompt, run.prompt_id)
            kept.append((path, replace(journal, run=run)))
    return kept
