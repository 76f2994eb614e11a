"""Embeddings of images of solids: read from a table of another program, or computed by two plain encoders.

Source: our own, so that the probe needs no network: a grey thumbnail and a histogram of edge directions.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import cv2
import numpy as np
import pandas as pd
import pyarrow as pa

from core.benchmarks.giq.release_reader import PHOTOGRAPH, PHOTOGRAPHS, RENDERING, SUFFIXES, find_shape_id
from core.benchmarks.giq.viewpoints import MIRRORED
from core.errors import ReleaseError
from core.polyhedra.solid import Floats

IMAGE, VECTOR = "image", "vector"
IMAGES, VECTORS = "images", "vectors"
"""Columns of a table, and arrays of an .npz."""

MOST_NUMBERS = 200_000_000
_CELLS, _DIRECTIONS, _SIDE_PX = 4, 9, 64


@dataclass(frozen=True, slots=True)
class ImageEmbeddings:
    """Images as vectors.

    Attributes:
        shape_ids: (n,), the solid of each image.
        is_photograph: (n,), whether it is a photograph.
        vectors: (n, d).
        n_unknown: images left out because their names give no solid, or the mirror image of one.
    """

    shape_ids: np.ndarray
    is_photograph: np.ndarray
    vectors: Floats
    n_unknown: int


def read_embeddings(path: Path) -> ImageEmbeddings:
    """Read the vectors of a file, each by the path of its image, which names the solid as the release does.

    Args:
        path: .npz with `images` (n texts) and `vectors` (n, d); or .csv, .tsv or .parquet with a column `image` and
            either a column `vector` of lists (Parquet) or one number per further column.

    Raises:
        ReleaseError: the file cannot be read, lacks these columns, or has numbers that are not finite.
    """
    try:
        names, vectors = _read_arrays(path) if path.suffix == ".npz" else _read_table(path)
    except (OSError, ValueError, KeyError, TypeError, BadZipFile, pd.errors.ParserError, pa.ArrowException) as error:
        raise ReleaseError(f"{path.name} holds no embeddings: {error}") from error
    if vectors.ndim != 2 or len(vectors) != len(names) or not vectors.size or vectors.size > MOST_NUMBERS:
        raise ReleaseError(f"{path.name}: {vectors.shape} vectors for {len(names)} images; one row per image is needed")
    if not np.isfinite(vectors).all():
        row = int(np.flatnonzero(~np.isfinite(vectors).all(axis=1))[0])
        raise ReleaseError(f"{path.name}, row {row + 1} ({names[row][:80]}): a number is missing or not finite")
    return _assign_solids([Path(name) for name in names], vectors, path.name)


def compute_embeddings(folder: Path, encoder: str) -> ImageEmbeddings:
    """Compute the embeddings of the images below a folder by one of the plain encoders.

    Raises:
        ReleaseError: the folder has no images of solids.
    """
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
    known = [path for path in paths if find_shape_id(path.relative_to(folder)) is not None]
    if not known:
        raise ReleaseError(f"{folder} has no image whose path names a solid. Make a set with `trilens synthesize giq`.")
    vectors = np.stack([ENCODERS[encoder](_read_grey_image(path)) for path in known])
    return _assign_solids([path.relative_to(folder) for path in known], vectors, str(folder))


def compute_thumbnail(grey: np.ndarray) -> Floats:
    """Compute a thumbnail (64,) of 8 by 8 grey levels in [0, 1]."""
    return np.asarray(cv2.resize(grey, (8, 8), interpolation=cv2.INTER_AREA), dtype=np.float64).ravel() / 255


def compute_gradient_histogram(grey: np.ndarray) -> Floats:
    """Compute the strength (144,) of edges in nine directions in each of 4 by 4 cells, scaled to sum 1."""
    small = cv2.resize(grey, (_SIDE_PX, _SIDE_PX), interpolation=cv2.INTER_AREA).astype(np.float32)
    across, down = cv2.Sobel(small, cv2.CV_32F, 1, 0), cv2.Sobel(small, cv2.CV_32F, 0, 1)
    length, angle = np.hypot(across, down), np.arctan2(down, across) % np.pi
    direction = np.minimum((angle / np.pi * _DIRECTIONS).astype(int), _DIRECTIONS - 1)
    cell = np.arange(_SIDE_PX) * _CELLS // _SIDE_PX
    place = (cell[:, None] * _CELLS + cell[None]) * _DIRECTIONS + direction
    sums = np.bincount(place.ravel(), weights=length.ravel(), minlength=_CELLS**2 * _DIRECTIONS)
    return np.asarray(sums / max(float(sums.sum()), 1e-9))


ENCODERS: Mapping[str, Callable[[np.ndarray], Floats]] = {
    "thumbnail": compute_thumbnail,
    "gradients": compute_gradient_histogram,
}
"""The plain encoders: neither has learned anything."""


def _read_grey_image(path: Path) -> np.ndarray:
    grey = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if grey is None:
        raise ReleaseError(f"{path} is not an image; remove it from the folder")
    return np.asarray(grey)


def _read_arrays(path: Path) -> tuple[list[str], Floats]:
    with np.load(path, allow_pickle=False) as arrays:
        return [str(name) for name in arrays[IMAGES]], np.asarray(arrays[VECTORS], dtype=np.float64)


def _read_table(path: Path) -> tuple[list[str], Floats]:
    if path.suffix == ".parquet":
        table = pd.read_parquet(path)
    else:
        table = pd.read_csv(path, sep="\t" if path.suffix == ".tsv" else ",")
    names = table.pop(IMAGE).astype(str).tolist()
    vectors = np.stack(table[VECTOR].tolist()) if VECTOR in table else table.to_numpy(dtype=np.float64)
    return names, np.asarray(vectors, dtype=np.float64)


def _assign_solids(paths: list[Path], vectors: Floats, source: str) -> ImageEmbeddings:
    ids = [None if path.parent.name.endswith(MIRRORED) else find_shape_id(path) for path in paths]
    is_known = np.array([shape_id is not None for shape_id in ids], dtype=bool)
    if not is_known.any():
        raise ReleaseError(f"{source}: no image's path names a solid, as in {RENDERING}s/wid_12/0003.png")
    domains = [bool(PHOTOGRAPHS.search(path.parts[0])) for path in paths]
    shape_ids = np.array([shape_id or "" for shape_id in ids])
    return ImageEmbeddings(shape_ids[is_known], np.array(domains)[is_known], vectors[is_known], int((~is_known).sum()))


DOMAINS = {RENDERING: False, PHOTOGRAPH: True}
"""The kinds of images, and whether each is a photograph."""
