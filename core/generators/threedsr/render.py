"""Rendering of a scene: a tiled ground under the sky, shadows, solids; and the visible share of each object."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from core.benchmarks.threedsr.object_catalogue import build_object_mesh
from core.benchmarks.threedsr.scene import ObjectScene, SceneObject, Viewpoint
from core.errors import SceneError
from core.rendering.camera import NEAR, Array, PinholeCamera
from core.rendering.mesh import Mesh
from core.rendering.zbuffer import Light, render, render_object_ids

FEWEST_OF_PICTURE, FEWEST_OF_ITSELF = 0.004, 0.4
"""Smallest shares of the image, and of its own outline without the others, that a named object must cover."""

CHECK_WIDTH_PX = 256
"""Width of the images in which visibility is measured."""

SUN = np.array([-0.45, 0.35, 0.82])
"""Direction to the sun, in the world."""

_FINER = 3
_TILES = np.array([[226, 222, 208], [208, 203, 188]], dtype=np.float64)
_HAZE, _SKY = np.array([236, 240, 242.0]), np.array([150, 190, 228.0])
_FAR_M, _SHADE, _SOFT = 45.0, 0.62, 5

_BANDS = 24
"""Number of bands in which ground and sky are computed: the data of one band fits into the processor's cache."""


def render_image(scene: ObjectScene) -> NDArray[np.uint8]:
    """Render an image (height, width, 3), RGB; the same scene gives the same bytes."""
    camera = scene.view.camera
    towards = camera.rotation @ SUN
    # Faces that no lamp reaches keep enough light to be distinguished.
    light = Light((float(towards[0]), float(towards[1]), float(towards[2])), everywhere=0.55)
    meshes = [
        _drop_back_faces(_build_mesh(thing, number), camera) for number, thing in enumerate(scene.things, start=1)
    ]
    return render(meshes, camera, background=_render_background(scene, camera), light=light, finer=_FINER).image


def encode_png(image: NDArray[np.uint8]) -> bytes:
    """Encode the image as a PNG file.

    Raises:
        SceneError: the image cannot be encoded.
    """
    done, data = cv2.imencode(".png", np.ascontiguousarray(image[..., ::-1]), [cv2.IMWRITE_PNG_COMPRESSION, 6])
    if not done:
        raise SceneError("the image cannot be encoded as PNG")
    return data.tobytes()


def render_ids(scene: ObjectScene, width_px: int = CHECK_WIDTH_PX) -> NDArray[np.int32]:
    """Render the ids (height, width): the object's number, from 1, at each pixel; 0 for the ground and the sky."""
    camera = scene.view.make_camera(width_px)
    return render_object_ids(
        [_drop_back_faces(_build_mesh(thing, n), camera) for n, thing in enumerate(scene.things, start=1)], camera
    )


def is_visible(scene: ObjectScene) -> bool:
    """Return whether each named object covers enough of the image and is not hidden by others.

    Source: our own limits; docs/benchmarks/threedsr.md.
    """
    camera = scene.view.make_camera(CHECK_WIDTH_PX)
    ids = render_ids(scene)
    for number, thing in enumerate(scene.named, start=1):
        share = float((ids == number).mean())
        if share < max(FEWEST_OF_PICTURE, FEWEST_OF_ITSELF * _compute_outline_share(thing, camera)):
            return False
    return True


def _compute_outline_share(thing: SceneObject, camera: PinholeCamera) -> float:
    """Compute the share of the image that an object covers without the others, including its rim."""
    covered = np.zeros((camera.height_px, camera.width_px), dtype=np.uint8)
    pixels, depths = camera.project(_drop_back_faces(_build_mesh(thing, 1), camera).corners)
    for triangle in np.rint(pixels[(depths > NEAR).all(axis=1)] * 16).astype(np.int32):
        cv2.fillConvexPoly(covered, triangle, 1, cv2.LINE_8, 4)
    return float(covered.mean())


def _build_mesh(thing: SceneObject, number: int) -> Mesh:
    object_mesh = build_object_mesh(thing.kind, thing.colour)
    placed = object_mesh.transform(thing.turn, (thing.x, thing.y, thing.z))
    return Mesh(placed.corners, placed.colours, number)


def _drop_back_faces(mesh: Mesh, camera: PinholeCamera) -> Mesh:
    """Drop the triangles that face away from the camera: solids are closed, so others cover them."""
    first, second = mesh.corners[:, 1] - mesh.corners[:, 0], mesh.corners[:, 2] - mesh.corners[:, 0]
    is_front = (np.cross(first, second) * (mesh.corners[:, 0] - camera.position)).sum(axis=1) < 0
    return Mesh(mesh.corners[is_front], mesh.colours[is_front], mesh.object_id)


def _render_background(scene: ObjectScene, camera: PinholeCamera) -> Array:
    """Render the background (height, width, 3): tiles of a metre up to the horizon, the sky, shadows on the ground."""
    lit, unlit = _render_surroundings(scene.view)
    ground = lit * _compute_shadows(scene, camera)[..., None]
    ground += unlit
    return np.asarray(np.rint(ground, out=ground).clip(0, 255, out=ground))


@lru_cache(maxsize=4)
def _render_surroundings(view: Viewpoint) -> tuple[Array, Array]:
    """Render two images (height, width, 3) of ground and sky: the light that a shadow removes, and the rest of it."""
    camera = view.camera
    bands = [_render_band(camera, rows) for rows in np.array_split(np.arange(camera.height_px), _BANDS)]
    lit, unlit = (np.concatenate(parts) for parts in zip(*bands, strict=True))
    return lit, unlit


def _render_band(camera: PinholeCamera, rows: NDArray[np.int64]) -> tuple[Array, Array]:
    """Render the surroundings in some rows of the image."""
    rays = _compute_rays(camera, rows)
    x, y, z = np.moveaxis(rays, -1, 0)
    down = -z / np.sqrt(x * x + y * y + z * z)
    is_ground = down > 1e-4
    lit, unlit = np.zeros(rays.shape), np.empty(rays.shape)
    unlit[~is_ground] = _HAZE + (_SKY - _HAZE) * np.clip(-down[~is_ground] / 0.45, 0.0, 1.0)[:, None]
    x, y, z = x[is_ground], y[is_ground], z[is_ground]
    far = -camera.position[2] / z
    off_x, off_y = far * x, far * y
    away = np.hypot(off_x, off_y)
    odd = (np.floor(camera.position[0] + off_x) + np.floor(camera.position[1] + off_y)) % 2
    # Tiles smaller than a pixel would flicker, so contrast fades with distance.
    fade = np.clip(1.0 - away / (0.5 * _FAR_M), 0.0, 1.0)[:, None]
    tiles = _TILES.mean(axis=0) + (_TILES - _TILES.mean(axis=0))[odd.astype(np.int64)] * fade
    haze = np.clip(away / _FAR_M, 0.0, 1.0)[:, None] ** 2
    lit[is_ground], unlit[is_ground] = tiles * (1.0 - haze), _HAZE * haze
    return lit, unlit


def _compute_rays(camera: PinholeCamera, rows: NDArray[np.int64]) -> Array:
    """Compute the direction (rows, width, 3) of each pixel's ray in the world."""
    y, x = np.meshgrid(rows.astype(np.float64), np.arange(camera.width_px, dtype=np.float64), indexing="ij")
    there = np.stack([x - camera.centre_px[0], y - camera.centre_px[1], np.full_like(x, camera.focal_px)], axis=-1)
    return np.asarray(there @ camera.rotation)


def _compute_shadows(scene: ObjectScene, camera: PinholeCamera) -> Array:
    """Compute the share (height, width) of light that reaches the ground at each pixel."""
    shade = np.zeros((camera.height_px, camera.width_px), dtype=np.uint8)
    for thing in scene.things:
        points = _build_mesh(thing, 1).corners.reshape(-1, 3)
        fallen = points[:, :2] - points[:, 2:] * SUN[:2] / SUN[2]
        hull = cv2.convexHull(fallen.astype(np.float32))[:, 0].astype(np.float64)
        pixels, depths = camera.project(np.column_stack([hull, np.zeros(len(hull))]))
        if (depths > NEAR).all():
            cv2.fillPoly(shade, [np.rint(pixels * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(shade, (_SOFT, _SOFT), 0)
    return np.asarray(1.0 - (1.0 - _SHADE) * soft / 255.0)
