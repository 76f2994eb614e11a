"""The faces of solids, walls with doors and windows, and the order for painting solids."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.benchmarks.mmperspective.scene import Array, BoxSolid, Colour, PerspectiveScene
from core.benchmarks.mmperspective.view import PerspectiveView
from core.errors import SceneError

GLASS, DOOR, ROOF = (92, 118, 140), (112, 78, 58), (150, 84, 66)

_SOLIDS_KEPT = 64
"""Up to four images of an item show the same solids."""


@dataclass(frozen=True, slots=True)
class Face:
    """Flat polygons of a solid that face the same direction.

    Attributes:
        polygons: (n, corners, 3), not overlapping.
        normal: (3,), outwards, of length 1.
        is_wall: whether it belongs to the body itself, and not to windows or doors on it.
    """

    polygons: Array
    normal: Array
    colour: Colour
    is_wall: bool = True


@lru_cache(maxsize=_SOLIDS_KEPT)
def build_faces(solid: BoxSolid) -> tuple[Face, ...]:
    """Build a solid's faces, each wall followed by its windows and doors."""
    return tuple(_generate_faces(solid))


def _generate_faces(solid: BoxSolid) -> Iterator[Face]:
    for axis in (0, 1):
        for side in (0, 1):
            normal = np.zeros(3)
            normal[axis] = 2.0 * side - 1
            yield from _generate_wall_faces(solid, axis, side, normal)
    down, up = (np.array([0.0, 0.0, sign]) for sign in (-1.0, 1.0))
    if solid.low[2] > 0:
        yield Face(_list_level_corners(solid, 0)[None], down, solid.colour)
    if not solid.roof_m:
        yield Face(_list_level_corners(solid, 1)[None], up, shade_colour(solid.colour, 0.9))
        return
    across = 1 - solid.ridge
    ends = np.array(solid.compute_ridge_ends())
    normals, _ = solid.compute_planes()
    for side, normal in ((0, normals[-2]), (1, normals[-1])):
        eaves = []
        for end in (0, 1):
            sides = [0, 0, 1]
            sides[solid.ridge], sides[across] = end, side
            eaves.append(solid.get_corner(*sides))
        yield Face(np.array([[eaves[0], eaves[1], ends[1], ends[0]]]), normal, ROOF)


def _list_level_corners(solid: BoxSolid, upper: int) -> Array:
    return np.array([solid.get_corner(x, y, upper) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))])


def _generate_wall_faces(solid: BoxSolid, axis: int, side: int, normal: Array) -> Iterator[Face]:
    along = 1 - axis
    ends = []
    for end in (0, 1):
        sides = [0, 0, 0]
        sides[axis], sides[along] = side, end
        ends.append(np.array(solid.get_corner(*sides)))
    height = np.array([0.0, 0.0, solid.high[2] - solid.low[2]])
    corners = [ends[0], ends[1], ends[1] + height]
    if solid.roof_m and axis == solid.ridge:
        corners.append(np.array(solid.compute_ridge_ends()[side]))
    yield Face(np.array([[*corners, ends[0] + height]]), normal, solid.colour)
    low, step = ends[0], ends[1] - ends[0]
    by_colour: dict[Colour, list[list[Array]]] = {}
    for (u0, u1), (v0, v1), colour in _generate_openings(solid):
        places = ((u0, v0), (u1, v0), (u1, v1), (u0, v1))
        by_colour.setdefault(colour, []).append([low + u * step + v * height for u, v in places])
    for colour, openings in by_colour.items():
        yield Face(np.array(openings), normal, colour, is_wall=False)


def _generate_openings(solid: BoxSolid) -> Iterator[tuple[tuple[float, float], tuple[float, float], Colour]]:
    """Generate the windows and the door of a wall, as shares of its width and height."""
    if not solid.storeys or not solid.bays:
        return
    middle = solid.bays // 2
    for row in range(solid.storeys):
        for column in range(solid.bays):
            u0, u1 = (column + 0.25) / solid.bays, (column + 0.75) / solid.bays
            if solid.has_door and row == 0 and column == middle:
                yield (u0, u1), (0.0, 0.78 / solid.storeys), DOOR
            else:
                yield (u0, u1), ((row + 0.30) / solid.storeys, (row + 0.78) / solid.storeys), GLASS


def order_far_to_near(scene: PerspectiveScene, view: PerspectiveView) -> list[BoxSolid]:
    """Order the solids for painting, from far to near."""
    eye = view.camera.position
    left = list(scene.solids)
    ordered: list[BoxSolid] = []
    while left:
        farthest = next(
            (one for one in left if all(one is other or _may_precede(one, other, eye) for other in left)), None
        )
        if farthest is None:
            raise SceneError("solids form a cycle, each behind the next, so they cannot be painted in any order")
        left.remove(farthest)
        ordered.append(farthest)
    return ordered


def _may_precede(first: BoxSolid, second: BoxSolid, eye: Array) -> bool:
    """Return whether the first solid cannot hide any part of the second."""
    for axis in range(3):
        first_high, second_high = ((one.top if axis == 2 else one.high[axis]) for one in (first, second))
        if first_high <= second.low[axis] and eye[axis] >= first_high:
            return True
        if second_high <= first.low[axis] and eye[axis] <= first.low[axis]:
            return True
    return False


def shade_colour(colour: Colour, light: float) -> Colour:
    """Shade a colour by this share of the light; it never becomes brighter than white."""
    red, green, blue = (min(round(one * light), 255) for one in colour)
    return red, green, blue
