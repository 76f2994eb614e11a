"""Boxes, points and polygons in the cells of a table, as shares of the image."""

import math
from collections.abc import Sequence
from typing import Any

from core.benchmarks.choice.cells import CellError
from core.benchmarks.choice.list_text import ListTextError, parse_list_text
from core.benchmarks.choice.table_rows import Cell
from core.question_types.boxes import build_box
from core.question_types.regions import build_point_region, build_polygon_region

XYWH_HINT = "Pass --xywh if it is x, y, width, height"
"""Last sentence of the refusal of a box whose corners are not in order."""

MIN_FLAT = 6
"""Minimum number of coordinates of a polygon that is written as one list x, y, x, y, ..., as in COCO."""


def parse_numbers(cell: Cell) -> list[Any] | None:
    """Return a list of numbers, or of lists of numbers; None if the cell is none."""
    value: Any = cell
    if isinstance(cell, str):
        try:
            value = parse_list_text(cell)
        except ListTextError:
            return None
    if not isinstance(value, list | tuple) or not value:
        return None
    rows = value if all(isinstance(row, list | tuple) for row in value) else [value]
    if any(isinstance(row[0], list | tuple) for row in rows if row):
        return None
    try:
        plain = [[float(number) for number in row] for row in rows]
    except (TypeError, ValueError):
        return None
    if any(len(row) < 2 for row in plain) or not all(math.isfinite(number) for row in plain for number in row):
        return None
    return plain if rows is value else plain[0]


def read_box(column: str, key: Cell, size_px: tuple[int, int] | None, *, is_xywh: bool = False) -> str:
    """Return the value of a box.

    Args:
        column: of the cell.
        key: the cell.
        size_px: width and height of the image; None if unknown.
        is_xywh: whether the cell states x, y, width, height instead of two corners.

    Raises:
        CellError: the cell is not a box inside the image.
    """
    numbers = parse_numbers(key)
    if numbers is not None and len(numbers) == 1 and isinstance(numbers[0], list):
        numbers = numbers[0]
    if numbers is None or isinstance(numbers[0], list) or len(numbers) != 4:
        raise CellError(column, f"{str(key)[:60]!r} is not a box. Write [x1, y1, x2, y2]")
    box = build_box((_to_unit(column, _order_corners(column, numbers, is_xywh=is_xywh), size_px),))
    if box is None:
        raise CellError(column, f"{str(key)[:60]!r} has no area")
    return box


def read_region(column: str, cell: Cell, size_px: tuple[int, int] | None, *, is_xywh: bool = False) -> str | None:
    """Return the value of the region that a point, a box or polygons state; None if the cell states no coordinates.

    A polygon is a list of points, or one list x, y, x, y, ... (COCO). Several polygons are parts of one region.

    Args:
        column: of the cell.
        cell: a list or its text.
        size_px: width and height of the image; None if unknown.
        is_xywh: whether four numbers are x, y, width, height instead of two corners.

    Raises:
        CellError: the coordinates are not a region inside the image.
    """
    numbers = parse_numbers(cell)
    if numbers is None:
        rings = _parse_rings(cell)
    elif not isinstance(numbers[0], list):
        if len(numbers) == 2:
            return build_point_region(*_to_unit(column, numbers, size_px))
        rings = [_pair(column, cell, numbers, is_xywh=is_xywh)]
    elif len(numbers) == 1 and len(numbers[0]) == 2:
        return build_point_region(*_to_unit(column, numbers[0], size_px))
    elif all(len(row) == 2 for row in numbers):
        rings = [[(x, y) for x, y in numbers]]
    else:
        rings = [_pair(column, cell, row, is_xywh=is_xywh) for row in numbers]
    if not rings:
        return None
    if any(len(ring) < 3 for ring in rings):
        raise CellError(column, f"{str(cell)[:60]!r}: a polygon needs at least three points (x, y)")
    flat = [number for ring in rings for point in ring for number in point]
    places = iter(_to_unit(column, flat, size_px))
    return build_polygon_region([[(next(places), next(places)) for _ in ring] for ring in rings])


def _pair(column: str, cell: Cell, numbers: Sequence[float], *, is_xywh: bool) -> list[tuple[float, float]]:
    """Return the vertices of a polygon that is one list of coordinates, or of a box of four."""
    if len(numbers) == 4:
        x1, y1, x2, y2 = _order_corners(column, numbers, is_xywh=is_xywh)
        return [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]
    if len(numbers) < MIN_FLAT or len(numbers) % 2:
        raise CellError(column, f"{str(cell)[:60]!r} is neither a point, a box nor a polygon")
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _order_corners(column: str, numbers: Sequence[float], *, is_xywh: bool) -> tuple[float, float, float, float]:
    """Return x1, y1, x2, y2 of a box.

    Raises:
        CellError: the second corner is above or left of the first.
    """
    x1, y1, x2, y2 = numbers
    if is_xywh:
        return x1, y1, x1 + x2, y1 + y2
    if x2 < x1 or y2 < y1:
        raise CellError(
            column, f"{str(list(numbers))[:60]!r} is not [x1, y1, x2, y2] with x1 < x2 and y1 < y2. {XYWH_HINT}"
        )
    return x1, y1, x2, y2


def _to_unit(column: str, numbers: Sequence[float], size_px: tuple[int, int] | None) -> tuple[float, ...]:
    """Return coordinates as shares: unchanged if none exceeds 1, else as pixels of the image."""
    if all(0 <= number <= 1 for number in numbers):
        return tuple(numbers)
    if size_px is None:
        raise CellError(column, "pixels, but the size of the image is unknown")
    shares = tuple(number / size_px[axis % 2] for axis, number in enumerate(numbers))
    if not all(-0.01 <= share <= 1.01 for share in shares):
        width, height = size_px
        raise CellError(column, f"coordinates outside the image of {width} x {height} pixels")
    return shares


def _parse_rings(cell: Cell) -> list[list[tuple[float, float]]]:
    """Return several polygons; empty if the cell is none."""
    value: Any = cell
    if isinstance(cell, str):
        try:
            value = parse_list_text(cell)
        except ListTextError:
            return []
    try:
        return [[(float(x), float(y)) for x, y in ring] for ring in value]
    except (TypeError, ValueError):
        return []
