"""Members of a zip archive, checked before the first byte is unpacked, and unpacked one at a time.

Python's `zipfile` below 3.14 lists members packed with Zstandard but does not unpack them; Arrow does.
"""

import struct
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import BinaryIO

import pyarrow as pa

from core.errors import ReplyFileError

MAX_MEMBERS = 200_000
MAX_MEMBER_BYTES = 256 * 2**20
MAX_ALL_BYTES = 4 * 2**30
"""Limits of an archive: number of members, unpacked size of one of them, and unpacked size of all."""

ZSTANDARD = 93
_ENCRYPTED = 0x1
_HEADER = struct.Struct("<4sHHHHHIIIHH")
"""A member's local header; its name and its extra field follow, whose lengths are the last two numbers."""


def check_zip(path: Path, members: list[zipfile.ZipInfo]) -> None:
    """Check by its directory that an archive can be unpacked without harm.

    Raises:
        ReplyFileError: it has too many or too large members, or a name that leaves its folder.
    """
    if len(members) > MAX_MEMBERS:
        raise ReplyFileError(f"{path.name} has {len(members):,} members; the limit is {MAX_MEMBERS:,}.")
    for member in members:
        name = PurePosixPath(member.filename.replace("\\", "/"))
        if name.is_absolute() or ".." in name.parts or "\0" in member.filename:
            raise ReplyFileError(f"{path.name} has a member {member.filename[:80]!r}, which leaves its folder.")
        if member.file_size > MAX_MEMBER_BYTES:
            size = f"{member.file_size / 2**20:,.0f} MiB; the limit is {MAX_MEMBER_BYTES // 2**20}"
            raise ReplyFileError(f"{path.name}: {member.filename[:80]!r} unpacks to {size}.")
    if (total := sum(member.file_size for member in members)) > MAX_ALL_BYTES:
        size = f"{total / 2**30:,.1f} GiB; the limit is {MAX_ALL_BYTES // 2**30}"
        raise ReplyFileError(f"{path.name} unpacks to {size}.")


class ZipReader:
    """A checked archive; a context manager.

    If a name occurs twice, as retries leave it, the last one counts.
    """

    def __init__(self, path: Path) -> None:
        """Open and check the archive.

        Raises:
            ReplyFileError: it is not a zip archive, or unpacking it could do harm.
        """
        self._path = path
        self._file: BinaryIO = path.open("rb")
        try:
            self._zip = zipfile.ZipFile(self._file)
            check_zip(path, self._zip.infolist())
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            self._file.close()
            raise ReplyFileError(f"{path.name} is not a whole zip archive: {error}") from error
        except BaseException:
            self._file.close()
            raise
        self._infos = {info.filename: info for info in self._zip.infolist() if not info.is_dir()}

    def __enter__(self) -> "ZipReader":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()
        self._file.close()

    @property
    def names(self) -> list[str]:
        """Return the names of the files in the archive, each once, in the order in which they were first written."""
        return list(self._infos)

    def read(self, name: str) -> bytes:
        """Return the bytes of a member.

        Raises:
            ReplyFileError: it does not exist, is broken, or is larger than the archive claims.
        """
        info = self._infos.get(name)
        if info is None:
            raise ReplyFileError(f"{self._path.name} has no member {name[:80]!r}.")
        try:
            if info.compress_type == ZSTANDARD:
                return self._read_zstandard(info)
            with self._zip.open(info) as member:
                body = member.read(info.file_size + 1)
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError) as error:
            raise self._build_error(name, str(error)) from error
        if len(body) != info.file_size:
            raise self._build_error(name, "its size is not what the archive claims")
        return body

    def _read_zstandard(self, info: zipfile.ZipInfo) -> bytes:
        self._file.seek(info.header_offset)
        header = self._file.read(_HEADER.size)
        if len(header) < _HEADER.size or header[:4] != b"PK\x03\x04" or info.flag_bits & _ENCRYPTED:
            raise self._build_error(info.filename, "it has no header, or is encrypted")
        name_bytes, extra_bytes = _HEADER.unpack(header)[-2:]
        self._file.seek(name_bytes + extra_bytes, 1)
        packed = self._file.read(info.compress_size)
        # Arrow raises if the frames hold more than the claimed size.
        body: bytes = pa.Codec("zstd").decompress(packed, decompressed_size=info.file_size, asbytes=True)
        if zlib.crc32(body) != info.CRC:
            raise self._build_error(info.filename, "its checksum is wrong")
        return body

    def _build_error(self, name: str, why: str) -> ReplyFileError:
        return ReplyFileError(f"{self._path.name}: {name[:80]!r} cannot be unpacked: {why}.")
