"""Scene geometry: flat panels (ground, floor, walls) and convex solids (boxes, houses), with their edges.

World frame: metres, z up; all sides but those of gables run along the axes. Numbers have at most four decimals, so that
a JSON description reproduces the scene exactly.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Colour = tuple[int, int, int]
"""RGB, 0 to 255."""

Triple = tuple[float, float, float]

AXES = (0, 1, 2)
SLANTED = 3
"""Family of the edges of gables and of all others that are not parallel to an axis."""

LINES_FAR_M = 45.0
"""Largest distance from the origin at which pattern lines are drawn; farther away they would flicker."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A straight line of the scene.

    Attributes:
        begin, end: world coordinates.
        family: 0 to 2 if it runs along x, y or z, otherwise `SLANTED`.
        is_pattern: whether it is a joint or a mark on a surface, rather than an edge of a body.
    """

    begin: Triple
    end: Triple
    family: int
    is_pattern: bool = False

    @property
    def ends(self) -> Array:
        """(2, 3)."""
        return np.array([self.begin, self.end])

    @property
    def direction(self) -> Array:
        """Unit vector (3,)."""
        step = np.subtract(self.end, self.begin)
        return np.asarray(step / np.linalg.norm(step))


@dataclass(frozen=True, slots=True)
class Panel:
    """A rectangle behind all solids: ground, road, floor, wall or ceiling.

    Attributes:
        axis: axis perpendicular to the panel.
        at: position on this axis, in metres.
        low, high: limits on the two other axes, in their order.
        pattern: a key of `PATTERNS`.
        cell_m: size of the pattern.
    """

    axis: int
    at: float
    low: tuple[float, float]
    high: tuple[float, float]
    colour: Colour
    pattern: str = "plain"
    cell_m: float = 1.0

    @property
    def others(self) -> tuple[int, int]:
        """The two axes along which it extends."""
        first, second = (axis for axis in AXES if axis != self.axis)
        return first, second

    def get_point(self, u: float, v: float) -> Triple:
        """Return a point of the panel from its coordinates on the two other axes."""
        first, second = self.others
        place = [0.0, 0.0, 0.0]
        place[self.axis], place[first], place[second] = self.at, u, v
        return place[0], place[1], place[2]

    def compute_corners(self, low: Sequence[float], high: Sequence[float]) -> Array:
        """Return the corners (4, 3) of a part of the panel."""
        places = ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))
        return np.array([self.get_point(*place) for place in places])

    def list_edges(self, *, with_pattern: bool = True) -> Iterator[Edge]:
        """Yield the lines of its pattern if wanted, and its border if that is near."""
        ends = [max(low, -LINES_FAR_M) for low in self.low], [min(high, LINES_FAR_M) for high in self.high]
        (u0, v0), (u1, v1) = ends
        if with_pattern:
            yield from self._list_joints(u0, u1, v0, v1)
        if max(map(abs, (*self.low, *self.high))) <= LINES_FAR_M:
            first, second = self.others
            corners = [self.get_point(*place) for place in ((u0, v0), (u1, v0), (u1, v1), (u0, v1))]
            for index, family in enumerate((first, second, first, second)):
                yield Edge(corners[index], corners[(index + 1) % 4], family)

    def _list_joints(self, u0: float, u1: float, v0: float, v1: float) -> Iterator[Edge]:
        """Yield the lines of its pattern."""
        first, second = self.others
        for own, offset in PATTERNS[self.pattern]:
            is_first = own == 0
            start, stop = (v0, v1) if is_first else (u0, u1)
            step = self.cell_m
            count = int(np.floor((stop - start) / step + 1e-9))
            for number in range(1, count + 1):
                place = start + (number - offset) * step
                if not start < place < stop:
                    continue
                a, b = ((u0, place), (u1, place)) if is_first else ((place, v0), (place, v1))
                yield Edge(self.get_point(*a), self.get_point(*b), first if is_first else second, is_pattern=True)
        if self.pattern == "bricks":
            yield from self._list_brick_joints(u0, u1, v0, v1)

    def _list_brick_joints(self, u0: float, u1: float, v0: float, v1: float) -> Iterator[Edge]:
        """Yield joints across rows; each row is shifted by half a brick against the previous one."""
        length = 2 * self.cell_m
        for row in range(int(np.floor((v1 - v0) / self.cell_m + 1e-9))):
            low = v0 + row * self.cell_m
            start = u0 + (length / 2 if row % 2 else length)
            for place in np.arange(start, u1 - 1e-9, length):
                ends = self.get_point(float(place), low), self.get_point(float(place), low + self.cell_m)
                yield Edge(*ends, self.others[1], is_pattern=True)


PATTERNS: dict[str, tuple[tuple[int, float], ...]] = {
    "plain": (),
    "tiles": ((0, 0.0), (1, 0.0)),
    "planks": ((0, 0.0),),
    "bricks": ((0, 0.0),),
    "slabs": ((1, 0.0),),
}
"""By name: the panel axes along which lines run, and their shift in cells."""


@dataclass(frozen=True, slots=True)
class BoxSolid:
    """A convex box on or above the ground, with or without a gable.

    Attributes:
        low, high: corners of the box.
        roof_m: height of the ridge above the box; 0 for a flat roof.
        ridge: axis of the ridge, 0 or 1.
        storeys, bays: rows and columns of windows on each wall; 0 for none.
        has_door: whether each wall's lowest row has a door in the middle.
    """

    low: Triple
    high: Triple
    colour: Colour
    roof_m: float = 0.0
    ridge: int = 0
    storeys: int = 0
    bays: int = 0
    has_door: bool = False

    @property
    def top(self) -> float:
        """Height of its highest point."""
        return self.high[2] + self.roof_m

    def get_corner(self, *upper: int) -> Triple:
        """Return a corner of the box by 0 (low) or 1 (high) on each axis."""
        x, y, z = ((self.low, self.high)[side][axis] for axis, side in enumerate(upper))
        return x, y, z

    def compute_ridge_ends(self) -> tuple[Triple, Triple]:
        """Return the ends of the ridge."""
        across = 1 - self.ridge
        middle = round((self.low[across] + self.high[across]) / 2, 6)
        ends = []
        for end in (self.low, self.high):
            place = [0.0, 0.0, self.top]
            place[self.ridge], place[across] = end[self.ridge], middle
            ends.append((place[0], place[1], place[2]))
        return ends[0], ends[1]

    def list_edges(self) -> Iterator[Edge]:
        """Yield its edges, without windows."""
        for axis in AXES:
            others = [other for other in AXES if other != axis]
            for first in (0, 1):
                for second in (0, 1):
                    sides = [0, 0, 0]
                    sides[others[0]], sides[others[1]] = first, second
                    # A house has no edges at the box's upper sides across the ridge: its gable wall continues there.
                    if self.roof_m and axis == 1 - self.ridge and sides[2] == 1:
                        continue
                    begin, end = list(sides), list(sides)
                    begin[axis], end[axis] = 0, 1
                    yield Edge(self.get_corner(*begin), self.get_corner(*end), axis)
        if self.roof_m:
            first_end, second_end = self.compute_ridge_ends()
            yield Edge(first_end, second_end, self.ridge)
            for side, end_point in ((0, first_end), (1, second_end)):
                for eave in (0, 1):
                    sides = [0, 0, 1]
                    sides[self.ridge], sides[1 - self.ridge] = side, eave
                    yield Edge(self.get_corner(*sides), end_point, SLANTED)

    def compute_planes(self) -> tuple[Array, Array]:
        """Return outward normals (n, 3) and offsets (n,); inside, normal . x < offset."""
        normals = [np.eye(3)[axis] * sign for axis in AXES for sign in (-1, 1)]
        points: list[Triple] = [self.low, self.high] * 3
        if self.roof_m:
            normals.pop()
            points.pop()
            across = 1 - self.ridge
            half = (self.high[across] - self.low[across]) / 2
            for sign in (-1, 1):
                slope = np.array([0.0, 0.0, half])
                slope[across] = sign * self.roof_m
                normals.append(slope / np.linalg.norm(slope))
                points.append(self.compute_ridge_ends()[0])
        stacked = np.array(normals)
        return stacked, np.einsum("ij,ij->i", stacked, np.array(points))


@dataclass(frozen=True, slots=True)
class PerspectiveScene:
    """Panels in the background, solids in front.

    Attributes:
        panels: drawn in this order, before all solids; the camera is on the side on which no panel hides another.
        solids: separated from each other along some axis.
        sky: whether the background is a sky.
    """

    kind: str
    panels: tuple[Panel, ...]
    solids: tuple[BoxSolid, ...]
    sky: bool = True

    def list_edges(self, *, with_patterns: bool = True) -> list[Edge]:
        """Return the edges of all solids and panels, including those of patterns if wanted."""
        of_panels = (edge for panel in self.panels for edge in panel.list_edges(with_pattern=with_patterns))
        return [*(edge for solid in self.solids for edge in solid.list_edges()), *of_panels]

    @property
    def size_m(self) -> float:
        """Longest side of the box around its solids, or, without solids, around a room's panels."""
        if self.solids:
            low = np.min([solid.low for solid in self.solids], axis=0)
            high = np.max([(*solid.high[:2], solid.top) for solid in self.solids], axis=0)
        else:
            corners = np.concatenate([panel.compute_corners(panel.low, panel.high) for panel in self.panels])
            low, high = corners.min(axis=0), corners.max(axis=0)
        return float((high - low).max())

    def to_json(self) -> dict[str, object]:
        """Return the scene for JSON."""
        return asdict(self)
