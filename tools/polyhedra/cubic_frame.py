"""The frame of compounds and stellations: a cube, and the icosahedron and dodecahedron about it."""

from itertools import product

import numpy as np

from core.errors import SolidError
from core.polyhedra.solid import Floats, Polyhedron
from tools.polyhedra.assembly import PolyhedronBuilder
from tools.polyhedra.point_groups import build_reflection, build_rotation, generate_group

GOLDEN = (1 + 5**0.5) / 2

CUBE: Floats = np.array(list(product((-1.0, 1.0), repeat=3)))
"""(8, 3): corners of a cube; directions of the octahedron's faces."""

OCTAHEDRON: Floats = np.vstack((np.eye(3), -np.eye(3)))
"""(6, 3): corners of an octahedron; directions of the cube's faces."""

TETRAHEDRON: Floats = CUBE[CUBE.prod(axis=1) > 0]
"""(4, 3): every other corner of the cube; opposite to the directions of its faces."""


def _permute_cyclically(x: float, y: float, z: float) -> list[tuple[float, ...]]:
    """List the cyclic permutations of a point's coordinates, with all signs of the two that are not 0."""
    signed: list[tuple[float, ...]] = [(x, a * y, b * z) for a, b in product((-1, 1), repeat=2)]
    return [point[step:] + point[:step] for step in range(3) for point in signed]


ICOSAHEDRON: Floats = np.array(_permute_cyclically(0.0, 1.0, GOLDEN))
"""(12, 3): corners of an icosahedron; directions of the dodecahedron's faces."""

DODECAHEDRON: Floats = np.vstack((CUBE, _permute_cyclically(0.0, GOLDEN, 1 / GOLDEN)))
"""(20, 3): corners of a dodecahedron; directions of the icosahedron's faces."""

SAME = 1e-6


def build_icosahedral_rotations() -> list[Floats]:
    """Build the 60 rotations of the icosahedron in this frame, each (3, 3)."""
    return generate_group(
        [build_rotation(ICOSAHEDRON[0], 2 * np.pi / 5), build_rotation(DODECAHEDRON[0], 2 * np.pi / 3)]
    )


def build_icosahedral_group() -> list[Floats]:
    """Build the 120 rotations and reflections of the icosahedron."""
    turns = build_icosahedral_rotations()
    mirror = build_reflection(np.array([1.0, 0.0, 0.0]))
    return [*turns, *(turn @ mirror for turn in turns)]


def build_solid_in_planes(
    points: Floats, directions: Floats, distance: float, *, layer: int = 0, step: int = 1
) -> Polyhedron:
    """Build the solid with one face in each of several planes at the same distance from the origin.

    Args:
        points: (n, 3) corners in any unit; they are scaled until the planes through them have the distance.
        directions: (m, 3) normals of the planes, of any length.
        distance: of each plane from the origin, above 0.
        layer: index, from the outermost, 0, of the planes through three or more points.
        step: 1 for convex polygons, 2 for pentagrams.

    Raises:
        SolidError: there are fewer layers.
    """
    normals = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    heights, counts = np.unique(np.round(points @ normals[0], 6), return_counts=True)
    layers = heights[(heights > SAME) & (counts >= 3)][::-1]
    if layer >= len(layers):
        raise SolidError(f"layer {layer} was requested, but these points have only {len(layers)} layers")
    nearest = points @ normals[0]
    height = nearest[np.abs(nearest - layers[layer]) < SAME].mean()
    corners = points * (distance / height)
    assembly = PolyhedronBuilder()
    for normal in normals:
        own = corners[np.abs(corners @ normal - distance) < SAME]
        right = own[0] - distance * normal
        right /= np.linalg.norm(right)
        angles = np.arctan2(own @ np.cross(normal, right), own @ right)
        around = own[np.argsort(angles)]
        assembly.add(around[np.arange(len(own)) * step % len(own)])
    return assembly.build_solid()


def apply_group(solid: Polyhedron, group: list[Floats]) -> list[Polyhedron]:
    """Apply every element of a group to the solid."""
    return [solid.apply_map(element) for element in group]
