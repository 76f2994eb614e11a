"""A polyhedron as vertices and faces."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Face = tuple[int, ...]
Edge = tuple[int, int]


@dataclass(frozen=True)
class Polyhedron:
    """A polyhedron.

    Attributes:
        vertices: (n, 3), in the solid's own unit.
        faces: cycles of indices of vertices; a star polygon keeps the order in which its outline crosses itself.
    """

    vertices: Floats
    faces: tuple[Face, ...]

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Return the pairs of vertices that some face joins, in order."""
        return tuple(sorted({side for face in self.faces for side in list_face_edges(face)}))

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of vertices, edges and faces."""
        return len(self.vertices), len(self.edges), len(self.faces)

    def normalise_size(self) -> "Polyhedron":
        """Return the solid centred at the mean of its vertices, with the farthest vertex at distance 1."""
        from_centre = self.vertices - self.vertices.mean(axis=0)
        return Polyhedron(from_centre / np.linalg.norm(from_centre, axis=1).max(), self.faces)

    def apply_map(self, matrix: Floats) -> "Polyhedron":
        """Apply a linear map, a matrix (3, 3), to the solid."""
        return Polyhedron(self.vertices @ matrix.T, self.faces)


def list_face_edges(face: Sequence[int]) -> list[Edge]:
    """List the edges of a face, each with the smaller index first."""
    following = (*face[1:], face[0])
    return [(min(pair), max(pair)) for pair in zip(face, following, strict=True)]
