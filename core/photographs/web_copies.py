"""Upright WebP copies of a photograph for the pages: a thumbnail and a large one.

Pages never show the originals: the copies are small, have the EXIF orientation applied and carry no EXIF.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from PIL import Image

from core.atomic_files import open_atomic_file

SIZES_PX = {"thumb": 320, "large": 1600}
"""Longest side of each copy in pixels; smaller originals are not enlarged."""

WEBP_QUALITY = {"thumb": 80, "large": 90}


def get_derived_path(folder: Path, key: str, size: str) -> Path:
    """Return the path of a copy; `size` is a key of `SIZES_PX`, or `rectified` for the view by the homography."""
    return folder / f"{key}-{size}.webp"


def list_missing_sizes(folder: Path, key: str) -> list[str]:
    """List the copies of a photograph that are not in the folder, as keys of `SIZES_PX`."""
    return [size for size in SIZES_PX if not get_derived_path(folder, key, size).is_file()]


def write_copies(upright: Image.Image, folder: Path, key: str, sizes: Iterable[str]) -> None:
    """Write copies of an upright photograph; `sizes` are keys of `SIZES_PX`."""
    for size in sizes:
        copy = upright.copy()
        copy.thumbnail((SIZES_PX[size], SIZES_PX[size]), Image.Resampling.LANCZOS)
        write_webp(copy, get_derived_path(folder, key, size), WEBP_QUALITY[size])


def write_conversions(folder: Path, key: str, conversions: tuple[str, ...]) -> None:
    """Write how the copies of an image differ from its file, before the copies; write nothing if they do not differ."""
    if conversions:
        with open_atomic_file(_get_conversions_path(folder, key)) as file:
            file.write(json.dumps(conversions).encode())


def read_conversions(folder: Path, key: str) -> tuple[str, ...]:
    """Return what `write_conversions` wrote."""
    path = _get_conversions_path(folder, key)
    return tuple(json.loads(path.read_bytes())) if path.is_file() else ()


def _get_conversions_path(folder: Path, key: str) -> Path:
    return folder / f"{key}-conversions.json"


def write_webp(image: Image.Image, path: Path, quality: int = 85) -> None:
    """Write an image for the pages, without EXIF.

    Method 2 takes a third of the time of method 3; at equal file size it costs 0.2 dB (44.5 dB at quality 90).
    """
    with open_atomic_file(path) as file:
        image.save(file, "WEBP", quality=quality, method=2)
