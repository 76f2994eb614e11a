"""Slow definitions of the symmetry columns in the table of solids, from every rotation of a solid."""

import numpy as np

from core.polyhedra.catalogue import Symmetry
from core.polyhedra.solid import Polyhedron
from tools.polyhedra.symmetry import are_congruent, find_rotations, is_mapped_onto

FAMILIES = {(12, 8): "tetrahedral", (24, 8): "octahedral", (60, 20): "icosahedral"}
"""By the numbers of all rotations and of those by a third of a turn: a hexagonal prism has 12 and 2."""


def compute_symmetry(solid):
    """Compute the symmetries that GIQ asks about, and whether no rotation maps the mirror image to the solid."""
    return Symmetry(
        central=is_central(solid),
        fourfold=bool(list_turns(solid, 4)),
        fivefold=bool(list_turns(solid, 5)),
        is_chiral=not are_congruent(solid, Polyhedron(solid.vertices * [-1, 1, 1], solid.faces)),
    )


def is_central(solid):
    """Whether the reflection through its centre leaves a solid unchanged."""
    centred = solid.normalise_size()
    return is_mapped_onto(centred, centred, -np.eye(3))


def list_turns(solid, n):
    """List the rotations of a solid by the n-th part of a turn in either direction, for n above 2."""
    return [turn for turn in find_rotations(solid) if abs(np.trace(turn) - 1 - 2 * np.cos(2 * np.pi / n)) < 1e-4]


def find_family(solid):
    """Return the kind of the solid's rotation group; prismatic if it is none of the other three."""
    return FAMILIES.get((len(find_rotations(solid)), len(list_turns(solid, 3))), "prismatic")
