"""The room around the table: floor, walls, the table's sides; painted from far to near.

The walls stand close to the table and are seen from inside only, so that the camera may stand anywhere.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from core.geometry.homography import Array, Image
from core.synthetic.camera import Camera
from core.synthetic.canvas import Canvas, Plane, Window, window_of
from core.synthetic.furniture import FLOOR_CM
from core.synthetic.light import CEILING_CM, Lamps
from core.synthetic.table import END_CM, LEFT_CM, OTHER_END_CM, RIGHT_CM, on_table, table_outline
from core.synthetic.textures import ROOM_PX_PER_CM, curtain, dark_wood, floor_tiles, plaster, quilt

EDGE_CM = 4.0
"""Thickness of the table's top."""

INSET_CM = 11.0
"""How far the table's body is behind the edge of its top."""

FAR_CM = 1400.0


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """A flat textured polygon.

    Attributes:
        corners: (n, 3), convex.
        origin, along, across: the texture's first pixel, and the directions of its x and y.
        light: factors at the polygon's upper and lower end of `across`; in between evenly.
    """

    corners: Array
    texture: Image
    origin: Array
    along: Array
    across: Array
    light: tuple[float, float] = (1.0, 1.0)


def paint_room(canvas: Canvas, camera: Camera, lamps: Lamps, random: np.random.Generator) -> None:
    """Paints everything that is behind and below the table's top."""
    height, width = canvas.size
    hidden = _coarse_mask(camera, on_table(table_outline()), canvas.size)
    floor, *walls = _surfaces(camera, random)
    visible: list[tuple[Surface, Window]] = []
    for surface in (*_table_sides(camera), *walls, floor):
        mask = _coarse_mask(camera, surface.corners, canvas.size)
        window = _window_around(cv2.dilate(mask, _KERNEL) > cv2.erode(hidden, _KERNEL, borderValue=1), canvas.size)
        if window is not None:
            visible.append((surface, window))
            hidden |= cv2.erode(mask, _KERNEL, borderValue=1)
    if not visible:
        return
    picture = np.full((height, width, 3), 60, dtype=np.uint8)
    light = np.ones(hidden.shape, dtype=np.float32)
    is_floor = np.zeros((height, width), dtype=np.uint8)
    for surface, window in reversed(visible):
        _paint(picture, is_floor, camera, surface, window, is_on_floor=surface is floor)
        _light(light, camera, surface, canvas.size, with_shadow=surface is floor)
    full = cv2.resize(light, (light.shape[1] * 8, light.shape[0] * 8))[:height, :width]
    for plane, channel in zip(canvas.planes, cv2.split(picture), strict=True):
        root = channel.astype(np.float32)
        cv2.multiply(root, root, plane, 1 / 255**2)
        cv2.multiply(plane, full, plane)
    _mirror_lamps(canvas, camera, lamps, is_floor)


_KERNEL = np.ones((3, 3), np.uint8)


def _coarse_mask(camera: Camera, corners: Array, size: tuple[int, int]) -> Image:
    """(height / 8, width / 8), 1 inside of a convex polygon of the world."""
    mask = np.zeros((-(-size[0] // 8), -(-size[1] // 8)), dtype=np.uint8)
    outline = camera.polygon_px(corners)
    if len(outline) >= 3:
        cv2.fillConvexPoly(mask, _fixed(outline / 8 - 0.5), 1, cv2.LINE_8, _SHIFT)
    return mask


def _window_around(mask: Array, size: tuple[int, int]) -> Window | None:
    """The window of the picture that the marked coarse pixels cover."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return None
    return (
        slice(int(rows[0]) * 8, min(int(rows[-1] + 1) * 8, size[0])),
        slice(int(columns[0]) * 8, min(int(columns[-1] + 1) * 8, size[1])),
    )


_SHIFT = 4


def _fixed(points_px: Array) -> NDArray[np.int32]:
    """Points as OpenCV draws them, in sixteenths of a pixel."""
    return np.rint(points_px * 2**_SHIFT).astype(np.int32)


def _surfaces(camera: Camera, random: np.random.Generator) -> list[Surface]:
    """Floor and walls, those that the camera sees from inside."""
    shift = np.array([*random.uniform(0, 120, 2), 0.0])
    x, y = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    up = np.array([0.0, 0.0, 1.0])
    floor = np.array([(-FAR_CM, -FAR_CM), (FAR_CM, -FAR_CM), (FAR_CM, FAR_CM), (-FAR_CM, FAR_CM)])
    surfaces = [
        Surface(
            np.column_stack([floor, np.full(4, FLOOR_CM)]), floor_tiles(), shift + (0, 0, FLOOR_CM), x, y, (0.66, 0.66)
        )
    ]
    left, right = LEFT_CM - random.uniform(60, 80), RIGHT_CM + random.uniform(70, 95)
    end, other_end = END_CM - random.uniform(55, 75), OTHER_END_CM + random.uniform(5, 20)
    walls = (
        ((left, other_end), (left, end), (1.0, 0.0), ((curtain(), 0.0, 1.0),)),
        (
            (left, end),
            (right, end),
            (0.0, 1.0),
            ((curtain(), 0.0, 0.62), (plaster(), 0.62, 0.7), (dark_wood(), 0.7, 1.0)),
        ),
        ((right, end), (right, other_end), (-1.0, 0.0), ((dark_wood(), 0.0, 0.3), (quilt(), 0.3, 1.0))),
        ((right, other_end), (left, other_end), (0.0, -1.0), ((dark_wood(), 0.0, 1.0),)),
    )
    for begin, stop, inwards, stretches in walls:
        start, finish = np.array([*begin, 0.0]), np.array([*stop, 0.0])
        if (camera.position[:2] - start[:2]) @ np.array(inwards) <= 0:
            continue
        for texture, first, last in stretches:
            low, high = start + first * (finish - start), start + last * (finish - start)
            along = (high - low) / np.linalg.norm(high - low)
            corners = np.array([low + up * 230, high + up * 230, high + up * FLOOR_CM, low + up * FLOOR_CM])
            surfaces.append(Surface(corners, texture, low + up * FLOOR_CM, along, up, (0.80, 0.46)))
    return surfaces


def _table_sides(camera: Camera) -> list[Surface]:
    """The edge of the top and the body below it, where they face the camera."""
    up = np.array([0.0, 0.0, 1.0])
    sides = []
    for inset, top, bottom, light in ((0.0, 0.0, -EDGE_CM, 0.75), (INSET_CM, -EDGE_CM, FLOOR_CM, 0.34)):
        left, right, end, other = LEFT_CM + inset, RIGHT_CM - inset, END_CM + inset, OTHER_END_CM - inset
        for begin, stop, outwards in (
            ((left, end), (right, end), (0.0, -1.0)), ((right, end), (right, other), (1.0, 0.0)),
            ((right, other), (left, other), (0.0, 1.0)), ((left, other), (left, end), (-1.0, 0.0)),
        ):  # fmt: skip
            start, finish = np.array([*begin, 0.0]), np.array([*stop, 0.0])
            if (camera.position[:2] - start[:2]) @ np.array(outwards) <= 0:
                continue
            along = (finish - start) / np.linalg.norm(finish - start)
            if inset == 0:
                start, finish = start + 2 * along, finish - 2 * along
            corners = np.array([start + up * top, finish + up * top, finish + up * bottom, start + up * bottom])
            sides.append(Surface(corners, dark_wood(), start + up * (bottom - 31), along, up, (light, light * 0.8)))
    return sides


def _paint(
    picture: Image, is_floor: Image, camera: Camera, surface: Surface, window: Window, is_on_floor: bool
) -> None:
    rows, columns = window
    inside = picture[window]
    mask = np.zeros(inside.shape[:2], dtype=np.uint8)
    outline = camera.polygon_px(surface.corners) - (columns.start, rows.start)
    cv2.fillConvexPoly(mask, _fixed(outline), 1, cv2.LINE_8, _SHIFT)
    scale = 1 / ROOM_PX_PER_CM
    px_from_texture = camera.px_from_plane(surface.origin, surface.along * scale, surface.across * scale)
    shift = np.array([[1, 0, -columns.start], [0, 1, -rows.start], [0, 0, 1.0]])
    painted = cv2.warpPerspective(
        surface.texture, np.linalg.inv(shift @ px_from_texture), (mask.shape[1], mask.shape[0]),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_WRAP,
    )  # fmt: skip
    cv2.copyTo(painted, mask, inside)
    is_floor[window][mask > 0] = is_on_floor


def _light(light: Plane, camera: Camera, surface: Surface, size: tuple[int, int], with_shadow: bool) -> None:
    """Sets the light on a surface; on the floor with the table's soft shadow."""
    mask = _coarse_mask(camera, surface.corners, size).astype(bool)
    rows = np.flatnonzero(mask.any(axis=1))
    if not len(rows):
        return
    ramp = np.interp(np.arange(len(light)), (rows[0], rows[-1] + 1), surface.light).astype(np.float32)
    shade = np.broadcast_to(ramp[:, None], light.shape)
    if with_shadow:
        outline = np.column_stack([table_outline(), np.full(len(table_outline()), FLOOR_CM)])
        shade = shade * (1 - np.float32(0.72) * cv2.GaussianBlur(
            _coarse_mask(camera, outline, size).astype(np.float32), (0, 0), 4.0
        ))  # fmt: skip
    np.copyto(light, shade, where=mask)


def _mirror_lamps(canvas: Canvas, camera: Camera, lamps: Lamps, is_floor: Image) -> None:
    """Lamps in the glossy tiles: a hard spot with a halo."""
    for place in lamps.places:
        below = np.array([place[0], place[1], 2 * FLOOR_CM - CEILING_CM])
        if camera.depth_cm(below[None])[0] < 50:
            continue
        x, y = camera.to_px(below)
        radius_px = 9.0 * float(np.linalg.norm(camera.px_from_world[1, :3])) / float(camera.depth_cm(below[None])[0])
        window = window_of(np.array([[x, y]]), canvas.size, 5 * radius_px)
        if window is None:
            continue
        rows, columns = window
        dy = (np.arange(rows.start, rows.stop, dtype=np.float32) - np.float32(y))[:, None]
        dx = (np.arange(columns.start, columns.stop, dtype=np.float32) - np.float32(x))[None]
        square = (dx**2 + dy**2) / np.float32(radius_px**2)
        spot = 0.9 * np.exp(-(square**2)) + 0.10 * np.exp(-square / 4)
        canvas.shine(window, (spot * is_floor[window]).astype(np.float32))
