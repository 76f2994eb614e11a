"""An archive of user data: a zip file whose manifest lists the size and checksum of every other file in it."""

import hashlib
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, BinaryIO

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from core import __version__
from core.atomic_files import open_atomic_file
from core.backup.user_files import is_user_file
from core.errors import ArchiveError
from core.formatting import to_single_line
from core.progress import Progress, Report, ignore_progress

MANIFEST = "trilens-backup.json"
FORM = 1
"""Version of the archive format; later versions are refused."""

_MAX_MANIFEST_BYTES = 64 << 20
_SMALL_BYTES = 64 << 20
_MAX_RATIO = 200
"""Maximum ratio of unpacked to archive size, unless the files are small; journals shrink to a tenth."""

_PIECE_BYTES = 1 << 20

_UNREADABLE = (OSError, zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError, OverflowError)
"""Exceptions that `zipfile` raises on a damaged archive."""


class ArchivedFile(BaseModel):
    """A file in an archive; its path is relative to the data folder."""

    model_config = ConfigDict(frozen=True)

    path: str
    bytes: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class ArchiveManifest(BaseModel):
    """Manifest of an archive: its files, the Trilens version that wrote it, and when."""

    model_config = ConfigDict(frozen=True)

    trilens_backup: int
    trilens_version: str
    made_at: AwareDatetime
    files: tuple[ArchivedFile, ...]


class _FormOnly(BaseModel):
    trilens_backup: int


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive that was fully checked and is open for reading."""

    manifest: ArchiveManifest
    _zip: zipfile.ZipFile

    def read(self, file: ArchivedFile) -> bytes:
        """Return a file's content."""
        return b"".join(self.read_chunks(file))

    def read_chunks(self, file: ArchivedFile) -> Iterator[bytes]:
        """Yield a file's content in chunks.

        Raises:
            ArchiveError: the content does not match the manifest.
        """
        checksum, length = hashlib.sha256(), 0
        try:
            with self._zip.open(file.path) as entry:
                while piece := entry.read(_PIECE_BYTES):
                    checksum.update(piece)
                    length += len(piece)
                    yield piece
        except _UNREADABLE as error:
            raise ArchiveError(f"{to_single_line(file.path)} in the archive is damaged: {error}.") from error
        if (length, checksum.hexdigest()) != (file.bytes, file.sha256):
            raise ArchiveError(
                f"{to_single_line(file.path)} in the archive does not match its checksum: it is damaged."
            )


def write_archive(target: Path, files: Iterable[tuple[str, Path]], report: Report = ignore_progress) -> ArchiveManifest:
    """Write files into a new archive, which gets its name only when complete.

    Args:
        target: path that must not exist.
        files: by path relative to the data folder.
        report: receives progress.

    Raises:
        ArchiveError: the target exists.
        OSError: a file cannot be read, or the disk is full.
    """
    if target.exists():
        raise ArchiveError(f"{target} already exists. Give the archive another name; backups are never overwritten.")
    listed, kept = list(files), []
    with open_atomic_file(target) as file, zipfile.ZipFile(file, "w") as archive:
        for done, (path, source) in enumerate(listed):
            report(Progress("Writing the archive", done, len(listed)))
            with source.open("rb") as opened:
                kept.append(_add(archive, path, opened))
        manifest = ArchiveManifest(
            trilens_backup=FORM, trilens_version=__version__, made_at=datetime.now(UTC), files=tuple(kept)
        )
        archive.writestr(_make_entry(MANIFEST), manifest.model_dump_json(indent=1))
    report(Progress("Writing the archive", len(listed), len(listed)))
    return manifest


def _add(archive: zipfile.ZipFile, path: str, source: BinaryIO) -> ArchivedFile:
    """Copy what the file holds at this moment; a journal may still grow."""
    checksum, length = hashlib.sha256(), 0
    with archive.open(_make_entry(path), "w", force_zip64=True) as entry:
        while piece := source.read(_PIECE_BYTES):
            checksum.update(piece)
            length += len(piece)
            entry.write(piece)
    return ArchivedFile(path=path, bytes=length, sha256=checksum.hexdigest())


def _make_entry(path: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (stat.S_IFREG | 0o644) << 16
    return entry


@contextmanager
def open_archive(path: Path, report: Report = ignore_progress) -> Iterator[Archive]:
    """Open an archive after checking every byte of it.

    Raises:
        ArchiveError: the file is not a Trilens archive, has a later format, is damaged, or holds files that are not
            user data; the message states which.
    """
    try:
        opened = zipfile.ZipFile(path)
    except _UNREADABLE as error:
        raise ArchiveError(f"{path} is not an archive that trilens backup wrote: {error}.") from error
    with opened:
        archive = Archive(_read_manifest(path, opened), opened)
        _check_entries(path, archive.manifest, opened.infolist())
        for done, file in enumerate(archive.manifest.files, start=1):
            for _ in archive.read_chunks(file):
                pass
            report(Progress("Checking the archive", done, len(archive.manifest.files)))
        yield archive


def _read_manifest(path: Path, opened: zipfile.ZipFile) -> ArchiveManifest:
    try:
        entry = opened.getinfo(MANIFEST)
        if entry.file_size > _MAX_MANIFEST_BYTES:
            raise ArchiveError(f"{path}: its list of files has {entry.file_size} bytes. It is not a Trilens backup.")
        body = opened.read(entry)
        form = _FormOnly.model_validate_json(body).trilens_backup
        if form > FORM:
            raise ArchiveError(f"{path} has format {form}, which is of a later version. Update Trilens.")
        return ArchiveManifest.model_validate_json(body)
    except KeyError as error:
        raise ArchiveError(f"{path} is not an archive that trilens backup wrote: {MANIFEST} is missing.") from error
    except ValidationError as error:
        raise ArchiveError(f"{path}: its list of files cannot be read: {error.errors()[0]['msg']}.") from error
    except _UNREADABLE as error:
        raise ArchiveError(f"{path} is damaged: {error}.") from error


def _check_entries(path: Path, manifest: ArchiveManifest, entries: list[zipfile.ZipInfo]) -> None:
    """Refuse an archive by names, kinds and sizes alone, before anything is unpacked."""
    sizes = {file.path: file.bytes for file in manifest.files}
    names = [entry.filename for entry in entries if entry.filename != MANIFEST]
    if len(sizes) != len(manifest.files) or len(names) != len(entries) - 1 or sorted(names) != sorted(sizes):
        raise ArchiveError(f"{path}: its list of files and its files differ. It is damaged or not a Trilens backup.")
    for entry in entries:
        if entry.filename == MANIFEST:
            continue
        name = to_single_line(entry.filename)[:80]
        if not is_user_file(entry.filename):
            raise ArchiveError(f"{path} holds {name!r}, which is not user data. It is not a Trilens backup.")
        if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG) or entry.flag_bits & 1:
            raise ArchiveError(f"{path}: {name!r} is not a plain file. It is not a Trilens backup.")
        if entry.file_size != sizes[entry.filename]:
            raise ArchiveError(f"{path}: the size of {name!r} differs from the list of files. It is damaged.")
    total = sum(sizes.values())
    if total > max(_SMALL_BYTES, _MAX_RATIO * path.stat().st_size):
        raise ArchiveError(f"{path} would unpack to {total / 1e6:.0f} MB, too much for its size. It is not a backup.")
