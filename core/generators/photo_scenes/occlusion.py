"""Occlusion by the object of the border, the triangle's edges and its vertices; exact, by cutting polygons.

Everything on the table is behind the object's faces, so it is hidden where its projection lies inside theirs.
"""

import math

import numpy as np
from numpy.typing import NDArray

from core.generators.photo_scenes.camera import to_world_points
from core.generators.photo_scenes.polygon_clipping import clip_to_half_plane, compute_polygon_area
from core.generators.photo_scenes.scene import TriangleScene
from core.generators.photo_scenes.table import compute_sticker_corners_cm
from core.geometry.homography import BOARD_CM, TAPE_CM, Array
from core.records import OCCLUSIONS

LEAST_SHARE = 1e-9
"""Overlaps smaller than this share are due to rounding."""

FEW = 8
"""Number of triangles that are cut out of one piece."""

SMALL_PX2 = 1e-3


def compute_hidden_segment_share(begin: Array, end: Array, triangles: Array) -> float:
    """Compute the share of a straight line, (2,) to (2,), inside the union of triangles (n, 3, 2)."""
    intervals = sorted(_compute_inside_intervals(begin, end, triangles))
    covered, reached = 0.0, 0.0
    for low, high in intervals:
        covered += max(high - max(low, reached), 0.0)
        reached = max(reached, high)
    return covered


def compute_hidden_polygon_share(polygon: Array, triangles: Array) -> float:
    """Compute the share of a convex polygon's area, (n, 2), inside the union of triangles (n, 3, 2)."""
    return 1.0 - _compute_visible_area(polygon, triangles) / compute_polygon_area(polygon)


def _compute_visible_area(polygon: Array, triangles: Array) -> float:
    over = triangles[_find_overlapping(polygon, triangles)]
    if not len(over):
        return compute_polygon_area(polygon)
    if _is_inside_one(polygon, over):
        return 0.0
    # Halving would not end if many triangles meet at one point.
    if len(over) <= FEW or compute_polygon_area(polygon) < SMALL_PX2:
        visible = [polygon]
        for triangle in over:
            visible = [piece for whole in visible for piece in _subtract_triangle(whole, triangle)]
        return sum(compute_polygon_area(piece) for piece in visible)
    # Cut in two, so that few triangles meet each half; otherwise there would be many pieces.
    low, high = polygon.min(axis=0), polygon.max(axis=0)
    normal = np.eye(2)[int(np.argmax(high - low))]
    middle = float(normal @ (low + high)) / 2
    halves = (clip_to_half_plane(polygon, normal, middle), clip_to_half_plane(polygon, -normal, -middle))
    return sum(_compute_visible_area(half, over) for half in halves if len(half) >= 3)


def classify_polygon_occlusion(polygon: Array, triangles: Array) -> str:
    """Return how much of a convex polygon, (n, 2), triangles (n, 3, 2) hide: `none`, `partial` or `complete`."""
    over = triangles[_find_overlapping(polygon, triangles)]
    if not len(over):
        return "none"
    # A visible piece of the outline decides without areas.
    outline = zip(polygon, np.roll(polygon, -1, axis=0), strict=True)
    if any(compute_hidden_segment_share(begin, end, over) < 1 - LEAST_SHARE for begin, end in outline):
        return "partial"
    return "complete" if compute_hidden_polygon_share(polygon, over) > 1 - LEAST_SHARE else "partial"


def classify_scene_occlusions(scene: TriangleScene) -> tuple[str, str, str]:
    """Return `none`, `partial` or `complete` for the border's sides, the triangle's edges and its vertices.

    `complete` if one of them is hidden as a whole, `partial` if a part of any is: of the tape on a side, of the line
    between two stickers' centres, of a sticker.
    """
    solid = scene.solid
    if solid is None:
        return "none", "none", "none"
    camera = scene.camera
    triangles = camera.to_px(solid.triangles)
    low, high, edge = -TAPE_CM, BOARD_CM + TAPE_CM, BOARD_CM
    strips = (
        [(low, low), (high, low), (edge, 0), (0, 0)],
        [(high, low), (high, high), (edge, edge), (edge, 0)],
        [(high, high), (low, high), (0, edge), (edge, edge)],
        [(low, high), (low, low), (0, 0), (0, edge)],
    )
    sides = [_to_px(scene, np.array(strip, dtype=np.float64)) for strip in strips]
    vertices = [_to_px(scene, compute_sticker_corners_cm(scene, vertex)) for vertex in "ABC"]
    corners = _to_px(scene, np.array([scene.a_cm, scene.b_cm, scene.c_cm]))
    return (
        _find_worst([classify_polygon_occlusion(side, triangles) for side in sides]),
        _find_worst(
            [
                _classify_share(compute_hidden_segment_share(corners[k], corners[(k + 1) % 3], triangles))
                for k in range(3)
            ]
        ),
        _find_worst([classify_polygon_occlusion(vertex, triangles) for vertex in vertices]),
    )


def _to_px(scene: TriangleScene, points_cm: Array) -> Array:
    return scene.camera.to_px(to_world_points(points_cm))


def _classify_share(share: float) -> str:
    if share > 1 - LEAST_SHARE:
        return "complete"
    return "partial" if share > LEAST_SHARE else "none"


def _find_worst(words: list[str]) -> str:
    return max(words, key=OCCLUSIONS.index)


def _is_inside_one(polygon: Array, triangles: Array) -> bool:
    """Return whether one triangle alone hides a polygon."""
    edges = np.roll(triangles, -1, axis=1) - triangles
    turn = edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0]
    normals = np.stack([-edges[..., 1], edges[..., 0]], axis=-1) * np.sign(turn)[:, None, None]
    distances = ((polygon[None, None] - triangles[:, :, None]) * normals[:, :, None]).sum(axis=-1)
    return bool(((distances >= 0).all(axis=(1, 2)) & (turn != 0)).any())


def _find_overlapping(polygon: Array, triangles: Array) -> NDArray[np.bool_]:
    """Return which triangles (n,) overlap a convex polygon: those that no side of either separates from it.

    Source: separating axis theorem.
    """
    overlaps = np.ones(len(triangles), dtype=bool)
    for edge in np.roll(polygon, -1, axis=0) - polygon:
        normal = np.array([-edge[1], edge[0]])
        own, theirs = polygon @ normal, triangles @ normal
        overlaps &= (theirs.max(axis=1) > own.min()) & (theirs.min(axis=1) < own.max())
    edges = np.roll(triangles, -1, axis=1) - triangles
    normals = np.stack([-edges[..., 1], edges[..., 0]], axis=-1)
    own, theirs = normals @ polygon.T, normals @ np.swapaxes(triangles, 1, 2)
    separated = (theirs.max(axis=2) <= own.min(axis=2)) | (theirs.min(axis=2) >= own.max(axis=2))
    return np.asarray(overlaps & ~separated.any(axis=1))


def _compute_half_planes(triangle: Array) -> list[tuple[Array, float]]:
    """Compute three (normal, offset): a point is inside if normal · point >= offset for all."""
    following = np.roll(triangle, -1, axis=0)
    edges = following - triangle
    sign = math.copysign(1.0, edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0])
    normals = np.column_stack([-edges[:, 1], edges[:, 0]]) * sign
    return [(normal, float(normal @ corner)) for normal, corner in zip(normals, triangle, strict=True)]


def _compute_inside_intervals(begin: Array, end: Array, triangles: Array) -> list[tuple[float, float]]:
    """Compute, for each triangle that a line meets, the interval of the line's length inside it, in shares."""
    following = np.roll(triangles, -1, axis=1)
    edges = following - triangles
    turn = edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0]
    normals = np.stack([-edges[..., 1], edges[..., 0]], axis=-1) * np.sign(turn)[:, None, None]
    at_begin = ((begin - triangles) * normals).sum(axis=-1)
    growth = normals @ (end - begin)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = -at_begin / growth
    low = np.where(growth > 0, crossing, -np.inf).max(axis=1)
    high = np.where(growth < 0, crossing, np.inf).min(axis=1)
    is_outside = ((growth == 0) & (at_begin < 0)).any(axis=1) | (turn == 0)
    low, high = np.maximum(low, 0.0), np.minimum(high, 1.0)
    meets = (high > low) & ~is_outside
    return list(zip(low[meets].tolist(), high[meets].tolist(), strict=True))


def _subtract_triangle(polygon: Array, triangle: Array) -> list[Array]:
    """Subtract a triangle from a convex polygon; return convex pieces that do not overlap."""
    pieces = []
    rest = polygon
    if abs(compute_polygon_area(triangle)) == 0:
        return [polygon]
    for normal, offset in _compute_half_planes(triangle):
        outside = clip_to_half_plane(rest, -normal, -offset)
        if len(outside) >= 3 and compute_polygon_area(outside) > 0:
            pieces.append(outside)
        rest = clip_to_half_plane(rest, normal, offset)
        if len(rest) < 3:
            break
    return pieces if len(rest) >= 3 else [polygon]
