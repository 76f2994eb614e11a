"""The camera's metadata from a photograph's EXIF data."""

import math
import struct
from pathlib import Path
from typing import BinaryIO

from PIL import Image

from core.geometry.camera_metadata import CameraMetadata, compute_focal_px, estimate_gravity

_ORIENTATION = 0x0112
_EXIF_IFD = 0x8769
_FOCAL_LENGTH_IN_35MM = 0xA405
_MAKER_NOTE = 0x927C
_PIXEL_X_DIMENSION, _PIXEL_Y_DIMENSION = 0xA002, 0xA003

SENSOR_SHAPES = (4 / 3, 3 / 2)
"""Longer over shorter side of a sensor's whole image. Another shape is a crop, by the camera or by hand."""

SHAPE_TOLERANCE = 0.01
"""Relative: rounding to whole pixels and to blocks of 16 stays below; 16:9 is 18% away."""

_APPLE_HEADER = b"Apple iOS\0\0\1MM"
_APPLE_ACCELERATION = 0x0008
_SIGNED_RATIONAL = 10


def read_camera_metadata(source: Path | BinaryIO) -> CameraMetadata:
    """Read the camera's metadata from a photograph's file or content; empty if EXIF is missing or broken.

    Focal length and gravity belong to the sensor's whole image, about its centre. Neither is known if the image's size
    or shape is not that of a whole image. A crop of a sensor's shape with rewritten EXIF data is not recognised.
    """
    try:
        with Image.open(source) as image:
            size = image.size
            exif = image.getexif()
            details = exif.get_ifd(_EXIF_IFD)
    except (OSError, SyntaxError, ValueError, KeyError, TypeError, struct.error, Image.DecompressionBombError):
        return CameraMetadata()
    written = details.get(_PIXEL_X_DIMENSION), details.get(_PIXEL_Y_DIMENSION)
    if not is_whole_picture(size, written):
        return CameraMetadata(orientation=_read_orientation(exif))
    acceleration = parse_apple_acceleration_g(details.get(_MAKER_NOTE))
    orientation = _read_orientation(exif)
    gravity = None if acceleration is None else estimate_gravity(acceleration, orientation)
    focal_length_px = _parse_focal_px(details.get(_FOCAL_LENGTH_IN_35MM), *size)
    return CameraMetadata(focal_length_px, gravity, orientation)


def is_whole_picture(size_px: tuple[int, int], written_px: tuple[object, object]) -> bool:
    """Return whether an image can be all that the sensor saw.

    Args:
        size_px: width and height as stored.
        written_px: width and height by EXIF, before or after turning; None if EXIF does not state them.
    """
    longer, shorter = max(size_px), min(size_px)
    has_shape = any(abs(longer / shorter / shape - 1) <= SHAPE_TOLERANCE for shape in SENSOR_SHAPES)
    is_written = all(isinstance(side, int) and side > 0 for side in written_px)
    return has_shape and (not is_written or set(written_px) == {longer, shorter})


def _read_orientation(exif: Image.Exif) -> int:
    orientation = exif.get(_ORIENTATION)
    return orientation if isinstance(orientation, int) else 1


def parse_apple_acceleration_g(maker_note: object) -> tuple[float, float, float] | None:
    """Parse the accelerometer's vector (x, y, z) in g, in the frame of the device, from Apple's maker note.

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


def _parse_focal_px(focal_length_in_35mm: object, width_px: int, height_px: int) -> float | None:
    try:
        focal_mm = float(focal_length_in_35mm)  # type: ignore[arg-type]
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    # EXIF writes 0 for unknown.
    is_known = math.isfinite(focal_mm) and focal_mm > 0
    return compute_focal_px(focal_mm, width_px, height_px) if is_known else None
