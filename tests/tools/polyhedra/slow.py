"""Slow definitions of the columns of symmetry in the table of solids, from every rotation of a solid."""

import numpy as np

from core.polyhedra.catalogue import Symmetry
from core.polyhedra.solid import Polyhedron
from tools.polyhedra.symmetry import are_congruent, find_rotations, is_mapped_onto

FAMILIES = {(12, 8): "tetrahedral", (24, 8): "octahedral", (60, 20): "icosahedral"}
"""By the number of rotations, and of those by a third of a turn: a hexagonal prism has 12 too, but 2 by a third."""


def symmetry_of(solid):
    """What GIQ asks about a solid, and whether no rotation makes its mirror image of it."""
    return Symmetry(
        central=is_central(solid),
        fourfold=bool(turns(solid, 4)),
        fivefold=bool(turns(solid, 5)),
        is_chiral=not are_congruent(solid, Polyhedron(solid.vertices * [-1, 1, 1], solid.faces)),
    )


def is_central(solid):
    """Whether the reflection through its centre leaves a solid unchanged."""
    centred = solid.normalise_size()
    return is_mapped_onto(centred, centred, -np.eye(3))


def turns(solid, n):
    """The rotations of a solid by the n-th part of a turn, either way, n above 2."""
    return [turn for turn in find_rotations(solid) if abs(np.trace(turn) - 1 - 2 * np.cos(2 * np.pi / n)) < 1e-4]


def family_of(solid):
    """The kind of the solid's group of rotations; prismatic where it is none of the three others."""
    return FAMILIES.get((len(find_rotations(solid)), len(turns(solid, 3))), "prismatic")
