"""What of a scene's edges is seen in a picture: where they run, how long, and how bent."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.benchmarks.mmperspective.scene import Array, Edge, Solid
from core.benchmarks.mmperspective.view import Picture, View
from core.rendering.camera import NEAR

STEP_PX = 6.0
"""Between the places at which an edge is looked for."""

LONG_PX = 60.0
"""An edge that is seen over this length says where its family runs."""

ENOUGH = 4
"""Long edges by which a family is known."""

_MOST_STEPS = 400
_PICTURES_KEPT = 12
"""An item has up to five pictures, and its margin, its foil and its limits all ask for their edges."""
_OWN_SURFACE = 1e-6
"""Share of the way to a point from which on something in front of it hides it."""


@dataclass(frozen=True, slots=True)
class SeenEdge:
    """An edge as it is seen.

    Attributes:
        pixels: (n, 2), the seen places along it, in order.
        length_px: seen, without what is hidden.
        share: of its length within the picture that is seen.
        is_whole: whether both of its ends are within the picture.
    """

    edge: Edge
    pixels: Array
    length_px: float
    share: float
    is_whole: bool

    @property
    def chord(self) -> tuple[Array, Array]:
        """First and last seen place."""
        return self.pixels[0], self.pixels[-1]

    @property
    def angle_deg(self) -> float:
        """Direction of the chord, 0 to 180."""
        step = self.pixels[-1] - self.pixels[0]
        return float(np.degrees(np.arctan2(step[1], step[0])) % 180)

    @property
    def sagitta(self) -> float:
        """Greatest distance of its places from its chord, divided by the chord's length."""
        first, last = self.chord
        step = last - first
        length = float(np.hypot(*step))
        if length < 1e-9:
            return 0.0
        offsets = self.pixels - first
        return float(np.abs(offsets[:, 0] * step[1] - offsets[:, 1] * step[0]).max() / length**2)


def seen_edges(picture: Picture, *, with_patterns: bool = True) -> list[SeenEdge]:
    """The edges that are seen at all, those of patterns too where they are wanted."""
    return list(_all_seen(picture, with_patterns))


@lru_cache(maxsize=_PICTURES_KEPT)
def _all_seen(picture: Picture, with_patterns: bool) -> tuple[SeenEdge, ...]:
    return tuple(_seen(picture, [edge for edge in picture.scene.edges() if with_patterns or not edge.is_pattern]))


def seen_edge(picture: Picture, edge: Edge) -> SeenEdge | None:
    """An edge as it is seen; None where nothing of it is."""
    return next(iter(_seen(picture, [edge])), None)


def _seen(picture: Picture, edges: list[Edge]) -> list[SeenEdge]:
    """All edges at once: one call of each library function for thousands of places."""
    if not edges:
        return []
    owners, places, points, is_whole = _places_on(picture, np.array([(edge.begin, edge.end) for edge in edges]))
    pixels = picture.through(places)
    size = np.array(picture.size)
    is_inside = ((pixels >= -0.5) & (pixels <= size - 0.5)).all(axis=1)
    owners, pixels, points = owners[is_inside], pixels[is_inside], points[is_inside]
    is_seen = ~picture.operation.hides(pixels)
    for solid in picture.scene.solids:
        is_seen &= ~hides(solid, picture.view.camera.position, points)
    found = []
    borders = np.searchsorted(owners, np.arange(len(edges) + 1))
    for number in np.flatnonzero(np.bincount(owners[is_seen], minlength=len(edges)) >= 2).tolist():
        own = slice(borders[number], borders[number + 1])
        here, seen = pixels[own], is_seen[own]
        steps = np.diff(here, axis=0)
        length = float(np.hypot(steps[:, 0], steps[:, 1])[seen[1:] & seen[:-1]].sum())
        found.append(SeenEdge(edges[number], here[seen], length, float(seen.mean()), bool(is_whole[number])))
    return found


def _places_on(picture: Picture, ends: Array) -> tuple[np.ndarray, Array, Array, np.ndarray]:
    """Places along edges, whose ends (e, 2, 3) are given, as far as they may be seen.

    Returns:
        the edge's number (n,), the place in the straight picture (n, 2), the point of the world (n, 3); and of each
        edge (e,) whether both ends are within the picture.
    """
    view, camera = picture.view, picture.view.camera
    there = camera.in_camera(ends)
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
    seen = picture.through(flat.reshape(-1, 2)).reshape(-1, 2, 2)
    is_whole = np.zeros(len(ends), bool)
    is_whole[kept] = np.asarray(is_ahead)[kept] & ((seen >= 0) & (seen <= np.array(picture.size) - 1)).all(axis=(1, 2))
    first, last = _window_shares(view, flat)
    is_near = first < last
    kept, there, flat, first, last = kept[is_near], there[is_near], flat[is_near], first[is_near], last[is_near]
    span = np.hypot(*(flat[:, 1] - flat[:, 0]).T) * (last - first)
    counts = np.clip((span / STEP_PX).astype(int), 2, _MOST_STEPS) + 1
    index = np.repeat(np.arange(len(kept)), counts)
    within = np.arange(len(index)) - np.repeat(np.cumsum(counts) - counts, counts)
    along = first[index] + (last - first)[index] * within / (counts[index] - 1)
    places = flat[index, 0] + along[:, None] * (flat[index, 1] - flat[index, 0])
    # On the picture of a straight line the inverse of the depth is linear.
    depth = 1 / ((1 - along) / there[index, 0, 2] + along / there[index, 1, 2])
    rays = np.column_stack(((places - camera.centre_px) / camera.focal_px, np.ones(len(places))))
    return kept[index], places, camera.position + (depth[:, None] * rays) @ camera.rotation, is_whole


def _window_shares(view: View, flat: Array) -> tuple[Array, Array]:
    """From which to which share of its length each segment (e, 2, 2) of the straight picture is near the frame."""
    size = np.array([view.width_px, view.height_px], float)
    # A bent picture shows more than the straight one of the same size.
    reach = 3.0 if view.bend else 0.05
    step = flat[:, 1] - flat[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        limits = np.stack([(-reach * size - flat[:, 0]) / step, ((1 + reach) * size - flat[:, 0]) / step])
    is_across = np.abs(step) > 1e-12
    inside = (flat[:, 0] >= -reach * size) & (flat[:, 0] <= (1 + reach) * size)
    low = np.where(is_across, limits.min(axis=0), np.where(inside, 0.0, 1.0))
    high = np.where(is_across, limits.max(axis=0), np.where(inside, 1.0, 0.0))
    return np.maximum(low.max(axis=1), 0.0), np.minimum(high.min(axis=1), 1.0)


def hides(solid: Solid, eye: Array, points: Array) -> np.ndarray:
    """(n,): whether a solid stands between the eye (3,) and points (n, 3); a point on its near side is not hidden."""
    normals, offsets = solid.planes()
    start = (normals @ eye - offsets)[:, None]
    slopes = np.ascontiguousarray(((points - eye) @ normals.T).T)  # one row a plane: minima of columns are quick
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = -start / slopes
    enters = np.where(slopes < 0, shares, -np.inf).max(axis=0)
    leaves = np.where(slopes > 0, shares, np.inf).min(axis=0)
    is_beside = ((np.abs(slopes) <= 1e-12) & (start >= 0)).any(axis=0)
    enters, leaves = np.maximum(enters, 0.0), np.minimum(leaves, 1.0)
    return np.asarray(~is_beside & (leaves - enters > _OWN_SURFACE) & (enters < 1 - _OWN_SURFACE))


def families(seen: list[SeenEdge]) -> dict[int, list[SeenEdge]]:
    """The long edges that are seen, by family."""
    by_family: dict[int, list[SeenEdge]] = {}
    for one in seen:
        if one.length_px >= LONG_PX:
            by_family.setdefault(one.edge.family, []).append(one)
    return by_family
