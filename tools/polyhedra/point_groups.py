"""Reflections, rotations and the finite groups that they generate."""

from collections.abc import Sequence
from math import cos, sin

import numpy as np

from core.errors import SolidError
from core.polyhedra.solid import Floats
from tools.polyhedra.assembly import make_point_key

LARGEST_GROUP = 120
"""Order of the full icosahedral group."""


def build_reflection(normal: Floats) -> Floats:
    """Build the reflection (3, 3) in the plane through the origin with this unit normal."""
    return np.eye(3) - 2 * np.outer(normal, normal)


def build_rotation(axis: Floats, angle_rad: float) -> Floats:
    """Build the rotation (3, 3) about an axis of any length through the origin.

    Source: Rodrigues' formula.
    """
    x, y, z = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    matrix: Floats = np.eye(3) + sin(angle_rad) * cross + (1 - cos(angle_rad)) * cross @ cross
    return matrix


def generate_group(generators: Sequence[Floats]) -> list[Floats]:
    """Generate all products of the generators, the identity first.

    Raises:
        SolidError: there are more than `LARGEST_GROUP`, so no polyhedron has this group.
    """
    elements, known = [np.eye(3)], {make_point_key(np.eye(3))}
    for element in elements:  # grows during the loop
        for generator in generators:
            product = element @ generator
            if (key := make_point_key(product)) not in known:
                known.add(key)
                elements.append(product)
                if len(elements) > LARGEST_GROUP:
                    raise SolidError("these mirrors do not generate a finite group of a polyhedron")
    return elements
