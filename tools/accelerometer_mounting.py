"""The rotation between a device's accelerometer and its camera, shared by all of the device's photographs.

Chips are soldered with an error of about a degree. Only many photographs together show the rotation, as the
disagreement that their borders and accelerometers share. It serves to compare the two, never to find a border.
"""

from collections.abc import Sequence

import numpy as np

from core.geometry.homography import Array

MIN_PHOTOGRAPHS = 20
"""With fewer photographs, their individual errors would be taken for the device's."""


def estimate_mounting_rotation(down: Sequence[Array], gravity: Sequence[Array]) -> Array:
    """Compute the rotation, 3 x 3, that takes the accelerometer's gravity closest to the boards' down directions.

    Return the identity for fewer than `MIN_PHOTOGRAPHS`.

    Args:
        down: unit vectors (3,) by homography, in the frame of the sensor (which does not turn with the image).
        gravity: unit vectors (3,) by accelerometer, in the same frame, in the same order.

    Source: F. L. Markley, "Attitude Determination Using Vector Observations and the Singular Value Decomposition"
    (1988), equations 8 to 12.
    """
    if len(down) < MIN_PHOTOGRAPHS:
        return np.eye(3)
    u, _, vt = np.linalg.svd(np.asarray(down).T @ np.asarray(gravity))
    return np.asarray(u @ np.diag((1.0, 1.0, np.linalg.det(u) * np.linalg.det(vt))) @ vt)
