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

FINE_GRID = 1024
"""Cells per side of the grid over polygons that are too thin for `GRID`."""

MIN_CELLS = 16
"""Minimum number of cells on the image's grid; the area of a polygon with fewer is computed on its own grid."""

NO_AREA = 1e-12
"""Area below which a polygon is a line, in spite of rounding."""

POINT_WIDTH = 0.1
"""Width of a region that is a single point, as a share of the image."""


@dataclass(frozen=True, eq=False)
class Region:
    """A region, by rings of vertices or by the rows of a mask.

    Attributes:
        rings: polygons; a point counts as inside if it is in any of them.
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
        is_in: NDArray[np.bool_] = np.logical_or.reduce([_is_in_ring(points, ring) for ring in self.rings])
        return is_in

    @property
    def area(self) -> float:
        """Share of the image that the region covers."""
        grid = self._grid
        return float(grid.cells.mean()) * grid.width * grid.height

    @property
    def width(self) -> float:
        """Side of the square with the region's area, as a share of the image; `POINT_WIDTH` for a point."""
        return POINT_WIDTH if self.point is not None else math.sqrt(max(self.area, 1e-6))

    @property
    def centre(self) -> tuple[float, float]:
        """The point inside that is farthest from the border, as computed on a grid."""
        if self.point is not None:
            return self.point
        grid = self._grid
        (x, y), _ = _find_deepest(grid.cells)
        return grid.x_left + x * grid.width, grid.top + y * grid.height

    @property
    def depth(self) -> float:
        """Distance of the centre from the border, as a share of the image's side; 0 for a point."""
        if self.point is not None:
            return 0.0
        grid = self._grid
        return _find_deepest(grid.cells)[1] if grid.is_image else min(_compute_edge_distances(self.rings, self.centre))

    def compute_distances(self, points: Floats, scale: Floats | float = 1.0) -> Floats:
        """Return the distance of each point to the region, in shares of the image; 0 inside.

        Args:
            points: n x 2, in shares.
            scale: multiplies x and y first, such as width and height in pixels.
        """
        if self.point is not None:
            lengths: Floats = np.hypot(*((points - self.point) * scale).T)
            return lengths
        grid = self._grid
        rows, columns = np.nonzero(grid.cells)
        cells = np.stack([(columns + 0.5) / grid.cells.shape[1], (rows + 0.5) / grid.cells.shape[0]], axis=1)
        cells = cells * (grid.width, grid.height) + (grid.x_left, grid.top)
        distances = np.array([np.hypot(*((cells - point) * scale).T).min(initial=math.inf) for point in points])
        return np.where(self.contains(points), 0.0, distances)

    @property
    def _grid(self) -> "CellGrid":
        """The mask itself, or a grid over the image or over small polygons."""
        if self.mask is not None:
            return CellGrid(self.mask)
        if self.point is not None:
            return CellGrid(np.zeros((1, 1), dtype=bool))
        return _rasterise(self)


@dataclass(frozen=True, slots=True, eq=False)
class CellGrid:
    """Cells of a region, over the image or a part of it.

    Attributes:
        cells: rows x columns: whether the centre of a cell is inside.
        x_left, top, width, height: of the part, as shares of the image.
    """

    cells: NDArray[np.bool_]
    x_left: float = 0.0
    top: float = 0.0
    width: float = 1.0
    height: float = 1.0

    @property
    def is_image(self) -> bool:
        """Return whether the cells cover the whole image."""
        return (self.x_left, self.top, self.width, self.height) == (0, 0, 1, 1)


@lru_cache(maxsize=4_096)
def _rasterise(region: Region) -> CellGrid:
    """Return a grid over the image; over the polygons alone if they cover too few of its cells."""
    grid = _fill_cells(region, 0.0, 0.0, 1.0, 1.0, GRID)
    if np.count_nonzero(grid.cells) >= MIN_CELLS or max(map(_compute_ring_area, region.rings)) < NO_AREA:
        return grid
    vertices = np.clip(np.concatenate(region.rings), 0.0, 1.0)
    (x_left, top), (width, height) = vertices.min(axis=0), np.ptp(vertices, axis=0)
    own_grids = (_fill_cells(region, x_left, top, width, height, n_cells) for n_cells in (GRID, FINE_GRID))
    return next((own_grid for own_grid in own_grids if own_grid.cells.any()), grid)


def _fill_cells(region: Region, x_left: float, top: float, width: float, height: float, n_cells: int) -> CellGrid:
    steps = (np.arange(n_cells) + 0.5) / n_cells
    xs, ys = np.meshgrid(x_left + steps * width, top + steps * height)
    cells = region.contains(np.stack([xs.ravel(), ys.ravel()], axis=1)).reshape(n_cells, n_cells)
    return CellGrid(cells, float(x_left), float(top), float(width), float(height))


def _compute_ring_area(ring: Floats) -> float:
    """Return the area of a polygon that does not cross itself."""
    following = np.roll(ring, -1, axis=0)
    return float(abs(np.sum(ring[:, 0] * following[:, 1] - following[:, 0] * ring[:, 1]))) / 2


def _compute_edge_distances(rings: Sequence[Floats], point: tuple[float, float]) -> list[float]:
    """Return the distance of a point to the border of each polygon, in shares of the image."""
    distances = []
    for ring in rings:
        edges = np.roll(ring, -1, axis=0) - ring
        lengths = np.maximum(np.sum(edges**2, axis=1), 1e-18)
        along = np.clip(np.sum((np.array(point) - ring) * edges, axis=1) / lengths, 0.0, 1.0)
        distances.append(float(np.hypot(*(ring + along[:, None] * edges - point).T).min()))
    return distances


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
