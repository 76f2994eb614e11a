"""The only uniform polyhedron without a symbol of three mirrors: U75, on the vertices of U64.

Source: docs/benchmarks/giq.md, the solids.
"""

from math import cos, pi

import numpy as np

from core.polyhedra.solid import Face, Floats, Polyhedron
from tools.polyhedra.assembly import Edge, list_face_edges, make_point_key, to_canonical_face

SAME = 1e-6
_TRACES = {3: (0.0,), 5: (1 + 2 * cos(2 * pi / 5), 1 + 2 * cos(4 * pi / 5))}
"""Traces of the rotations by a third, and by one or two fifths."""


def build_dirhombicosidodecahedron(vertices: Floats) -> Polyhedron:
    """Build the great dirhombicosidodecahedron: 40 triangles on 3-fold axes, 24 pentagrams on 5-fold ones, 60 squares.

    Args:
        vertices: (60, 3), of the great snub dodecicosidodecahedron (U64) with edges of 1.
    """
    places = {make_point_key(vertex): index for index, vertex in enumerate(vertices)}
    faces: set[Face] = set()
    for turn in _find_rotations(vertices):
        order = next((n for n, traces in _TRACES.items() if np.min(np.abs(np.trace(turn) - traces)) < SAME), 0)
        for start in range(len(vertices)) if order else ():
            cycle = [start]
            while len(cycle) < order:
                cycle.append(places[make_point_key(turn @ vertices[cycle[-1]])])
            is_edge = abs(np.linalg.norm(vertices[cycle[0]] - vertices[cycle[1]]) - 1) < SAME
            if is_edge and len(set(cycle)) == order:
                faces.add(to_canonical_face(cycle))
    edges: set[Edge] = {side for face in faces for side in list_face_edges(face)}
    for first, second in edges:
        opposite = [places[make_point_key(-vertices[end])] for end in (first, second)]
        faces.add(to_canonical_face([first, second, *opposite]))
    return Polyhedron(vertices, tuple(sorted(faces)))


def _find_rotations(vertices: Floats) -> list[Floats]:
    """Find the rotations that map the vertices onto themselves, from the images of one edge."""
    known = {make_point_key(vertex) for vertex in vertices}
    distance = np.linalg.norm(vertices[:, None] - vertices[None], axis=2)
    nearest = int(np.argmin(np.where(distance[0] < SAME, np.inf, distance[0])))
    inverse = np.linalg.inv(_build_frame(vertices[0], vertices[nearest]))
    rotations = []
    for first, second in np.argwhere(np.abs(distance - distance[0, nearest]) < SAME):
        turn = _build_frame(vertices[first], vertices[second]) @ inverse
        is_rotation = np.allclose(turn @ turn.T, np.eye(3), atol=SAME)
        if is_rotation and all(make_point_key(turn @ vertex) in known for vertex in vertices):
            rotations.append(turn)
    return rotations


def _build_frame(first: Floats, second: Floats) -> Floats:
    return np.array([first, second, np.cross(first, second)]).T
