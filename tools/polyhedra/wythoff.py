"""Uniform polyhedra from Wythoff symbols: a vertex in a spherical triangle of three mirrors, and its images.

Source: H. S. M. Coxeter, M. S. Longuet-Higgins, J. C. P. Miller, "Uniform polyhedra" (1954).
"""

from collections.abc import Sequence
from fractions import Fraction
from math import cos, pi

import numpy as np

from core.polyhedra.solid import Floats, Polyhedron
from tools.polyhedra.assembly import PolyhedronBuilder, scale_to_unit_edge
from tools.polyhedra.point_groups import build_reflection, generate_group

PAIRS = ((1, 2), (0, 2), (0, 1))
"""The mirrors that meet at the corners of p, of q and of r."""


def compute_mirror_normals(p: Fraction, q: Fraction, r: Fraction) -> Floats:
    """Compute the unit normals a, b, c (rows) of the triangle (p q r): pi/p between b and c, pi/q a-c, pi/r a-b."""
    of_p, of_q, of_r = (-cos(pi / float(entry)) for entry in (p, q, r))
    gram = np.array([[1, of_r, of_q], [of_r, 1, of_p], [of_q, of_p, 1]])
    return np.linalg.cholesky(gram)


def build_wythoff_solid(symbol: str) -> Polyhedron:
    """Build the polyhedron of `p|q r`, `p q|r` or `p q r|`, with edges of 1; entries may be fractions such as 5/2."""
    left, right = ([Fraction(entry) for entry in half.split()] for half in symbol.split("|"))
    entries = left + right
    normals = compute_mirror_normals(*entries)
    mirrors = [build_reflection(normal) for normal in normals]
    is_active = [place < len(left) for place in range(3)]
    vertex = np.linalg.solve(normals, np.array(is_active, dtype=float))
    vertex /= np.linalg.norm(vertex)
    faces = []
    for (i, j), entry in zip(PAIRS, entries, strict=True):
        if is_active[i] and is_active[j]:
            # With an even denominator, the polygon covers itself twice and is not a face.
            if entry.denominator % 2:
                faces.append(_compute_orbit(vertex, [mirrors[i], mirrors[j]], 2 * entry.numerator))
        elif (is_active[i] or is_active[j]) and entry.numerator > 2:
            faces.append(_compute_orbit(vertex, [mirrors[i] @ mirrors[j]], entry.numerator))
    return _collect_images(generate_group(mirrors), faces)


def build_snub_solid(symbol: str, seed: Floats) -> Polyhedron:
    """Build the snub polyhedron `|p q r`, with edges of 1.

    Args:
        symbol: `p q r`.
        seed: (3,), the vertex in the frame of `compute_mirror_normals`: the one of the several points with three equal
            edges that yields this polyhedron.
    """
    entries = [Fraction(entry) for entry in symbol.split()]
    a, b, c = (build_reflection(normal) for normal in compute_mirror_normals(*entries))
    turns = (b @ c, a @ c, a @ b)
    faces = [[seed, a @ b @ seed, a @ c @ seed]]
    faces += [
        _compute_orbit(seed, [turn], entry.numerator)
        for turn, entry in zip(turns, entries, strict=True)
        if entry.numerator > 2
    ]
    return _collect_images(generate_group(turns[:2]), faces)


def _compute_orbit(vertex: Floats, maps: Sequence[Floats], length: int) -> list[Floats]:
    """Compute the corners of a face: apply the maps in turn to the vertex."""
    corners, product = [], np.eye(3)
    for place in range(length):
        corners.append(product @ vertex)
        product = product @ maps[place % len(maps)]
    return corners


def _collect_images(group: Sequence[Floats], faces: Sequence[Sequence[Floats]]) -> Polyhedron:
    assembly = PolyhedronBuilder()
    for element in group:
        for corners in faces:
            assembly.add([element @ corner for corner in corners])
    return scale_to_unit_edge(assembly.build_solid())
