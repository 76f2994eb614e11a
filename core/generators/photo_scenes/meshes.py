"""Surfaces of flat convex faces, of which objects are made.

Local frame: centimetres, x and y along the table, and the height above it; the foot is around (0, 0, 0).
"""

import math
from dataclasses import dataclass

import numpy as np

from core.geometry.homography import Array

Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """Faces of one kind.

    Attributes:
        faces: (n, k, 3): n flat convex polygons of k corners.
        colours: (n, 3), reflected share of red, green and blue light, linear, 0 to 1.
        outwards: (n, 3), unit normals.
        gloss: strength of the lamps' reflections, 0 to 1.
        is_thin: visible from both sides.
        lift_cm: how much nearer the patch counts in drawing order; for patches that lie on a face.
    """

    faces: Array
    colours: Array
    outwards: Array
    gloss: float = 0.0
    is_thin: bool = False
    lift_cm: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class ObjectMesh:
    """An object's surface in the world frame.

    Attributes:
        patches: its faces.
        corners: corners (n, 3), without repeats, of each part; parts are roughly convex, and each throws a shadow.
    """

    patches: tuple[Patch, ...]
    corners: tuple[Array, ...]

    @property
    def height_cm(self) -> float:
        """Return the height of the solid's highest point above the table."""
        return max(float(points[:, 2].max()) for points in self.corners)

    @property
    def triangles(self) -> Array:
        """Return the whole surface in triangles (n, 3, 3)."""
        fans = []
        for patch in self.patches:
            count = patch.faces.shape[1]
            fans += [patch.faces[:, [0, corner, corner + 1]] for corner in range(1, count - 1)]
        return np.concatenate(fans)

    def move_to(self, place_cm: tuple[float, float], turn_deg: float) -> "ObjectMesh":
        """Turn the solid clockwise as seen from above, and move it to a place on the table."""
        cosine, sine = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
        turn = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
        shift = np.array([*place_cm, 0.0])
        return ObjectMesh(
            tuple(
                Patch(p.faces @ turn.T + shift, p.colours, p.outwards @ turn.T, p.gloss, p.is_thin, p.lift_cm)
                for p in self.patches
            ),
            tuple(points @ turn.T + shift for points in self.corners),
        )


def to_linear(red: float, green: float, blue: float) -> Colour:
    """Convert a colour, 0 to 255 as an image in good light shows it, to linear shares."""
    return (red / 255) ** 2.2, (green / 255) ** 2.2, (blue / 255) ** 2.2
