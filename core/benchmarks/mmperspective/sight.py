"""What of a scene's edges is seen in a picture: where they run, how long, and how bent."""

from dataclasses import dataclass

import numpy as np

from core.benchmarks.mmperspective.scene import Array, Edge, Solid
from core.benchmarks.mmperspective.view import Picture, View

STEP_PX = 6.0
"""Between the places at which an edge is looked for."""

LONG_PX = 60.0
"""An edge that is seen over this length says where its family runs."""

ENOUGH = 4
"""Long edges by which a family is known."""

_MOST_STEPS = 400
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
    return _seen(picture, [edge for edge in picture.scene.edges() if with_patterns or not edge.is_pattern])


def seen_edge(picture: Picture, edge: Edge) -> SeenEdge | None:
    """An edge as it is seen; None where nothing of it is."""
    return next(iter(_seen(picture, [edge])), None)


@dataclass(frozen=True, slots=True)
class _Sampled:
    """An edge at places within the picture: as seen (n, 2), and in the world (n, 3)."""

    edge: Edge
    pixels: Array
    points: Array


def _seen(picture: Picture, edges: list[Edge]) -> list[SeenEdge]:
    sampled = [found for edge in edges if (found := _sampled(picture, edge)) is not None]
    if not sampled:
        return []
    points = np.concatenate([one.points for one in sampled])
    is_hidden = picture.operation.hides(np.concatenate([one.pixels for one in sampled]))
    for solid in picture.scene.solids:
        is_hidden |= hides(solid, picture.view.camera.position, points)
    borders = np.cumsum([len(one.pixels) for one in sampled])[:-1]
    found = []
    for one, is_seen in zip(sampled, np.split(~is_hidden, borders), strict=True):
        if is_seen.sum() >= 2:
            gaps = np.hypot(*np.diff(one.pixels, axis=0).T)
            length = float(gaps[is_seen[1:] & is_seen[:-1]].sum())
            is_whole = _is_whole(picture, one.edge)
            found.append(SeenEdge(one.edge, one.pixels[is_seen], length, float(is_seen.mean()), is_whole))
    return found


def _sampled(picture: Picture, edge: Edge) -> _Sampled | None:
    straight = _within(picture.view, edge)
    if straight is None:
        return None
    begin, end = straight
    steps = min(max(int(np.hypot(*(end - begin)) / STEP_PX), 2), _MOST_STEPS)
    places = begin + np.linspace(0.0, 1.0, steps + 1)[:, None] * (end - begin)
    pixels = picture.through(places)
    width, height = picture.size
    is_inside = ((pixels >= -0.5) & (pixels <= (width - 0.5, height - 0.5))).all(axis=1)
    if is_inside.sum() < 2:
        return None
    return _Sampled(edge, pixels[is_inside], _on_edge(picture.view, edge, places[is_inside]))


def _is_whole(picture: Picture, edge: Edge) -> bool:
    pixels, depths = picture.view.camera.project(edge.ends)
    if (depths < 0.1).any():
        return False
    seen = picture.through(pixels)
    return bool(((seen >= 0) & (seen <= np.array(picture.size) - 1)).all())


def _within(view: View, edge: Edge) -> Array | None:
    """The edge in the straight picture, (2, 2), cut off far outside of it; None where nothing is left."""
    segment = view.camera.segment_px(*edge.ends)
    if segment is None:
        return None
    size = np.array([view.width_px, view.height_px], float)
    # A bent picture shows more than the straight one of the same size.
    reach = 3.0 if view.bend else 0.05
    low, high = -reach * size, (1 + reach) * size
    begin, step = segment[0], segment[1] - segment[0]
    first, last = 0.0, 1.0
    for axis in (0, 1):
        if abs(step[axis]) < 1e-12:
            if not low[axis] <= begin[axis] <= high[axis]:
                return None
            continue
        shares = sorted(((low[axis] - begin[axis]) / step[axis], (high[axis] - begin[axis]) / step[axis]))
        first, last = max(first, shares[0]), min(last, shares[1])
    return np.array([begin + first * step, begin + last * step]) if first < last else None


def _on_edge(view: View, edge: Edge, places: Array) -> Array:
    """The points (n, 3) of the edge that are seen at places (n, 2) of the straight picture."""
    camera = view.camera
    rays = np.column_stack(((places - camera.centre_px) / camera.focal_px, np.ones(len(places)))) @ camera.rotation
    begin, direction = np.array(edge.begin) - camera.position, edge.direction
    # The nearest points of two lines: along the edge and along each ray.
    crosses = np.cross(rays, direction)
    lengths = np.maximum((crosses**2).sum(axis=1), 1e-18)
    along = np.einsum("ij,ij->i", np.cross(rays, -begin), -crosses) / lengths
    return np.asarray(camera.position + begin - along[:, None] * direction)


def hides(solid: Solid, eye: Array, points: Array) -> np.ndarray:
    """(n,): whether a solid stands between the eye (3,) and points (n, 3); a point on its near side is not hidden."""
    normals, offsets = solid.planes()
    start = normals @ eye - offsets
    slopes = (points - eye) @ normals.T
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = -start / slopes
    enters = np.where(slopes < 0, shares, -np.inf).max(axis=1)
    leaves = np.where(slopes > 0, shares, np.inf).min(axis=1)
    is_beside = ((np.abs(slopes) <= 1e-12) & (start >= 0)).any(axis=1)
    enters, leaves = np.maximum(enters, 0.0), np.minimum(leaves, 1.0)
    return ~is_beside & (leaves - enters > _OWN_SURFACE) & (enters < 1 - _OWN_SURFACE)


def families(seen: list[SeenEdge]) -> dict[int, list[SeenEdge]]:
    """The long edges that are seen, by family."""
    by_family: dict[int, list[SeenEdge]] = {}
    for one in seen:
        if one.length_px >= LONG_PX:
            by_family.setdefault(one.edge.family, []).append(one)
    return by_family
