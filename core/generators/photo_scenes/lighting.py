"""The nine ceiling lamps: the light on the table, their reflections in it and in the tape, and the object's shadows.

Source: Tri-Bench, appendix "Dataset Construction": nine ceiling lights, curtains closed.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike

from core.generators.photo_scenes.camera import SceneCamera, to_world_points
from core.generators.photo_scenes.framebuffer import Canvas, Plane, Window, find_window
from core.generators.photo_scenes.meshes import ObjectMesh
from core.geometry.homography import Array, map_points

CEILING_CM = 195.0
SPACING_CM = 136.0
AMBIENT = 0.24
"""Share of the light that walls and ceiling reflect, without a direction."""

COARSE = 8
"""Light changes slowly, so it is computed for every eighth pixel."""

PENUMBRA = 0.03
"""Width of a shadow's rim over the height of the object: a lamp's width over its height."""


@dataclass(frozen=True, slots=True, eq=False)
class Lamps:
    """Nine lamps that shine down, less to the sides: places (9, 3) in the world frame, strengths (9,), sum 1."""

    places: Array
    strengths: Array

    def compute_light(self, points: Array, normals: Array) -> Array:
        """Compute the light (n,) on surfaces at points (n, 3), 1 on the table below the lamps' middle."""
        towards = self.places - points[:, None, :]
        distance = np.linalg.norm(towards, axis=2)
        cosine = np.maximum((towards * normals[:, None, :]).sum(axis=2) / distance, 0.0)
        direct = (self.strengths * cosine * (CEILING_CM / distance) ** 3).sum(axis=1) / _DIRECT_BELOW
        # The ceiling gives more light than the table and the floor.
        ambient = 0.72 + 0.28 * normals[:, 2]
        return np.asarray(AMBIENT * ambient + (1 - AMBIENT) * direct)

    def compute_reflection(self, points: Array, normals: Array, camera_place: Array, width: float) -> Array:
        """Compute how much of the lamps' light (n,) a glossy surface reflects to the camera, 0 to about 1."""
        to_camera = camera_place - points
        to_camera /= np.linalg.norm(to_camera, axis=1, keepdims=True)
        to_lamp = self.places - points[:, None, :]
        to_lamp /= np.linalg.norm(to_lamp, axis=2, keepdims=True)
        half = to_lamp + to_camera[:, None, :]
        half /= np.linalg.norm(half, axis=2, keepdims=True)
        cosine = np.clip((half * normals[:, None, :]).sum(axis=2), 1e-3, 1.0)
        return np.asarray(np.exp((1 - cosine**-2) / (2 * width**2)).sum(axis=1))


_DIRECT_BELOW = 0.43
"""Direct light of nine equal lamps below their middle, where `Lamps.compute_light` is 1."""


def sample_lamps(random: np.random.Generator) -> Lamps:
    """Sample three by three lamps over the board."""
    across, along = np.meshgrid((-1.0, 0.0, 1.0), (-1.0, 0.0, 1.0))
    middle = np.array([46.0, 60.0]) + random.uniform(-6, 6, 2)
    flat = np.column_stack([across.ravel(), along.ravel()]) * SPACING_CM + middle
    # A few outshine the others: three or four shadows are visible, not nine.
    strengths = random.permutation(np.linspace(0.25, 1.0, 9) ** 2)
    return Lamps(np.column_stack([flat, np.full(9, CEILING_CM)]), strengths / strengths.sum())


@dataclass(frozen=True, slots=True, eq=False)
class TableLight:
    """Light on and from the table for every eighth pixel of the image; values above the horizon are meaningless.

    Attributes:
        falling: light that falls on the table.
        satin: reflections of the lamps in the table's coat, wide and soft.
        glossy: reflections of the lamps in the tape, narrow.
    """

    falling: Plane
    satin: Plane
    glossy: Plane


def compute_table_light(camera: SceneCamera, lamps: Lamps) -> TableLight:
    """Compute the light on the table as the camera sees it."""
    rows, columns = -(-camera.height_px // COARSE), -(-camera.width_px // COARSE)
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    pixels = (np.stack([x, y], axis=-1).reshape(-1, 2) + 0.5) * COARSE - 0.5
    points = np.clip(map_points(camera.homography.board_from_px, pixels), -400, 500).astype(np.float32)
    squares = []
    direct = np.zeros(len(points), dtype=np.float32)
    eye = camera.position.astype(np.float32)
    to_eye = eye[:2] - points
    eye_distance = np.sqrt((to_eye**2).sum(axis=1) + eye[2] ** 2)
    to_eye /= eye_distance[:, None]
    eye_up = eye[2] / eye_distance
    for place, strength in zip(lamps.places.astype(np.float32), lamps.strengths, strict=True):
        to_lamp = place[:2] - points
        distance = np.sqrt((to_lamp**2).sum(axis=1) + place[2] ** 2)
        cosine = place[2] / distance
        direct += np.float32(strength / _DIRECT_BELOW) * cosine * (CEILING_CM / distance) ** 3
        half = to_lamp / distance[:, None] + to_eye
        squares.append((half**2).sum(axis=1) / (cosine + eye_up) ** 2)
    slope = np.stack(squares)
    nearest = slope.min(axis=0)
    # At a flat angle, the same light spreads over more of the table.
    spread = 0.15 + 0.85 * eye_up**2
    lobes = 0.55 * np.exp(-slope / (2 * 0.060**2)) + 0.16 * np.exp(-slope / (2 * 0.16**2))
    satin = np.sqrt(len(lamps.strengths) * lamps.strengths) @ lobes * spread
    glossy = np.exp(-nearest / (2 * 0.035**2))
    shape = (rows, columns)
    return TableLight(
        falling=(AMBIENT + (1 - AMBIENT) * direct).reshape(shape),
        satin=satin.astype(np.float32).reshape(shape),
        glossy=glossy.astype(np.float32).reshape(shape),
    )


def to_full_size(coarse: Plane, size: tuple[int, int]) -> Plane:
    """Scale a coarse plane to the image's size."""
    height, width = size
    full = cv2.resize(coarse, (coarse.shape[1] * COARSE, coarse.shape[0] * COARSE), interpolation=cv2.INTER_LINEAR)
    return np.asarray(full[:height, :width], dtype=np.float32)


def cast_shadows(canvas: Canvas, camera: SceneCamera, lamps: Lamps, solid: ObjectMesh) -> None:
    """Darken the table where the object blocks the lamps' light or that of the room."""
    outlines: list[tuple[float, Array]] = []
    middle = np.concatenate(solid.corners).mean(axis=0)
    towards = lamps.places - middle
    weights = lamps.strengths / (towards**2).sum(axis=1) ** 2
    weights /= weights.sum()
    for lamp, weight in zip(lamps.places, weights, strict=True):
        for corners in solid.corners:
            corners = corners[:, :2] + (lamp[:2] - corners[:, :2]) * (corners[:, 2:] / (corners[:, 2:] - lamp[2]))
            hull = cv2.convexHull(corners.astype(np.float32))[:, 0, :]
            outlines.append((float(weight), _project_outline(camera, hull)))
    everything = np.concatenate([outline for _, outline in outlines])
    window = find_window(np.clip(everything, -4000, 8000), canvas.size, 16)
    if window is None:
        return
    shade = _compute_shade(outlines, len(solid.corners), window)
    px_per_cm = _compute_px_per_cm(camera, middle)
    soft = cv2.GaussianBlur(shade, (0, 0), max(PENUMBRA * solid.height_cm * px_per_cm / 2, 0.4))
    full = cv2.resize(soft, (window[1].stop - window[1].start, window[0].stop - window[0].start))
    canvas.filter(window, np.asarray(full * np.float32(1 - AMBIENT), dtype=np.float32), (0.0, 0.0, 0.0))
    _occlude(canvas, camera, solid, px_per_cm)


def _compute_shade(outlines: list[tuple[float, Array]], parts: int, window: Window) -> Plane:
    """Compute the share of the lamps' light that is blocked, at half size; parts of one lamp's shadow do not add up."""
    rows, columns = window
    shape = (-(-(rows.stop - rows.start) // 2), -(-(columns.stop - columns.start) // 2))
    shade = np.zeros(shape, dtype=np.float32)
    for first in range(0, len(outlines), parts):
        mask = np.zeros(shape, dtype=np.uint8)
        for _, outline in outlines[first : first + parts]:
            corners = np.clip((outline - (columns.start, rows.start)) / 2, -2000, 4000)
            if len(corners):
                cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        shade += mask * np.float32(outlines[first][0])
    return shade


def _project_outline(camera: SceneCamera, hull_cm: ArrayLike) -> Array:
    """Project a convex outline on the table, (n, 2) in cm, to (m, 2) pixels; it is clipped behind the camera."""
    outline = camera.homography.to_px(hull_cm)
    return outline if np.isfinite(outline).all() else camera.project_polygon(to_world_points(np.asarray(hull_cm)))


def _occlude(canvas: Canvas, camera: SceneCamera, solid: ObjectMesh, px_per_cm: float) -> None:
    """Draw the dark rim on the table around the object."""
    corners = np.concatenate(solid.corners)
    foot = cv2.convexHull(corners[corners[:, 2] < 3.0, :2].astype(np.float32))[:, 0, :]
    outline = _project_outline(camera, foot)
    blur_px = max(min(1.5, 0.3 * solid.height_cm) * px_per_cm, 1.0)
    window = find_window(outline, canvas.size, 3 * blur_px)
    if window is None:
        return
    rows, columns = window
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), dtype=np.float32)
    cv2.fillConvexPoly(mask, np.rint((outline - (columns.start, rows.start)) * 16).astype(np.int32), 0.7, cv2.LINE_8, 4)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur_px), dtype=np.float32)
    canvas.filter(window, soft, (0.35, 0.35, 0.35))


def _compute_px_per_cm(camera: SceneCamera, place: Array) -> float:
    """Compute the pixels per centimetre at a place, averaged over the directions of the table."""
    here, right, down = camera.to_px(place + np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)]))
    return float(np.hypot(*(right - here)) + np.hypot(*(down - here))) / 2
