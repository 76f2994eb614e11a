"""A polyhedron as vertices and faces."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Face = tuple[int, ...]


@dataclass(frozen=True)
class Polyhedron:
    """A polyhedron.

    Attributes:
        vertices: (n, 3), in the solid's own unit.
        faces: cycles of indices of vertices; a star polygon keeps the order in which its outline crosses itself.
    """

    vertices: Floats
    faces: tuple[Face, ...]

    def normalise_size(self) -> "Polyhedron":
        """Return the solid centred at the mean of its vertices, with the farthest vertex at distance 1."""
        from_centre = self.vertices - self.vertices.mean(axis=0)
        return Polyhedron(from_centre / np.linalg.norm(from_centre, axis=1).max(), self.faces)

    def apply_map(self, matrix: Floats) -> "Polyhedron":
        """Apply a linear map, a matrix (3, 3), to the solid."""
        return Polyhedron(self.vertices @ matrix.T, self.faces)
