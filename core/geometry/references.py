"""What others measured for a photograph, to compare with: clicked sticker centres and the triangle's sides by tape.

A geometry of its own must not lean on the benchmark's reader, so this reads just the columns that it compares with.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.errors import ReleaseError
from core.geometry.homography import Array

IMAGES = "images"
TAPE_TABLE = "data/tri_bench_triangles_3d.csv"
PIXEL_TABLE = "data/tri_bench_pixel_geometry_2d.csv"
TAPE_COLUMNS = ("AB_cm", "BC_cm", "CA_cm")
PIXEL_COLUMNS = ("Ax_px", "Ay_px", "Bx_px", "By_px", "Cx_px", "Cy_px")
KEY_COLUMN = "img_original"
TRIANGLE_COLUMN = "triangle_id"


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """One photograph of a release, as the release describes it.

    Attributes:
        path: the file.
        clicked_px: (3, 2), centres of A, B and C in the upright picture.
        tape_cm: (3,), sides AB, BC and CA.
    """

    photograph_id: str
    triangle_id: str
    path: Path
    clicked_px: Array
    tape_cm: Array


def read_references(folder: Path) -> list[Reference]:
    """Every photograph of a release's folder that is on the disk and in both tables.

    Raises:
        ReleaseError: a table is not there or lacks a column or a number.
    """
    tape = _read(folder, TAPE_TABLE, TAPE_COLUMNS)
    pixels = _read(folder, PIXEL_TABLE, PIXEL_COLUMNS)
    references = []
    for image, (triangle_id, sides_cm) in tape.items():
        path = folder / IMAGES / image
        if image in pixels and path.is_file():
            clicked_px = pixels[image][1].reshape(3, 2)
            references.append(Reference(path.stem, triangle_id.zfill(3), path, clicked_px, sides_cm))
    return references


def _read(folder: Path, table: str, columns: tuple[str, ...]) -> dict[str, tuple[str, Array]]:
    """By image: the triangle, and the numbers in these columns."""
    try:
        with (folder / table).open(encoding="utf-8-sig", newline="") as file:
            return {
                row[KEY_COLUMN]: (row[TRIANGLE_COLUMN], np.array([float(row[column]) for column in columns]))
                for row in csv.DictReader(file)
            }
    except OSError as error:
        raise ReleaseError(f"{folder / table} cannot be read: {error.strerror}") from None
    except (KeyError, TypeError, ValueError) as error:
        raise ReleaseError(f"{folder / table} lacks a column or a number: {error}") from None
