"""The plane of the board in a photograph: pixels to centimetres and back, rectified views, the board's grid.

The board frame: centimetres, the taped square's inside from (0, 0) to (100, 100), x from the first corner to the
second, y from the first to the fourth. Corners go clockwise in the upright image, so the board is not mirrored.
The image frame: pixels of the upright image, (0, 0) the centre of the first pixel, y down.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.errors import BorderError

BOARD_CM = 100.0
"""Side of the taped square's inside. Source: Tri-Bench, section "Physical Setup"."""

TAPE_CM = 4.8
"""Width of the tape."""

BOARD_MIDDLE_CM = (BOARD_CM / 2, BOARD_CM / 2)

HORIZON = 1e-12
"""Depths below this share of the board's middle are on the horizon or behind the camera."""

VIEW_PX_PER_CM, VIEW_MARGIN_CM = 6.0, 10.0
"""The rectified view on pages: its scale, and the width of the floor that it shows around the square."""

BOARD_CORNERS_CM = np.array([(0.0, 0.0), (BOARD_CM, 0.0), (BOARD_CM, BOARD_CM), (0.0, BOARD_CM)])
OUTER_CORNERS_CM = BOARD_CORNERS_CM + TAPE_CM * np.sign(BOARD_CORNERS_CM - BOARD_CM / 2)

Array = NDArray[np.float64]
Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Homography:
    """A map between the board and a photograph of it.

    Attributes:
        board_from_px: 3 x 3, homogeneous pixels to homogeneous centimetres, scaled so that the last element is 1, or to
            length 1 if that element is zero.
    """

    board_from_px: Array

    @classmethod
    def build_from_corners(cls, corners_px: ArrayLike) -> "Homography":
        """Build the map that takes four corners, (4, 2) in pixels, to (0, 0), (100, 0), (100, 100), (0, 100).

        Raises:
            BorderError: the corners are not four finite corners of a convex quadrilateral.
        """
        corners = np.asarray(corners_px, dtype=np.float64)
        if corners.shape != (4, 2) or not np.isfinite(corners).all():
            raise BorderError("a border needs four corners with finite x and y")
        if not is_convex(corners):
            raise BorderError("the four corners do not form a convex quadrilateral")
        return cls.build_from_matrix(_compute_square_homography(corners))

    @classmethod
    def build_from_matrix(cls, px_from_board: ArrayLike) -> "Homography":
        """Build the map from its inverse, 3 x 3.

        Raises:
            BorderError: the matrix cannot be inverted.
        """
        matrix = np.asarray(px_from_board, dtype=np.float64)
        try:
            board_from_px = np.linalg.inv(matrix)
        except np.linalg.LinAlgError:
            raise BorderError("the board is seen edge-on: its map to the image cannot be inverted") from None
        return cls(_normalise_scale(board_from_px))

    @property
    def px_from_board(self) -> Array:
        """Return the map (3 x 3) from homogeneous centimetres to homogeneous pixels."""
        return _normalise_scale(np.linalg.inv(self.board_from_px))

    @property
    def corners_px(self) -> Array:
        """Return the four inner corners, (4, 2) in pixels."""
        return self.to_px(BOARD_CORNERS_CM)

    def to_board(self, points_px: ArrayLike) -> Array:
        """Convert points of the image, (n, 2) in pixels, to centimetres on the board, (n, 2); NaN above the horizon."""
        return map_points(self.board_from_px, points_px, in_front=self.to_px([BOARD_MIDDLE_CM])[0])

    def to_px(self, points_cm: ArrayLike) -> Array:
        """Convert points of the board, (n, 2) in centimetres, to (n, 2) in pixels; NaN behind the camera."""
        return map_points(self.px_from_board, points_cm, in_front=BOARD_MIDDLE_CM)

    def rectify(self, image: Image, px_per_cm: float, margin_cm: float = 0.0) -> Image:
        """Rectify the image: the board seen from straight above.

        The view has `px_per_cm * (100 + 2 * margin_cm)` pixels per side, rounded. The board's (0, 0) is the upper left
        corner of the square, `margin_cm` away from the edges of the view.
        """
        import cv2  # 16 MB that pages which only draw shapes do not need

        size_px = max(round(px_per_cm * (BOARD_CM + 2 * margin_cm)), 1)
        return np.asarray(
            cv2.warpPerspective(
                image,
                compute_view_from_board(px_per_cm, margin_cm) @ self.board_from_px,
                (size_px, size_px),
                flags=cv2.INTER_LINEAR,
            ),
            dtype=np.uint8,
        )

    def compute_grid_px(self, step_cm: float = 10.0) -> list[Array]:
        """Compute the lines of the board's grid, each (2, 2): two ends in pixels. Lines of constant x come first."""
        ticks = np.append(np.arange(0.0, BOARD_CM - step_cm * 1e-6, step_cm), BOARD_CM)
        ends = [[(tick, 0.0), (tick, BOARD_CM)] for tick in ticks] + [[(0.0, tick), (BOARD_CM, tick)] for tick in ticks]
        return list(self.to_px(np.reshape(ends, (-1, 2))).reshape(-1, 2, 2))


def compute_view_from_board(px_per_cm: float, margin_cm: float = 0.0) -> Array:
    """Compute the map (3 x 3) from homogeneous centimetres on the board to homogeneous pixels of the rectified view."""
    # Pixel centres have whole coordinates, so the first pixel begins at -0.5.
    shift_px = px_per_cm * margin_cm - 0.5
    return np.array([[px_per_cm, 0.0, shift_px], [0.0, px_per_cm, shift_px], [0.0, 0.0, 1.0]])


def map_points(matrix: Array, points: ArrayLike, in_front: ArrayLike | None = None) -> Array:
    """Map points (n, 2) by a homogeneous 3 x 3 matrix; return (n, 2).

    Args:
        matrix: target from source.
        points: in the source.
        in_front: a point (2,) of the source in front of the camera. Points on the horizon or beyond it become NaN. With
            None, nothing is checked: for a matrix without a horizon.
    """
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    mapped = flat @ matrix[:, :2].T + matrix[:, 2]
    depth = mapped[:, 2:]
    if in_front is not None:
        known_depth = matrix[2, :2] @ np.asarray(in_front, dtype=np.float64) + matrix[2, 2]
        depth = np.where(depth / known_depth > HORIZON, depth, np.nan)
    return np.asarray(mapped[:, :2] / depth)


def is_convex(corners: Array) -> bool:
    """Return whether corners (n, 2), in order, turn one way only and enclose an area."""
    edges = np.concatenate((corners[1:], corners[:1])) - corners
    following = np.concatenate((edges[1:], edges[:1]))
    turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
    return bool((turns > 0).all() or (turns < 0).all())


def order_clockwise(corners_px: Sequence[Sequence[float]] | Array) -> Array:
    """Order the four corners clockwise as seen in the image, beginning with the one nearest to its upper left."""
    corners = np.asarray(corners_px, dtype=np.float64)
    offsets = corners - corners.mean(axis=0)
    # y points down, so growing angles go clockwise.
    corners = corners[np.argsort(np.arctan2(offsets[:, 1], offsets[:, 0]))]
    return np.roll(corners, -int(np.argmin(corners.sum(axis=1))), axis=0)


def _compute_square_homography(corners: Array) -> Array:
    """Compute the map (3 x 3) from the board's square to four corners in pixels.

    Source: P. Heckbert, "Fundamentals of Texture Mapping and Image Warping" (1989), section 2.2.3.
    """
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    dx1, dx2, sum_x = x1 - x2, x3 - x2, x0 - x1 + x2 - x3
    dy1, dy2, sum_y = y1 - y2, y3 - y2, y0 - y1 + y2 - y3
    divisor = dx1 * dy2 - dx2 * dy1
    g = (sum_x * dy2 - dx2 * sum_y) / divisor
    h = (dx1 * sum_y - sum_x * dy1) / divisor
    unit = np.array([[x1 - x0 + g * x1, x3 - x0 + h * x3, x0], [y1 - y0 + g * y1, y3 - y0 + h * y3, y0], [g, h, 1.0]])
    return np.asarray(unit @ np.diag((1 / BOARD_CM, 1 / BOARD_CM, 1.0)))


def _normalise_scale(matrix: NDArray[np.floating]) -> Array:
    length = float(np.linalg.norm(matrix))
    last = float(matrix[2, 2])
    return np.asarray(matrix / (last if abs(last) > 1e-12 * length else length), dtype=np.float64)
