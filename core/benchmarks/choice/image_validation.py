"""Validation of images in files or bytes: first bytes, size, then a check that opens the image."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from core.errors import ImageError

MAX_PICTURE_BYTES = 50_000_000

PictureCheck = Callable[[Path | BinaryIO], object]
"""Opens an image, checking its size before it is unpacked; raises `ImageError` if it is broken or too large.

One example is `core.photographs.load_image.load_upright_image`. Callers pass it in because benchmarks are a layer below
photographs and must not import them.
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
    """Return the suffix that an image's file name should have, by its content.

    Other formats are refused whatever their name: Pillow runs some of them through an interpreter.

    Raises:
        ImageError: the format is not supported.
        OSError: the file cannot be read.
    """
    if isinstance(source, Path):
        with source.open("rb") as file:
            start = file.read(_LONGEST_START)
    else:
        start = source[:_LONGEST_START]
    suffix = next((suffix for suffix, form in _STARTS.items() if form.match(start)), None)
    if suffix is None:
        raise ImageError("not an image in a supported format: PNG, JPEG, WebP, GIF or BMP")
    return suffix


def find_image_problem(source: Path | bytes, check: PictureCheck) -> str | None:
    """Return why an image cannot be shown; None if it can."""
    try:
        size = source.stat().st_size if isinstance(source, Path) else len(source)
        if not 0 < size <= MAX_PICTURE_BYTES:
            return f"{size:,} bytes; an image must have 1 to {MAX_PICTURE_BYTES:,}"
        detect_suffix(source)
        check(source if isinstance(source, Path) else BytesIO(source))
    except (ImageError, OSError) as error:
        return str(error)
    return None
