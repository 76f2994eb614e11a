"""What the geometry measures in each photograph, as a row of the warehouse, kept so that nothing is measured twice.

A measurement and the rectified view are kept beside the photograph's copies, named by its checksum and that
of the geometry's code.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from core import geometry
from core.errors import ImageError
from core.files import atomic_write
from core.geometry.homography import VIEW_MARGIN_CM, VIEW_PX_PER_CM
from core.geometry.measure import Measurement, measure_image
from core.photographs.copies import derived_path, write_webp
from core.photographs.exif import read_camera_facts
from core.photographs.upright import open_upright

Row = dict[str, Any]
"""The columns of the table `photographs` that are measured; values are plain JSON."""


def measure_photographs(
    photographs: Iterable[tuple[Path, str | None]], folder: Path, done: Callable[[], None]
) -> list[Row]:
    """The measured columns of each photograph, in order.

    Args:
        photographs: file, and the key of its copies; None where it is no picture, which has nothing to measure.
        folder: where measurements are kept.
        done: called after each.
    """

    def measure(photograph: tuple[Path, str | None]) -> Row:
        path, key = photograph
        row = {} if key is None else _kept_or_measured(path, folder, key)
        done()
        return row

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(measure, photographs))


@cache
def geometry_version() -> str:
    """A short checksum of the geometry's code."""
    sources = sorted(Path(geometry.__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]


def _kept_or_measured(path: Path, folder: Path, key: str) -> Row:
    rectified_key = f"{key}-{geometry_version()}"
    kept = folder / f"{rectified_key}.json"
    if kept.is_file():
        row: Row = json.loads(kept.read_text(encoding="utf-8"))
        return row
    try:
        image = np.asarray(open_upright(path), dtype=np.uint8)
    except ImageError as error:
        return {"border_status": "not_found", "border_reason": str(error)}
    measurement = measure_image(image, read_camera_facts(path))
    row = measured_row(measurement) | {"rectified_key": None}
    if measurement.border.homography is not None:
        view = measurement.border.homography.rectify(image, VIEW_PX_PER_CM, VIEW_MARGIN_CM)
        write_webp(Image.fromarray(view), derived_path(folder, rectified_key, "rectified"))
        row["rectified_key"] = rectified_key
    with atomic_write(kept) as file:
        file.write(json.dumps(row).encode())
    return row


def measure_photograph(path: Path) -> Measurement:
    """The measurement of a photograph in a file; all that its picture and its EXIF data allow.

    Raises:
        ImageError: the file is no picture that can be read.
    """
    image = np.asarray(open_upright(path), dtype=np.uint8)
    return measure_image(image, read_camera_facts(path))


def measured_row(measurement: Measurement) -> Row:
    """A measurement as columns of the table `photographs`."""
    border, pose = measurement.border, measurement.pose
    corners = border.corners_px
    row: Row = {
        "border_status": border.status,
        "border_reason": border.reason or None,
        "border_px": None if corners is None else [float(value) for value in corners.ravel()],
        "border_residual_px": border.residual_px,
        "border_support": min(border.side_support) if border.side_support else None,
        "tilt_deg": None if pose is None else pose.tilt_deg,
        "roll_deg": None if pose is None else pose.roll_deg,
        "distance_cm": None if pose is None else pose.distance_cm,
        "tilt_imu_deg": measurement.tilt_imu_deg,
        "ab_rect_cm": measurement.ab_cm,
        "bc_rect_cm": measurement.bc_cm,
        "ca_rect_cm": measurement.ca_cm,
    }
    for vertex, sticker in measurement.stickers.items():
        x_px, y_px = sticker.centre_px or (None, None)
        row |= {f"{vertex.lower()}_found_x_px": x_px, f"{vertex.lower()}_found_y_px": y_px}
    return row


def rectified_sides_cm(row: Row) -> tuple[float, float, float] | None:
    """AB, BC and CA of a measured row through the homography; None unless all three were measured."""
    ab, bc, ca = (row.get(f"{side}_rect_cm") for side in ("ab", "bc", "ca"))
    return None if ab is None or bc is None or ca is None else (ab, bc, ca)


def found_stickers_px(row: Row) -> list[tuple[float, float]] | None:
    """A, B and C of a measured row as found, (x, y) in pixels of the upright picture; None unless all three were."""
    points = [(row.get(f"{vertex}_found_x_px"), row.get(f"{vertex}_found_y_px")) for vertex in "abc"]
    found = [(x, y) for x, y in points if x is not None and y is not None]
    return found if len(found) == len(points) else None
