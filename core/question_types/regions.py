"""Regions of an image that answer a question: polygons, masks and single points, as shares of width and height."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.question_types.question_type import Floats

Points = Sequence[Sequence[float]]

GRID = 128
"""Cells per side of the grid on which areas and centres of polygons are computed."""

POINT_WIDTH = 0.1
"""Width of a region that is a single point, as a share of the image."""


@dataclass(frozen=True, eq=False)
class Region:
    """A region, by rings of vertices or by the rows of a mask.

    Attributes:
        rings: polygons; a point counts as inside if it is in an odd number of them.
        mask: height x width; None for polygons.
        point: the only right point; None if there is a region.
    """

    rings: tuple[Floats, ...] = ()
    mask: NDArray[np.bool_] | None = None
    point: tuple[float, float] | None = None

    def contains(self, points: Floats) -> NDArray[np.bool_]:
        """Return whether each point (n x 2, shares) is inside; the border of a polygon belongs to its left and top.

        A point of a mask is the pixel that it falls in. Points outside the image are outside.
        """
        if self.point is not None:
            is_equal: NDArray[np.bool_] = np.all(np.isclose(points, self.point, atol=1e-9), axis=1)
            return is_equal
        if self.mask is not None:
            height, width = self.mask.shape
            column, row = np.floor(points[:, 0] * width), np.floor(points[:, 1] * height)
            is_there = (column >= 0) & (column < width) & (row >= 0) & (row < height)
            inside = np.zeros(len(points), dtype=bool)
            inside[is_there] = self.mask[row[is_there].astype(int), column[is_there].astype(int)]
            return inside
        is_in: NDArray[np.bool_] = np.logical_xor.reduce([_is_in_ring(points, ring) for ring in self.rings])
        return is_in

    @property
    def area(self) -> float:
        """Share of the image that the region covers."""
        return float(self._cells.mean())

    @property
    def width(self) -> float:
        """Side of the square with the region's area, as a share of the image; `POINT_WIDTH` for a point."""
        return POINT_WIDTH if self.point is not None else math.sqrt(max(self.area, 1e-6))

    @property
    def centre(self) -> tuple[float, float]:
        """The point inside that is farthest from the border, as computed on a grid."""
        if self.point is not None:
            return self.point
        return _find_deepest(self._cells)[0]

    @property
    def depth(self) -> float:
        """Distance of the centre from the border, as a share of the image's side; 0 for a point."""
        return 0.0 if self.point is not None else _find_deepest(self._cells)[1]

    def compute_distances(self, points: Floats, scale: Floats | float = 1.0) -> Floats:
        """Return the distance of each point to the region, in shares of the image; 0 inside.

        Args:
            points: n x 2, in shares.
            scale: multiplies x and y first, such as width and height in pixels.
        """
        if self.point is not None:
            lengths: Floats = np.hypot(*((points - self.point) * scale).T)
            return lengths
        rows, columns = np.nonzero(self._cells)
        cells = np.stack([(columns + 0.5) / self._cells.shape[1], (rows + 0.5) / self._cells.shape[0]], axis=1)
        distances = np.array([np.hypot(*((cells - point) * scale).T).min(initial=math.inf) for point in points])
        return np.where(self.contains(points), 0.0, distances)

    @property
    def _cells(self) -> NDArray[np.bool_]:
        """The mask itself, or a grid over the image."""
        if self.mask is not None:
            return self.mask
        if self.point is not None:
            return np.zeros((1, 1), dtype=bool)
        return _rasterise(self)


@lru_cache(maxsize=4_096)
def _rasterise(region: Region) -> NDArray[np.bool_]:
    steps = (np.arange(GRID) + 0.5) / GRID
    xs, ys = np.meshgrid(steps, steps)
    return region.contains(np.stack([xs.ravel(), ys.ravel()], axis=1)).reshape(GRID, GRID)


def _find_deepest(cells: NDArray[np.bool_]) -> tuple[tuple[float, float], float]:
    """Return the cell that survives the most erosions, and its distance from the border in shares of the side."""
    remaining, steps = cells, 0
    while True:
        padded = np.pad(remaining, 1)
        smaller = remaining & padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]
        if not smaller.any():
            break
        remaining, steps = smaller, steps + 1
    rows, columns = np.nonzero(remaining)
    if not len(rows):
        return (0.5, 0.5), 0.0
    nearest = np.hypot(rows - rows.mean(), columns - columns.mean()).argmin()
    height, width = cells.shape
    centre = (float(columns[nearest] + 0.5) / width, float(rows[nearest] + 0.5) / height)
    return centre, (steps + 0.5) / max(height, width)


def _is_in_ring(points: Floats, ring: Floats) -> NDArray[np.bool_]:
    """Return whether each point is inside a polygon, by the number of edges that a ray to the right crosses."""
    x, y = points[:, 0, None], points[:, 1, None]
    (x1, y1), (x2, y2) = ring.T, np.roll(ring, -1, axis=0).T
    is_crossed = (y1 > y) != (y2 > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = x1 + (y - y1) * (x2 - x1) / (y2 - y1)
    counts: NDArray[np.bool_] = (np.count_nonzero(is_crossed & (x < crossing), axis=1) % 2).astype(bool)
    return counts


def build_polygon_region(rings: Sequence[Points]) -> str:
    """Return the value of a region of polygons; coordinates are shares of width and height."""
    rounded = [[[round(float(x), 6), round(float(y), 6)] for x, y in ring] for ring in rings]
    return json.dumps({"polygons": rounded}, separators=(",", ":"))


def build_mask_region(mask: NDArray[np.bool_]) -> str:
    """Return the value of a mask (height x width) as lengths of runs in reading order, outside first."""
    flat = np.asarray(mask, dtype=bool).ravel()
    changes = np.flatnonzero(np.diff(flat)) + 1
    runs = np.diff(np.concatenate([[0], changes, [len(flat)]])).tolist()
    counts = [0, *runs] if len(flat) and flat[0] else runs
    return json.dumps({"mask": {"size": list(mask.shape), "runs": counts}}, separators=(",", ":"))


def build_point_region(x: float, y: float) -> str:
    """Return the value of a single right point."""
    return json.dumps({"point": [round(float(x), 6), round(float(y), 6)]}, separators=(",", ":"))


@lru_cache(maxsize=4_096)
def parse_region(text: str) -> Region:
    """Parse the value of a region.

    Raises:
        ValueError: it is not one.
    """
    try:
        content = json.loads(text)
        if "polygons" in content:
            rings = tuple(np.array(ring, dtype=float) for ring in content["polygons"])
            if not rings or any(ring.ndim != 2 or ring.shape[1] != 2 or len(ring) < 3 for ring in rings):
                raise ValueError("a polygon needs at least three points (x, y)")
            return Region(rings=rings)
        if "mask" in content:
            height, width = content["mask"]["size"]
            runs = np.array(content["mask"]["runs"], dtype=np.int64)
            flat = np.repeat(np.arange(len(runs)) % 2 == 1, runs)
            return Region(mask=flat.reshape(height, width))
        x, y = content["point"]
        return Region(point=(float(x), float(y)))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a region: {text[:60]!r}") from error
