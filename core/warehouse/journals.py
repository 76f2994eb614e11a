"""The journals of a build: it writes those of the release and of the reference models, then reads all of them."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from core.benchmarks.contents import Contents, GivenRun, NoReply
from core.benchmarks.identity import prompt_id_of
from core.errors import JournalError
from core.records import Refusal, Reply, Run
from core.runs.journal import (
    REFERENCE_FOLDER,
    RELEASE_FOLDER,
    Journal,
    journal_paths,
    read_journal,
    write_owned_journals,
)

MAX_NAMED = 20
"""Unknown cases of a journal that are refused by name; further ones are only counted."""


def write_made_here(folder: Path, contents: Contents) -> set[Path]:
    """Writes the journals that a build makes itself into the folder of runs; the files with the release's replies.

    A file that has the same content already stays untouched.
    """
    write_owned_journals(folder / REFERENCE_FOLDER, _runs(REFERENCE_FOLDER, contents, contents.references))
    return write_owned_journals(folder / RELEASE_FOLDER, _runs(RELEASE_FOLDER, contents, contents.published))


def _runs(folder: str, contents: Contents, given: Iterable[GivenRun]) -> Iterator[tuple[Run, Iterable[Reply]]]:
    prompt_id = prompt_id_of(contents.benchmark_id)
    for one in given:
        if not one.replies:
            continue
        run_id = f"{folder}-{one.model.model_id}"
        run = Run(run_id, one.model, prompt_id, contents.prompt, image_view="original", source=one.source)
        yield (
            run,
            [
                Reply(run_id, case_id, None, "missing", reply.reason)
                if isinstance(reply, NoReply)
                else Reply(run_id, case_id, reply)
                for case_id, reply in one.replies.items()
            ],
        )


def read_all(
    folder: Path, contents: Contents, published: Collection[Path]
) -> tuple[list[tuple[Path, Journal]], list[Refusal]]:
    """Every journal below the folder of runs with its file, the build's own first, and what was refused.

    Args:
        folder: the folder of runs.
        contents: of the benchmark; replies about cases that it does not have are refused.
        published: the files with the release's replies, as `write_made_here` returns them.
    """
    known = {case.case_id for case in contents.cases}
    journals, refusals = [], []
    for path in journal_paths(folder):
        try:
            journal = read_journal(path)
        except JournalError as error:
            refusals.append(Refusal(path.name, "whole file", str(error)))
        else:
            refusals += [*journal.refusals, *_unknown(path, journal, known, contents.words.case)]
            replies = [reply for reply in journal.replies if reply.case_id in known]
            journals.append((path, replace(journal, replies=replies, is_published=path in published)))
    return _without_clashes(journals, contents, refusals), refusals


def _unknown(path: Path, journal: Journal, known: set[str], word: str) -> Iterator[Refusal]:
    unknown = sorted({reply.case_id for reply in journal.replies} - known)
    for case_id in unknown[:MAX_NAMED]:
        yield Refusal(path.name, case_id[:80], f"the benchmark has no such {word}")
    if len(unknown) > MAX_NAMED:
        yield Refusal(path.name, f"{len(unknown) - MAX_NAMED} more", f"the benchmark has no such {word}")


def _without_clashes(
    journals: list[tuple[Path, Journal]], contents: Contents, refusals: list[Refusal]
) -> list[tuple[Path, Journal]]:
    """The journals with one id per prompt text; one that gives a known id another meaning is left out.

    The benchmark's own prompt comes first, so a journal that sent the same text under another id joins it.
    """
    own_id = prompt_id_of(contents.benchmark_id)
    id_by_text = {contents.prompt: own_id}
    seen: dict[str, object] = {f"prompt {own_id}": contents.prompt}
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
