"""The image during painting: three planes of linear light, and the share of each pixel that a polygon covers."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from core.geometry.homography import Array

Plane = NDArray[np.float32]
Window = tuple[slice, slice]


@dataclass(slots=True, eq=False)
class Canvas:
    """Red, green and blue light, each (height, width), linear."""

    planes: tuple[Plane, Plane, Plane]

    @property
    def size(self) -> tuple[int, int]:
        """Return height and width."""
        height, width = self.planes[0].shape
        return height, width

    def filter(self, window: Window, share: Plane, through: tuple[float, float, float]) -> None:
        """Let only a part of the light through where `share` is 1: a coloured foil, or shade."""
        for plane, part in zip(self.planes, through, strict=True):
            plane[window] *= 1 - share * np.float32(1 - part)

    def cover(self, window: Window, share: Plane, light: tuple[Plane | float, ...]) -> None:
        """Replace the light where `share` is 1."""
        for plane, value in zip(self.planes, light, strict=True):
            inside = plane[window]
            inside += share * (np.float32(value) - inside if isinstance(value, float) else value - inside)

    def add_light(self, window: Window, light: Plane) -> None:
        """Add white light."""
        for plane in self.planes:
            plane[window] += light


def find_window(points_px: Array, size: tuple[int, int], margin_px: float = 2.0) -> Window | None:
    """Find the rows and columns around points (n, 2); None if they are outside the image."""
    if not len(points_px):
        return None
    low = np.maximum(np.floor(points_px.min(axis=0) - margin_px), 0)
    high = np.minimum(np.ceil(points_px.max(axis=0) + margin_px) + 1, (size[1], size[0]))
    if (high <= low).any():
        return None
    (left, top), (right, bottom) = low.astype(int), high.astype(int)
    return slice(int(top), int(bottom)), slice(int(left), int(right))


def compute_coverage(polygon_px: Array, size: tuple[int, int]) -> tuple[Window, Plane] | None:
    """Compute the share of each pixel that a convex polygon (n, 2) covers; None if it is outside the image.

    Each edge is a straight ramp as wide as a pixel, centred on the edge. Corners must be of at most 165 degrees, as
    those of rectangles on a table are: beside a flatter one both edges would take from the same pixels.
    """
    if len(polygon_px) < 3:
        return None
    window = find_window(polygon_px, size, 1.0)
    if window is None:
        return None
    rows, columns = window
    share = np.zeros((rows.stop - rows.start, columns.stop - columns.start), dtype=np.float32)
    corners = np.rint((polygon_px - (columns.start, rows.start)) * 16).astype(np.int32)
    cv2.fillConvexPoly(share, corners, 1.0, cv2.LINE_8, 4)
    edge = np.zeros(share.shape, dtype=np.uint8)
    cv2.polylines(edge, [corners], True, 1, 4, cv2.LINE_8, 4)
    y, x = np.nonzero(edge)
    share[y, x] = _compute_edge_shares(polygon_px, x + columns.start, y + rows.start)
    return window, share


def _compute_edge_shares(polygon_px: Array, x: NDArray[np.int64], y: NDArray[np.int64]) -> Plane:
    following = np.roll(polygon_px, -1, axis=0)
    area = float((polygon_px[:, 0] * following[:, 1] - following[:, 0] * polygon_px[:, 1]).sum())
    share = np.ones(len(x), dtype=np.float32)
    for begin, end in zip(polygon_px, following, strict=True):
        length = float(np.hypot(*(end - begin)))
        if length < 1e-9:
            continue
        # Towards the inside, for either orientation of the corners.
        inwards = np.array([begin[1] - end[1], end[0] - begin[0]]) / length * np.sign(area)
        ramp = x * np.float32(inwards[0]) + (y * np.float32(inwards[1]) + np.float32(0.5 - float(inwards @ begin)))
        # Losses add up, so that a strip thinner than a pixel covers as much as its width.
        share += np.clip(ramp, 0.0, 1.0) - np.float32(1.0)
    return np.maximum(share, 0.0)


def rasterise_polygons(polygons_px: list[Array], size: tuple[int, int], finer: int = 3) -> tuple[Window, Plane] | None:
    """Compute the share of each pixel that any of the polygons covers, convex or not; for edges that may be inexact."""
    polygons_px = [polygon for polygon in polygons_px if len(polygon) >= 3]
    window = find_window(np.concatenate(polygons_px), size) if polygons_px else None
    if window is None:
        return None
    rows, columns = window
    mask = np.zeros(((rows.stop - rows.start) * finer, (columns.stop - columns.start) * finer), dtype=np.uint8)
    for polygon in polygons_px:
        fine = (polygon - (columns.start, rows.start) + 0.5) * finer - 0.5
        cv2.fillPoly(mask, [np.rint(fine * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
    share = cv2.resize(mask, None, fx=1 / finer, fy=1 / finer, interpolation=cv2.INTER_AREA)
    return window, share.astype(np.float32) * np.float32(1 / 255)
