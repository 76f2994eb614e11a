"""Catalan solids: the polar reciprocals of the Archimedean ones.

Source: docs/benchmarks/giq.md, the solids.
"""

import numpy as np

from core.polyhedra.solid import Polyhedron
from tools.polyhedra.assembly import list_edges

ANGLE_DIGITS = 9
"""Decimals of angles in radians, so that their order is the same on every machine."""


def build_dual(solid: Polyhedron) -> Polyhedron:
    """Build the polar reciprocal about the sphere that touches the edges; its faces surround the old vertices."""
    vertices = solid.vertices - solid.vertices.mean(axis=0)
    first, second = np.array(list_edges(solid)).T
    radius = np.linalg.norm((vertices[first] + vertices[second]) / 2, axis=1).mean()
    poles = []
    for face in solid.faces:
        a, b, c = vertices[list(face[:3])]
        normal = np.cross(b - a, c - a)
        poles.append(normal * radius**2 / (normal @ a))
    points = np.array(poles)
    faces = []
    for index, vertex in enumerate(vertices):
        around = [place for place, face in enumerate(solid.faces) if index in face]
        up = vertex / np.linalg.norm(vertex)
        right = points[around[0]] - (points[around[0]] @ up) * up
        ahead = np.cross(up, right / np.linalg.norm(right))
        right /= np.linalg.norm(right)
        angles = np.arctan2(points[around] @ ahead, points[around] @ right)
        # A vertex opposite the first has the angle pi or -pi, as rounding decides: so count from the first vertex on.
        turns = np.round(angles, ANGLE_DIGITS) % round(2 * np.pi, ANGLE_DIGITS)
        faces.append(tuple(around[place] for place in np.argsort(turns)))
    return Polyhedron(points, tuple(faces))
