"""Everything behind and below the table's top, painted from far to near where the top does not hide it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from core.generators.photo_scenes.camera import SceneCamera, to_world_points
from core.generators.photo_scenes.framebuffer import Canvas, Plane, Window, find_window
from core.generators.photo_scenes.lighting import CEILING_CM, COARSE, Lamps, to_full_size
from core.generators.photo_scenes.room import FLOOR_CM, Surface, build_floor, build_table_sides, build_walls
from core.generators.photo_scenes.table import compute_table_outline
from core.generators.photo_scenes.textures import ROOM_PX_PER_CM
from core.geometry.homography import Array, Image

TABLE_SHADOW = 0.72
"""Share of the light that the table keeps from the floor below its middle."""

Mask = NDArray[np.uint8]

_KERNEL = np.ones((3, 3), np.uint8)
_SHIFT = 4


@dataclass(slots=True, eq=False)
class _Backdrop:
    """The image behind the table: square roots of reflectances, their light, and masks of floor and table."""

    roots: Image
    light: Plane
    is_floor: Mask
    is_side: Mask


def paint_backdrop(canvas: Canvas, camera: SceneCamera, lamps: Lamps, random: np.random.Generator) -> Mask:
    """Paint floor, walls and the table's sides; return the mask of these sides, (height, width), 0 or 1."""
    ground, sides = build_floor(random), build_table_sides(camera)
    hidden = _make_coarse_mask(camera, to_world_points(compute_table_outline()), canvas.size)
    visible: list[tuple[Surface, Window]] = []
    for surface in (*sides, *build_walls(camera, random), ground):
        mask = _make_coarse_mask(camera, surface.corners, canvas.size)
        window = _find_mask_window(cv2.dilate(mask, _KERNEL) > cv2.erode(hidden, _KERNEL, borderValue=1), canvas.size)
        if window is not None:
            visible.append((surface, window))
            hidden = np.maximum(hidden, np.asarray(cv2.erode(mask, _KERNEL, borderValue=1), dtype=np.uint8))
    backdrop = _Backdrop(
        roots=np.zeros((*canvas.size, 3), dtype=np.uint8),
        light=np.zeros(canvas.size, dtype=np.float32),
        is_floor=np.zeros(canvas.size, dtype=np.uint8),
        is_side=np.zeros(canvas.size, dtype=np.uint8),
    )
    if not visible:
        return backdrop.is_side
    for surface, window in reversed(visible):
        mask = _paint(backdrop, camera, surface, window, is_floor=surface is ground)
        if any(surface is side for side in sides):
            backdrop.is_side[window] |= mask
    for plane, channel in zip(canvas.planes, cv2.split(backdrop.roots), strict=True):
        root = channel.astype(np.float32)
        cv2.multiply(root, root, plane, 1 / 255**2)
        cv2.multiply(plane, backdrop.light, plane)
    _mirror_lamps(canvas, camera, lamps, backdrop.is_floor)
    return backdrop.is_side


def _make_coarse_mask(camera: SceneCamera, corners: Array, size: tuple[int, int]) -> Mask:
    """Make a mask (height / 8, width / 8) that is 1 inside a convex polygon of the world."""
    mask = np.zeros((-(-size[0] // COARSE), -(-size[1] // COARSE)), dtype=np.uint8)
    outline = camera.project_polygon(corners)
    if len(outline) >= 3:
        cv2.fillConvexPoly(mask, _to_fixed_point((outline + 0.5) / COARSE - 0.5), 1, cv2.LINE_8, _SHIFT)
    return mask


def _find_mask_window(mask: NDArray[np.bool_], size: tuple[int, int]) -> Window | None:
    """Find the window of the image that the marked coarse pixels cover."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return None
    return (
        slice(int(rows[0]) * COARSE, min(int(rows[-1] + 1) * COARSE, size[0])),
        slice(int(columns[0]) * COARSE, min(int(columns[-1] + 1) * COARSE, size[1])),
    )


def _to_fixed_point(points_px: Array) -> NDArray[np.int32]:
    """Convert points to the form that OpenCV draws, in sixteenths of a pixel."""
    return np.asarray(np.rint(points_px * 2**_SHIFT), dtype=np.int32)


def _paint(backdrop: _Backdrop, camera: SceneCamera, surface: Surface, window: Window, is_floor: bool) -> Mask:
    """Paint a surface inside a window; return its mask."""
    rows, columns = window
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), dtype=np.uint8)
    outline = camera.project_polygon(surface.corners)
    cv2.fillConvexPoly(mask, _to_fixed_point(outline - (columns.start, rows.start)), 1, cv2.LINE_8, _SHIFT)
    scale = 1 / ROOM_PX_PER_CM
    px_from_texture = camera.compute_px_from_plane(surface.origin, surface.along * scale, surface.across * scale)
    shift = np.array([[1, 0, -columns.start], [0, 1, -rows.start], [0, 0, 1.0]])
    painted = cv2.warpPerspective(
        surface.texture,
        np.linalg.inv(shift @ px_from_texture),
        (mask.shape[1], mask.shape[0]),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_WRAP,
    )
    cv2.copyTo(painted, mask, backdrop.roots[window])
    height = backdrop.light.shape[0]
    top, bottom = max(float(outline[:, 1].min()), 0.0), min(float(outline[:, 1].max()), height)
    ramp = np.interp(np.arange(rows.start, rows.stop), (top, bottom), surface.light).astype(np.float32)
    light = np.ascontiguousarray(np.broadcast_to(ramp[:, None], mask.shape))
    if is_floor:
        light *= 1 - TABLE_SHADOW * _compute_table_shadow(camera, backdrop.light.shape)[window]
    cv2.copyTo(light, mask, backdrop.light[window])
    backdrop.is_floor[window][mask > 0] = is_floor
    return mask


def _compute_table_shadow(camera: SceneCamera, size: tuple[int, int]) -> Plane:
    """Compute a soft shadow on the floor below the table, 0 to 1."""
    outline = compute_table_outline()
    mask = _make_coarse_mask(camera, np.column_stack([outline, np.full(len(outline), FLOOR_CM)]), size)
    return to_full_size(np.asarray(cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 4.0), dtype=np.float32), size)


def _mirror_lamps(canvas: Canvas, camera: SceneCamera, lamps: Lamps, is_floor: Image) -> None:
    """Mirror the lamps in the glossy tiles: a hard spot with a halo."""
    for place in lamps.places:
        below = np.array([place[0], place[1], 2 * FLOOR_CM - CEILING_CM])
        if camera.compute_depth_cm(below[None])[0] < 50:
            continue
        x, y = camera.to_px(below)
        radius_px = (
            9.0 * float(np.linalg.norm(camera.px_from_world[1, :3])) / float(camera.compute_depth_cm(below[None])[0])
        )
        window = find_window(np.array([[x, y]]), canvas.size, 5 * radius_px)
        if window is None:
            continue
        rows, columns = window
        dy = (np.arange(rows.start, rows.stop, dtype=np.float32) - np.float32(y))[:, None]
        dx = (np.arange(columns.start, columns.stop, dtype=np.float32) - np.float32(x))[None]
        square = (dx**2 + dy**2) / np.float32(radius_px**2)
        spot = 0.9 * np.exp(-(square**2)) + 0.10 * np.exp(-square / 4)
        canvas.add_light(window, (spot * is_floor[window]).astype(np.float32))
