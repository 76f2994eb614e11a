"""The pictures of an export: none, small upright copies, or the original files byte for byte."""

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Literal

from core.exporters.export_data import CaseImage, ExportedCase
from core.exporters.field_names import to_file_name
from core.photographs.web_copies import get_derived_path

Pictures = Literal["none", "preview", "original"]
"""`preview`: the copies of 320 pixels that pages show, upright and without EXIF. `original`: the files themselves."""

PREVIEW = "thumb"

_MEDIA_TYPES = {
    b"\xff\xd8\xff": ("image/jpeg", ".jpg"),
    b"\x89PNG": ("image/png", ".png"),
    b"RIFF": ("image/webp", ".webp"),
    b"GIF8": ("image/gif", ".gif"),
}
"""Media type and ending by the first bytes."""


@dataclass(frozen=True, slots=True)
class ExportImage:
    """A picture's bytes.

    Attributes:
        name: of the original file.
        suffix: ending that fits the bytes.
    """

    name: str
    body: bytes = field(repr=False)
    media_type: str
    suffix: str


@dataclass(slots=True)
class ImageExporter:
    """Gives the pictures of cases, and counts what it cannot give.

    Attributes:
        release: the folder with the benchmark's files.
        derived: the folder with the copies.
        wanted: which pictures.
        left_out: number of pictures by the reason why they are not there.
    """

    release: Path
    derived: Path
    wanted: Pictures
    left_out: Counter[str] = field(default_factory=Counter)

    def find_images(self, case: ExportedCase) -> list[ExportImage | None]:
        """The pictures of a case in order, None where there is none to give; empty where none are wanted."""
        return [] if self.wanted == "none" else [self._load_picture(file) for file in case.pictures]

    def _load_picture(self, file: CaseImage) -> ExportImage | None:
        if file.image_key is None or file.sha256 is None:
            return self._leave_out("not on the disk, or no readable image")
        is_copy = self.wanted == "preview"
        path = get_derived_path(self.derived, file.image_key, PREVIEW) if is_copy else self.release / file.path
        try:
            body = path.read_bytes()
        except OSError:
            return self._leave_out("not on the disk any more; build again")
        if not is_copy and sha256(body).hexdigest() != file.sha256:
            return self._leave_out("not the file that was built from; build again")
        media_type, suffix = next(
            (found for start, found in _MEDIA_TYPES.items() if body.startswith(start)),
            ("application/octet-stream", PurePosixPath(file.path).suffix),
        )
        return ExportImage(to_file_name(PurePosixPath(file.path).name), body, media_type, suffix)

    def _leave_out(self, reason: str) -> ExportImage | None:
        self.left_out[reason] += 1
        return None
