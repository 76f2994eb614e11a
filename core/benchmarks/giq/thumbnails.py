"""Small grey pictures of solids, for matching pictures by content."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.benchmarks.giq.viewpoints import build_unit_solid, place_camera
from core.polyhedra.solid import Floats, Polyhedron
from core.rendering.mesh import Mesh
from core.rendering.zbuffer import Light, render

HEADLIGHT = Light(towards=(0.0, 0.0, -1.0), everywhere=0.1)
"""Beside the camera: a picture in it stays the same where the solid turns about the line of sight."""


def render_thumbnail(mesh: Mesh, direction: Floats, side_px: int) -> NDArray[np.float32]:
    """(side_px, side_px), grey levels in the headlight, 0 where nothing is seen.

    Args:
        mesh: of a solid about its centre with a radius of 1.
        direction: (3,), from the solid to the camera.
        side_px: of the picture.
    """
    drawn = render([mesh], place_camera(direction, side_px), background=(0, 0, 0), light=HEADLIGHT, finer=1)
    return drawn.image[..., 0].astype(np.float32)


@lru_cache(maxsize=64)
def build_white_mesh(shape_id: str, *, is_mirrored: bool = False) -> Mesh:
    """The solid for thumbnails, about its centre with a radius of 1."""
    return paint_mesh(build_unit_solid(shape_id, is_mirrored=is_mirrored), (255, 255, 255))


def paint_mesh(solid: Polyhedron, colour: tuple[int, int, int]) -> Mesh:
    """Return a solid as a mesh in one colour."""
    return Mesh.build_from_faces(solid.vertices, solid.faces, colour)
