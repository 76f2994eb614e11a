"""Pictures of a table's rows: files below a folder, or base64 and bytes in a cell, which become files."""

import base64
import binascii
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from core.errors import ImageError
from core.files import atomic_write

MAX_PICTURE_BYTES = 50_000_000
MOST_PICTURES = 8
"""Of one case."""

PictureCheck = Callable[[Path | BinaryIO], object]
"""Opens a picture, looking at its size before it is unpacked; raises `ImageError` where it is broken or too large.

`core.photographs.upright.open_upright` is one. It is handed in because photographs are a floor above benchmarks.
"""

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{60,}={0,2}")
"""Longer than a name of a file without a dot would be."""

_DATA_URL = re.compile(r"data:image/[\w.+-]+;base64,")

_SUFFIXES = {b"\x89PNG\r\n\x1a\n": ".png", b"\xff\xd8\xff": ".jpg", b"GIF8": ".gif", b"BM": ".bmp"}
_WEBP = re.compile(rb"RIFF....WEBP", re.DOTALL)


@dataclass(slots=True)
class Pictures:
    """Where a table's pictures are.

    Attributes:
        folder: paths in the table are relative to it, and none may leave it.
        check: each picture is opened once by it.
        unpack_to: pictures that stand in the table itself are written there, named by their content.
    """

    folder: Path
    check: PictureCheck
    unpack_to: Path
    _looked_at: dict[Path, str | None] = field(default_factory=dict)
    _files: dict[str, Path] = field(default_factory=dict)

    def of(self, cell: object, pictures_by_id: Mapping[str, tuple[Path, ...]]) -> tuple[Path, ...]:
        """The files of the picture, or the list of pictures, in a cell; none of an empty cell.

        Args:
            cell: path, base64, data URL, bytes, a mapping with `bytes` or `path`, or a list of these; also the id of
                an earlier row with the same pictures, as in VLMEvalKit's tables.
            pictures_by_id: of the rows before.

        Raises:
            ImageError: one is missing, broken, too large, outside of the folder, or not a picture.
        """
        cells = _listed(cell)
        if len(cells) > MOST_PICTURES:
            raise ImageError(f"{len(cells)} pictures; a case has {MOST_PICTURES} at most")
        if len(cells) == 1 and isinstance(cells[0], str) and cells[0].strip() in pictures_by_id:
            return pictures_by_id[cells[0].strip()]
        return tuple(self._one(one) for one in cells)

    def _one(self, cell: object) -> Path:
        if isinstance(cell, dict):
            cell = cell.get("bytes") or cell.get("path")
        if isinstance(cell, bytes):
            return self._unpacked(cell)
        if not isinstance(cell, str):
            raise ImageError("neither the path of a picture nor a picture")
        text = cell.strip()
        start = prefix.end() if (prefix := _DATA_URL.match(text)) else 0
        without_breaks = "".join(text[start:].split())
        if prefix or _BASE64.fullmatch(without_breaks):
            return self._unpacked(_decoded(without_breaks))
        if text not in self._files:
            self._files[text] = self._file(text)
        return self._checked(self._files[text])

    def _file(self, name: str) -> Path:
        parts = PurePosixPath(name.replace("\\", "/"))
        if parts.is_absolute() or ".." in parts.parts or ":" in name or "\0" in name:
            raise ImageError(f"{name[:80]!r} is no path below the folder of pictures")
        path = self.folder / parts
        try:
            if not path.is_file():
                raise ImageError(f"{name[:80]!r} is missing")
            if not path.resolve().is_relative_to(self.folder.resolve()):
                raise ImageError(f"{name[:80]!r} is a link that leaves the folder of pictures")
            size = path.stat().st_size
        except (OSError, ValueError) as error:
            raise ImageError(f"{name[:80]!r} cannot be read: {error}") from error
        _check_size(size)
        return path

    def _unpacked(self, data: bytes) -> Path:
        _check_size(len(data))
        suffix = next((suffix for start, suffix in _SUFFIXES.items() if data.startswith(start)), "")
        if not (suffix := suffix or (".webp" if _WEBP.match(data) else "")):
            raise ImageError("not a picture: PNG, JPEG, WebP, GIF and BMP are read")
        path = self.unpack_to / f"{sha256(data).hexdigest()[:32]}{suffix}"
        if path not in self._looked_at:
            self._looked_at[path] = self._wrong_with(BytesIO(data))
            if self._looked_at[path] is None and not path.exists():
                with atomic_write(path) as file:
                    file.write(data)
        return self._checked(path)

    def _checked(self, path: Path) -> Path:
        if path not in self._looked_at:
            self._looked_at[path] = self._wrong_with(path)
        if wrong := self._looked_at[path]:
            raise ImageError(wrong)
        return path

    def _wrong_with(self, source: Path | BinaryIO) -> str | None:
        try:
            self.check(source)
        except (ImageError, OSError) as error:
            return str(error)
        return None


def _listed(cell: object) -> list[object]:
    if isinstance(cell, str):
        text = cell.strip()
        if text.startswith("[") and text.endswith("]"):
            cell = _json_list(text)
    values = cell if isinstance(cell, list) else [cell]
    return [value for value in values if value is not None and value not in ("", b"")]


def _json_list(text: str) -> object:
    # Python writes a list of texts with single quotation marks, and base64 has none of its own.
    for written in (text, text.replace("'", '"')):
        try:
            return json.loads(written)
        except (ValueError, RecursionError):
            continue
    raise ImageError("a list of pictures that cannot be read; write it as JSON")


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text.translate(str.maketrans("-_", "+/")), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ImageError(f"not valid base64: {error}") from None


def _check_size(size: int) -> None:
    if not 0 < size <= MAX_PICTURE_BYTES:
        raise ImageError(f"{size:,} bytes; a picture has 1 to {MAX_PICTURE_BYTES:,}")
