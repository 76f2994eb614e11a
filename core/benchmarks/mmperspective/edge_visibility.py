"""Visible parts of a scene's edges in an image: their course, length and bend."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.benchmarks.mmperspective.scene import Array, BoxSolid, Edge, PerspectiveScene
from core.benchmarks.mmperspective.view import PerspectiveImage, PerspectiveView
from core.rendering.camera import NEAR

STEP_PX = 6.0
"""Spacing of the points at which an edge's visibility is tested."""

LONG_PX = 60.0
"""Visible length from which an edge shows the direction of its family."""

ENOUGH = 4
"""Number of long edges that make a family recognisable."""

_MOST_STEPS = 400
_PICTURES_KEPT = 12
"""An item has up to five images, and its margin, foil and limits all need their edges."""

_VIEWS_KEPT = 4
"""The five images of a seed differ only in the operation on one view."""

_OWN_SURFACE = 1e-6
"""Share of the ray to a point beyond which an intersection belongs to the point's own surface and does not hide it."""


@dataclass(frozen=True, slots=True)
class VisibleEdge:
    """The visible part of an edge.

    Attributes:
        pixels: (n, 2), the visible points along it, in order.
        length_px: visible length, without hidden parts.
        share: visible share of its length within the image.
        is_whole: whether both of its ends are within the image.
    """

    edge: Edge
    pixels: Array
    length_px: float
    share: float
    is_whole: bool

    @property
    def chord(self) -> tuple[Array, Array]:
        """First and last visible point."""
        return self.pixels[0], self.pixels[-1]

    @property
    def angle_deg(self) -> float:
        """Direction of the chord, 0 to 180."""
        step = self.pixels[-1] - self.pixels[0]
        return float(np.degrees(np.arctan2(step[1], step[0])) % 180)

    @property
    def sagitta(self) -> float:
        """Greatest distance of its points from its chord, divided by the chord's length."""
        first, last = self.chord
        step = last - first
        length = float(np.hypot(*step))
        if length < 1e-9:
            return 0.0
        offsets = self.pixels - first
        return float(np.abs(offsets[:, 0] * step[1] - offsets[:, 1] * step[0]).max() / length**2)


def find_visible_edges(picture: PerspectiveImage, *, with_patterns: bool = True) -> list[VisibleEdge]:
    """Return the visible edges, including those of patterns if wanted."""
    return list(_find_all_visible_edges(picture, with_patterns))


@lru_cache(maxsize=_PICTURES_KEPT)
def _find_all_visible_edges(picture: PerspectiveImage, with_patterns: bool) -> tuple[VisibleEdge, ...]:
    return tuple(_compute_visible_edges(picture, *_sample_scene_edges(picture.scene, picture.view, with_patterns)))


@lru_cache(maxsize=_VIEWS_KEPT)
def _sample_scene_edges(
    scene: PerspectiveScene, view: PerspectiveView, with_patterns: bool
) -> tuple[list[Edge], "_Places"]:
    """Return the edges of a scene and sample points along them, before any image operation."""
    edges = scene.list_edges(with_patterns=with_patterns)
    return edges, _sample_edges(scene, view, edges)


def find_visible_edge(picture: PerspectiveImage, edge: Edge) -> VisibleEdge | None:
    """Return the visible part of an edge; None if it is hidden."""
    return next(iter(_compute_visible_edges(picture, [edge], _sample_edges(picture.scene, picture.view, [edge]))), None)


@dataclass(frozen=True, slots=True)
class _Places:
    """Sample points along e edges in the image before its operation.

    Attributes:
        owners: (n,), the index of each point's edge, ascending.
        pixels: (n, 2), within the image or less than a pixel outside it.
        is_open: (n,), whether no solid hides the point.
        ends: (e, 2, 2), of the edges, clipped at the near plane; NaN for an edge behind the camera.
        is_ahead: (e,), whether neither end is clipped.
    """

    owners: np.ndarray
    pixels: Array
    is_open: np.ndarray
    ends: Array
    is_ahead: np.ndarray


def _compute_visible_edges(picture: PerspectiveImage, edges: list[Edge], places: _Places) -> list[VisibleEdge]:
    """Compute all visible edges at once, with one call of each library function for thousands of points."""
    size, width, height = np.array(picture.size), picture.view.width_px, picture.view.height_px
    pixels = picture.operation.map_points(places.pixels, width, height)
    is_inside = ((pixels >= -0.5) & (pixels <= size - 0.5)).all(axis=1)
    owners, pixels, is_seen = places.owners[is_inside], pixels[is_inside], places.is_open[is_inside]
    is_seen &= ~picture.operation.are_masked(pixels)
    ends = picture.operation.map_points(places.ends.reshape(-1, 2), width, height).reshape(-1, 2, 2)
    is_whole = places.is_ahead & ((ends >= 0) & (ends <= size - 1)).all(axis=(1, 2))
    steps = np.diff(pixels, axis=0)
    is_step = is_seen[1:] & is_seen[:-1] & (owners[1:] == owners[:-1])
    lengths = np.bincount(owners[1:][is_step], np.hypot(*steps[is_step].T), len(edges))
    counts, seen_counts = (np.bincount(own, minlength=len(edges)) for own in (owners, owners[is_seen]))
    borders, pixels = np.concatenate(([0], np.cumsum(seen_counts))), pixels[is_seen]
    return [
        VisibleEdge(
            edges[number],
            pixels[borders[number] : borders[number + 1]],
            float(lengths[number]),
            float(seen_counts[number] / counts[number]),
            bool(is_whole[number]),
        )
        for number in np.flatnonzero(seen_counts >= 2).tolist()
    ]


def _sample_edges(scene: PerspectiveScene, view: PerspectiveView, edges: list[Edge]) -> _Places:
    """Sample points along edges where they may be visible."""
    camera = view.camera
    there = camera.to_camera_frame(np.array([(edge.begin, edge.end) for edge in edges]).reshape(-1, 2, 3))
    depths = there[..., 2]
    is_ahead = (depths >= NEAR).all(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = (NEAR - depths[:, 0]) / (depths[:, 1] - depths[:, 0])
        cut = there[:, 0] + shares[:, None] * (there[:, 1] - there[:, 0])
    for end in (0, 1):
        there[:, end] = np.where((depths[:, end] < NEAR)[:, None], cut, there[:, end])
    kept = np.flatnonzero((depths >= NEAR).any(axis=1))
    there = there[kept]
    flat = camera.centre_px + camera.focal_px * there[..., :2] / there[..., 2:]
    ends = np.full((len(edges), 2, 2), np.nan)
    ends[kept] = view.apply_lens(flat.reshape(-1, 2)).reshape(-1, 2, 2)
    first, last = _compute_window_shares(view, flat)
    is_near = first < last
    kept, there, flat, first, last = kept[is_near], there[is_near], flat[is_near], first[is_near], last[is_near]
    span = np.hypot(*(flat[:, 1] - flat[:, 0]).T) * (last - first)
    counts = np.clip((span / STEP_PX).astype(int), 2, _MOST_STEPS) + 1
    index = np.repeat(np.arange(len(kept)), counts)
    within = np.arange(len(index)) - np.repeat(np.cumsum(counts) - counts, counts)
    along = first[index] + (last - first)[index] * within / (counts[index] - 1)
    places = flat[index, 0] + along[:, None] * (flat[index, 1] - flat[index, 0])
    pixels = view.apply_lens(places)
    # No operation shows anything outside the image; one pixel of tolerance, since rounding differs between operations.
    is_inside = ((pixels >= -1.5) & (pixels <= np.array([view.width_px, view.height_px]) + 0.5)).all(axis=1)
    index, along, places, pixels = index[is_inside], along[is_inside], places[is_inside], pixels[is_inside]
    # Along the image of a straight line the inverse of the depth is linear.
    depth = 1 / ((1 - along) / there[index, 0, 2] + along / there[index, 1, 2])
    rays = np.column_stack(((places - camera.centre_px) / camera.focal_px, np.ones(len(places))))
    points = camera.position + (depth[:, None] * rays) @ camera.rotation
    is_open = np.ones(len(points), bool)
    for solid in scene.solids:
        is_open &= ~are_points_hidden(solid, camera.position, points)
    return _Places(kept[index], pixels, is_open, ends, np.asarray(is_ahead))


def _compute_window_shares(view: PerspectiveView, flat: Array) -> tuple[Array, Array]:
    """Return the shares of length between which each segment (e, 2, 2) of the undistorted image is near the frame."""
    size = np.array([view.width_px, view.height_px], float)
    # A distorted image shows more than the undistorted one of the same size.
    reach = 3.0 if view.bend else 0.05
    step = flat[:, 1] - flat[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        limits = np.stack([(-reach * size - flat[:, 0]) / step, ((1 + reach) * size - flat[:, 0]) / step])
    is_across = np.abs(step) > 1e-12
    inside = (flat[:, 0] >= -reach * size) & (flat[:, 0] <= (1 + reach) * size)
    low = np.where(is_across, limits.min(axis=0), np.where(inside, 0.0, 1.0))
    high = np.where(is_across, limits.max(axis=0), np.where(inside, 1.0, 0.0))
    return np.maximum(low.max(axis=1), 0.0), np.minimum(high.min(axis=1), 1.0)


def are_points_hidden(solid: BoxSolid, eye: Array, points: Array) -> np.ndarray:
    """Return (n,): whether a solid hides points (n, 3) from the eye (3,); its own near side is not hidden."""
    normals, offsets = solid.compute_planes()
    start = (normals @ eye - offsets)[:, None]
    slopes = np.ascontiguousarray(((points - eye) @ normals.T).T)  # one row per plane: minima of columns are fast
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = -start / slopes
    enters = np.where(slopes < 0, shares, -np.inf).max(axis=0)
    leaves = np.where(slopes > 0, shares, np.inf).min(axis=0)
    is_beside = ((np.abs(slopes) <= 1e-12) & (start >= 0)).any(axis=0)
    enters, leaves = np.maximum(enters, 0.0), np.minimum(leaves, 1.0)
    return np.asarray(~is_beside & (leaves - enters > _OWN_SURFACE) & (enters < 1 - _OWN_SURFACE))


def group_by_family(edges: list[VisibleEdge]) -> dict[int, list[VisibleEdge]]:
    """Return the visible long edges by family."""
    by_family: dict[int, list[VisibleEdge]] = {}
    for edge in edges:
        if edge.length_px >= LONG_PX:
            by_family.setdefault(edge.edge.family, []).append(edge)
    return by_family
