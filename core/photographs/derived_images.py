"""Files derived from each photograph and kept: its copies for the pages, and its measurement with a rectified view.

The names of both contain the photograph's checksum and that of the code that makes them. One pass decodes a file once
and makes what is missing of both; if nothing is missing, nothing is decoded. A change of the code makes them again
under new names, which no browser has cached, and `remove_old_versions` removes the old ones.
"""

import hashlib
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import PIL
from PIL import Image

from core.atomic_files import compute_file_sha256, open_atomic_file
from core.errors import ImageError
from core.geometry.board_measurement import measure_image
from core.geometry.homography import VIEW_MARGIN_CM, VIEW_PX_PER_CM
from core.photographs.exif import read_camera_metadata
from core.photographs.load_image import open_image
from core.photographs.measurements import MeasuredPhotograph
from core.photographs.web_copies import (
    get_derived_path,
    list_missing_sizes,
    read_conversions,
    write_conversions,
    write_copies,
    write_webp,
)

KEY_CHARACTERS = 24

COPIED_BY = (
    "photographs/conversions.py",
    "photographs/web_copies.py",
    "photographs/file_structure.py",
    "photographs/srgb.py",
    "photographs/load_image.py",
    "photographs/orientation.py",
)
"""The modules of `core` that make copies for the pages: a change of one of them makes every copy again."""

MEASURED_BY = (
    "geometry/border.py",
    "geometry/border_refinement.py",
    "geometry/border_candidates.py",
    "geometry/camera_metadata.py",
    "geometry/edge_profiles.py",
    "geometry/homography.py",
    "geometry/board_measurement.py",
    "geometry/pose.py",
    "geometry/robust_stats.py",
    "geometry/downscale.py",
    "geometry/squareness.py",
    "geometry/sticker_colours.py",
    "geometry/sticker_detection.py",
    "photographs/derived_images.py",
    "photographs/exif.py",
    "photographs/measurements.py",
    *COPIED_BY,
)
"""The same for measurements."""

LIBRARIES = (cv2.__version__, np.__version__, PIL.__version__)
"""Versions of the libraries that decode and compute."""

CORE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class DerivedImage:
    """The results derived from one photograph, or the reason why it was refused.

    Attributes:
        key: prefix of the copies' file names, from the original's SHA-256 and `compute_copying_version`; None if the
            original was refused.
        error: why the original was refused; None if it was not.
        measured: None if the original was refused or no measurement was requested.
        size_px: width and height of the large copy; None if the original was refused.
        conversions: keys of `CONVERSIONS`: how the copies differ from the numbers in the file.
    """

    key: str | None
    sha256: str
    error: str | None = None
    measured: MeasuredPhotograph | None = None
    size_px: tuple[int, int] | None = None
    conversions: tuple[str, ...] = ()


def derive_images(
    originals: Iterable[Path], folder: Path, done: Callable[[], None], *, is_measured: bool = True
) -> list[DerivedImage]:
    """Make copies of each image, and measure each photograph, in order; results already in the folder are reused.

    Pillow and OpenCV release Python's lock, so threads use every core.

    Args:
        originals: the photographs' files.
        folder: of the copies and measurements.
        done: called after each photograph.
        is_measured: whether to measure the photographs.
    """

    def derive_one(path: Path) -> DerivedImage:
        image = _derive_image(path, folder, is_measured=is_measured)
        done()
        return image

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(derive_one, originals))


@cache
def compute_measuring_version(core: Path = CORE) -> str:
    """Compute a short checksum of the code and the libraries that make a measurement.

    Args:
        core: the folder of the code.
    """
    return _compute_version(MEASURED_BY, core)


@cache
def compute_copying_version(core: Path = CORE) -> str:
    """Compute the same checksum for copies."""
    return _compute_version(COPIED_BY, core)


def _compute_version(modules: Iterable[str], core: Path) -> str:
    digest = hashlib.sha256(" ".join(LIBRARIES).encode())
    for module in modules:
        digest.update((core / module).read_bytes())
    return digest.hexdigest()[:12]


def remove_old_versions(images: Iterable[DerivedImage], folder: Path) -> None:
    """Remove copies and measurements of these photographs that another version of the code has made.

    Files of other photographs stay, because those photographs may return.
    """
    versions = {compute_copying_version(), compute_measuring_version()}
    derived = {image.sha256[:KEY_CHARACTERS] for image in images if image.key is not None}
    for path in folder.glob("*"):
        content, _, rest = path.stem.partition("-")
        if content in derived and rest.partition("-")[0] not in versions:
            path.unlink(missing_ok=True)


def _derive_image(original: Path, folder: Path, *, is_measured: bool) -> DerivedImage:
    sha256 = compute_file_sha256(original)
    key, measured_key = (
        f"{sha256[:KEY_CHARACTERS]}-{version}" for version in (compute_copying_version(), compute_measuring_version())
    )
    missing = list_missing_sizes(folder, key)
    measured = _load_measurement(folder, measured_key) if is_measured else None
    if missing or (is_measured and measured is None):
        try:
            opened = open_image(original)
        except ImageError as error:
            return DerivedImage(None, sha256, error=str(error))
        write_conversions(folder, key, opened.conversions)
        write_copies(opened.image, folder, key, missing)
        if is_measured and measured is None:
            measured = _measure_and_save(opened.image, original, folder, measured_key)
    size_px, conversions = _read_copy_size(folder, key), read_conversions(folder, key)
    return DerivedImage(key, sha256, measured=measured, size_px=size_px, conversions=conversions)


def _read_copy_size(folder: Path, key: str) -> tuple[int, int]:
    with Image.open(get_derived_path(folder, key, "large")) as image:
        return image.size


def _load_measurement(folder: Path, measured_key: str) -> MeasuredPhotograph | None:
    kept = folder / f"{measured_key}.json"
    return MeasuredPhotograph.parse_json(kept.read_text(encoding="utf-8")) if kept.is_file() else None


def _measure_and_save(upright: Image.Image, original: Path, folder: Path, measured_key: str) -> MeasuredPhotograph:
    """Measure a decoded photograph, and keep the measurement and the rectified view."""
    image = np.asarray(upright, dtype=np.uint8)
    measurement = measure_image(image, read_camera_metadata(original))
    homography = measurement.border.homography
    if homography is not None:
        view = homography.rectify(image, VIEW_PX_PER_CM, VIEW_MARGIN_CM)
        write_webp(Image.fromarray(view), get_derived_path(folder, measured_key, "rectified"))
    measured = MeasuredPhotograph.build_from_measurement(measurement, None if homography is None else measured_key)
    with open_atomic_file(folder / f"{measured_key}.json") as file:
        file.write(measured.to_json().encode())
    return measured
