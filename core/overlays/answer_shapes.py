"""Points, boxes and regions drawn over an image: what is right, and where each model points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.overlays import colours
from core.overlays.shapes import OverlayShape, Point
from core.question_types.boxes import parse_box
from core.question_types.points import parse_points
from core.question_types.regions import Region, parse_region

TRUTH, FOIL, ANSWERS = "truth", "foil", "answers"
"""Layers of the drawing."""

OUTLINE_CELLS = 96
"""Maximum number of cells per side on which the outline of a mask is traced."""


@dataclass(frozen=True, slots=True)
class PlacedAnswer:
    """A model's answer to draw.

    Attributes:
        value: of a point or box, in its canonical form.
        colour: of the model.
        path: SVG path of the model's mark, within distance 1 of the origin.
    """

    value: str
    colour: str
    path: str


def is_drawable(kind: str) -> bool:
    """Return whether answers of a kind have a place in the image."""
    return kind.partition(":")[0] in ("point", "box")


def build_truth_shapes(kind: str, truth: str, size_px: tuple[int, int], layer: str = TRUTH) -> list[OverlayShape]:
    """Build the region or box that is right; the foil's is dashed.

    Args:
        kind: of the question.
        truth: canonical value.
        size_px: width and height of the image.
        layer: `TRUTH` or `FOIL`.
    """
    colour = colours.RIGHT
    form: Literal["line", "dashed"] = "line" if layer == TRUTH else "dashed"
    if kind.startswith("box"):
        return [OverlayShape(layer, form, (start, end), colour) for start, end in _list_sides(truth, size_px)]
    region = parse_region(truth)
    if region.point is not None:
        return [OverlayShape(layer, "cross", (_to_pixels(region.point, size_px),), colour)]
    return [
        OverlayShape(layer, form, (_to_pixels(start, size_px), _to_pixels(end, size_px)), colour)
        for start, end in list_outline(region)
    ]


def build_answer_shapes(kind: str, answers: Sequence[PlacedAnswer], size_px: tuple[int, int]) -> list[OverlayShape]:
    """Build each model's mark at its points, or at the first corner of its box with dashed sides, in its colour."""
    shapes: list[OverlayShape] = []
    for answer in answers:
        if kind.startswith("box"):
            sides = _list_sides(answer.value, size_px)
            shapes += [OverlayShape(ANSWERS, "dashed", side, answer.colour) for side in sides]
            places = [sides[0][0]]
        else:
            places = [_to_pixels(point, size_px) for point in parse_points(answer.value)]
        shapes += [OverlayShape(ANSWERS, "mark", (point,), answer.colour, path=answer.path) for point in places]
    return shapes


def list_outline(region: Region) -> list[tuple[Point, Point]]:
    """Return the border of a region as lines in shares of the image; that of a mask runs along its pixels."""
    if region.mask is None:
        return [
            ((float(x1), float(y1)), (float(x2), float(y2)))
            for ring in region.rings
            for (x1, y1), (x2, y2) in zip(ring, np.roll(ring, -1, axis=0), strict=True)
        ]
    cells = _coarsen(region.mask)
    height, width = cells.shape
    padded = np.pad(cells, 1)
    across = padded[1:, 1:-1] != padded[:-1, 1:-1]
    down = padded[1:-1, 1:] != padded[1:-1, :-1]
    lines: list[tuple[Point, Point]] = []
    for row, edges in enumerate(across):
        lines += [((start / width, row / height), (stop / width, row / height)) for start, stop in _list_runs(edges)]
    for column, edges in enumerate(down.T):
        x = column / width
        lines += [((x, start / height), (x, stop / height)) for start, stop in _list_runs(edges)]
    return lines


def _coarsen(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the mask on at most `OUTLINE_CELLS` cells per side."""
    height, width = mask.shape
    rows, columns = min(height, OUTLINE_CELLS), min(width, OUTLINE_CELLS)
    row_places = ((np.arange(rows) + 0.5) * height / rows).astype(int)
    column_places = ((np.arange(columns) + 0.5) * width / columns).astype(int)
    cells: NDArray[np.bool_] = mask[np.ix_(row_places, column_places)]
    return cells


def _list_runs(edges: NDArray[np.bool_]) -> list[tuple[int, int]]:
    changes = np.flatnonzero(np.diff(np.concatenate([[False], edges, [False]]).astype(np.int8)))
    return [(int(start), int(stop)) for start, stop in zip(changes[::2], changes[1::2], strict=True)]


def _list_sides(box: str, size_px: tuple[int, int]) -> list[tuple[Point, Point]]:
    x1, y1, x2, y2 = parse_box(box)
    corners = [_to_pixels(corner, size_px) for corner in ((x1, y1), (x2, y1), (x2, y2), (x1, y2))]
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def _to_pixels(point: Point, size_px: tuple[int, int]) -> Point:
    return float(point[0]) * size_px[0], float(point[1]) * size_px[1]
