"""The camera's pose: tilt, roll and distance from the homography and the focal length; tilt from gravity.

The camera frame belongs to the upright image: x to the right, y down, z along the view. The principal point is taken
to be the image's centre.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.geometry.homography import BOARD_CM, Array, Homography

MIN_ROLL_TILT_DEG = 1.0
"""Below this tilt "up" has no direction in the image, and roll is None."""

SQUARE_NOISE = 0.004
"""Standard deviation of the board's angle and of its ratio of sides, as the border is found: half a centimetre per
hundred, the straightness of hand-laid tape."""

FOCAL_NOISE = 0.01
"""Relative standard deviation of the focal length in EXIF: rounding changes it by at most half a millimetre of 29."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """The camera's pose relative to the board.

    Attributes:
        tilt_deg: angle between the view and the direction straight down on the board, 0 to 90.
        roll_deg: how far the board's upward direction is turned clockwise from "up" in the image, -180 to 180; None if
            the tilt is too small for it to have a direction.
        distance_cm: from the camera to the middle of the board.
        down: (3,), unit vector in the camera frame, from the board's upper side into the table.
        camera_from_board: 3 x 3, columns: the board's x, y and down axes in the camera frame.
        length_mismatch: relative difference between the lengths of the board's two sides as this camera sees them.
        angle_mismatch: cosine of the angle between them; both are 0 for a square and the right focal length.
    """

    tilt_deg: float
    roll_deg: float | None
    distance_cm: float
    down: Array
    camera_from_board: Array
    length_mismatch: float
    angle_mismatch: float


def build_camera_matrix(focal_px: float, width_px: int, height_px: int) -> Array:
    """Build the matrix (3 x 3) from camera frame to homogeneous pixels; the principal point is the image's centre."""
    return np.array([[focal_px, 0.0, (width_px - 1) / 2], [0.0, focal_px, (height_px - 1) / 2], [0.0, 0.0, 1.0]])


def estimate_pose(homography: Homography, focal_px: float, width_px: int, height_px: int) -> Pose:
    """Estimate the pose of a camera with this focal length from the homography of the board.

    Source: Z. Zhang, "A Flexible New Technique for Camera Calibration" (2000), section 3.1 and appendix C.
    """
    columns = np.linalg.solve(build_camera_matrix(focal_px, width_px, height_px), homography.px_from_board)
    middle = columns @ (BOARD_CM / 2, BOARD_CM / 2, 1.0)
    if middle[2] < 0:
        columns, middle = -columns, -middle
    length_x, length_y = (float(np.linalg.norm(columns[:, axis])) for axis in (0, 1))
    u, (largest, smallest), vt = np.linalg.svd(columns[:, :2], full_matrices=False)
    axes = u @ vt
    down = np.cross(axes[:, 0], axes[:, 1])
    return Pose(
        tilt_deg=compute_tilt_deg(down),
        roll_deg=compute_roll_deg(down),
        distance_cm=float(np.linalg.norm(middle) / ((largest + smallest) / 2)),
        down=down,
        camera_from_board=np.column_stack([axes, down]),
        length_mismatch=length_x / length_y - 1.0,
        angle_mismatch=float(columns[:, 0] @ columns[:, 1]) / (length_x * length_y),
    )


def compute_tilt_deg(down: Array) -> float:
    """Compute the angle in degrees between the view and a direction, (3,) of any length in the camera frame."""
    return math.degrees(math.atan2(math.hypot(down[0], down[1]), down[2]))


def compute_roll_deg(down: Array) -> float | None:
    """Compute the clockwise angle from "up" in the image to "up" in the world; None when looking straight down."""
    if compute_tilt_deg(down) < MIN_ROLL_TILT_DEG:
        return None
    return math.degrees(math.atan2(-down[0], down[1]))


def estimate_focal_px(homography: Homography, width_px: int, height_px: int) -> float | None:
    """Estimate the focal length in pixels that makes the board most nearly a square; None if no focal length does.

    When looking straight down, any focal length does, and noise decides: use it to refute, or use `refine_focal_px`.
    """
    constant, slope = _build_square_equations(homography, 1.0, width_px, height_px)
    square = -float(slope @ constant) / max(float(slope @ slope), 1e-300)
    return math.sqrt(square) if square > 0 else None


def refine_focal_px(homography: Homography, focal_px: float, width_px: int, height_px: int) -> float:
    """Return the focal length in pixels that is most likely given EXIF and the squareness of the board.

    EXIF rounds to whole millimetres, about 2%, and focusing changes the focal length by as much. A tilted view of a
    square determines it better; a straight one does not determine it.
    """
    constant, slope = _build_square_equations(homography, focal_px, width_px, height_px)
    precision = float(slope @ slope) / SQUARE_NOISE**2 + 1.0 / (2 * FOCAL_NOISE) ** 2
    square = (1.0 / (2 * FOCAL_NOISE) ** 2 - float(slope @ constant) / SQUARE_NOISE**2) / precision
    return focal_px * math.sqrt(square) if square > 0 else focal_px


def _build_square_equations(
    homography: Homography, focal_px: float, width_px: int, height_px: int
) -> tuple[Array, Array]:
    """Build two equations constant + slope * (focal / focal_px)² = 0: the board's sides are perpendicular and equal.

    Source: Z. Zhang, "A Flexible New Technique for Camera Calibration" (2000), equations 3 and 4.
    """
    columns = np.linalg.solve(build_camera_matrix(focal_px, width_px, height_px), homography.px_from_board)
    (a, b, c), (d, e, f) = columns[:, 0], columns[:, 1]
    size = (columns[:, 0] @ columns[:, 0] + columns[:, 1] @ columns[:, 1]) / 2
    constant = np.array([a * d + b * e, (a * a + b * b - d * d - e * e) / 2]) / size
    slope = np.array([c * f, (c * c - f * f) / 2]) / size
    return constant, slope
