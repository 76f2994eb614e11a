"""Stellations by shells: the k-th holds the points that at most k face planes of the core separate from the centre.

Source: docs/benchmarks/giq.md, the solids.
"""

import numpy as np

from core.polyhedra.solid import Floats, Polyhedron
from tools.polyhedra.assembly import PolyhedronBuilder

FAR = 60.0
"""Half the side of the square in a face plane that is cut into cells, in the core's unit. Cells that touch its rim are
unbounded."""

TOUCHES = 1e-7


def compute_face_planes(solid: Polyhedron) -> tuple[Floats, Floats]:
    """Compute the outward unit normals (n, 3) of a convex solid's faces, and their distances (n,) from its centre."""
    vertices = solid.vertices - solid.vertices.mean(axis=0)
    corners = np.array([vertices[list(face[:3])] for face in solid.faces])
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    distances = (normals * corners[:, 0]).sum(axis=1)
    signs = np.sign(distances)
    return normals * signs[:, None], distances * signs


def build_shell(solid: Polyhedron, level: int) -> Polyhedron:
    """Build the surface of the part that at most `level` face planes of a convex solid separate from its centre.

    Its faces are the cells of each face plane, cut by all others, that exactly `level` planes separate from the centre.
    """
    normals, distances = compute_face_planes(solid)
    assembly = PolyhedronBuilder()
    for index, (normal, distance) in enumerate(zip(normals, distances, strict=True)):
        others = np.arange(len(normals)) != index
        right = np.cross(normal, (1.0, 0.0, 0.0) if abs(normal[0]) < 0.9 else (0.0, 1.0, 0.0))
        right /= np.linalg.norm(right)
        axes = np.array([right, np.cross(normal, right)])
        for cell in _split_into_cells(
            normals[others] @ axes.T, distances[others] - normals[others] @ normal * distance
        ):
            corners = normal * distance + cell @ axes
            crossed = (normals[others] @ corners.mean(axis=0) > distances[others] + TOUCHES).sum()
            if crossed == level and np.abs(cell).max() < 0.9 * FAR:
                assembly.add(corners)
    return assembly.build_solid()


def _split_into_cells(directions: Floats, offsets: Floats) -> list[Floats]:
    """Split a large square by the lines `directions @ p = offsets` into polygons, each (n, 2)."""
    cells = [FAR * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])]
    lengths = np.linalg.norm(directions, axis=1)
    for direction, offset, length in zip(directions, offsets, lengths, strict=True):
        if length > TOUCHES:
            cells = [half for cell in cells for half in _split_cell(cell, direction / length, offset / length)]
    return cells


def _split_cell(cell: Floats, direction: Floats, offset: float) -> list[Floats]:
    """Split a convex polygon by a line into its parts; return the polygon itself if the line only touches it."""
    heights = cell @ direction - offset
    if heights.max() < TOUCHES or heights.min() > -TOUCHES:
        return [cell]
    below: list[Floats] = []
    above: list[Floats] = []
    for index, (corner, height) in enumerate(zip(cell, heights, strict=True)):
        following, its_height = cell[(index + 1) % len(cell)], heights[(index + 1) % len(cell)]
        if height <= TOUCHES:
            below.append(corner)
        if height >= -TOUCHES:
            above.append(corner)
        if min(height, its_height) < -TOUCHES and max(height, its_height) > TOUCHES:
            crossing = corner + (following - corner) * height / (height - its_height)
            below.append(crossing)
            above.append(crossing)
    return [np.array(half) for half in (below, above) if len(half) >= 3]
