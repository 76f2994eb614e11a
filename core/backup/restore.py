"""Puts what an archive holds into a data folder, beside what is there: neither side loses anything.

Every file is whole or not there, and the same command again does what a kill left undone.
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
from core.benchmarks.registry import LISTED, OWN_IDENTITY
from core.errors import ArchiveError, JournalError
from core.notes import NOTES, add_notes
from core.progress import Progress, Report, ignore_progress
from core.runs.batch_ledger import get_journal_path, parse_ledger, read_ledger
from core.runs.journal import is_done, read_journal
from core.settings import Settings

WAIT_S = 5.0
"""How long a run that holds a journal is waited for."""


@dataclass(slots=True)
class RestoreResult:
    """What a restore did.

    Attributes:
        manifest: of the archive.
        written: paths of the files that are new.
        n_equal: how many files were here already, with the same content or with more lines.
        n_notes: how many notes are new.
        sentences: what had to be put under another name, a sentence each.
    """

    manifest: ArchiveManifest
    written: list[str] = field(default_factory=list)
    n_equal: int = 0
    n_notes: int = 0
    sentences: list[str] = field(default_factory=list)

    @property
    def benchmarks(self) -> list[str]:
        """Folders of the benchmarks with new files that a build reads, an empty text for the first benchmark's."""
        parts = [PurePosixPath(path).parts for path in self.written if not is_batch_ledger(path)]
        of_first = (RUNS, REREADINGS)
        return sorted({found[0] if len(found) > 2 and found[0] not in of_first else "" for found in parts})


def restore(settings: Settings, file: Path, report: Report = ignore_progress) -> RestoreResult:
    """Merges an archive into the data folder.

    A file that is not here is written. One with the same content, or whose lines are all here, stays. A journal that is
    here in part gets its other lines. Notes come together line by line, books of batches batch by batch. Any other file
    that differs is kept beside the one that is here, under another name.

    Args:
        settings: of the data folder.
        file: that `backup` wrote.
        report: takes the progress.

    Raises:
        ArchiveError: the archive cannot be used, or the disk has no room for it; nothing was changed.
        TrilensError: another process restores, or a run holds a journal; what was done stays.
    """
    with open_archive(file, report) as archive:
        home = settings.home
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
                raise ArchiveError(f"{target} is no file. Move it away, then restore again.")
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
    """Enters the archive's batches under way into the book that is here; the journals are here already.

    A book that cannot be believed, there or here, is treated like any file.
    """
    target = home / path
    journal = get_journal_path(target)
    try:
        there = parse_ledger(target, archive.read(file))
        with lock_folder(target.parent, journal.name, WAIT_S):
            here = read_ledger(journal, there.run_id)
            replies = read_journal(journal).replies if journal.exists() else []
            last = {reply.case_id: reply for reply in replies}
            is_new = here.take_over(there, {case_id for case_id, reply in last.items() if is_done(reply)})
    except JournalError:
        _restore_file(archive, file, home, path, done)
        return
    if is_new:
        done.written.append(path)
        done.sentences.append(
            f"{here.run_id}: {here.requests} requests are under way at their provider. The command that began this run "
            "takes their replies; so does the machine that the archive is from."
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
    done.sentences.append(f"{path} here differs from the archive's; that one is kept beside it as {beside.name}.")


def _write(archive: Archive, file: ArchivedFile, target: Path) -> None:
    with open_atomic_file(target) as opened:
        opened.writelines(archive.read_chunks(file))


def _restore_benchmarks(archive: Archive, home: Path, done: RestoreResult) -> dict[str, str]:
    """Puts own benchmarks in their place, each whole; the other id of those whose id has another content here."""
    by_id: dict[str, list[ArchivedFile]] = defaultdict(list)
    for file in archive.manifest.files:
        if is_benchmark_file(file.path):
            by_id[PurePosixPath(file.path).parts[0]].append(file)
    other_ids = {}
    for benchmark_id, files in by_id.items():
        new_id = benchmark_id
        if benchmark_id in LISTED or not _is_free_or_same(archive, files, home, benchmark_id, benchmark_id):
            listing = "".join(sorted(f"{file.path} {file.sha256}\n" for file in files)).encode()
            new_id = other_ids[benchmark_id] = f"{benchmark_id[:31]}_{hashlib.sha256(listing).hexdigest()[:8]}"
            done.sentences.append(
                f"{benchmark_id} here differs from the archive; that one is kept with its runs as {new_id}."
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
    """Whether nothing stands in the benchmark's folder, or all that the archive has of it."""
    release = home / new_id / RELEASE
    if not release.exists():
        return True
    for file in files:
        path = home / _rename_folder(file.path, {benchmark_id: new_id})
        if not path.is_file() or path.read_bytes() != _read_content(archive, file, new_id):
            return False
    return True


def _read_content(archive: Archive, file: ArchivedFile, benchmark_id: str) -> bytes:
    """A file of a benchmark that has this id from now on: its facts say so too."""
    body = archive.read(file)
    if not file.path.endswith(f"/{RELEASE}/{OWN_IDENTITY}") or file.path.startswith(f"{benchmark_id}/"):
        return body
    try:
        about = json.loads(body)
        about["facts"] |= {"benchmark_id": benchmark_id, "title": f"{about['facts']['title']} (restored)"}
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        raise ArchiveError(f"{file.path} in the archive describes no benchmark: {error}.") from error
    return f"{json.dumps(about, indent=1, ensure_ascii=False)}\n".encode()
