"""Simple bodies of which objects are made: prisms, blocks, tubes and surfaces of revolution.

Local frame: centimetres, x and y along the table, and the height above it; the foot is around (0, 0, 0).
"""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from core.generators.photo_scenes.meshes import Colour, ObjectMesh, Patch
from core.geometry.homography import Array

Outline = Sequence[tuple[float, float]]
Part = tuple[Patch, ...]


def build_solid(parts: Sequence[Part]) -> ObjectMesh:
    """Build the solid of these parts; patches of one kind become one."""
    corners = (np.concatenate([patch.faces.reshape(-1, 3) for patch in part]) for part in parts)
    kinds: dict[object, list[Patch]] = {}
    for patch in (patch for part in parts for patch in part):
        kinds.setdefault((patch.faces.shape[1], patch.gloss, patch.is_thin, patch.lift_cm), []).append(patch)
    return ObjectMesh(
        tuple(
            Patch(
                np.concatenate([p.faces for p in same]),
                np.concatenate([p.colours for p in same]),
                np.concatenate([p.outwards for p in same]),
                same[0].gloss,
                same[0].is_thin,
                same[0].lift_cm,
            )
            for same in kinds.values()
        ),
        tuple(np.unique(points.round(6), axis=0) for points in corners),
    )


def build_patch(
    faces: ArrayLike,
    colours: ArrayLike,
    about: ArrayLike | None = None,
    *,
    gloss: float = 0.0,
    is_thin: bool = False,
    lift_cm: float = 0.0,
) -> Patch:
    """Build faces that look away from the point `about` (their middle by default), in one colour or one each."""
    polygons = np.asarray(faces, dtype=np.float64)
    middles = polygons.mean(axis=1)
    # Diagonals, so that a face with two equal corners also has a normal.
    normals = np.cross(polygons[:, 2] - polygons[:, 0], polygons[:, -1] - polygons[:, 1])
    if polygons.shape[1] == 3:
        normals = np.cross(polygons[:, 1] - polygons[:, 0], polygons[:, 2] - polygons[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    outside = middles - (middles.mean(axis=0) if about is None else np.asarray(about))
    normals *= np.where((normals * outside).sum(axis=1) < 0, -1.0, 1.0)[:, None]
    shades = np.broadcast_to(np.asarray(colours, dtype=np.float64), (len(polygons), 3))
    return Patch(polygons, shades, normals, gloss, is_thin, lift_cm)


def build_prism(lower: Outline, upper: Outline, bottom_cm: float, top_cm: float) -> tuple[Array, Array]:
    """Build walls (n, 4, 3) and lid (1, n, 3) between two outlines with the same number of corners, at two heights."""
    low = np.column_stack([np.asarray(lower, dtype=np.float64), np.full(len(lower), bottom_cm)])
    high = np.column_stack([np.asarray(upper, dtype=np.float64), np.full(len(upper), top_cm)])
    walls = np.stack([low, np.roll(low, -1, axis=0), np.roll(high, -1, axis=0), high], axis=1)
    return walls, high[None]


def build_rectangle(width_cm: float, depth_cm: float, radius_cm: float = 0.0, steps: int = 4) -> Outline:
    """Build the outline of a rectangle about (0, 0), its corners rounded."""
    half_width, half_depth = width_cm / 2 - radius_cm, depth_cm / 2 - radius_cm
    if radius_cm == 0:
        return [
            (-half_width, -half_depth),
            (half_width, -half_depth),
            (half_width, half_depth),
            (-half_width, half_depth),
        ]
    return [
        (sign_x * half_width + radius_cm * math.cos(angle), sign_y * half_depth + radius_cm * math.sin(angle))
        for quarter, (sign_x, sign_y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1)))
        for angle in np.linspace(quarter * math.pi / 2, (quarter + 1) * math.pi / 2, steps)
    ]


def build_block(
    size_cm: tuple[float, float, float],
    colour: Colour,
    at_cm: tuple[float, float, float] = (0.0, 0.0, 0.0),
    *,
    gloss: float = 0.0,
    radius_cm: float = 0.0,
    lift_cm: float = 0.0,
) -> tuple[Patch, ...]:
    """Build a box with its foot's middle at a place; its corners may be rounded."""
    outline = build_rectangle(size_cm[0], size_cm[1], radius_cm)
    walls, lid = build_prism(outline, outline, 0.0, size_cm[2])
    shift = np.asarray(at_cm)
    middle = shift + np.array([0.0, 0.0, size_cm[2] / 2])
    return (
        build_patch(walls + shift, colour, middle, gloss=gloss, lift_cm=lift_cm),
        build_patch(lid + shift, colour, middle, gloss=gloss, lift_cm=lift_cm),
    )


def build_tube(
    path: ArrayLike, width_cm: float, colour: Colour, *, gloss: float = 0.0
) -> tuple[tuple[Patch, ...], ...]:
    """Build a bent bar of square section along points (n, 3), with one part per segment."""
    points = np.asarray(path, dtype=np.float64)
    parts = []
    for begin, end in pairwise(points):
        along = (end - begin) / np.linalg.norm(end - begin)
        aside = np.cross(along, (0.0, 0.0, 1.0) if abs(along[2]) < 0.9 else (0.0, 1.0, 0.0))
        aside *= width_cm / 2 / np.linalg.norm(aside)
        above = np.cross(aside, along)
        ring = np.array([aside + above, aside - above, -aside - above, -aside + above])
        reach = along * width_cm * 0.2
        near, far = begin - reach + ring, end + reach + ring
        walls = np.stack([near, np.roll(near, -1, axis=0), np.roll(far, -1, axis=0), far], axis=1)
        faces = np.concatenate([walls, near[None], far[None]])
        parts.append((build_patch(faces, colour, (begin + end) / 2, gloss=gloss),))
    return tuple(parts)


def revolve_profile(profile: Outline, segments: int) -> Array:
    """Build the surface (n * segments, 4, 3) that a profile of (radius, height) sweeps, ring by ring from below."""
    angles = np.linspace(0, 2 * math.pi, segments, endpoint=False)
    directions = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(segments)])
    rings = np.array([radius * directions + (0.0, 0.0, height) for radius, height in profile])
    following = np.roll(rings, -1, axis=1)
    return np.stack([rings[:-1], following[:-1], following[1:], rings[1:]], axis=2).reshape(-1, 4, 3)
