"""The rotations of a solid, from its vertices and faces, and congruence of two solids.

Vertices alone are not enough: five tetrahedra have the vertices of a dodecahedron. Source: docs/benchmarks/giq.md.
"""

import numpy as np
from numpy.typing import NDArray

from core.polyhedra.solid import Floats, Polyhedron
from tools.polyhedra.assembly import count_parts, list_edges, to_canonical_face

TOLERANCE = 1e-4
"""Allowed distance of a vertex from the position that a symmetry predicts, in radii of the solid."""

SAME_RADIUS = 1e-6
RADIUS_DIGITS = 9
NOT_IN_LINE = 1e-3
FIRST_LOOKED_AT = 3


def are_congruent(solid: Polyhedron, polyhedron: Polyhedron) -> bool:
    """Return whether a rotation maps one solid to the other, up to size and place; mirror images count as different."""
    one, two = solid.normalise_size(), polyhedron.normalise_size()
    if count_parts(one) != count_parts(two):
        return False
    return any(is_mapped_onto(one, two, matrix) for matrix in _list_candidate_maps(one, two, 1))


def have_same_vertices(solid: Polyhedron, polyhedron: Polyhedron) -> bool:
    """Return whether both have the same vertices up to size, place, rotation and reflection; faces may differ."""
    one, two = (Polyhedron(each.vertices, ()).normalise_size() for each in (solid, polyhedron))
    return _are_alike(one, two)


def have_same_edges(solid: Polyhedron, polyhedron: Polyhedron) -> bool:
    """Return whether both have the same vertices and edges, up to the same maps; faces may differ."""
    one, two = (Polyhedron(each.vertices, list_edges(each)).normalise_size() for each in (solid, polyhedron))
    return len(one.faces) == len(two.faces) and _are_alike(one, two)


def _are_alike(polyhedron: Polyhedron, two: Polyhedron) -> bool:
    """Return whether a rotation or a reflection maps one centred solid to another."""
    if len(polyhedron.vertices) != len(two.vertices) or not np.allclose(
        _compute_distances(polyhedron), _compute_distances(two), atol=TOLERANCE
    ):
        return False
    return any(
        is_mapped_onto(polyhedron, two, matrix)
        for sign in (1, -1)
        for matrix in _list_candidate_maps(polyhedron, two, sign)
    )


def is_mapped_onto(solid: Polyhedron, polyhedron: Polyhedron, matrix: Floats) -> bool:
    """Return whether a map (3, 3) carries the vertices and faces of a centred solid to those of another."""
    return _is_mapped_onto(solid, polyhedron, matrix, _collect_faces(polyhedron))


def _collect_faces(solid: Polyhedron) -> set[tuple[int, ...]]:
    return {to_canonical_face(face) for face in solid.faces}


def _is_mapped_onto(solid: Polyhedron, polyhedron: Polyhedron, matrix: Floats, faces: set[tuple[int, ...]]) -> bool:
    """Return the same for known faces of the other solid."""
    images = solid.vertices @ matrix.T
    # Most maps fail at the first vertices, so the others need not be checked.
    if _find_nearest(images[:FIRST_LOOKED_AT], polyhedron.vertices)[1].max() > TOLERANCE:
        return False
    indices, distance = _find_nearest(images, polyhedron.vertices)
    if distance.max() > TOLERANCE or len(set(indices.tolist())) < len(indices):
        return False
    return {to_canonical_face([int(indices[corner]) for corner in face]) for face in solid.faces} == faces


def find_rotations(solid: Polyhedron) -> list[Floats]:
    """Find all rotations (3, 3), including the identity, that leave a solid unchanged."""
    centred = solid.normalise_size()
    faces = _collect_faces(centred)
    return [
        matrix
        for matrix in _list_candidate_maps(centred, centred, 1)
        if _is_mapped_onto(centred, centred, matrix, faces)
    ]


def _compute_distances(solid: Polyhedron) -> Floats:
    """Compute all distances between two vertices, in order."""
    return np.sort(np.linalg.norm(solid.vertices[:, None] - solid.vertices[None], axis=2), axis=None)


def _find_nearest(points: Floats, among: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Find the nearest of the other points to each point; return its index and distance."""
    distance = np.linalg.norm(points[:, None] - among[None], axis=2)
    indices = distance.argmin(axis=1)
    return indices, distance[np.arange(len(indices)), indices]


def _list_candidate_maps(solid: Polyhedron, polyhedron: Polyhedron, sign: int) -> list[Floats]:
    """List maps that may carry a centred solid to another; each maps two vertices, not in line with the centre."""
    vertices, targets = solid.vertices, polyhedron.vertices
    # Rounded, because otherwise the processor would decide which of several equally far vertices comes first.
    radii, reached = (np.linalg.norm(points, axis=1).round(RADIUS_DIGITS) for points in (vertices, targets))
    i = int(radii.argmax())
    j = next(
        int(index)
        for index in np.argsort(-radii, kind="stable")
        if np.linalg.norm(np.cross(vertices[i], vertices[index])) > NOT_IN_LINE
    )
    apart = np.linalg.norm(vertices[i] - vertices[j])
    inverse = np.linalg.inv(np.array([vertices[i], vertices[j], np.cross(vertices[i], vertices[j])]).T)
    ends = [targets[np.abs(reached - radii[index]) < SAME_RADIUS] for index in (i, j)]
    distances = np.linalg.norm(ends[0][:, None] - ends[1][None], axis=2)
    first, second = np.nonzero(np.abs(distances - apart) <= SAME_RADIUS)
    firsts, seconds = ends[0][first], ends[1][second]
    frames = np.stack([firsts, seconds, sign * np.cross(firsts, seconds)], axis=2)
    matrices = frames @ inverse
    is_orthogonal = np.abs(matrices @ matrices.transpose(0, 2, 1) - np.eye(3)).max(axis=(1, 2), initial=0.0) < 1e-5
    return list(matrices[is_orthogonal])
