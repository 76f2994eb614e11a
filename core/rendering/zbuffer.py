"""A renderer of triangles: each pixel shows the nearest one, shaded by its angle to the light.

A z-buffer is exact for each sample, even if solids intersect each other or themselves. Edges are smooth because a
pixel is the mean of several samples.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.rendering.camera import NEAR, Array, PinholeCamera
from core.rendering.mesh import Mesh

BACKGROUND = 0
"""The id of pixels without an object."""


_ON_EDGE = 1e-6
"""Tolerance in square pixels: a sample on the common edge of two triangles belongs to both, despite rounding."""

_SMALL, _AT_ONCE = 1000, 1_000_000
"""Largest number of samples in a triangle's box for drawing it together with others, and of all those together."""


@dataclass(frozen=True, slots=True)
class Light:
    """A distant lamp, and ambient light.

    Attributes:
        towards: (3,), direction to the lamp in the camera frame: (0, 0, -1) is behind the camera.
        everywhere: the share of light that reaches a surface turned away from the lamp.
        around: how far a large lamp shines around surfaces: its light reaches those whose cosine is above minus this. 0
            is a point, by Lambert's law.
    """

    towards: tuple[float, float, float] = (-0.4, -0.6, -1.0)
    everywhere: float = 0.35
    around: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class RenderResult:
    """An image and its contents.

    Attributes:
        image: (height, width, 3), red, green, blue.
        depth: (height, width), at the middle of each pixel, in world units; inf if the pixel shows no object.
        ids: (height, width), the object at the middle of each pixel, or `BACKGROUND`.
    """

    image: NDArray[np.uint8]
    depth: Array
    ids: NDArray[np.int32]


def render(
    meshes: Sequence[Mesh],
    camera: PinholeCamera,
    *,
    background: ArrayLike = (255, 255, 255),
    light: Light | None = None,
    finer: int = 3,
) -> RenderResult:
    """Render the meshes as the camera sees them.

    Args:
        meshes: both sides of a surface are visible and shaded alike.
        camera: its image size is that of the result.
        background: (3,) or (height, width, 3), shown in pixels without an object.
        light: a lamp to the upper left behind the camera by default.
        finer: samples along each side of a pixel; odd, so that one is at the middle.

    Raises:
        ValueError: `finer` is even or below 1.
    """
    if finer < 1 or finer % 2 == 0:
        raise ValueError(f"finer is {finer}; it must be odd and positive")
    inverse, winner, triangles = _find_nearest(meshes, camera, finer)
    lamp = light or Light()
    colours = np.concatenate([*(_shade_triangles(mesh, camera, lamp) for mesh in meshes), np.zeros((1, 3))])
    # Four bytes per sample; the fourth marks samples with an object: one look-up and one mean for all of them.
    packed = np.full((len(colours), 4), 255, dtype=np.uint8)
    packed[:, :3] = np.rint(colours).clip(0, 255)
    packed[-1] = 0
    fine = packed.view(np.uint32)[triangles, 0][winner].view(np.uint8).reshape(*winner.shape, 4)
    mean = cv2.resize(fine, (camera.width_px, camera.height_px), interpolation=cv2.INTER_AREA)
    behind = np.asarray(background, dtype=np.float32) * (1.0 - mean[..., 3:].astype(np.float32) / 255.0)
    behind += mean[..., :3]
    image = np.rint(behind, out=behind).clip(0, 255, out=behind)
    middle = slice(finer // 2, None, finer)
    with np.errstate(divide="ignore"):
        depth = 1.0 / inverse[middle, middle]
    return RenderResult(
        np.asarray(image, dtype=np.uint8), depth, _list_owners(meshes)[triangles[winner[middle, middle]]]
    )


def render_object_ids(meshes: Sequence[Mesh], camera: PinholeCamera) -> NDArray[np.int32]:
    """Return the object (height, width) in the middle of each pixel, or `BACKGROUND`, without drawing an image."""
    _, winner, triangles = _find_nearest(meshes, camera, 1)
    return _list_owners(meshes)[triangles[winner]]


def _find_nearest(
    meshes: Sequence[Mesh], camera: PinholeCamera, finer: int
) -> tuple[Array, NDArray[np.int32], NDArray[np.int32]]:
    """Find the nearest piece of a triangle at each sample; return inverse depths, pieces, and each piece's triangle.

    The first two are (height * finer, width * finer). Triangles are numbered through all meshes in order. At samples
    without an object, the piece and its triangle are -1. If two are equally near, the first wins.
    """
    height, width = camera.height_px * finer, camera.width_px * finer
    # 1 / depth is linear in the image; 0 is infinitely far.
    inverse = np.zeros((height, width))
    winner = np.full((height, width), -1, dtype=np.int32)
    corners = np.concatenate([mesh.corners for mesh in meshes] or [np.empty((0, 3, 3))])
    pieces, indices = _clip_at_near_plane(camera.to_camera_frame(corners))
    px = (camera.centre_px + camera.focal_px * pieces[..., :2] / pieces[..., 2:] + 0.5) * finer - 0.5
    low = np.maximum(np.ceil(px.min(axis=1) - 1e-9), 0).astype(np.int64)
    high = np.minimum(np.floor(px.max(axis=1) + 1e-9) + 1, (width, height)).astype(np.int64)
    flat = _Flat(_compute_edges(px), _compute_planes(px, 1.0 / pieces[..., 2]), low, high)
    drawn = np.flatnonzero((high > low).all(axis=1) & np.isfinite(flat.planes).all(axis=1))
    samples = (high - low)[drawn].prod(axis=1)
    for piece in drawn[samples > _SMALL]:
        _draw(flat, int(piece), inverse, winner)
    small = drawn[samples <= _SMALL]
    for some in np.array_split(small, 1 + samples[samples <= _SMALL].sum() // _AT_ONCE):
        _draw_small_triangles(flat, some, inverse, winner)
    return inverse, winner, np.append(indices, -1).astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class _Flat:
    """Triangles in the image, in samples.

    Attributes:
        edges: (n, 3, 3), as `_compute_edges` returns them.
        planes: (n, 3) of the inverse depth, as `_compute_planes` returns them.
        low, high: (n, 2), first column and row that a triangle may reach, and those just after the last ones.
    """

    edges: Array
    planes: Array
    low: NDArray[np.int64]
    high: NDArray[np.int64]


def _draw(flat: _Flat, piece: int, inverse: Array, winner: NDArray[np.int32]) -> None:
    """Draw one triangle; those before it in order have been drawn."""
    (left, top), (right, bottom) = flat.low[piece], flat.high[piece]
    x, y = np.arange(left, right, dtype=np.float64), np.arange(top, bottom, dtype=np.float64)[:, None]
    first, last = _compute_spans(flat.edges[piece], y)
    a, b, c = flat.planes[piece]
    there = a * x + b * y
    there += c
    old = inverse[top:bottom, left:right]
    wins = (x >= first) & (x <= last)
    wins &= there > old
    np.copyto(old, there, where=wins)
    np.copyto(winner[top:bottom, left:right], np.int32(piece), where=wins)


def _draw_small_triangles(flat: _Flat, pieces: NDArray[np.int64], inverse: Array, winner: NDArray[np.int32]) -> None:
    """Draw small triangles, all of their samples at once."""
    widths, heights = (flat.high - flat.low)[pieces].T
    sizes = widths * heights
    owner = np.repeat(np.arange(len(pieces)), sizes)
    rows, columns = np.divmod(np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes), widths[owner])
    columns += flat.low[pieces, 0][owner]
    rows += flat.low[pieces, 1][owner]
    x, y = columns.astype(np.float64), rows.astype(np.float64)
    inside = np.ones(len(owner), dtype=bool)
    for edge in np.moveaxis(flat.edges[pieces], 1, 0):
        a, b, c = edge.T
        inside &= a[owner] * x + b[owner] * y + c[owner] >= -_ON_EDGE
    kept = np.flatnonzero(inside)
    owner, at = owner[kept], rows[kept] * inverse.shape[1] + columns[kept]
    a, b, c = flat.planes[pieces].T
    there = a[owner] * x[kept] + b[owner] * y[kept] + c[owner]
    nearest, winners, own = inverse.reshape(-1), winner.reshape(-1), pieces[owner].astype(np.int32)
    old = nearest[at]
    np.maximum.at(nearest, at, there)
    wins = (there > 0) & (there == nearest[at]) & ((there > old) | (own < winners[at]))
    # Among equally near triangles, the first is written last.
    winners[at[wins][::-1]] = own[wins][::-1]


def _compute_spans(edges: Array, y: Array) -> tuple[Array, Array]:
    """Compute the first and last place inside a triangle's edges (3, 3) in each row y (n, 1); (n, 1) each.

    If no part of a row is inside, the last place is before the first.
    """
    first, last = np.full(y.shape, -np.inf), np.full(y.shape, np.inf)
    for a, b, c in edges:
        rest = b * y + (c + _ON_EDGE)
        if a > 0:
            np.maximum(first, -rest / a, out=first)
        elif a < 0:
            np.minimum(last, -rest / a, out=last)
        else:
            last[rest < 0] = -np.inf
    return first, last


def _list_owners(meshes: Sequence[Mesh]) -> NDArray[np.int32]:
    """List the object of each triangle, followed by the background, to which the index -1 points."""
    ids = [np.full(len(mesh.corners), mesh.object_id, dtype=np.int32) for mesh in meshes]
    return np.concatenate([*ids, np.array([BACKGROUND], dtype=np.int32)])


def _clip_at_near_plane(corners: Array) -> tuple[Array, NDArray[np.int64]]:
    """Clip triangles (n, 3, 3) of the camera frame at `NEAR`; return them with the indices of their originals."""
    is_near = corners[..., 2] < NEAR
    whole = np.flatnonzero(~is_near.any(axis=1))
    pieces, indices = [corners[whole]], [whole]
    for index in np.flatnonzero(is_near.any(axis=1) & ~is_near.all(axis=1)):
        ring = list(_clip_triangle(corners[index]))
        fan = [np.stack([ring[0], *pair]) for pair in pairwise(ring[1:])]
        pieces.append(np.stack(fan))
        indices.append(np.full(len(fan), index))
    return np.concatenate(pieces), np.concatenate(indices)


def _clip_triangle(triangle: Array) -> Iterable[Array]:
    """Return the corners of the part of a triangle (3, 3) beyond `NEAR`."""
    for here, there in zip(triangle, np.roll(triangle, -1, axis=0), strict=True):
        if here[2] >= NEAR:
            yield here
        if (here[2] - NEAR) * (there[2] - NEAR) < 0:
            crossing = here + (there - here) * (NEAR - here[2]) / (there[2] - here[2])
            yield np.array([crossing[0], crossing[1], NEAR])


def _compute_edges(px: Array) -> Array:
    """Compute the line a x + b y + c, positive inside, of each edge of triangles (n, 3, 2); (n, 3, 3)."""
    following = np.roll(px, -1, axis=1)
    a, b = px[..., 1] - following[..., 1], following[..., 0] - px[..., 0]
    c = -(a * px[..., 0] + b * px[..., 1])
    sign = np.sign(a[:, :1] * px[:, 2:, 0] + b[:, :1] * px[:, 2:, 1] + c[:, :1])
    # A triangle without area has no inside.
    c = np.where(sign == 0, -np.inf, c)
    return np.stack([a, b, c], axis=-1) * np.where(sign == 0, 1.0, sign)[..., None]


def _compute_planes(px: Array, values: Array) -> Array:
    """Compute a, b, c (n, 3) such that a x + b y + c takes the values (n, 3) at the corners (n, 3, 2)."""
    first, second = px[:, 1] - px[:, 0], px[:, 2] - px[:, 0]
    area = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    rise, climb = values[:, 1] - values[:, 0], values[:, 2] - values[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        a = (rise * second[:, 1] - climb * first[:, 1]) / area
        b = (climb * first[:, 0] - rise * second[:, 0]) / area
        return np.stack([a, b, values[:, 0] - a * px[:, 0, 0] - b * px[:, 0, 1]], axis=-1)


def _shade_triangles(mesh: Mesh, camera: PinholeCamera, light: Light) -> Array:
    """Compute the colours (n, 3) of triangles in this light, the same from both sides.

    Source: Lambert's cosine law, wrapped for a large lamp; the visible side is taken to be the lit one.
    """
    first, second = mesh.corners[:, 1] - mesh.corners[:, 0], mesh.corners[:, 2] - mesh.corners[:, 0]
    normals = np.cross(first, second) @ camera.rotation.T
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
    view = camera.to_camera_frame(mesh.corners.mean(axis=1))
    normals *= -np.where((normals * view).sum(axis=1) > 0, 1.0, -1.0)[:, None]
    lamp = np.asarray(light.towards) / np.linalg.norm(light.towards)
    lit = np.maximum(normals @ lamp + light.around, 0.0) / (1 + light.around)
    share = light.everywhere + (1 - light.everywhere) * lit
    return np.asarray(mesh.colours * share[:, None])
