"""Viewpoints of a solid: twenty views of its upper half, each with at least three visible faces.

Source: GIQ, section on renderings (20 views on the upper hemisphere); docs/benchmarks/giq.md, views.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

import numpy as np

from core.errors import SceneError
from core.polyhedra.solid import Floats, Polyhedron
from core.polyhedra.solids import load_rotations, load_solid
from core.rendering.camera import PinholeCamera
from core.rendering.mesh import Mesh
from core.rendering.zbuffer import BACKGROUND, render_object_ids

ENGINE_VERSION = 4
RANDOM_VERSION = 1
"""Version of the random numbers of views and pairs, which do not change if only light or rules for pairs change."""

MIRRORED = "_mirrored"
"""Suffix of the name of a folder with images of a solid's mirror image."""

VIEWS = 20
FEWEST_FACES, SMALLEST_FACE = 3, 0.005
"""Minimum number of visible faces, and the minimum share of the outline's area of a visible face."""

FOCAL = 1.586
"""Focal length in widths of the image: a field of view of 35 degrees."""

FILLS = 0.85
"""Share of the image's width that the sphere about the solid fills."""

DISTANCE = math.hypot(1.0, 2 * FOCAL / FILLS)
"""Distance of the camera from the solid's centre, in radii of that sphere."""

MIRROR: Floats = np.diag([-1.0, 1.0, 1.0])
"""The reflection (3, 3) that makes the mirror image of a solid."""

LOOKED_AT_PX = 96
_VIEWS_TRIED = 500


def make_random_generator(*about: object) -> np.random.Generator:
    """Return a random generator for one purpose, the same everywhere: its seed is the SHA-256 of the purpose."""
    text = "/".join(map(str, ("giq", RANDOM_VERSION, *about)))
    return np.random.Generator(np.random.PCG64(int.from_bytes(sha256(text.encode()).digest()[:16], "big")))


@dataclass(frozen=True, slots=True)
class SolidView:
    """A solid with a viewpoint.

    Attributes:
        azimuth_deg: azimuth of the camera about the vertical axis.
        height: height of the camera above the solid's centre, divided by its distance: 0 at the side, 1 straight above.
        is_mirrored: whether the solid's mirror image is shown instead.
        number: number of the view, from 0.
    """

    shape_id: str
    azimuth_deg: float
    height: float
    is_mirrored: bool = False
    number: int = 0

    @property
    def solid(self) -> Polyhedron:
        """The solid that is shown, about its centre, with a radius of 1."""
        return build_unit_solid(self.shape_id, is_mirrored=self.is_mirrored)

    @property
    def direction(self) -> Floats:
        """The unit vector (3,) from the solid to the camera."""
        azimuth, across = math.radians(self.azimuth_deg), math.sqrt(max(1 - self.height**2, 0.0))
        return np.array([across * math.cos(azimuth), across * math.sin(azimuth), self.height])

    def make_camera(self, side_px: int) -> PinholeCamera:
        """Return the camera that looks at the solid's centre, without roll."""
        return place_camera(self.direction, side_px)


def place_camera(direction: Floats, side_px: int) -> PinholeCamera:
    """Return the camera in a direction (3,) from the centre, for a square image."""
    return PinholeCamera.look_at(
        (0, 0, 0), position=DISTANCE * direction, focal_px=FOCAL * side_px, width_px=side_px, height_px=side_px
    )


@lru_cache(maxsize=512)
def build_unit_solid(shape_id: str, *, is_mirrored: bool = False) -> Polyhedron:
    """Return the solid about its centre with a radius of 1, or its mirror image."""
    solid = load_solid(shape_id).normalise_size()
    return solid.apply_map(MIRROR) if is_mirrored else solid


@lru_cache(maxsize=512)
def list_rotations(shape_id: str, *, is_mirrored: bool = False) -> Floats:
    """Return all rotations (n, 3, 3) that leave the shown solid unchanged."""
    rotations = load_rotations(shape_id)
    return MIRROR @ rotations @ MIRROR if is_mirrored else rotations


def list_views(shape_id: str, seed: int = 0, count: int = VIEWS) -> tuple[SolidView, ...]:
    """Return the first of the twenty views of a solid, all by default."""
    return tuple(sample_view(shape_id, number, seed) for number in range(count))


@lru_cache(maxsize=8192)
def sample_view(shape_id: str, number: int, seed: int = 0, *, is_mirrored: bool = False) -> SolidView:
    """Return one of the twenty views: uniform over the upper half of the sphere, kept if enough faces are visible.

    Raises:
        SceneError: no view shows enough faces.
    """
    random = make_random_generator("view", seed, shape_id, "mirrored" if is_mirrored else "plain", number)
    for _ in range(_VIEWS_TRIED):
        azimuth_deg, height = round(float(random.uniform(0, 360)), 3), round(float(random.uniform(0, 1)), 5)
        found = SolidView(shape_id, azimuth_deg, height, is_mirrored, number)
        if count_visible_faces(found) >= FEWEST_FACES:
            return found
    raise SceneError(f"no view of {shape_id} shows {FEWEST_FACES} faces. Please report the seed {seed}")


def count_visible_faces(view: SolidView) -> int:
    """Return how many faces cover at least `SMALLEST_FACE` of the outline's area in the image."""
    solid = view.solid
    meshes = [
        Mesh.build_from_faces(solid.vertices, [face], (0, 0, 0), index) for index, face in enumerate(solid.faces, 1)
    ]
    ids = render_object_ids(meshes, view.make_camera(LOOKED_AT_PX))
    _, counts = np.unique(ids[ids != BACKGROUND], return_counts=True)
    return int((counts >= SMALLEST_FACE * counts.sum()).sum())
