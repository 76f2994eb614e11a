"""How alike pictures of solids can be made: turned in the picture's plane, or from any other view of a solid.

Pictures are thumbnails in the light of a lamp at the camera, so that a turn about the line of sight changes nothing
else. Source: PROTOCOLS 5.8, the check of what cannot be decided.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from core.benchmarks.giq.thumbnails import build_white_mesh, render_thumbnail
from core.benchmarks.giq.viewpoints import SolidView, list_rotations
from core.polyhedra.solid import Floats
from core.rendering.mesh import Mesh

Picture = NDArray[np.float32]

SIDE_PX = 64
TURNS_DEG = tuple(float(turn) for turn in range(0, 360, 5))
NEARBY_DEG = (-10.0, -6.0, -3.0, 0.0, 3.0, 6.0, 10.0)
"""Turns about the best one so far that are tried while the camera moves."""

BLUR_PX = 1.0
"""Edges that fall on other pixels are no difference."""

DIFFERS_FROM = 24.0
"""Grey levels by which a pixel has to be off to differ."""

APART_DEG = 14.0
"""Between the views of a solid that are tried first."""

STEPS_DEG = (7.0, 4.0, 2.5, 1.2)
"""By which the best of them are moved on."""

REFINED = 2
HOPELESS = 0.33
"""A search that still leaves this share after its first moves ends: what is alike is nearer by then."""

FAR_OFF = 0.4
"""A first match that leaves this share of the pixels different is not looked at more closely."""


@dataclass(frozen=True, slots=True)
class ImageMatch:
    """How far two pictures are apart when one is turned as well as can be.

    Attributes:
        differing: the share of the pixels of both outlines that differ.
        grey_levels: their mean absolute difference.
        overlap: the outlines' common area in their union.
        turn_deg: of the second, counter-clockwise, at which they match best.
    """

    differing: float
    grey_levels: float
    overlap: float
    turn_deg: float


def render_view_thumbnail(view: SolidView) -> Picture:
    """The thumbnail of a view, (64, 64), edges softened."""
    return _blur_image(
        render_thumbnail(build_white_mesh(view.shape_id, is_mirrored=view.is_mirrored), view.direction, SIDE_PX)
    )


def match_thumbnails(first: Picture, second: Picture, turns_deg: tuple[float, ...] = TURNS_DEG) -> ImageMatch:
    """The best match of two thumbnails over turns of the second in its plane."""
    turned = _rotate_image(second, turns_deg)
    is_either = (first > 1) | (turned > 1)
    areas = is_either.sum(axis=(1, 2))
    off = np.abs(first - turned)
    differing = ((off > DIFFERS_FROM) & is_either).sum(axis=(1, 2)) / areas
    best = int(differing.argmin())
    both = ((first > 1) & (turned[best] > 1)).sum()
    grey_levels = float(off[best][is_either[best]].mean())
    return ImageMatch(float(differing[best]), grey_levels, float(both / areas[best]), turns_deg[best])


def compute_least_difference(
    target: SolidView, shape_id: str, *, is_mirrored: bool = False, enough: float = 0.0
) -> float:
    """The share of pixels that differ between a picture and the most similar view of a solid, of any direction.

    A picture of the solid itself has next to none; so a picture with none cannot be told from one of the solid.

    Args:
        target: the picture.
        shape_id: of the solid whose views are tried.
        is_mirrored: whether its mirror image is meant.
        enough: below this the search ends.
    """
    wanted = render_view_thumbnail(target)
    tried = [
        (match_thumbnails(wanted, seen), direction) for direction, seen in _render_first_views(shape_id, is_mirrored)
    ]
    tried.sort(key=lambda one: one[0].differing)
    if tried[0][0].differing > FAR_OFF:
        return tried[0][0].differing
    mesh = build_white_mesh(shape_id, is_mirrored=is_mirrored)
    least = 1.0
    for best, direction in tried[:REFINED]:
        least = min(least, _refine_match(wanted, mesh, best, direction))
        if least < enough:
            break
    return least


def _refine_match(wanted: Picture, mesh: Mesh, best: ImageMatch, direction: Floats) -> float:
    """The smallest difference that small moves of the camera find from a direction on."""
    for step_deg in STEPS_DEG:
        for aside in _compute_tangents(direction):
            moved = direction + np.tan(np.radians(step_deg)) * aside
            moved /= np.linalg.norm(moved)
            turns = tuple(best.turn_deg + nearby for nearby in NEARBY_DEG)
            found = match_thumbnails(wanted, _blur_image(render_thumbnail(mesh, moved, SIDE_PX)), turns)
            if found.differing < best.differing:
                best, direction = found, moved
        if best.differing > HOPELESS:
            break
    return best.differing


@lru_cache(maxsize=512)
def _render_first_views(shape_id: str, is_mirrored: bool) -> tuple[tuple[Floats, Picture], ...]:
    """Views over the whole sphere, one of all those that the solid's rotations make the same."""
    group = np.array(list_rotations(shape_id, is_mirrored=is_mirrored))
    kept: list[Floats] = []
    for direction in _sample_sphere(1500):
        images = group @ direction
        if all((images @ other).max() < np.cos(np.radians(APART_DEG)) for other in kept):
            kept.append(direction)
    mesh = build_white_mesh(shape_id, is_mirrored=is_mirrored)
    return tuple((direction, _blur_image(render_thumbnail(mesh, direction, SIDE_PX))) for direction in kept)


def _sample_sphere(count: int) -> Floats:
    """(count, 3): directions evenly over the sphere, on a spiral."""
    height = 1 - 2 * (np.arange(count) + 0.5) / count
    azimuth = np.pi * (3 - 5**0.5) * np.arange(count)
    across = np.sqrt(1 - height**2)
    return np.stack([across * np.cos(azimuth), across * np.sin(azimuth), height], axis=1)


def _compute_tangents(direction: Floats) -> list[Floats]:
    """Four unit vectors across a direction."""
    right = np.cross(direction, np.eye(3)[np.abs(direction).argmin()])
    right /= np.linalg.norm(right)
    ahead = np.cross(direction, right)
    return [np.cos(angle) * right + np.sin(angle) * ahead for angle in np.arange(4) * np.pi / 2]


def _blur_image(image: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), BLUR_PX), dtype=np.float32)


def _rotate_image(image: Picture, turns_deg: tuple[float, ...]) -> Picture:
    """(n, 64, 64): the picture turned about its middle."""
    middle = ((SIDE_PX - 1) / 2, (SIDE_PX - 1) / 2)
    return np.stack(
        [
            cv2.warpAffine(image, cv2.getRotationMatrix2D(middle, turn_deg, 1.0), (SIDE_PX, SIDE_PX))
            for turn_deg in turns_deg
        ]
    )
