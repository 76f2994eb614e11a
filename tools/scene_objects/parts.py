"""Building blocks of solids: blocks, prisms, tubes, balls and rings, in metres, with outward triangles."""

import math
from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from core.rendering.mesh import Array, Mesh

Colour = tuple[int, int, int]


def build_block(size: ArrayLike, centre: ArrayLike, colour: Colour, top: tuple[float, float] = (1.0, 1.0)) -> Mesh:
    """Build a box centred at `centre`; its upper face is `top` times as long and wide as the lower."""
    half = np.asarray(size, dtype=np.float64) / 2
    signs = np.array(list(product((-1, 1), repeat=3)), dtype=np.float64)
    corners = signs * half
    corners[signs[:, 2] > 0, :2] *= top
    quads = ((0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5))
    return _build_convex_mesh(corners + np.asarray(centre, dtype=np.float64), quads, colour)


def build_prism(outline: Sequence[tuple[float, float]], left: float, right: float, colour: Colour) -> Mesh:
    """Extrude a convex outline of (x, z) from y = `right` to y = `left`."""
    n = len(outline)
    corners = np.array([(x, y, z) for y in (left, right) for x, z in outline])
    sides = [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    return _build_convex_mesh(corners, [tuple(range(n)), tuple(range(n, 2 * n)), *sides], colour)


def build_tube(
    begin: ArrayLike, end: ArrayLike, radius: float, colour: Colour, end_radius: float | None = None, sides: int = 8
) -> Mesh:
    """Build a round bar from one point to another, or a cone if the radii differ."""
    first, last = np.asarray(begin, dtype=np.float64), np.asarray(end, dtype=np.float64)
    axis = (last - first) / np.linalg.norm(last - first)
    across = np.cross(axis, (0.0, 0.0, 1.0) if abs(axis[2]) < 0.9 else (1.0, 0.0, 0.0))
    across /= np.linalg.norm(across)
    around = _sample_circle(sides) @ np.stack([across, np.cross(axis, across)])
    tip = radius if end_radius is None else end_radius
    corners = np.concatenate([first + radius * around, last + tip * around])
    quads = [(i, (i + 1) % sides, sides + (i + 1) % sides, sides + i) for i in range(sides)]
    return _build_convex_mesh(corners, [*quads, tuple(range(sides)), tuple(range(sides, 2 * sides))], colour)


def build_ball(centre: ArrayLike, radii: ArrayLike, colour: Colour, sides: int = 8) -> Mesh:
    """Build an ellipsoid with one or three radii; `sides` around and half as many from pole to pole."""
    rows = max(sides // 2, 3)
    rings = [
        np.column_stack([np.sin(polar) * _sample_circle(sides), np.full(sides, np.cos(polar))])
        for polar in np.linspace(0.0, math.pi, rows + 1)[1:-1]
    ]
    poles = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]])
    corners = np.concatenate([*rings, poles]) * np.asarray(radii, dtype=np.float64)
    last = (rows - 2) * sides
    quads: list[tuple[int, ...]] = [
        (row * sides + i, row * sides + (i + 1) % sides, (row + 1) * sides + (i + 1) % sides, (row + 1) * sides + i)
        for row in range(rows - 2)
        for i in range(sides)
    ]
    quads += [(i, (i + 1) % sides, len(corners) - 2) for i in range(sides)]
    quads += [(last + i, last + (i + 1) % sides, len(corners) - 1) for i in range(sides)]
    return _build_convex_mesh(corners + np.asarray(centre, dtype=np.float64), quads, colour)


def build_ring(centre: ArrayLike, radius: float, thickness: float, width: float, colour: Colour) -> Mesh:
    """Build an upright wheel without spokes that rolls along x: a tyre of square section."""
    middle = np.asarray(centre, dtype=np.float64)
    ends = []
    for angle in np.linspace(0.0, 2 * math.pi, 14, endpoint=False):
        spoke = np.array([math.cos(angle), 0.0, math.sin(angle)])
        ends.append(
            [middle + distance * spoke + (0.0, y, 0.0) for distance in (radius - thickness, radius)
             for y in (-width / 2, width / 2)]
        )  # fmt: skip
    pieces = [
        _build_convex_mesh(np.array([*here, *there]), ((0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5)), colour)
        for here, there in zip(ends, ends[1:] + ends[:1], strict=True)
    ]
    return merge_meshes(pieces)


def merge_meshes(parts: Sequence[Mesh]) -> Mesh:
    """Merge several meshes into one."""
    return Mesh(np.concatenate([part.corners for part in parts]), np.concatenate([part.colours for part in parts]))


def build_mirrored_pair(part: Mesh) -> Mesh:
    """Combine a part on the left side with its mirror image on the right."""
    other = Mesh((part.corners * (1.0, -1.0, 1.0))[:, ::-1], part.colours)
    return merge_meshes([part, other])


def _sample_circle(sides: int) -> Array:
    """Return (sides, 2) points of the unit circle, symmetric about both axes."""
    angles = (np.arange(sides) + 0.5) * (2 * math.pi / sides)
    return np.column_stack([np.cos(angles), np.sin(angles)])


def _build_convex_mesh(corners: Array, faces: Sequence[Sequence[int]], colour: Colour) -> Mesh:
    """Split the faces of a convex body into fans of triangles whose normals point away from its centre."""
    fans = [(face[0], face[i], face[i + 1]) for face in faces for i in range(1, len(face) - 1)]
    triangles = corners[np.array(fans)]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    outwards = triangles.mean(axis=1) - corners.mean(axis=0)
    is_inward = (normals * outwards).sum(axis=1) < 0
    triangles[is_inward] = triangles[is_inward, ::-1]
    return Mesh(triangles, np.broadcast_to(np.asarray(colour, dtype=np.float64), (len(triangles), 3)))
