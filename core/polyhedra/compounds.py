"""The ten compounds: two to ten solids about one centre, all in one orientation of their common group.

Source: PROTOCOLS 5.6.4. Those with two kinds of face planes are stellations of the cuboctahedron and of the
icosidodecahedron, whose faces give the distances.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from core.polyhedra.cubic_frame import (
    CUBE,
    DODECAHEDRON,
    GOLDEN,
    ICOSAHEDRON,
    OCTAHEDRON,
    TETRAHEDRON,
    icosahedral_group,
    icosahedral_rotations,
    images,
    in_planes,
)
from core.polyhedra.solid import Solid, union
from core.polyhedra.stellations import shell

SQUARES, TRIANGLES = (1 / 2) ** 0.5, (2 / 3) ** 0.5
"""Distances of the cuboctahedron's faces from its centre, at an edge of 1."""

PENTAGONS, SMALL_TRIANGLES = (1 + 2 / 5**0.5) ** 0.5, GOLDEN**2 / 3**0.5
"""The same of the icosidodecahedron."""


def _tetrahedron(distance: float = 1.0) -> Solid:
    return in_planes(TETRAHEDRON, -TETRAHEDRON, distance)


def _octahedron(distance: float = 1.0) -> Solid:
    return in_planes(OCTAHEDRON, CUBE, distance)


def _two_tetrahedra() -> Solid:
    one = _tetrahedron()
    return union([one, Solid(-one.vertices, one.faces)])


def _five_octahedra(distance: float = 1.0) -> Solid:
    return union(images(_octahedron(distance), icosahedral_rotations()))


def _five_tetrahedra(distance: float = 1.0) -> Solid:
    return union(images(_tetrahedron(distance), icosahedral_rotations()))


def _ten_tetrahedra() -> Solid:
    return union(images(_tetrahedron(), icosahedral_group()))


def _cube_and_octahedron() -> Solid:
    return union([in_planes(CUBE, OCTAHEDRON, SQUARES), _octahedron(TRIANGLES)])


def _small_stellated_dodecahedron() -> Solid:
    return in_planes(ICOSAHEDRON, ICOSAHEDRON, PENTAGONS, step=2)


def _icosahedron() -> Solid:
    return in_planes(ICOSAHEDRON, DODECAHEDRON, SMALL_TRIANGLES)


def _dodecahedron_and_icosahedron() -> Solid:
    return union([in_planes(DODECAHEDRON, ICOSAHEDRON, PENTAGONS), _icosahedron()])


def _with_small_triambic_icosahedron() -> Solid:
    return union([_small_stellated_dodecahedron(), shell(_icosahedron(), 1)])


def _with_five_octahedra() -> Solid:
    return union([_small_stellated_dodecahedron(), _five_octahedra(SMALL_TRIANGLES)])


def _with_five_tetrahedra() -> Solid:
    great_dodecahedron = in_planes(ICOSAHEDRON, ICOSAHEDRON, PENTAGONS)
    return union([great_dodecahedron, _five_tetrahedra(SMALL_TRIANGLES)])


def _great_stellated_and_great() -> Solid:
    great_stellated = in_planes(DODECAHEDRON, ICOSAHEDRON, PENTAGONS, layer=1, step=2)
    return union([great_stellated, in_planes(ICOSAHEDRON, DODECAHEDRON, SMALL_TRIANGLES, layer=1)])


COMPOUNDS: Mapping[str, Callable[[], Solid]] = MappingProxyType(
    {
        "wid_19": _two_tetrahedra,
        "wid_23": _five_octahedra,
        "wid_24": _five_tetrahedra,
        "wid_25": _ten_tetrahedra,
        "wid_43": _cube_and_octahedron,
        "wid_47": _dodecahedron_and_icosahedron,
        "wid_50": _with_small_triambic_icosahedron,
        "wid_51": _with_five_octahedra,
        "wid_54": _with_five_tetrahedra,
        "wid_61": _great_stellated_and_great,
    }
)
"""How each is made, by its id."""
