"""Where an export goes: one file, a folder or a zip; each takes its name only when it is whole."""

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
"""The earliest date of a member of a zip."""

_DATES_S = 20 * 365 * 86_400
_STEP_S = 2
"""Dates of members are whole steps within so long after the earliest."""

_PACKED = (".eval", ".parquet", ".jpg", ".png", ".webp", ".gif")
"""Endings of files that deflating makes no smaller."""

QUICKLY = 1
"""Level of deflating: JSON becomes a tenth more than at the usual level, in a third of the time."""

_PIECE = 1 << 20
"""Bytes that are copied at a time."""


class OutputTarget(Protocol):
    """Takes files by name."""

    def open_file(self, name: str) -> AbstractContextManager[BinaryIO]:
        """A new file that can seek, for a `with` block; it is there when the block ends without an error."""


class FileTarget:
    """One file, whatever name the form gives it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._names = file, list[str]()

    @contextmanager
    def open_file(self, name: str) -> Iterator[BinaryIO]:
        """The file itself, once."""
        self._names.append(name)
        if len(self._names) > 1:
            raise ExportError(f"Several files ({', '.join(self._names)}) do not go into one. Name a folder or a .zip.")
        yield self._file


class FolderTarget:
    """Files below a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def open_file(self, name: str) -> Iterator[BinaryIO]:
        """A file of the folder."""
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as opened:
            yield opened


class ZipTarget:
    """Members of a zip. A member is written beside it first, since some forms go back in what they have written."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    @contextmanager
    def open_file(self, name: str) -> Iterator[BinaryIO]:
        """A member."""
        with tempfile.TemporaryFile() as opened:
            yield opened
            opened.seek(0)
            date = _derive_date(hashlib.file_digest(opened, "sha256").digest())
            opened.seek(0)
            with self._archive.open(make_zip_info(name, date), "w", force_zip64=True) as target:
                shutil.copyfileobj(opened, target, _PIECE)


_Date = tuple[int, int, int, int, int, int]


def _derive_date(checksum: bytes) -> _Date:
    """A date that says nothing but differs where contents do: equal content has equal bytes.

    `datasets` takes a file for the former one where path and date are the same, as after unpacking over an old export.
    """
    steps = int.from_bytes(checksum[:8], "big") % (_DATES_S // _STEP_S)
    moment = datetime(*FIRST_DATE, tzinfo=UTC) + timedelta(seconds=steps * _STEP_S)
    return moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second


def make_zip_info(name: str, date: _Date = FIRST_DATE) -> zipfile.ZipInfo:
    """The description of a member: of no particular day and system, deflated unless it is packed already."""
    info = zipfile.ZipInfo(name, date)
    info.compress_type = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
    info.create_system, info.external_attr = 3, 0o644 << 16
    return info


@contextmanager
def open_output(target: Path, *, is_one_file: bool) -> Iterator[OutputTarget]:
    """The output for a path: a zip where its name says so, else a file or a folder, as the form needs it.

    Raises:
        ExportError: the folder is there already, or the place cannot be written to.
    """
    try:
        if target.suffix.lower() == ".zip":
            with open_atomic_file(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                yield ZipTarget(archive)
        elif is_one_file:
            if target.is_dir():
                raise ExportError(f"{target} is a folder. Name a file.")
            with open_atomic_file(target) as file:
                yield FileTarget(file)
        else:
            with make_atomic_folder(target) as part:
                yield FolderTarget(part)
    except OSError as error:
        raise ExportError(f"{target} cannot be written: {error}") from error
