"""Known metadata of the camera that took a photograph: focal length, and gravity by the accelerometer.

The camera frame belongs to the upright image: x to the right, y down, z along the view.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.geometry.homography import Array

FILM_DIAGONAL_MM = math.hypot(36.0, 24.0)
"""A focal length "in 35 mm film" is that of a film image with the same angle over the diagonal.

Source: CIPA DCG-001, "Guideline for Noting Digital Camera Specifications".
"""

_REST_G = (0.9, 1.1)
"""An accelerometer at rest feels one g; outside of this range the hand moved and the vector is not gravity."""

_UPRIGHT_FROM_SENSOR = {1: (1, 0, 0, 1), 3: (-1, 0, 0, -1), 6: (0, -1, 1, 0), 8: (0, 1, -1, 0)}
"""EXIF orientation: the 2 x 2 matrix, by rows, from the sensor's x and y to those of the upright image."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraMetadata:
    """Facts of the camera that are known without looking at the image; None if EXIF does not state them.

    Attributes:
        focal_px: focal length in pixels of the upright image at its full size.
        gravity: (3,), unit vector downwards in the camera frame.
        orientation: EXIF orientation, 1 to 8: how the upright image is turned against the sensor.
    """

    focal_px: float | None = None
    gravity: Array | None = None
    orientation: int = 1

    def to_sensor(self, vector: Array) -> Array:
        """Convert a vector (3,) from the camera frame to that of the sensor, which does not turn with the image."""
        xx, xy, yx, yy = _UPRIGHT_FROM_SENSOR.get(self.orientation, _UPRIGHT_FROM_SENSOR[1])
        return np.array([xx * vector[0] + yx * vector[1], xy * vector[0] + yy * vector[1], vector[2]])


def compute_focal_px(focal_length_in_35mm: float, width_px: int, height_px: int) -> float:
    """Convert a focal length in 35 mm film to pixels of an image, both over the diagonal."""
    return focal_length_in_35mm / FILM_DIAGONAL_MM * math.hypot(width_px, height_px)


def estimate_gravity(acceleration_g: tuple[float, float, float], orientation: int) -> Array | None:
    """Estimate gravity (3,) in the camera frame, from the accelerometer's vector in the frame of the device.

    Return None if the orientation is unknown or the hand was moving.
    """
    if orientation not in _UPRIGHT_FROM_SENSOR:
        return None
    length = math.hypot(*acceleration_g)
    if not _REST_G[0] <= length <= _REST_G[1]:
        return None
    x, y, z = (component / length for component in acceleration_g)
    # Held upright, a device has x to the right, y up and z towards the eye. The sensor lies on its side in the device,
    # as
    # in a photograph taken with the device's right side down.
    sensor_x, sensor_y = -y, -x
    xx, xy, yx, yy = _UPRIGHT_FROM_SENSOR[orientation]
    return np.array([xx * sensor_x + xy * sensor_y, yx * sensor_x + yy * sensor_y, -z])
