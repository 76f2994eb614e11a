"""Upright WebP copies of the photographs for the pages: a thumbnail and a large one, made once per file content.

Pages never show the originals: the copies are small, have the EXIF orientation applied and carry no EXIF.
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from core.errors import ImageError
from core.files import atomic_write, sha256_of
from core.photographs.upright import open_upright

SIZES_PX = {"thumb": 320, "large": 1600}
"""Longest side of each copy in pixels; smaller originals are not enlarged."""

WEBP_QUALITY = {"thumb": 80, "large": 90}
KEY_CHARACTERS = 24


@dataclass(frozen=True, slots=True)
class DerivedImage:
    """The copies of one photograph, or why there are none.

    Attributes:
        key: names the copies' files, from the original's SHA-256; None where the original was refused.
    """

    key: str | None
    sha256: str
    error: str | None = None


def derived_path(folder: Path, key: str, size: str) -> Path:
    """The file of a copy; `size` is a key of `SIZES_PX`, or `rectified` for the view through the homography."""
    return folder / f"{key}-{size}.webp"


def derive_images(originals: Iterable[Path], folder: Path, done: Callable[[], None]) -> list[DerivedImage]:
    """The copies of each photograph, in order; those that are there already are kept.

    Pillow works outside of Python's lock, so threads use every core.
    """

    def derive(path: Path) -> DerivedImage:
        image = _derive(path, folder)
        done()
        return image

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(derive, originals))


def _derive(original: Path, folder: Path) -> DerivedImage:
    sha256 = sha256_of(original)
    key = sha256[:KEY_CHARACTERS]
    missing = [size for size in SIZES_PX if not derived_path(folder, key, size).is_file()]
    if not missing:
        return DerivedImage(key, sha256)
    try:
        upright = open_upright(original)
    except ImageError as error:
        return DerivedImage(None, sha256, str(error))
    for size in missing:
        copy = upright.copy()
        copy.thumbnail((SIZES_PX[size], SIZES_PX[size]), Image.Resampling.LANCZOS)
        write_webp(copy, derived_path(folder, key, size), WEBP_QUALITY[size])
    return DerivedImage(key, sha256)


def write_webp(image: Image.Image, path: Path, quality: int = 85) -> None:
    """Writes a picture for the pages, without EXIF."""
    with atomic_write(path) as file:
        image.save(file, "WEBP", quality=quality, method=3)
