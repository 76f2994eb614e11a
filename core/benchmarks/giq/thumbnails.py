"""Small grey images of solids, for matching images by content."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.benchmarks.giq.viewpoints import build_unit_solid, place_camera
from core.polyhedra.solid import Floats, Polyhedron
from core.rendering.mesh import Mesh
from core.rendering.zbuffer import Light, render

HEADLIGHT = Light(towards=(0.0, 0.0, -1.0), everywhere=0.1)
"""Light at the camera, so that an image does not change its shading when the solid rotates about the line of sight."""


def render_thumbnail(mesh: Mesh, direction: Floats, side_px: int) -> NDArray[np.float32]:
    """Render an image (side_px, side_px) in grey levels under the headlight, 0 in the background.

    Args:
        mesh: of a solid about its centre with a radius of 1.
        direction: (3,), from the solid to the camera.
        side_px: of the image.
    """
    drawn = render([mesh], place_camera(direction, side_px), background=(0, 0, 0), light=HEADLIGHT, finer=1)
    return drawn.image[..., 0].astype(np.float32)


@lru_cache(maxsize=64)
def build_white_mesh(shape_id: str, *, is_mirrored: bool = False) -> Mesh:
    """Return the solid as a white mesh for thumbnails, about its centre with a radius of 1."""
    return paint_mesh(build_unit_solid(shape_id, is_mirrored=is_mirrored), (255, 255, 255))


def paint_mesh(solid: Polyhedron, colour: tuple[int, int, int]) -> Mesh:
    """Return a solid as a mesh in one colour."""
    return Mesh.build_from_faces(solid.vertices, solid.faces, colour)
