"""Whether a file or bytes are a picture that can be shown: its first bytes, its size, then a check that opens it."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from core.errors import ImageError

MAX_PICTURE_BYTES = 50_000_000

PictureCheck = Callable[[Path | BinaryIO], object]
"""Opens a picture, looking at its size before it is unpacked; raises `ImageError` where it is broken or too large.

`core.photographs.load_image.load_upright_image` is one. It is handed in because photographs are a floor above
benchmarks.
"""

_STARTS = {
    ".png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    ".jpg": re.compile(rb"\xff\xd8\xff"),
    ".webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
    ".gif": re.compile(rb"GIF8[79]a"),
    ".bmp": re.compile(rb"BM"),
}
_LONGEST_START = 16


def detect_suffix(source: Path | bytes) -> str:
    """The end of the name that a picture's file should have, by its content.

    Other formats are refused whatever their name: some that Pillow knows are programs for an interpreter.

    Raises:
        ImageError: of none of the formats that are read.
        OSError: the file cannot be read.
    """
    if isinstance(source, Path):
        with source.open("rb") as file:
            start = file.read(_LONGEST_START)
    else:
        start = source[:_LONGEST_START]
    suffix = next((suffix for suffix, form in _STARTS.items() if form.match(start)), None)
    if suffix is None:
        raise ImageError("not a picture: PNG, JPEG, WebP, GIF and BMP are read")
    return suffix


def find_image_problem(source: Path | bytes, check: PictureCheck) -> str | None:
    """Why a picture cannot be shown; None where it can."""
    try:
        size = source.stat().st_size if isinstance(source, Path) else len(source)
        if not 0 < size <= MAX_PICTURE_BYTES:
            return f"{size:,} bytes; a picture has 1 to {MAX_PICTURE_BYTES:,}"
        detect_suffix(source)
        check(source if isinstance(source, Path) else BytesIO(source))
    except (ImageError, OSError) as error:
        return str(error)
    return None
