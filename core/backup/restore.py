"""Merge an archive into a data folder without losing anything from either.

Each file is written whole or not at all. Running the same command again completes an interrupted restore.
"""

import hashlib
import json
import shutil
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from core.atomic_files import (
    compute_file_sha256,
    lock_folder,
    make_atomic_folder,
    open_atomic_file,
    remove_partial_files,
)
from core.backup.archive import Archive, ArchivedFile, ArchiveManifest, open_archive
from core.backup.user_files import RELEASE, REREADINGS, RESTORED, RUNS, is_batch_ledger, is_benchmark_file
from core.benchmarks.registry import OWN_IDENTITY, list_registered
from core.errors import ArchiveError, JournalError
from core.notes import NOTES, add_notes
from core.progress import Progress, Report, ignore_progress
from core.review.review_file import CODES, merge_entries
from core.runs.batch_ledger import get_journal_path, parse_ledger, read_ledger
from core.runs.journal import is_done, read_journal
from core.workspace import Workspace

WAIT_S = 5.0
"""How long to wait for a run that holds a journal."""


@dataclass(slots=True)
class RestoreResult:
    """The outcome of a restore.

    Attributes:
        manifest: of the archive.
        written: paths of the new files.
        n_equal: number of files that already existed with the same content or with more lines.
        n_notes: number of new notes.
        n_codes: number of new lines of the failure review.
        sentences: one sentence per item that was kept under another name.
    """

    manifest: ArchiveManifest
    written: list[str] = field(default_factory=list)
    n_equal: int = 0
    n_notes: int = 0
    n_codes: int = 0
    sentences: list[str] = field(default_factory=list)

    @property
    def benchmarks(self) -> list[str]:
        """Folders of benchmarks with new files that a build reads; empty text for the first benchmark."""
        parts = [PurePosixPath(path).parts for path in self.written if not is_batch_ledger(path)]
        of_first = (RUNS, REREADINGS)
        return sorted({part[0] if len(part) > 2 and part[0] not in of_first else "" for part in parts})


def restore(workspace: Workspace, file: Path, report: Report = ignore_progress) -> RestoreResult:
    """Merge an archive into the data folder.

    A missing file is written. A file with the same content, or with all lines of the archive's, stays. An incomplete
    journal gets its other lines. Notes and codes are merged line by line, batch ledgers batch by batch. Any other
    file that differs is kept beside the existing one under another name.

    Args:
        workspace: of the data folder.
        file: archive that `backup` wrote.
        report: receives progress.

    Raises:
        ArchiveError: the archive is unusable, or the disk lacks room for it; nothing was changed.
        TrilensError: another process is restoring, or a run holds a journal; completed work stays.
    """
    with open_archive(file, report) as archive:
        home = workspace.home
        home.mkdir(parents=True, exist_ok=True)
        files = archive.manifest.files
        needed, free = sum(one.bytes for one in files), shutil.disk_usage(home).free
        if needed > free:
            raise ArchiveError(f"{file} needs {needed / 1e6:.0f} MB in {home}, which has {free / 1e6:.0f} MB left.")
        done = RestoreResult(archive.manifest)
        with lock_folder(home, "restore"):
            other_ids = _restore_benchmarks(archive, home, done)
            for number, one in enumerate(sorted(files, key=lambda file: is_batch_ledger(file.path)), start=1):
                if one.path == NOTES:
                    done.n_notes = add_notes(home, archive.read(one))
                elif one.path == CODES:
                    done.n_codes = merge_entries(home, archive.read(one))
                elif is_batch_ledger(one.path):
                    _restore_batch_ledger(archive, one, home, _rename_folder(one.path, other_ids), done)
                elif not is_benchmark_file(one.path):
                    _restore_file(archive, one, home, _rename_folder(one.path, other_ids), done)
                report(Progress("Restoring", number, len(files)))
    return done


def _rename_folder(path: str, other_ids: dict[str, str]) -> str:
    first, slash, rest = path.partition("/")
    return f"{other_ids.get(first, first)}{slash}{rest}"


def _restore_file(archive: Archive, file: ArchivedFile, home: Path, path: str, done: RestoreResult) -> None:
    target = home / path
    target.parent.mkdir(parents=True, exist_ok=True)
    with lock_folder(target.parent, target.name, WAIT_S):
        if target.exists():
            if not target.is_file():
                raise ArchiveError(f"{target} is not a file. Move it away, then restore again.")
            if compute_file_sha256(target) == file.sha256:
                done.n_equal += 1
                return
            there, here = archive.read(file), target.read_bytes()
            if here.startswith(there):
                done.n_equal += 1
                return
            if not there.startswith(here):
                _put_beside(archive, file, home, path, done)
                return
        _write(archive, file, target)
        done.written.append(path)


def _restore_batch_ledger(archive: Archive, file: ArchivedFile, home: Path, path: str, done: RestoreResult) -> None:
    """Add the archive's pending batches to the existing ledger; the journals are already restored.

    If either ledger is invalid, it is restored like any other file.
    """
    target = home / path
    journal = get_journal_path(target)
    try:
        there = parse_ledger(target, archive.read(file))
        with lock_folder(target.parent, journal.name, WAIT_S):
            ledger = read_ledger(journal, there.run_id)
            replies = read_journal(journal).replies if journal.exists() else []
            last = {reply.case_id: reply for reply in replies}
            is_new = ledger.take_over(there, {case_id for case_id, reply in last.items() if is_done(reply)})
    except JournalError:
        _restore_file(archive, file, home, path, done)
        return
    if is_new:
        done.written.append(path)
        done.sentences.append(
            f"{ledger.run_id}: {ledger.requests} requests are under way at their provider. The command that began this "
            "run takes their replies; so does the machine that the archive is from."
        )
    else:
        done.n_equal += 1


def _put_beside(archive: Archive, file: ArchivedFile, home: Path, path: str, done: RestoreResult) -> None:
    target = home / path
    beside = target.with_name(f"{target.stem}{RESTORED}{file.sha256[:8]}{target.suffix}")
    if beside.exists() and compute_file_sha256(beside) == file.sha256:
        done.n_equal += 1
        return
    _write(archive, file, beside)
    done.written.append(beside.relative_to(home).as_posix())
    done.sentences.append(f"{path} here differs from the archive's, which is kept beside it as {beside.name}.")


def _write(archive: Archive, file: ArchivedFile, target: Path) -> None:
    with open_atomic_file(target) as opened:
        opened.writelines(archive.read_chunks(file))


def _restore_benchmarks(archive: Archive, home: Path, done: RestoreResult) -> dict[str, str]:
    """Restore custom benchmarks, each as a whole; return the new ids of those whose id is taken by other content."""
    by_id: dict[str, list[ArchivedFile]] = defaultdict(list)
    for file in archive.manifest.files:
        if is_benchmark_file(file.path):
            by_id[PurePosixPath(file.path).parts[0]].append(file)
    other_ids = {}
    for benchmark_id, files in by_id.items():
        new_id = benchmark_id
        if benchmark_id in list_registered() or not _is_free_or_same(archive, files, home, benchmark_id, benchmark_id):
            listing = "".join(sorted(f"{file.path} {file.sha256}\n" for file in files)).encode()
            new_id = other_ids[benchmark_id] = f"{benchmark_id[:31]}_{hashlib.sha256(listing).hexdigest()[:8]}"
            done.sentences.append(
                f"{benchmark_id} here differs from the archive's, which is kept with its runs as {new_id}."
            )
        if (home / new_id / RELEASE).exists():
            if not _is_free_or_same(archive, files, home, benchmark_id, new_id):
                raise ArchiveError(f"{home / new_id} holds another benchmark. Move it away, then restore again.")
            done.n_equal += len(files)
            continue
        remove_partial_files(home / new_id)
        with make_atomic_folder(home / new_id / RELEASE) as folder:
            for file in files:
                target = folder / PurePosixPath(file.path).relative_to(benchmark_id, RELEASE)
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(_read_content(archive, file, new_id))
                done.written.append(_rename_folder(file.path, other_ids))
    return other_ids


def _is_free_or_same(archive: Archive, files: list[ArchivedFile], home: Path, benchmark_id: str, new_id: str) -> bool:
    """Return whether the benchmark's folder is empty or holds every file that the archive has of it."""
    release = home / new_id / RELEASE
    if not release.exists():
        return True
    for file in files:
        path = home / _rename_folder(file.path, {benchmark_id: new_id})
        if not path.is_file() or path.read_bytes() != _read_content(archive, file, new_id):
            return False
    return True


def _read_content(archive: Archive, file: ArchivedFile, benchmark_id: str) -> bytes:
    """Return the content of a benchmark's file; its identity file gets the given id."""
    body = archive.read(file)
    if not file.path.endswith(f"/{RELEASE}/{OWN_IDENTITY}") or file.path.startswith(f"{benchmark_id}/"):
        return body
    try:
        about = json.loads(body)
        about["facts"] |= {"benchmark_id": benchmark_id, "title": f"{about['facts']['title']} (restored)"}
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        raise ArchiveError(f"{file.path} in the archive does not describe a benchmark: {error}.") from error
    return f"{json.dumps(about, indent=1, ensure_ascii=False)}\n".encode()
