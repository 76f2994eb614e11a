"""The ten compounds: two to ten solids about one centre, all in one orientation of their common group.

Source: docs/benchmarks/giq.md, the solids. Those with two kinds of face planes are stellations of the cuboctahedron
and of the icosidodecahedron, whose faces determine the distances.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from core.polyhedra.solid import Polyhedron
from tools.polyhedra.assembly import join_solids
from tools.polyhedra.cubic_frame import (
    CUBE,
    DODECAHEDRON,
    GOLDEN,
    ICOSAHEDRON,
    OCTAHEDRON,
    TETRAHEDRON,
    apply_group,
    build_icosahedral_group,
    build_icosahedral_rotations,
    build_solid_in_planes,
)
from tools.polyhedra.stellations import build_shell

SQUARES, TRIANGLES = (1 / 2) ** 0.5, (2 / 3) ** 0.5
"""Distances of the cuboctahedron's faces from its centre, for edges of 1."""

PENTAGONS, SMALL_TRIANGLES = (1 + 2 / 5**0.5) ** 0.5, GOLDEN**2 / 3**0.5
"""The same distances of the icosidodecahedron."""


def _build_tetrahedron(distance: float = 1.0) -> Polyhedron:
    return build_solid_in_planes(TETRAHEDRON, -TETRAHEDRON, distance)


def _build_octahedron(distance: float = 1.0) -> Polyhedron:
    return build_solid_in_planes(OCTAHEDRON, CUBE, distance)


def _build_two_tetrahedra() -> Polyhedron:
    tetrahedron = _build_tetrahedron()
    return join_solids([tetrahedron, Polyhedron(-tetrahedron.vertices, tetrahedron.faces)])


def _build_five_octahedra(distance: float = 1.0) -> Polyhedron:
    return join_solids(apply_group(_build_octahedron(distance), build_icosahedral_rotations()))


def _build_five_tetrahedra(distance: float = 1.0) -> Polyhedron:
    return join_solids(apply_group(_build_tetrahedron(distance), build_icosahedral_rotations()))


def _build_ten_tetrahedra() -> Polyhedron:
    return join_solids(apply_group(_build_tetrahedron(), build_icosahedral_group()))


def _build_cube_and_octahedron() -> Polyhedron:
    return join_solids([build_solid_in_planes(CUBE, OCTAHEDRON, SQUARES), _build_octahedron(TRIANGLES)])


def _build_stellated_dodecahedron() -> Polyhedron:
    return build_solid_in_planes(ICOSAHEDRON, ICOSAHEDRON, PENTAGONS, step=2)


def _build_icosahedron() -> Polyhedron:
    return build_solid_in_planes(ICOSAHEDRON, DODECAHEDRON, SMALL_TRIANGLES)


def _build_dodeca_icosahedron() -> Polyhedron:
    return join_solids([build_solid_in_planes(DODECAHEDRON, ICOSAHEDRON, PENTAGONS), _build_icosahedron()])


def _build_triambic_compound() -> Polyhedron:
    return join_solids([_build_stellated_dodecahedron(), build_shell(_build_icosahedron(), 1)])


def _build_octahedra_compound() -> Polyhedron:
    return join_solids([_build_stellated_dodecahedron(), _build_five_octahedra(SMALL_TRIANGLES)])


def _build_tetrahedra_compound() -> Polyhedron:
    great_dodecahedron = build_solid_in_planes(ICOSAHEDRON, ICOSAHEDRON, PENTAGONS)
    return join_solids([great_dodecahedron, _build_five_tetrahedra(SMALL_TRIANGLES)])


def _build_great_compound() -> Polyhedron:
    great_stellated = build_solid_in_planes(DODECAHEDRON, ICOSAHEDRON, PENTAGONS, layer=1, step=2)
    return join_solids([great_stellated, build_solid_in_planes(ICOSAHEDRON, DODECAHEDRON, SMALL_TRIANGLES, layer=1)])


COMPOUNDS: Mapping[str, Callable[[], Polyhedron]] = MappingProxyType(
    {
        "wid_19": _build_two_tetrahedra,
        "wid_23": _build_five_octahedra,
        "wid_24": _build_five_tetrahedra,
        "wid_25": _build_ten_tetrahedra,
        "wid_43": _build_cube_and_octahedron,
        "wid_47": _build_dodeca_icosahedron,
        "wid_50": _build_triambic_compound,
        "wid_51": _build_octahedra_compound,
        "wid_54": _build_tetrahedra_compound,
        "wid_61": _build_great_compound,
    }
)
"""The builder of each compound, by id."""
