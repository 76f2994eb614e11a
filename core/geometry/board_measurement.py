"""All measurements of the board in one photograph: border, stickers, pose, and the triangle's sides."""

import math
from dataclasses import dataclass, field

from core.geometry.border import Border, find_border
from core.geometry.camera_metadata import CameraMetadata
from core.geometry.homography import Image
from core.geometry.pose import Pose, compute_tilt_deg, estimate_pose, refine_focal_px
from core.geometry.sticker_detection import Sticker, find_stickers


@dataclass(frozen=True, slots=True, eq=False)
class BoardMeasurement:
    """The measurements of one photograph; None if something that they need was not found.

    Attributes:
        width_px, height_px: size of the upright image.
        stickers: by vertex, A, B, C.
        pose: needs the border and a focal length.
        tilt_imu_deg: the camera's tilt by its accelerometer alone, the uncorrected reading.
        ab_cm, bc_cm, ca_cm: the triangle's sides through the homography; each needs the border and its two stickers.
    """

    width_px: int
    height_px: int
    border: Border
    stickers: dict[str, Sticker]
    camera_metadata: CameraMetadata = field(default_factory=CameraMetadata)
    pose: Pose | None = None
    tilt_imu_deg: float | None = None
    ab_cm: float | None = None
    bc_cm: float | None = None
    ca_cm: float | None = None

    @property
    def sides_cm(self) -> tuple[float | None, float | None, float | None]:
        """Return AB, BC and CA in centimetres."""
        return self.ab_cm, self.bc_cm, self.ca_cm

    @property
    def tilt_deg(self) -> float | None:
        """Return the camera's tilt by the homography."""
        return None if self.pose is None else self.pose.tilt_deg


def measure_image(image: Image, camera_metadata: CameraMetadata | None = None) -> BoardMeasurement:
    """Measure an upright RGB image, (height, width, 3), with the known metadata of its camera."""
    camera_metadata = camera_metadata or CameraMetadata()
    height_px, width_px = image.shape[:2]
    border = find_border(image, camera_metadata)
    stickers = find_stickers(image, border.homography)
    return BoardMeasurement(
        width_px=width_px,
        height_px=height_px,
        border=border,
        stickers=stickers,
        camera_metadata=camera_metadata,
        pose=_estimate_pose(border, camera_metadata, width_px, height_px),
        tilt_imu_deg=None if camera_metadata.gravity is None else compute_tilt_deg(camera_metadata.gravity),
        ab_cm=_compute_distance_cm(stickers["A"], stickers["B"]),
        bc_cm=_compute_distance_cm(stickers["B"], stickers["C"]),
        ca_cm=_compute_distance_cm(stickers["C"], stickers["A"]),
    )


def _estimate_pose(border: Border, camera_metadata: CameraMetadata, width_px: int, height_px: int) -> Pose | None:
    if border.homography is None or camera_metadata.focal_px is None:
        return None
    focal_px = refine_focal_px(border.homography, camera_metadata.focal_px, width_px, height_px)
    return estimate_pose(border.homography, focal_px, width_px, height_px)


def _compute_distance_cm(sticker: Sticker, other: Sticker) -> float | None:
    if sticker.centre_cm is None or other.centre_cm is None:
        return None
    return math.dist(sticker.centre_cm, other.centre_cm)
