"""Placement of shapes in a figure, so that none is hidden and none touches another by accident."""

from collections.abc import Sequence

import numpy as np

from core.benchmarks.gepbench.figure import GeometricFigure
from core.benchmarks.gepbench.polylines import build_polyline, compute_distance, compute_point_distances, sample_curve
from core.benchmarks.gepbench.shape_measures import Box, compute_box
from core.benchmarks.gepbench.shapes import Shape, move_shape, round_shape
from core.generators.gepbench.exact.random_shapes import sample_shape

RIM = 0.02
"""Free border of the image."""

CLEARANCE = 0.03
"""Smallest distance between curves that do not cross."""

CLOSE = 0.014
"""Three line widths of the hard level, each 3 pixels in 640."""

MOST_CLOSE_SHARE = 0.2
"""Largest share of a curve's length that may run this close to a curve that it crosses."""

SIZES = {"easy": (0.14, 0.42), "hard": (0.11, 0.34)}
"""Longer side of the box of shapes that the question leaves free."""

LEAST_SIZE = 0.08
_PLACES_TRIED = 30
_SHRINK = 0.96


class FigureBuilder:
    """A builder of figures that keeps each new shape only if it fits.

    Attributes:
        random: the item's own numbers.
        level: of the figure.
        may_cross: whether shapes without a question may cross: only at the hard level, and not if the question is which
            shapes exist, because two lines across a corner look like a triangle.
    """

    def __init__(self, random: np.random.Generator, level: str, *, may_cross: bool = True) -> None:
        self.random, self.level, self.may_cross = random, level, may_cross and level == "hard"
        self._shapes: list[Shape] = []
        self._chains: list[np.ndarray] = []
        self._boxes: list[Box] = []
        self._crossable: list[bool] = []
        self._colours: list[str] = []
        self._relations: list[tuple[int, int, str]] = []

    def __len__(self) -> int:
        """Return the number of shapes."""
        return len(self._shapes)

    def build_figure(self) -> GeometricFigure:
        """Build the figure from the shapes so far, in random drawing order."""
        order = self.random.permutation(len(self)).tolist()
        new = {old: index for index, old in enumerate(order)}
        return GeometricFigure(
            tuple(self._shapes[old] for old in order),
            tuple((new[i], new[j], name) for i, j, name in self._relations),
            tuple(self._colours[old] for old in order) if any(self._colours) else (),
        )

    def add(self, shape: Shape, *, may_cross: bool = False) -> bool:
        """Add a shape, rounded as it will be stored; return False if it does not fit."""
        shape = round_shape(shape)
        own_box = compute_box(shape)
        if min(own_box) < RIM or max(own_box) > 1 - RIM:
            return False
        own_chain = build_polyline(shape)
        for other, other_chain, other_box, other_is_crossable in zip(
            self._shapes, self._chains, self._boxes, self._crossable, strict=True
        ):
            if _compute_gap(own_box, other_box) >= CLEARANCE:
                continue
            apart = compute_distance(own_chain, other_chain)
            if apart >= CLEARANCE:
                continue
            if apart > 0 or not (may_cross and other_is_crossable):
                return False
            if (
                _compute_close_share(shape, other_chain) > MOST_CLOSE_SHARE
                or _compute_close_share(other, own_chain) > MOST_CLOSE_SHARE
            ):
                return False
        self._put(shape, own_chain, own_box, may_cross=may_cross)
        return True

    def add_pair(self, first: Shape, second: Shape, relation: str | None, colours: tuple[str, str]) -> bool:
        """Add two shapes that may touch each other; only an empty figure takes them."""
        pair = round_shape(first), round_shape(second)
        boxes = compute_box(pair[0]), compute_box(pair[1])
        if min(map(min, boxes)) < RIM or max(map(max, boxes)) > 1 - RIM:
            return False
        for shape, own_box, colour in zip(pair, boxes, colours, strict=True):
            self._put(shape, build_polyline(shape), own_box, colour=colour)
        if relation:
            self._relations.append((0, 1, relation))
        return True

    def place(self, name: str, sizes: tuple[float, float] | None = None, *, may_cross: bool = False) -> bool:
        """Place a random shape of a type at a random place, smaller and smaller until it fits."""
        low, high = sizes or SIZES[self.level]
        size = self.random.uniform(low, high)
        for _ in range(_PLACES_TRIED):
            if self.add(self._move_randomly(sample_shape(name, size, self.random)), may_cross=may_cross):
                return True
            size = max(LEAST_SIZE, size * _SHRINK)
        return False

    def fill(self, names: Sequence[str], total: int) -> bool:
        """Add random shapes of these types until there are `total`."""
        while len(self) < total:
            name = names[int(self.random.integers(len(names)))]
            if not self.place(name, may_cross=self.may_cross):
                return False
        return True

    def _move_randomly(self, shape: Shape) -> Shape:
        left, bottom, right, top = compute_box(shape)
        x = self.random.uniform(RIM - left, 1 - RIM - right)
        y = self.random.uniform(RIM - bottom, 1 - RIM - top)
        return move_shape(shape, 1.0, (x, y))

    def _put(
        self, shape: Shape, own_chain: np.ndarray, own_box: Box, *, may_cross: bool = False, colour: str = ""
    ) -> None:
        self._shapes.append(shape)
        self._chains.append(own_chain)
        self._boxes.append(own_box)
        self._crossable.append(may_cross)
        self._colours.append(colour)


def _compute_gap(box: Box, other: Box) -> float:
    """Compute the distance between two boxes along the axis that separates them more; negative if they overlap."""
    return max(other[0] - box[2], box[0] - other[2], other[1] - box[3], box[1] - other[3])


def _compute_close_share(shape: Shape, other: np.ndarray) -> float:
    """Compute the share of a curve's length that runs close to a chain."""
    return float((compute_point_distances(sample_curve(shape, 0.02), other) < CLOSE).mean())
