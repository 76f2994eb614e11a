"""Images of a table's rows: files below a folder, or base64 and bytes in a cell, which become files."""

import base64
import binascii
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath

from core.atomic_files import open_atomic_file
from core.benchmarks.choice.image_validation import PictureCheck, detect_suffix, find_image_problem
from core.errors import ImageError

MOST_PICTURES = 128
"""Maximum number of images per case."""

SUFFIXES = (".jpg", ".png", ".jpeg", ".webp")
"""Suffixes of the file of an image that a table names by its number."""

COCO_DIGITS = 12
"""Number of digits in the names of COCO's image files."""

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{60,}={0,2}")
"""Base64 text, longer than a file name without a dot would be."""

_DATA_URL = re.compile(r"data:image/[\w.+-]+;base64,")


@dataclass(slots=True)
class TableImages:
    """Location of a table's images.

    Attributes:
        folder: paths in the table are relative to it and must stay inside it.
        check: opens each image once.
        unpack_to: folder to which images in the table itself are written, named by their content; None refuses such
            images, so that reading writes nothing.
    """

    folder: Path
    check: PictureCheck
    unpack_to: Path | None = None
    _looked_at: dict[str, str | None] = field(default_factory=dict)
    _files: dict[str, Path] = field(default_factory=dict)

    def find_images(self, cell: object, pictures_by_id: Mapping[str, tuple[Path, ...]]) -> tuple[Path, ...]:
        """Return the files of the image, or the list of images, in a cell; empty for an empty cell.

        Args:
            cell: path, base64, data URL, bytes, a mapping with `bytes` or `path`, or a list of these; also the id of
                an earlier row with the same images, as in VLMEvalKit's tables.
            pictures_by_id: images of the rows before.

        Raises:
            ImageError: one is missing, broken, too large, outside the folder, or not an image.
        """
        cells = _list_cell_images(cell)
        if len(cells) > MOST_PICTURES:
            raise ImageError(f"{len(cells)} images; a case has at most {MOST_PICTURES}")
        if len(cells) == 1 and isinstance(cells[0], str) and cells[0].strip() in pictures_by_id:
            return pictures_by_id[cells[0].strip()]
        return tuple(self._resolve_image(image) for image in cells)

    def find_numbered_image(self, cell: object) -> tuple[Path, ...]:
        """Return the file of an image's number: the number, also as COCO's twelve digits; or of an image in the cell.

        Raises:
            ImageError: no such file exists, or it is not a usable image.
        """
        number = str(cell).strip() if isinstance(cell, str | int) else ""
        if not number.isdecimal():
            return self.find_images(cell, {})
        names = [f"{digits}{suffix}" for digits in (number.zfill(COCO_DIGITS), number) for suffix in SUFFIXES]
        existing = next((name for name in names if (self.folder / name).is_file()), None)
        if existing is None:
            raise ImageError(f"neither {names[0]} nor another image file with the number {number} is in the folder")
        return (self._resolve_image(existing),)

    def _resolve_image(self, cell: object) -> Path:
        if isinstance(cell, dict):
            cell = cell.get("bytes") or cell.get("path")
        if isinstance(cell, bytes):
            return self._unpack_image(cell)
        if not isinstance(cell, str):
            raise ImageError("neither the path of an image nor an image")
        text = cell.strip()
        if text in self._files:
            return self._check_path(self._files[text])
        start = prefix.end() if (prefix := _DATA_URL.match(text)) else 0
        without_breaks = "".join(text[start:].split())
        if prefix or _BASE64.fullmatch(without_breaks):
            return self._unpack_image(_decode_base64(without_breaks))
        self._files[text] = self._find_file(text)
        return self._check_path(self._files[text])

    def _find_file(self, name: str) -> Path:
        parts = PurePosixPath(name.replace("\\", "/"))
        if parts.is_absolute() or ".." in parts.parts or ":" in name or "\0" in name:
            raise ImageError(f"{name[:80]!r} is not inside the image folder")
        path = self.folder / parts
        try:
            if not path.is_file():
                raise ImageError(f"{name[:80]!r} is missing")
            if not path.resolve().is_relative_to(self.folder.resolve()):
                raise ImageError(f"{name[:80]!r} is a link that leaves the image folder")
        except (OSError, ValueError) as error:
            raise ImageError(f"{name[:80]!r} cannot be read: {error}") from error
        return path

    def _unpack_image(self, data: bytes) -> Path:
        if self.unpack_to is None:
            raise ImageError("is stored in the table itself; here it must be a file")
        name = sha256(data).hexdigest()[:32]
        if name not in self._looked_at:
            self._looked_at[name] = find_image_problem(data, self.check)
        if wrong := self._looked_at[name]:
            raise ImageError(wrong)
        path = self.unpack_to / f"{name}{detect_suffix(data)}"
        if not path.exists():
            with open_atomic_file(path) as file:
                file.write(data)
        return path

    def _check_path(self, path: Path) -> Path:
        name = str(path)
        if name not in self._looked_at:
            self._looked_at[name] = find_image_problem(path, self.check)
        if wrong := self._looked_at[name]:
            raise ImageError(wrong)
        return path


def _list_cell_images(cell: object) -> list[object]:
    if isinstance(cell, str):
        text = cell.strip()
        if text.startswith("[") and text.endswith("]"):
            cell = _parse_json_list(text)
    values = cell if isinstance(cell, list) else [cell]
    return [value for value in values if value is not None and value not in ("", b"")]


def _parse_json_list(text: str) -> object:
    # Python writes a list of texts with single quotation marks; base64 contains no quotation marks.
    for written in (text, text.replace("'", '"')):
        try:
            return json.loads(written)
        except (ValueError, RecursionError):
            continue
    raise ImageError("a list of images that cannot be read; write it as JSON")


def _decode_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text.translate(str.maketrans("-_", "+/")), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ImageError(f"not valid base64: {error}") from None
