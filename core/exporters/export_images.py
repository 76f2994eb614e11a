"""Images of an export: none, small upright copies, or the original files byte for byte."""

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Literal

from core.exporters.export_records import CaseImage, ExportedCase
from core.exporters.field_names import to_file_name
from core.photographs.web_copies import get_derived_path

Pictures = Literal["none", "preview", "original"]
"""`preview`: the 320-pixel copies that pages show, upright and without EXIF. `original`: the files themselves."""

PREVIEW = "thumb"

_MEDIA_TYPES = {
    b"\xff\xd8\xff": ("image/jpeg", ".jpg"),
    b"\x89PNG": ("image/png", ".png"),
    b"RIFF": ("image/webp", ".webp"),
    b"GIF8": ("image/gif", ".gif"),
}
"""Media type and suffix by the first bytes."""


@dataclass(frozen=True, slots=True)
class ExportImage:
    """An image's bytes.

    Attributes:
        name: of the original file.
        suffix: file suffix that fits the bytes.
    """

    name: str
    body: bytes = field(repr=False)
    media_type: str
    suffix: str


@dataclass(slots=True)
class ImageExporter:
    """Loader of case images that counts the images it leaves out.

    Attributes:
        release: the folder with the benchmark's files.
        derived: the folder with the copies.
        wanted: which images to load.
        left_out: number of missing images by reason.
    """

    release: Path
    derived: Path
    wanted: Pictures
    left_out: Counter[str] = field(default_factory=Counter)

    def find_images(self, case: ExportedCase) -> list[ExportImage | None]:
        """Return the images of a case in order, None for each missing one; empty if none are wanted."""
        return [] if self.wanted == "none" else [self._load_picture(file) for file in case.pictures]

    def _load_picture(self, file: CaseImage) -> ExportImage | None:
        if file.image_key is None or file.sha256 is None:
            return self._leave_out("the file is missing or not a readable image")
        is_copy = self.wanted == "preview"
        path = get_derived_path(self.derived, file.image_key, PREVIEW) if is_copy else self.release / file.path
        try:
            body = path.read_bytes()
        except OSError:
            return self._leave_out("the file no longer exists; build again")
        if not is_copy and sha256(body).hexdigest() != file.sha256:
            return self._leave_out("the file has changed since the build; build again")
        media_type, suffix = next(
            (found for start, found in _MEDIA_TYPES.items() if body.startswith(start)),
            ("application/octet-stream", PurePosixPath(file.path).suffix),
        )
        return ExportImage(to_file_name(PurePosixPath(file.path).name), body, media_type, suffix)

    def _leave_out(self, reason: str) -> ExportImage | None:
        self.left_out[reason] += 1
        return None
