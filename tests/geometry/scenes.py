"""Generated photographs: a taped board with stickers, rendered through an exactly known camera."""

from dataclasses import dataclass

import cv2
import numpy as np

from core.geometry.border_candidates import compute_tape_channels
from core.geometry.border_refinement import fit_border
from core.geometry.homography import BOARD_CM, TAPE_CM, Homography, map_points
from core.geometry.pose import build_camera_matrix
from core.geometry.sticker_colours import STICKER_CM

TABLE, TAPE, FLOOR = (205, 205, 200), (176, 140, 80), (120, 112, 104)
STICKERS = {"A": (118, 22, 36), "B": (214, 178, 36), "C": (96, 92, 150)}
POSITIONS_CM = {"A": (22.0, 31.0), "B": (71.0, 18.0), "C": (48.0, 80.0)}
TEXTURE_PX_PER_CM = 10
MARGIN_CM = 60.0
SUPERSAMPLING = 3


@dataclass(frozen=True)
class Camera:
    """A camera that looks at the middle of the board."""

    tilt_deg: float = 0.0
    roll_deg: float = 0.0
    turn_deg: float = 8.0
    distance_cm: float = 150.0
    focal_px: float = 858.0
    width_px: int = 1024
    height_px: int = 768

    @property
    def camera_from_board(self):
        """Rotation 3 x 3: the board's x, y and down axes in the camera frame."""
        return _about_z(self.roll_deg) @ _about_x(-self.tilt_deg) @ _about_z(self.turn_deg)

    @property
    def px_from_board(self):
        """3 x 3: homogeneous centimetres on the board to homogeneous pixels."""
        rotation = self.camera_from_board
        middle = np.array([BOARD_CM / 2, BOARD_CM / 2, 0.0])
        shift = np.array([0.0, 0.0, self.distance_cm]) - rotation @ middle
        matrix = build_camera_matrix(self.focal_px, self.width_px, self.height_px)
        return matrix @ np.column_stack([rotation[:, :2], shift])

    @property
    def homography(self):
        """The same map as the core's homography type."""
        return Homography.build_from_matrix(self.px_from_board)

    def px(self, points_cm):
        """Project points (n, 2) on the board to pixels."""
        return map_points(self.px_from_board, points_cm)


def _about_x(degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def _about_z(degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def draw(camera, positions_cm=POSITIONS_CM, board_cm=(BOARD_CM, BOARD_CM), marks=(), noise=2.0):
    """Draw the photograph in RGB; `marks` are polygons on the board in cm with their colours, drawn last."""
    size = round((BOARD_CM + 2 * MARGIN_CM) * TEXTURE_PX_PER_CM)
    table = np.full((size, size, 3), TABLE, dtype=np.uint8)
    width_cm, height_cm = board_cm
    _rectangle(table, (-TAPE_CM, -TAPE_CM), (width_cm + TAPE_CM, height_cm + TAPE_CM), TAPE)
    _rectangle(table, (0, 0), (width_cm, height_cm), TABLE)
    for vertex, (x, y) in positions_cm.items():
        half = STICKER_CM / 2
        _rectangle(table, (x - half, y - half), (x + half, y + half), STICKERS[vertex])
    for polygon_cm, colour in marks:
        corners = np.round((np.asarray(polygon_cm, dtype=float) + MARGIN_CM) * TEXTURE_PX_PER_CM - 0.5)
        cv2.fillPoly(table, [corners.astype(np.int32)], colour)
    board_from_texture = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, TEXTURE_PX_PER_CM]]) / TEXTURE_PX_PER_CM
    board_from_texture[:2, 2] -= MARGIN_CM
    finer_from_px = np.array(
        [[SUPERSAMPLING, 0, (SUPERSAMPLING - 1) / 2], [0, SUPERSAMPLING, (SUPERSAMPLING - 1) / 2], [0, 0, 1]]
    )
    finer = cv2.warpPerspective(
        table, finer_from_px @ camera.px_from_board @ board_from_texture,
        (camera.width_px * SUPERSAMPLING, camera.height_px * SUPERSAMPLING),
        borderMode=cv2.BORDER_CONSTANT, borderValue=FLOOR,
    )  # fmt: skip
    image = cv2.resize(finer, (camera.width_px, camera.height_px), interpolation=cv2.INTER_AREA).astype(float)
    image += np.random.default_rng(1).normal(0.0, noise, image.shape)
    return np.clip(np.rint(image), 0, 255).astype(np.uint8)


def _rectangle(table, low_cm, high_cm, colour):
    left, top, right, bottom = (round((value + MARGIN_CM) * TEXTURE_PX_PER_CM) for value in (*low_cm, *high_cm))
    table[top:bottom, left:right] = colour


def fit_tape(image, corners_px):
    """Fit the tape's edges in an image of working size, near the detected corners."""
    yellow, blue = compute_tape_channels(image)
    return fit_border(blue, yellow, corners_px)


def compute_corner_distance_px(detected_px, true_px):
    """Return the largest distance of a detected corner to its true one, for the best cyclic order."""
    turns = [np.linalg.norm(np.roll(detected_px, k, axis=0) - true_px, axis=1).max() for k in range(4)]
    return float(min(turns))
