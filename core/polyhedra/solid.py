"""A polyhedron as vertices and faces, and the merging of coincident vertices."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Face = tuple[int, ...]
Edge = tuple[int, int]

SAME_DIGITS = 5
"""Points that agree to this many decimals are merged, for edges of about 1."""


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

    @property
    def edge_lengths(self) -> Floats:
        """Compute the lengths (n_edges,) of the edges, in the order of `edges`."""
        first, second = np.array(self.edges).T
        lengths: Floats = np.linalg.norm(self.vertices[first] - self.vertices[second], axis=1)
        return lengths

    def normalise_size(self) -> "Polyhedron":
        """Return the solid centred at the mean of its vertices, with the farthest vertex at distance 1."""
        from_centre = self.vertices - self.vertices.mean(axis=0)
        return Polyhedron(from_centre / np.linalg.norm(from_centre, axis=1).max(), self.faces)

    def scale_to_unit_edge(self) -> "Polyhedron":
        """Return the solid scaled so that its first edge has length 1."""
        return Polyhedron(self.vertices / self.edge_lengths[0], self.faces)

    def apply_map(self, matrix: Floats) -> "Polyhedron":
        """Apply a linear map, a matrix (3, 3), to the solid."""
        return Polyhedron(self.vertices @ matrix.T, self.faces)


def list_face_edges(face: Sequence[int]) -> list[Edge]:
    """List the edges of a face, each with the smaller index first."""
    following = (*face[1:], face[0])
    return [(min(pair), max(pair)) for pair in zip(face, following, strict=True)]


def to_canonical_face(face: Sequence[int]) -> Face:
    """Start the cycle at its smallest index, in the direction that comes first; equal for equal faces."""
    start = face.index(min(face))
    first, *others = [*face[start:], *face[:start]]
    return min((first, *others), (first, *reversed(others)))


def make_point_key(point: Floats) -> tuple[float, ...]:
    """Return a key that coincident points, and matrices of the same map, share."""
    return tuple((np.round(np.ravel(point), SAME_DIGITS) + 0.0).tolist())


@dataclass(slots=True)
class PolyhedronBuilder:
    """A builder that collects faces by the coordinates of their corners and merges equal vertices and equal faces."""

    _points: list[Floats] = field(default_factory=list)
    _places: dict[tuple[float, ...], int] = field(default_factory=dict)
    _faces: set[Face] = field(default_factory=set)

    def add(self, corners: Iterable[Floats]) -> None:
        """Add a face."""
        self._faces.add(to_canonical_face([self._index_point(corner) for corner in corners]))

    def build_solid(self) -> Polyhedron:
        """Build the solid from the collected faces, in the order of their indices."""
        return Polyhedron(np.array(self._points), tuple(sorted(self._faces)))

    def _index_point(self, point: Floats) -> int:
        key = make_point_key(point)
        if key not in self._places:
            self._places[key] = len(self._points)
            self._points.append(np.asarray(point, dtype=float))
        return self._places[key]


def join_solids(parts: Iterable[Polyhedron]) -> Polyhedron:
    """Join several solids into one set of faces: a compound."""
    assembly = PolyhedronBuilder()
    for part in parts:
        for face in part.faces:
            assembly.add(part.vertices[list(face)])
    return assembly.build_solid()
