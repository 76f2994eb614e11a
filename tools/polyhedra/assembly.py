"""Assembly of polyhedra from faces: coincident vertices and equal faces are merged."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.polyhedra.solid import Face, Floats, Polyhedron

Edge = tuple[int, int]

SAME_DIGITS = 5
"""Points that agree to this many decimals are merged, for edges of about 1."""


def list_face_edges(face: Sequence[int]) -> list[Edge]:
    """List the edges of a face, each with the smaller index first."""
    following = (*face[1:], face[0])
    return [(min(pair), max(pair)) for pair in zip(face, following, strict=True)]


def list_edges(solid: Polyhedron) -> tuple[Edge, ...]:
    """List the pairs of vertices that some face joins, in order."""
    return tuple(sorted({side for face in solid.faces for side in list_face_edges(face)}))


def count_parts(solid: Polyhedron) -> tuple[int, int, int]:
    """Count vertices, edges and faces."""
    return len(solid.vertices), len(list_edges(solid)), len(solid.faces)


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


def compute_edge_lengths(solid: Polyhedron) -> Floats:
    """Compute the lengths (n_edges,) of a solid's edges, in the order of its edges."""
    first, second = np.array(list_edges(solid)).T
    lengths: Floats = np.linalg.norm(solid.vertices[first] - solid.vertices[second], axis=1)
    return lengths


def scale_to_unit_edge(solid: Polyhedron) -> Polyhedron:
    """Return the solid scaled so that its first edge has length 1."""
    return Polyhedron(solid.vertices / compute_edge_lengths(solid)[0], solid.faces)
