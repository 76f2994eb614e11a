"""A pinhole camera in a world whose z points up: points to pixels, vanishing points and the horizon.

The world frame: metres, z up. The camera frame: x to the right, y down, z into the scene. The image frame: pixels,
(0, 0) the centre of the first pixel, y down.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

NEAR = 0.1
"""Points nearer to the camera's plane than this, in metres, are not drawn."""

PARALLEL = 1e-12
"""A direction with a smaller share along the view is parallel to the image: its lines stay parallel there."""

UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True, eq=False)
class PinholeCamera:
    """A camera without distortion.

    Attributes:
        position: (3,), of its centre in the world.
        rotation: 3 x 3; its rows are the right, the downward and the forward direction in the world.
        focal_px: the focal length.
        centre_px: (2,), the principal point.
    """

    position: Array
    rotation: Array
    focal_px: float
    centre_px: Array
    width_px: int
    height_px: int

    @classmethod
    def build_from_angles(
        cls,
        position: ArrayLike,
        *,
        yaw_deg: float,
        pitch_deg: float = 0.0,
        roll_deg: float = 0.0,
        focal_px: float,
        width_px: int,
        height_px: int,
    ) -> "PinholeCamera":
        """Build a camera from its angles.

        Args:
            position: (3,), in the world.
            yaw_deg: of the view from the x axis towards the y axis.
            pitch_deg: positive looks up; less than 90 either way.
            roll_deg: positive turns the scene counter-clockwise in the image.
            focal_px: the focal length; the principal point is the middle of the image.
            width_px: of the image.
            height_px: of the image.
        """
        yaw, pitch, roll = (math.radians(angle) for angle in (yaw_deg, pitch_deg, roll_deg))
        x, y, z = math.cos(pitch) * math.cos(yaw), math.cos(pitch) * math.sin(yaw), math.sin(pitch)
        across, along = math.sin(yaw), -math.cos(yaw)
        forward, level = np.array([x, y, z]), np.array([across, along, 0.0])
        plumb = np.array([-z * along, z * across, x * along - y * across])  # forward x level; np.cross takes longer
        right = math.cos(roll) * level + math.sin(roll) * plumb
        down = -math.sin(roll) * level + math.cos(roll) * plumb
        return cls(
            np.asarray(position, dtype=np.float64),
            np.stack([right, down, forward]),
            focal_px,
            np.array([(width_px - 1) / 2, (height_px - 1) / 2]),
            width_px,
            height_px,
        )

    @classmethod
    def look_at(
        cls,
        aim: ArrayLike,
        *,
        position: ArrayLike,
        roll_deg: float = 0.0,
        focal_px: float,
        width_px: int,
        height_px: int,
    ) -> "PinholeCamera":
        """Build a camera at `position` (3,) with the point `aim` (3,) in the middle of its image.

        Straight above or below the aim, the yaw is 0.
        """
        view = np.asarray(aim, dtype=np.float64) - np.asarray(position, dtype=np.float64)
        return cls.build_from_angles(
            position,
            yaw_deg=math.degrees(math.atan2(view[1], view[0])),
            pitch_deg=math.degrees(math.atan2(view[2], math.hypot(view[0], view[1]))),
            roll_deg=roll_deg,
            focal_px=focal_px,
            width_px=width_px,
            height_px=height_px,
        )

    @property
    def matrix(self) -> Array:
        """Return the matrix (3 x 3) from camera coordinates to homogeneous pixels."""
        x, y = self.centre_px
        return np.array([[self.focal_px, 0.0, x], [0.0, self.focal_px, y], [0.0, 0.0, 1.0]])

    def to_camera_frame(self, points: ArrayLike) -> Array:
        """Convert world points (..., 3) to the camera frame."""
        return np.asarray((np.asarray(points, dtype=np.float64) - self.position) @ self.rotation.T)

    def project(self, points: ArrayLike) -> tuple[Array, Array]:
        """Project world points (..., 3) to pixels (..., 2); return them with their depths (...).

        Pixels of points behind the camera are meaningless; those of points in its plane are not finite.
        """
        there = self.to_camera_frame(points)
        depths = there[..., 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            pixels = self.centre_px + self.focal_px * there[..., :2] / depths[..., None]
        return pixels, depths

    def project_segment(self, begin: ArrayLike, end: ArrayLike) -> Array | None:
        """Project a segment of the world to (2, 2) pixels, clipped at the near plane; None if nothing is left."""
        ends = self.to_camera_frame(np.stack([np.asarray(begin), np.asarray(end)]))
        depths = ends[:, 2]
        if (depths < NEAR).all():
            return None
        for near, far in ((0, 1), (1, 0)):
            if depths[near] < NEAR:
                share = (NEAR - depths[near]) / (depths[far] - depths[near])
                ends[near] += share * (ends[far] - ends[near])
                ends[near, 2] = NEAR
        return np.asarray(self.centre_px + self.focal_px * ends[:, :2] / ends[:, 2:])

    def compute_vanishing_point(self, direction: ArrayLike) -> Array | None:
        """Compute the point (2,), in pixels, at which lines of this direction (3,) meet; None if they stay parallel."""
        there = self.rotation @ np.asarray(direction, dtype=np.float64)
        if abs(there[2]) <= PARALLEL * float(np.linalg.norm(there)):
            return None
        return np.asarray(self.centre_px + self.focal_px * there[:2] / there[2])

    @property
    def horizon(self) -> Array:
        """Compute the horizon (3,): the line l with l . (x, y, 1) = 0 on which horizontal directions vanish.

        Its first two elements form a vector of length 1; looking straight up or down, they are 0: the line is at
        infinity.
        """
        line = np.linalg.inv(self.matrix).T @ (self.rotation @ UP)
        length = float(np.hypot(line[0], line[1]))
        return np.asarray(line / length if length > PARALLEL else np.array([0.0, 0.0, 1.0]))
