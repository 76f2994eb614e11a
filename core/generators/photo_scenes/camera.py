"""The camera of a scene: points above, on and below the table to pixels.

The world frame: x and y of the board in cm, and the height above the table's top, upwards. The camera frame and the
angles are those of `core.geometry.pose`, the pixels those of `core.geometry.homography`.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from core.generators.photo_scenes.polygon_clipping import clip_to_rectangle
from core.geometry.camera_metadata import FILM_DIAGONAL_MM
from core.geometry.homography import BOARD_CM, OUTER_CORNERS_CM, Array, Homography
from core.geometry.pose import build_camera_matrix

NEAR_CM = 10.0
"""Points nearer to the camera's plane than this are not drawn."""


FARTHEST = 2.0
"""Polygons are clipped this many image sizes outside the image."""


@dataclass(frozen=True, slots=True, eq=False)
class SceneCamera:
    """A camera.

    Attributes:
        px_from_world: 3 x 4, homogeneous world centimetres to homogeneous pixels; the third row is the depth in cm.
        position: (3,), in the world frame.
        down: (3,), unit vector in the camera frame, into the table.
    """

    px_from_world: Array
    position: Array
    down: Array
    width_px: int
    height_px: int

    @property
    def homography(self) -> Homography:
        """Return the homography of the board in the image."""
        return Homography.build_from_matrix(self.px_from_world[:, [0, 1, 3]])

    @property
    def sees_board(self) -> bool:
        """Return whether all of the tape is in front of the camera, and the camera is above the table."""
        return bool(self.position[2] > 0 and (self.compute_depth_cm(to_world_points(OUTER_CORNERS_CM)) > NEAR_CM).all())

    def compute_depth_cm(self, points: ArrayLike) -> Array:
        """Compute the depth along the view of world points (n, 3)."""
        return np.asarray(np.asarray(points, dtype=np.float64) @ self.px_from_world[2, :3] + self.px_from_world[2, 3])

    def to_px(self, points: ArrayLike) -> Array:
        """Project world points (..., 3) in front of the camera to pixels (..., 2)."""
        mapped = np.asarray(points, dtype=np.float64) @ self.px_from_world[:, :3].T + self.px_from_world[:, 3]
        return np.asarray(mapped[..., :2] / mapped[..., 2:])

    def project_polygon(self, points: ArrayLike) -> Array:
        """Project a convex polygon (n, 3) of the world to (m, 2) pixels, clipped at the near plane.

        If nothing is left, m is 0. The polygon is also clipped far outside the image.
        """
        polygon = np.asarray(points, dtype=np.float64)
        depth = self.compute_depth_cm(polygon) - NEAR_CM
        if (depth < 0).any():
            following, next_depth = np.roll(polygon, -1, axis=0), np.roll(depth, -1)
            kept = []
            for here, there, near, next_near in zip(polygon, following, depth, next_depth, strict=True):
                if near >= 0:
                    kept.append(here)
                if near * next_near < 0:
                    kept.append(here + (there - here) * near / (near - next_near))
            polygon = np.reshape(kept, (-1, 3))
        if len(polygon) < 3:
            return np.empty((0, 2))
        # Far outside the image, the numbers of OpenCV's drawing would overflow.
        size = np.array([self.width_px, self.height_px])
        return clip_to_rectangle(self.to_px(polygon), -FARTHEST * size, (1 + FARTHEST) * size)

    def compute_px_from_plane(self, origin: ArrayLike, along: ArrayLike, across: ArrayLike) -> Array:
        """Compute the map (3 x 3) from homogeneous (s, t) to the pixels of origin + s * along + t * across."""
        columns = np.column_stack([along, across, origin])
        matrix = self.px_from_world[:, :3] @ columns
        matrix[:, 2] += self.px_from_world[:, 3]
        return np.asarray(matrix)


def build_camera(
    *,
    tilt_deg: float,
    azimuth_deg: float,
    roll_deg: float,
    distance_cm: float,
    aim_cm: tuple[float, float],
    focal_mm: float,
    width_px: int,
    height_px: int,
) -> SceneCamera:
    """Build the camera of a scene with these attributes."""
    camera_from_board = _build_z_rotation(roll_deg) @ _build_x_rotation(-tilt_deg) @ _build_z_rotation(azimuth_deg)
    # Heights increase upwards in the world and downwards on the board; the matrix is its own inverse.
    board_from_world = np.diag((1.0, 1.0, -1.0))
    aim = np.array([*aim_cm, 0.0])
    to_middle = camera_from_board @ (np.array([BOARD_CM / 2, BOARD_CM / 2, 0.0]) - aim)
    # The depth of the aim that puts the middle of the board at the requested distance.
    aside = float(to_middle[0] ** 2 + to_middle[1] ** 2)
    depth = math.sqrt(max(distance_cm**2 - aside, 0.0)) - to_middle[2]
    shift = np.array([0.0, 0.0, depth]) - camera_from_board @ aim
    focal_px = focal_mm / FILM_DIAGONAL_MM * math.hypot(width_px, height_px)
    return SceneCamera(
        px_from_world=build_camera_matrix(focal_px, width_px, height_px)
        @ np.column_stack([camera_from_board @ board_from_world, shift]),
        position=board_from_world @ (-camera_from_board.T @ shift),
        down=camera_from_board[:, 2],
        width_px=width_px,
        height_px=height_px,
    )


def to_world_points(points_cm: Array) -> Array:
    """Convert points (n, 2) of the board frame to world points (n, 3)."""
    return np.column_stack([points_cm, np.zeros(len(points_cm))])


def _build_x_rotation(degrees: float) -> Array:
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[1.0, 0.0, 0.0], [0.0, cosine, -sine], [0.0, sine, cosine]])


def _build_z_rotation(degrees: float) -> Array:
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
