"""Targets of an export: one file, a folder or a zip. Each gets its final name only when complete."""

import hashlib
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO, Protocol

from core.atomic_files import make_atomic_folder, open_atomic_file
from core.errors import ExportError

FIRST_DATE = (1980, 1, 1, 0, 0, 0)
"""Earliest date that a zip member can have."""

_DATE_RANGE_S = 20 * 365 * 86_400
_DATE_STEP_S = 2
"""Range and step of member dates, in seconds after the earliest date."""

_INCOMPRESSIBLE_SUFFIXES = (".eval", ".parquet", ".jpg", ".png", ".webp", ".gif")
"""Suffixes of files that deflating does not make smaller."""

FAST_DEFLATE_LEVEL = 1
"""Deflate level: JSON is a tenth larger than at the usual level, in a third of the time."""

_COPY_CHUNK_BYTES = 1 << 20
"""Bytes copied at a time."""


class OutputTarget(Protocol):
    """A destination that accepts files by name."""

    def open_file(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Open a new seekable file, for a `with` block; the file exists once the block ends without an error."""


class FileTarget:
    """A single file, whatever name the format gives it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._names = file, list[str]()

    @contextmanager
    def open_file(self, name: str) -> Iterator[BinaryIO]:
        """Open the file, once."""
        self._names.append(name)
        if len(self._names) > 1:
            raise ExportError(f"One file cannot hold several ({', '.join(self._names)}). Name a folder or a .zip.")
        yield self._file


class FolderTarget:
    """A folder that files are written to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def open_file(self, name: str) -> Iterator[BinaryIO]:
        """Open a new file in the folder."""
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as opened:
            yield opened


class ZipTarget:
    """A zip archive. Each member is first written to a temporary file, since some formats seek in their output."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    @contextmanager
    def open_file(self, name: str) -> Iterator[BinaryIO]:
        """Open a new member."""
        with tempfile.TemporaryFile() as opened:
            yield opened
            opened.seek(0)
            date = _derive_date(hashlib.file_digest(opened, "sha256").digest())
            opened.seek(0)
            with self._archive.open(make_zip_info(name, date), "w", force_zip64=True) as target:
                shutil.copyfileobj(opened, target, _COPY_CHUNK_BYTES)


_Date = tuple[int, int, int, int, int, int]


def _derive_date(checksum: bytes) -> _Date:
    """Derive a date from the content's checksum, so that equal content has equal bytes.

    `datasets` treats a file as unchanged if path and date are the same, as after unpacking over an old export.
    """
    steps = int.from_bytes(checksum[:8], "big") % (_DATE_RANGE_S // _DATE_STEP_S)
    moment = datetime(*FIRST_DATE, tzinfo=UTC) + timedelta(seconds=steps * _DATE_STEP_S)
    return moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second


def make_zip_info(name: str, date: _Date = FIRST_DATE) -> zipfile.ZipInfo:
    """Return a member's metadata: fixed date and system, deflated unless the content is already compressed."""
    info = zipfile.ZipInfo(name, date)
    info.compress_type = zipfile.ZIP_STORED if name.endswith(_INCOMPRESSIBLE_SUFFIXES) else zipfile.ZIP_DEFLATED
    info.create_system, info.external_attr = 3, 0o644 << 16
    return info


@contextmanager
def open_output(target: Path, *, is_one_file: bool) -> Iterator[OutputTarget]:
    """Open the output for a path: a zip if its name ends in .zip, else a file or a folder, as the format needs.

    Raises:
        ExportError: the folder already exists, or the path cannot be written to.
    """
    try:
        if target.suffix.lower() == ".zip":
            with open_atomic_file(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                yield ZipTarget(archive)
        elif is_one_file:
            if target.is_dir():
                raise ExportError(f"{target} is a folder. Give the name of a file.")
            with open_atomic_file(target) as file:
                yield FileTarget(file)
        else:
            with make_atomic_folder(target) as part:
                yield FolderTarget(part)
    except OSError as error:
        raise ExportError(f"{target} cannot be written: {error}") from error
