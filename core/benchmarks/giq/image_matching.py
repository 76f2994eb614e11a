"""Similarity of images of solids, after rotation in the image plane or over all views of a solid.

Images are thumbnails lit by a headlight at the camera, so that a rotation about the line of sight changes nothing else.
Source: our own; docs/benchmarks/giq.md, pairs: the check for undecidable pairs.
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
"""Rotations about the best one so far that are tried while the camera moves."""

BLUR_PX = 1.0
"""Blur, so that edges shifted by a pixel do not count as a difference."""

MIN_PIXEL_DIFFERENCE = 24.0
"""Minimum difference in grey levels of a differing pixel."""

APART_DEG = 14.0
"""Minimum angle between the views of a solid that are tried first."""

STEPS_DEG = (7.0, 4.0, 2.5, 1.2)
"""Steps by which the camera moves on from the best views."""

REFINED = 2
HOPELESS = 0.33
"""A search ends if its first moves leave this share different; similar solids are closer by then."""

FAR_OFF = 0.4
"""A first match that leaves this share of the pixels different is not refined."""


@dataclass(frozen=True, slots=True)
class ImageMatch:
    """Difference between two images when one is rotated to fit best.

    Attributes:
        differing: the share of the pixels of both outlines that differ.
        grey_levels: their mean absolute difference.
        overlap: intersection over union of the outlines.
        turn_deg: rotation of the second image, counter-clockwise, with the best match.
    """

    differing: float
    grey_levels: float
    overlap: float
    turn_deg: float


def render_view_thumbnail(view: SolidView) -> Picture:
    """Render the thumbnail of a view, (64, 64), with softened edges."""
    return _blur_image(
        render_thumbnail(build_white_mesh(view.shape_id, is_mirrored=view.is_mirrored), view.direction, SIDE_PX)
    )


def match_thumbnails(first: Picture, second: Picture, turns_deg: tuple[float, ...] = TURNS_DEG) -> ImageMatch:
    """Return the best match of two thumbnails over rotations of the second in its plane."""
    turned = _rotate_image(second, turns_deg)
    is_either = (first > 1) | (turned > 1)
    areas = is_either.sum(axis=(1, 2))
    off = np.abs(first - turned)
    differing = ((off > MIN_PIXEL_DIFFERENCE) & is_either).sum(axis=(1, 2)) / areas
    best = int(differing.argmin())
    both = ((first > 1) & (turned[best] > 1)).sum()
    grey_levels = float(off[best][is_either[best]].mean())
    return ImageMatch(float(differing[best]), grey_levels, float(both / areas[best]), turns_deg[best])


def compute_least_difference(
    target: SolidView, shape_id: str, *, is_mirrored: bool = False, enough: float = 0.0
) -> float:
    """Return the share of pixels that differ between an image and the most similar view of a solid from any direction.

    An image of the solid itself leaves almost none. So an image that leaves none cannot be distinguished from one of
    the solid.

    Args:
        target: the image.
        shape_id: the solid whose views are tried.
        is_mirrored: whether to try views of its mirror image.
        enough: the search ends below this share.
    """
    view_thumbnail = render_view_thumbnail(target)
    tried = [
        (match_thumbnails(view_thumbnail, seen), direction)
        for direction, seen in _render_first_views(shape_id, is_mirrored)
    ]
    tried.sort(key=lambda one: one[0].differing)
    if tried[0][0].differing > FAR_OFF:
        return tried[0][0].differing
    mesh = build_white_mesh(shape_id, is_mirrored=is_mirrored)
    least = 1.0
    for best, direction in tried[:REFINED]:
        least = min(least, _refine_match(view_thumbnail, mesh, best, direction))
        if least < enough:
            break
    return least


def _refine_match(picture: Picture, mesh: Mesh, best: ImageMatch, direction: Floats) -> float:
    """Return the smallest difference that small moves of the camera reach from a direction."""
    for step_deg in STEPS_DEG:
        for aside in _compute_tangents(direction):
            moved = direction + np.tan(np.radians(step_deg)) * aside
            moved /= np.linalg.norm(moved)
            turns = tuple(best.turn_deg + nearby for nearby in NEARBY_DEG)
            thumbnails = match_thumbnails(picture, _blur_image(render_thumbnail(mesh, moved, SIDE_PX)), turns)
            if thumbnails.differing < best.differing:
                best, direction = thumbnails, moved
        if best.differing > HOPELESS:
            break
    return best.differing


@lru_cache(maxsize=512)
def _render_first_views(shape_id: str, is_mirrored: bool) -> tuple[tuple[Floats, Picture], ...]:
    """Return views over the whole sphere, one per set of views that the solid's rotations make equal."""
    group = np.array(list_rotations(shape_id, is_mirrored=is_mirrored))
    kept: list[Floats] = []
    for direction in _sample_sphere(1500):
        images = group @ direction
        if all((images @ other).max() < np.cos(np.radians(APART_DEG)) for other in kept):
            kept.append(direction)
    mesh = build_white_mesh(shape_id, is_mirrored=is_mirrored)
    return tuple((direction, _blur_image(render_thumbnail(mesh, direction, SIDE_PX))) for direction in kept)


def _sample_sphere(count: int) -> Floats:
    """Return directions (count, 3) that cover the sphere evenly, on a spiral."""
    height = 1 - 2 * (np.arange(count) + 0.5) / count
    azimuth = np.pi * (3 - 5**0.5) * np.arange(count)
    across = np.sqrt(1 - height**2)
    return np.stack([across * np.cos(azimuth), across * np.sin(azimuth), height], axis=1)


def _compute_tangents(direction: Floats) -> list[Floats]:
    """Return four unit vectors perpendicular to a direction."""
    right = np.cross(direction, np.eye(3)[np.abs(direction).argmin()])
    right /= np.linalg.norm(right)
    ahead = np.cross(direction, right)
    return [np.cos(angle) * right + np.sin(angle) * ahead for angle in np.arange(4) * np.pi / 2]


def _blur_image(image: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), BLUR_PX), dtype=np.float32)


def _rotate_image(image: Picture, turns_deg: tuple[float, ...]) -> Picture:
    """Return the image rotated about its centre, (n, 64, 64)."""
    middle = ((SIDE_PX - 1) / 2, (SIDE_PX - 1) / 2)
    return np.stack(
        [
            cv2.warpAffine(image, cv2.getRotationMatrix2D(middle, turn_deg, 1.0), (SIDE_PX, SIDE_PX))
            for turn_deg in turns_deg
        ]
    )
