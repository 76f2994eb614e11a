"""Triangles as a picture: in each pixel the nearest one, shaded by how it stands to the light.

A z-buffer is exact for each sample, whatever solids cut through each other or themselves. Edges are smooth because a
pixel is the mean of several samples.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.rendering.camera import NEAR, Array, Camera
from core.rendering.mesh import Mesh

BACKGROUND = 0
"""The id where nothing is seen."""


_ON_EDGE = 1e-6
"""In square pixels: a sample on the common edge of two triangles belongs to both, whatever is rounded."""


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp far away, and light from everywhere.

    Attributes:
        towards: (3,), where the lamp is, in the camera frame: (0, 0, -1) is behind the camera.
        everywhere: the share of light that reaches a surface turned away from the lamp.
    """

    towards: tuple[float, float, float] = (-0.4, -0.6, -1.0)
    everywhere: float = 0.35


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """A picture and what is in it.

    Attributes:
        image: (height, width, 3), red, green, blue.
        depth: (height, width), at the middle of each pixel, in world units; inf where nothing is seen.
        ids: (height, width), the object at the middle of each pixel, or `BACKGROUND`.
    """

    image: NDArray[np.uint8]
    depth: Array
    ids: NDArray[np.int32]


def render(
    meshes: Sequence[Mesh],
    camera: Camera,
    *,
    background: ArrayLike = (255, 255, 255),
    light: Light | None = None,
    finer: int = 3,
) -> Rendered:
    """The meshes as the camera sees them.

    Args:
        meshes: surfaces are seen from both sides and shaded alike.
        camera: its picture's size is that of the result.
        background: (3,) or (height, width, 3), where nothing is seen.
        light: a lamp to the upper left behind the camera by default.
        finer: samples along each side of a pixel; odd, so that one is its middle.

    Raises:
        ValueError: `finer` is even or below 1.
    """
    if finer < 1 or finer % 2 == 0:
        raise ValueError(f"finer is {finer}; it has to be odd")
    depth, nearest = nearest_triangles(meshes, camera, finer)
    lamp = light or Light()
    colours = np.concatenate([*(_shaded(mesh, camera, lamp) for mesh in meshes), np.zeros((1, 3))])
    fine = np.rint(colours).clip(0, 255).astype(np.uint8)[nearest]
    behind = np.empty((camera.height_px, camera.width_px, 3), dtype=np.uint8)
    behind[:] = np.asarray(background)
    is_empty = nearest < 0
    fine[is_empty] = behind.repeat(finer, axis=0).repeat(finer, axis=1)[is_empty]
    image = cv2.resize(fine, (camera.width_px, camera.height_px), interpolation=cv2.INTER_AREA)
    middle = slice(finer // 2, None, finer)
    return Rendered(
        np.asarray(image, dtype=np.uint8), depth[middle, middle].copy(), _owners(meshes)[nearest[middle, middle]]
    )


def object_ids(meshes: Sequence[Mesh], camera: Camera) -> NDArray[np.int32]:
    """(height, width): the object in the middle of each pixel, or `BACKGROUND`, without drawing a picture."""
    _, nearest = nearest_triangles(meshes, camera, 1)
    return _owners(meshes)[nearest]


def nearest_triangles(meshes: Sequence[Mesh], camera: Camera, finer: int) -> tuple[Array, NDArray[np.int32]]:
    """Depth and index of the nearest triangle at each sample, (height * finer, width * finer) each.

    Indices count through all meshes in order; -1 where nothing is seen. Of two that are equally near, the first wins.
    """
    height, width = camera.height_px * finer, camera.width_px * finer
    # 1 / depth is linear in the picture; 0 is infinitely far.
    inverse = np.zeros(height * width)
    nearest = np.full(height * width, -1, dtype=np.int32)
    corners = np.concatenate([mesh.corners for mesh in meshes] or [np.empty((0, 3, 3))])
    pieces, indices = _in_front(camera.in_camera(corners))
    px = (camera.centre_px + camera.focal_px * pieces[..., :2] / pieces[..., 2:] + 0.5) * finer - 0.5
    edges, planes = _edges(px), _planes(px, 1.0 / pieces[..., 2])
    low = np.maximum(np.ceil(px.min(axis=1) - 1e-9), 0).astype(np.int64)
    high = np.minimum(np.floor(px.max(axis=1) + 1e-9) + 1, (width, height)).astype(np.int64)
    is_drawn = (high > low).all(axis=1) & np.isfinite(planes).all(axis=1)
    for piece in np.flatnonzero(is_drawn):
        (left, top), (right, bottom) = low[piece], high[piece]
        x, y = np.arange(left, right, dtype=np.float64), np.arange(top, bottom, dtype=np.float64)[:, None]
        inside = np.ones((bottom - top, right - left), dtype=bool)
        for a, b, c in edges[piece]:
            inside &= a * x + b * y + c >= -_ON_EDGE
        a, b, c = planes[piece]
        there = a * x + b * y + c
        old = inverse.reshape(height, width)[top:bottom, left:right]
        wins = inside & (there > old)
        old[wins] = there[wins]
        nearest.reshape(height, width)[top:bottom, left:right][wins] = indices[piece]
    with np.errstate(divide="ignore"):
        return (1.0 / inverse).reshape(height, width), nearest.reshape(height, width)


def _owners(meshes: Sequence[Mesh]) -> NDArray[np.int32]:
    """The object of each triangle, and at the end, where the index -1 points, the background."""
    ids = [np.full(len(mesh.corners), mesh.object_id, dtype=np.int32) for mesh in meshes]
    return np.concatenate([*ids, np.array([BACKGROUND], dtype=np.int32)])


def _in_front(corners: Array) -> tuple[Array, NDArray[np.int64]]:
    """Triangles (n, 3, 3) of the camera frame cut off at `NEAR`, and of each the index of the one that it is from."""
    is_near = corners[..., 2] < NEAR
    whole = np.flatnonzero(~is_near.any(axis=1))
    pieces, indices = [corners[whole]], [whole]
    for index in np.flatnonzero(is_near.any(axis=1) & ~is_near.all(axis=1)):
        ring = list(_cut_off(corners[index]))
        fan = [np.stack([ring[0], *pair]) for pair in pairwise(ring[1:])]
        pieces.append(np.stack(fan))
        indices.append(np.full(len(fan), index))
    return np.concatenate(pieces), np.concatenate(indices)


def _cut_off(triangle: Array) -> Iterable[Array]:
    """The corners of what is left of a triangle (3, 3) beyond `NEAR`."""
    for here, there in zip(triangle, np.roll(triangle, -1, axis=0), strict=True):
        if here[2] >= NEAR:
            yield here
        if (here[2] - NEAR) * (there[2] - NEAR) < 0:
            crossing = here + (there - here) * (NEAR - here[2]) / (there[2] - here[2])
            yield np.array([crossing[0], crossing[1], NEAR])


def _edges(px: Array) -> Array:
    """(n, 3, 3): for each edge of triangles (n, 3, 2) the line a x + b y + c, positive inside."""
    following = np.roll(px, -1, axis=1)
    a, b = px[..., 1] - following[..., 1], following[..., 0] - px[..., 0]
    c = -(a * px[..., 0] + b * px[..., 1])
    sign = np.sign(a[:, :1] * px[:, 2:, 0] + b[:, :1] * px[:, 2:, 1] + c[:, :1])
    # A triangle without area has no inside.
    c = np.where(sign == 0, -np.inf, c)
    return np.stack([a, b, c], axis=-1) * np.where(sign == 0, 1.0, sign)[..., None]


def _planes(px: Array, values: Array) -> Array:
    """(n, 3): a, b, c so that a x + b y + c takes the values (n, 3) at the corners (n, 3, 2)."""
    first, second = px[:, 1] - px[:, 0], px[:, 2] - px[:, 0]
    area = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    rise, climb = values[:, 1] - values[:, 0], values[:, 2] - values[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        a = (rise * second[:, 1] - climb * first[:, 1]) / area
        b = (climb * first[:, 0] - rise * second[:, 0]) / area
    return np.stack([a, b, values[:, 0] - a * px[:, 0, 0] - b * px[:, 0, 1]], axis=-1)


def _shaded(mesh: Mesh, camera: Camera, light: Light) -> Array:
    """(n, 3): the colours of triangles in this light, from both sides alike.

    Source: Lambert's cosine law; the side that is seen is the one that is lit.
    """
    first, second = mesh.corners[:, 1] - mesh.corners[:, 0], mesh.corners[:, 2] - mesh.corners[:, 0]
    normals = np.cross(first, second) @ camera.rotation.T
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
    view = camera.in_camera(mesh.corners.mean(axis=1))
    normals *= -np.where((normals * view).sum(axis=1) > 0, 1.0, -1.0)[:, None]
    lamp = np.asarray(light.towards) / np.linalg.norm(light.towards)
    share = light.everywhere + (1 - light.everywhere) * np.maximum(normals @ lamp, 0.0)
    return np.asarray(mesh.colours * share[:, None])
