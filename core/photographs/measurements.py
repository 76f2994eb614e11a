"""Measurements of one photograph by the geometry, as a record of plain values that is kept as JSON."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.geometry.board_measurement import BoardMeasurement, measure_image
from core.geometry.border import BorderStatus
from core.photographs.exif import read_camera_metadata
from core.photographs.load_image import load_upright_image

Point = tuple[float, float]
"""x and y in pixels of the upright image."""


@dataclass(frozen=True, slots=True)
class MeasuredPhotograph:
    """The measurements of one photograph; None if something that they need was not found.

    Attributes:
        border_reason: why the border was not found; None if it was found.
        corners_px: the border's four inner corners, clockwise.
        border_residual_px: scatter of the tape's edges about the fitted square.
        border_support: share of the worst side on which the tape is visible.
        tilt_deg, roll_deg, distance_cm: the camera by the homography.
        tilt_imu_deg: tilt by the accelerometer's uncorrected reading.
        sides_cm: AB, BC and CA through the homography.
        stickers_px: centres of A, B and C as found.
        rectified_key: prefix of the rectified view's file name.
    """

    border_status: BorderStatus
    border_reason: str | None = None
    corners_px: tuple[Point, ...] | None = None
    border_residual_px: float | None = None
    border_support: float | None = None
    tilt_deg: float | None = None
    roll_deg: float | None = None
    distance_cm: float | None = None
    tilt_imu_deg: float | None = None
    sides_cm: tuple[float | None, float | None, float | None] = (None, None, None)
    stickers_px: tuple[Point | None, Point | None, Point | None] = (None, None, None)
    rectified_key: str | None = None

    @classmethod
    def build_from_measurement(
        cls, measurement: BoardMeasurement, rectified_key: str | None = None
    ) -> "MeasuredPhotograph":
        """Build the record of a measurement."""
        border, pose = measurement.border, measurement.pose
        corners = border.corners_px
        a_px, b_px, c_px = (measurement.stickers[vertex].centre_px for vertex in ("A", "B", "C"))
        return cls(
            border_status=border.status,
            border_reason=border.reason or None,
            corners_px=None if corners is None else tuple((x, y) for x, y in corners.tolist()),
            border_residual_px=border.residual_px,
            border_support=min(border.side_support) if border.side_support else None,
            tilt_deg=None if pose is None else pose.tilt_deg,
            roll_deg=None if pose is None else pose.roll_deg,
            distance_cm=None if pose is None else pose.distance_cm,
            tilt_imu_deg=measurement.tilt_imu_deg,
            sides_cm=measurement.sides_cm,
            stickers_px=(a_px, b_px, c_px),
            rectified_key=rectified_key,
        )

    @property
    def all_sides_cm(self) -> tuple[float, float, float] | None:
        """Return AB, BC and CA; None unless all three were measured."""
        ab, bc, ca = self.sides_cm
        return None if ab is None or bc is None or ca is None else (ab, bc, ca)

    @property
    def all_stickers_px(self) -> tuple[Point, Point, Point] | None:
        """Return A, B and C; None unless all three were found."""
        a, b, c = self.stickers_px
        return None if a is None or b is None or c is None else (a, b, c)

    def to_json(self) -> str:
        """Return a JSON object with one key per attribute."""
        return json.dumps(asdict(self))

    @classmethod
    def parse_json(cls, text: str) -> "MeasuredPhotograph":
        """Parse the record that `to_json` wrote."""
        values: dict[str, Any] = {name: _as_tuples(value) for name, value in json.loads(text).items()}
        return cls(**values)


def measure_photograph(path: Path) -> BoardMeasurement:
    """Measure a photograph in a file, as far as its image and its EXIF data allow.

    Raises:
        ImageError: the file is not a readable image.
    """
    image = np.asarray(load_upright_image(path), dtype=np.uint8)
    return measure_image(image, read_camera_metadata(path))


def _as_tuples(value: object) -> object:
    """Convert a JSON value to one with tuples in place of lists."""
    return tuple(_as_tuples(part) for part in value) if isinstance(value, list) else value
