"""How a device's accelerometer is turned against its camera: one rotation for all of its photographs.

Soldered chips are off by a degree. The rotation shows only in many photographs together, as the common disagreement
of their borders and their accelerometers; it is used to compare the two, never to find a border.
"""

from collections.abc import Sequence

import numpy as np

from core.geometry.homography import Array

MIN_PHOTOGRAPHS = 20
"""Below this the disagreement of single photographs would be taken for the device's."""


def estimate_mounting_rotation(down: Sequence[Array], gravity: Sequence[Array]) -> Array:
    """3 x 3: the rotation that takes the accelerometer's gravity closest to the boards' down directions.

    The identity for fewer than `MIN_PHOTOGRAPHS`.

    Args:
        down: unit vectors (3,) by homography, in the frame of the sensor (which does not turn with the picture).
        gravity: unit vectors (3,) by accelerometer, in the same frame, in the same order.

    Source: F. L. Markley, "Attitude Determination Using Vector Observations and the Singular Value Decomposition"
    (1988), equations 8 to 12.
    """
    if len(down) < MIN_PHOTOGRAPHS:
        return np.eye(3)
    u, _, vt = np.linalg.svd(np.asarray(down).T @ np.asarray(gravity))
    return np.asarray(u @ np.diag((1.0, 1.0, np.linalg.det(u) * np.linalg.det(vt))) @ vt)
