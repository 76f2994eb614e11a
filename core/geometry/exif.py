"""What a photograph's EXIF says of the camera: focal length, and gravity by the accelerometer.

The camera frame belongs to the upright picture: x to the right, y down, z along the view.
"""

import math
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from PIL import Image

from core.geometry.homography import Array

FILM_DIAGONAL_MM = math.hypot(36.0, 24.0)
"""A focal length "in 35 mm film" is that of a film picture with the same angle over the diagonal.

Source: CIPA DCG-001, "Guideline for Noting Digital Camera Specifications".
"""

_ORIENTATION = 0x0112
_EXIF_IFD = 0x8769
_FOCAL_LENGTH_IN_35MM = 0xA405
_MAKER_NOTE = 0x927C

_APPLE_HEADER = b"Apple iOS\0\0\1MM"
_APPLE_ACCELERATION = 0x0008
_SIGNED_RATIONAL = 10

_REST_G = (0.9, 1.1)
"""An accelerometer at rest feels one g; outside of this the hand was moving and the vector is not gravity."""

_UPRIGHT_FROM_SENSOR = {1: (1, 0, 0, 1), 3: (-1, 0, 0, -1), 6: (0, -1, 1, 0), 8: (0, 1, -1, 0)}
"""EXIF orientation: how x and y of the sensor turn into those of the upright picture (2 x 2, by rows)."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraFacts:
    """What is known of the camera without looking at the picture; None where EXIF does not say.

    Attributes:
        focal_px: focal length in pixels of the upright picture at its full size.
        gravity: (3,), unit vector downwards in the camera frame.
        orientation: EXIF orientation, 1 to 8: how the upright picture is turned against the sensor.
    """

    focal_px: float | None = None
    gravity: Array | None = None
    orientation: int = 1

    def to_sensor(self, vector: Array) -> Array:
        """A vector (3,) of the camera frame in that of the sensor, which does not turn with the picture."""
        xx, xy, yx, yy = _UPRIGHT_FROM_SENSOR.get(self.orientation, _UPRIGHT_FROM_SENSOR[1])
        return np.array([xx * vector[0] + yx * vector[1], xy * vector[0] + yy * vector[1], vector[2]])


def read_camera_facts(source: Path | BinaryIO) -> CameraFacts:
    """The facts of a photograph, of its file or content; empty where there is no EXIF or where it is broken."""
    try:
        with Image.open(source) as image:
            size = image.size
            exif = image.getexif()
            details = exif.get_ifd(_EXIF_IFD)
    except (OSError, SyntaxError, ValueError, KeyError, TypeError, struct.error, Image.DecompressionBombError):
        return CameraFacts()
    acceleration = apple_acceleration_g(details.get(_MAKER_NOTE))
    orientation = exif.get(_ORIENTATION)
    orientation = orientation if isinstance(orientation, int) else 1
    gravity = None if acceleration is None else _gravity(acceleration, orientation)
    focal_px = _focal_px(details.get(_FOCAL_LENGTH_IN_35MM), *size)
    return CameraFacts(focal_px, gravity, orientation)


def apple_acceleration_g(maker_note: object) -> tuple[float, float, float] | None:
    """The accelerometer's vector (x, y, z) in g in the frame of the device, from Apple's maker note.

    The note is a header, then an IFD, big-endian; offsets count from the start of the note.
    """
    if not isinstance(maker_note, bytes) or not maker_note.startswith(_APPLE_HEADER):
        return None
    try:
        (count,) = struct.unpack_from(">H", maker_note, len(_APPLE_HEADER))
        for entry in range(count):
            tag, kind, length, offset = struct.unpack_from(">HHII", maker_note, len(_APPLE_HEADER) + 2 + 12 * entry)
            if (tag, kind, length) == (_APPLE_ACCELERATION, _SIGNED_RATIONAL, 3):
                a, b, c, d, e, f = struct.unpack_from(">6i", maker_note, offset)
                return a / b, c / d, e / f
    except (struct.error, ZeroDivisionError):
        return None
    return None


def _focal_px(focal_length_in_35mm: object, width_px: int, height_px: int) -> float | None:
    try:
        focal_mm = float(focal_length_in_35mm)  # type: ignore[arg-type]
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    # EXIF writes 0 for unknown.
    is_known = math.isfinite(focal_mm) and focal_mm > 0
    return focal_mm / FILM_DIAGONAL_MM * math.hypot(width_px, height_px) if is_known else None


def _gravity(acceleration_g: tuple[float, float, float], orientation: int) -> Array | None:
    if orientation not in _UPRIGHT_FROM_SENSOR:
        return None
    length = math.hypot(*acceleration_g)
    if not _REST_G[0] <= length <= _REST_G[1]:
        return None
    x, y, z = (component / length for component in acceleration_g)
    # Held upright, a device has x to the right, y up and z towards the eye; the sensor lies on its side in it, as in
    # a picture taken with the device's right side down.
    sensor_x, sensor_y = -y, -x
    xx, xy, yx, yy = _UPRIGHT_FROM_SENSOR[orientation]
    return np.array([xx * sensor_x + xy * sensor_y, yx * sensor_x + yy * sensor_y, -z])
