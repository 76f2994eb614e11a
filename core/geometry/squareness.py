"""How nearly the board is a square as the camera sees it: what refutes a wrong border, and what a side is unsure by."""

from dataclasses import dataclass

import numpy as np

from core.geometry.homography import Homography
from core.geometry.pose import estimate_focal_px, estimate_pose

FOCAL_LIMITS = (0.35, 2.0)
"""Plausible focal length over the picture's diagonal, where EXIF does not tell it: 15 to 87 mm of film."""

USUAL_MISMATCH = 0.03
"""Real squares stay below. With EXIF, 300 photographs of Tri-Bench have a root mean square of 0.008, those tilted by
more than 60 degrees of 0.013, and none is beyond 0.023."""


@dataclass(frozen=True, slots=True)
class Squareness:
    """The board's shape through a camera; 0 and 0 for a square.

    Attributes:
        mismatch: the larger of the relative difference between the board's sides and the cosine between them.
        is_focal_known: whether EXIF tells the focal length. Without it the plausible one that makes the board most
            nearly a square is taken, so a rectangle can pass for a square.
        tilt_deg: the camera's tilt with that focal length.
    """

    mismatch: float
    is_focal_known: bool
    tilt_deg: float

    @property
    def is_unusual(self) -> bool:
        """Whether the board is further from a square than real squares are."""
        return self.mismatch > USUAL_MISMATCH


def compute_squareness(homography: Homography, focal_px: float | None, width_px: int, height_px: int) -> Squareness:
    """The shape of the board in a picture.

    Args:
        homography: of the board.
        focal_px: by EXIF, in pixels of this picture; None where it is not known.
        width_px: of the picture.
        height_px: of the picture.
    """
    taken_px = _estimate_plausible_focal_px(homography, width_px, height_px) if focal_px is None else focal_px
    pose = estimate_pose(homography, taken_px, width_px, height_px)
    mismatch = max(abs(pose.length_mismatch), abs(pose.angle_mismatch))
    return Squareness(mismatch, focal_px is not None, pose.tilt_deg)


def _estimate_plausible_focal_px(homography: Homography, width_px: int, height_px: int) -> float:
    """The plausible focal length with which the board is most nearly a square; looked straight down on, any is."""
    low_px, high_px = (limit * float(np.hypot(width_px, height_px)) for limit in FOCAL_LIMITS)
    return min(max(estimate_focal_px(homography, width_px, height_px) or high_px, low_px), high_px)
