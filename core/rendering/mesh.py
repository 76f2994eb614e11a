"""Surfaces of flat faces: their corners, their colours and the object to which they belong."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Triangles in space.

    Attributes:
        corners: (n, 3, 3): n triangles of three corners, in world units.
        colours: (n, 3), red, green and blue from 0 to 255, as an image in good light shows them.
        object_id: written to the image of ids at the pixels of the object; 0 is reserved for the background.
    """

    corners: Array
    colours: Array
    object_id: int = 1

    @classmethod
    def build_from_faces(
        cls, vertices: ArrayLike, faces: Iterable[Sequence[int]], colour: ArrayLike, object_id: int = 1
    ) -> "Mesh":
        """Build the mesh of flat faces, each as a fan around the mean of its corners.

        The fan covers a convex face exactly, and a star {n/d} exactly where its outline winds around: the middle of a
        pentagram is part of it.

        Args:
            vertices: (n, 3).
            faces: per face, the indices of its corners along its outline.
            colour: (3,), or (number of faces, 3).
            object_id: of the whole mesh.
        """
        points = np.asarray(vertices, dtype=np.float64)
        rings = [points[list(face)] for face in faces]
        each = np.broadcast_to(np.asarray(colour, dtype=np.float64), (len(rings), 3))
        fans = [
            np.stack([np.broadcast_to(ring.mean(axis=0), ring.shape), ring, np.roll(ring, -1, axis=0)], axis=1)
            for ring in rings
        ]
        return cls(
            np.concatenate(fans) if fans else np.empty((0, 3, 3)),
            np.repeat(each, [len(ring) for ring in rings], axis=0),
            object_id,
        )

    def transform(self, turn: ArrayLike, shift: ArrayLike = (0.0, 0.0, 0.0)) -> "Mesh":
        """Return the mesh after the linear map `turn` (3 x 3) about the origin and the shift (3,)."""
        corners = self.corners @ np.asarray(turn, dtype=np.float64).T + np.asarray(shift, dtype=np.float64)
        return Mesh(corners, self.colours, self.object_id)
