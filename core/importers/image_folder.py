"""Images in a user's folder for logs that hold none, found by the names that a program wrote into its rows.

The order of rows and of files never counts. Names are looked up among the existing files; none is opened as a path.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from PIL import Image

from core.atomic_files import compute_file_sha256
from core.benchmarks.choice.image_validation import MAX_PICTURE_BYTES, find_image_problem
from core.errors import ReplyFileError
from core.importers.benchmark_index import compute_png_sha256
from core.importers.case_id_mentions import is_telling
from core.importers.records import ImportedImage, ImportedReply
from core.importers.row_metadata import get_file_name
from core.importers.sidecar_files import is_regular
from core.photographs.load_image import load_upright_image

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")

HOW = "give the folder with the images (--images FOLDER), or drop them with the log"
MAX_PIXELS = 40_000_000
"""Maximum size of an image that comes with a log, checked before it is decoded."""

_MOST_NAMED = 3


def open_imported_image(source: Path | BinaryIO) -> Image.Image:
    """Open an image that came with a log, upright.

    Raises:
        ImageError: it is not an image, or has too many pixels.
    """
    return load_upright_image(source, max_pixels=MAX_PIXELS)


class ImageFolder:
    """The images below a folder, by name."""

    def __init__(self, folder: Path) -> None:
        """List the files of the folder, without following links.

        Raises:
            ReplyFileError: it is not a folder, or holds no image.
        """
        if not folder.is_dir():
            raise ReplyFileError(f"{folder} is not a folder of images.")
        self._folder = folder
        self._paths = sorted(_find_images(folder))
        if not self._paths:
            raise ReplyFileError(f"{folder} holds no image: no file ends in {', '.join(ENDINGS)}.")

    def find_images(self, row: ImportedReply) -> tuple[Path, ...] | str:
        """Return the files of the images that a row was shown, in their order, or the reason why they are unknown.

        File names and ids that the program wrote decide, then the name under which it stores the image itself, then
        the checksum of the image as PNG, which lm-eval writes.
        """
        names = [name for text in row.names for name in _parse_list(text)]
        paths = self._find_by_names(names)
        if isinstance(paths, str):
            return paths
        stems = (row.picture_stem, row.variant.base if row.variant else "")
        if not paths and (stem := next((stem for stem in stems if stem in self._by_stem), "")):
            image = self._pick_image(self._by_stem[stem], stem)
            paths = [image] if isinstance(image, Path) else image
        if not paths and row.pictures:
            stated = [self._by_png.get(picture.png_sha256) for picture in row.pictures]
            paths = [path for path in stated if path]
        if isinstance(paths, str):
            return paths
        if not paths:
            return f"none of the {len(self._paths)} images in {self._folder.name} matches a name or id in it"
        if row.pictures and len(paths) != len(row.pictures):
            return f"it was shown {len(row.pictures)} images, but names {len(paths)} in {self._folder.name}"
        return tuple(paths)

    def _find_by_names(self, names: Iterable[str]) -> list[Path] | str:
        """Return the images that file names and ids refer to, or a reason if a named file is missing."""
        paths_by_checksum: dict[str, Path] = {}
        missing: list[str] = []
        for name in names:
            if get_file_name(name).lower().endswith(ENDINGS):
                paths = self._by_name.get(get_file_name(name), [])
                if not paths:
                    missing += [] if "://" in name and not name.startswith("file:") else [name]
                    continue
                paths = _find_nearest(paths, name)
            elif is_telling(name) and name in self._by_stem:
                paths = self._by_stem[name]
            else:
                continue
            image = self._pick_image(paths, name)
            if isinstance(image, str):
                return image
            paths_by_checksum.setdefault(compute_file_sha256(image), image)
        if missing:
            more = ", ..." if len(missing) > _MOST_NAMED else ""
            return f"{', '.join(missing[:_MOST_NAMED])[:200]}{more} is not in {self._folder.name}"
        return list(paths_by_checksum.values())

    def _pick_image(self, paths: list[Path], name: str) -> Path | str:
        """Return the only image of a name; files with the same content count as one."""
        if len(paths) > 1 and len({compute_file_sha256(path) for path in paths}) > 1:
            return f"{len(paths)} images in {self._folder.name} are named {name[:100]}; give the folder of one set"
        if paths[0].stat().st_size > MAX_PICTURE_BYTES:
            return f"{paths[0].name} has more than {MAX_PICTURE_BYTES:,} bytes"
        return paths[0]

    @cached_property
    def _by_name(self) -> Mapping[str, list[Path]]:
        return _group_paths((path.name, path) for path in self._paths)

    @cached_property
    def _by_stem(self) -> Mapping[str, list[Path]]:
        return _group_paths((path.stem, path) for path in self._paths)

    @cached_property
    def _by_png(self) -> Mapping[str, Path]:
        """Index the images by PNG checksum on first use, since every image is re-encoded; skip other files."""
        paths_by_checksum = {}
        for path in self._paths:
            if find_image_problem(path, open_imported_image) is None:
                paths_by_checksum[compute_png_sha256(path)] = path
        return paths_by_checksum


def add_available_images(row: ImportedReply, folder: ImageFolder | None) -> ImportedReply:
    """Return the row with its images from the folder, if the row holds none and the folder has them."""
    images = load_images(row, folder)
    return row if isinstance(images, str) else images


def load_images(row: ImportedReply, folder: ImageFolder | None) -> ImportedReply | str:
    """Return the row with the bytes of all its images, or the reason why they are unavailable."""
    if row.pictures and all(picture.body for picture in row.pictures):
        return row
    if folder is None:
        return f"its image is not in the log: {HOW}"
    paths = folder.find_images(row)
    if isinstance(paths, str):
        return f"its image is not in the log, and {paths}"
    stated = [picture.png_sha256 for picture in row.pictures] or [""] * len(paths)
    bodies = [path.read_bytes() for path in paths]
    pictures = [ImportedImage(sha256(body).hexdigest(), body, png) for body, png in zip(bodies, stated, strict=True)]
    return replace(row, pictures=tuple(pictures))


def _find_images(folder: Path) -> Iterator[Path]:
    for folder_path, folders, files in os.walk(folder, followlinks=False):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (
            path for name in files if name.lower().endswith(ENDINGS) and is_regular(path := Path(folder_path, name))
        )


def _group_paths(named_paths: Iterable[tuple[str, Path]]) -> dict[str, list[Path]]:
    grouped: defaultdict[str, list[Path]] = defaultdict(list)
    for name, path in named_paths:
        grouped[name].append(path)
    return dict(grouped)


def _find_nearest(paths: list[Path], name: str) -> list[Path]:
    """Return those of several files with one name that share the most folders with the logged path."""
    written = name.split("?", 1)[0].replace("\\", "/").split("/")[::-1]

    def count_shared_parts(path: Path) -> int:
        pairs = zip(path.parts[::-1], written, strict=False)
        return next((index for index, (part, written_part) in enumerate(pairs) if part != written_part), len(written))

    most = max(map(count_shared_parts, paths))
    return [path for path in paths if count_shared_parts(path) == most]


def _parse_list(text: str) -> list[str]:
    """Parse a list in a table's cell, written as Python or JSON; return any other text as its only element."""
    if not (text.startswith("[") and text.endswith("]")):
        return [text]
    try:
        values = json.loads(text.replace("'", '"'))
    except (ValueError, RecursionError):
        return [text]
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else [text]
