"""Truths of open questions in the cells of a table: numbers, texts, orders, boxes, and regions as polygons or masks."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from core.benchmarks.choice.cells import CellError, parse_cell_text
from core.benchmarks.choice.columns import TableColumns
from core.benchmarks.choice.list_text import ListTextError, parse_list_text
from core.benchmarks.choice.number_truths import read_number_in_unit
from core.benchmarks.choice.table_images import TableImages
from core.benchmarks.choice.table_rows import Cell
from core.errors import ImageError
from core.question_types.boxes import build_box
from core.question_types.orders import build_order
from core.question_types.regions import build_mask_region, build_point_region, build_polygon_region
from core.question_types.texts import build_text_truth
from core.records import Value

MAX_ITEMS_OF_ORDER = 12
_PLAIN = TableColumns(question="question", answer="answer", options=(), images=())


@dataclass(frozen=True, slots=True)
class TruthDefaults:
    """Unit and form of boxes for rows that do not state them.

    Attributes:
        unit: of numbers; empty for that of the answer, or else the one that the question names.
        is_xywh: whether boxes are stated as x, y, width, height instead of two corners.
    """

    unit: str = ""
    is_xywh: bool = False


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


def read_truth(
    name: str,
    cells: Mapping[str, Cell],
    columns: TableColumns,
    defaults: TruthDefaults,
    pictures: TableImages,
    size_px: tuple[int, int] | None,
) -> tuple[Value, str, tuple[str, ...]]:
    """Return the truth of a row, the unit of a number and the items of an order."""
    key = cells.get(columns.answer)
    if name == "number":
        stated_unit = parse_cell_text(columns.unit, cells.get(columns.unit)).strip() if columns.unit else ""
        question = parse_cell_text(columns.question, cells.get(columns.question))
        return (*_read_number(columns.answer, key, stated_unit or defaults.unit, question), ())
    if name == "text":
        return build_text_truth(_list_texts(columns.answer, key, ("|",))), "", ()
    if name == "order":
        items = _list_texts(columns.answer, key, ("|", ">", ","))
        if not 1 < len(items) <= MAX_ITEMS_OF_ORDER:
            raise CellError(
                columns.answer, f"{len(items)} items; an order has 2 to {MAX_ITEMS_OF_ORDER}, as in A, C, B"
            )
        return build_order(items), "", tuple(sorted(items))
    if name == "box":
        return _read_box(columns.answer, key, defaults, size_px), "", ()
    return _read_region(cells, columns, pictures, size_px), "", ()


def read_plain_truth(name: str, text: str, size_px: tuple[int, int] | None, question: str = "") -> tuple[Value, str]:
    """Return the truth that a text states by itself, without a table, and the unit of a number.

    Args:
        name: type of the question: number, text, point or box.
        text: as a program stores the right answer.
        size_px: of the image; None if coordinates cannot be pixels.
        question: its text, in which a unit may be named.

    Raises:
        CellError: the text is not such a truth.
    """
    if name == "number":
        return _read_number(_PLAIN.answer, text, "", question)
    if name == "text":
        return build_text_truth((text.strip(),)), ""
    if name == "box":
        return _read_box(_PLAIN.answer, text, TruthDefaults(), size_px), ""
    return _read_numeric_region(_PLAIN.answer, text, size_px) or "", ""


def _read_number(column: str, key: Cell, stated_unit: str, question: str) -> tuple[float, str]:
    text = parse_cell_text(column, key).strip()
    number = read_number_in_unit(text, stated_unit, question)
    if number is None:
        raise CellError(column, f"{text[:60]!r} is not a number")
    return number


def _list_texts(column: str, key: Cell, separators: Sequence[str]) -> tuple[str, ...]:
    """Return the texts of a list, or of a text with the first of the separators that it contains."""
    values: Any = key
    if isinstance(key, str):
        try:
            values = parse_list_text(key)
        except ListTextError:
            values = None
        if values is None:
            separator = next((sign for sign in separators if sign in key), None)
            values = [key] if separator is None else key.split(separator)
    texts = values if isinstance(values, list) else [values]
    return tuple(text for value in texts if (text := parse_cell_text(column, value).strip()))


def _read_box(column: str, key: Cell, defaults: TruthDefaults, size_px: tuple[int, int] | None) -> str:
    numbers = parse_numbers(key)
    if numbers is None or isinstance(numbers[0], list) or len(numbers) != 4:
        raise CellError(column, f"{str(key)[:60]!r} is not a box. Write [x1, y1, x2, y2]")
    x1, y1, x2, y2 = numbers
    if defaults.is_xywh:
        x2, y2 = x1 + x2, y1 + y2
    elif x2 < x1 or y2 < y1:
        stated = str(key)[:60]
        raise CellError(
            column,
            f"{stated!r} is not [x1, y1, x2, y2] with x1 < x2 and y1 < y2. Pass --xywh if it is x, y, width, height",
        )
    box = build_box((_to_unit(column, [x1, y1, x2, y2], size_px),))
    if box is None:
        raise CellError(column, f"{str(key)[:60]!r} has no area")
    return box


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


def _read_region(
    cells: Mapping[str, Cell], columns: TableColumns, pictures: TableImages, size_px: tuple[int, int] | None
) -> str:
    column = columns.region or columns.answer
    cell = cells.get(column)
    return _read_numeric_region(column, cell, size_px) or build_mask_region(_load_mask(column, cell, pictures))


def _read_numeric_region(column: str, cell: Cell, size_px: tuple[int, int] | None) -> str | None:
    """Return the region that a point or polygons state; None if the cell states no coordinates."""
    numbers = parse_numbers(cell)
    if numbers is not None and not isinstance(numbers[0], list):
        if len(numbers) != 2:
            raise CellError(column, f"{str(cell)[:60]!r} is neither a point nor a polygon")
        return build_point_region(*_to_unit(column, numbers, size_px))
    if numbers is not None:
        shares = _to_unit(column, [number for row in numbers for number in row], size_px)
        ring = list(zip(shares[::2], shares[1::2], strict=True))
        return build_polygon_region([ring]) if len(ring) > 2 else build_point_region(*ring[0])
    rings = _parse_rings(cell)
    if rings:
        flat = [number for ring in rings for point in ring for number in point]
        places = iter(_to_unit(column, flat, size_px))
        return build_polygon_region([[(next(places), next(places)) for _ in ring] for ring in rings])
    return None


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


def _load_mask(column: str, cell: Cell, pictures: TableImages) -> Any:  # noqa: ANN401  # an array of truth values
    """Return the mask in an image file: every pixel counts that is neither black nor transparent."""
    try:
        paths = pictures.find_images(cell, {})
        with Image.open(paths[0]) as image:
            is_bright = np.asarray(image.convert("L")) > 0
            if not image.has_transparency_data:
                return is_bright
            return is_bright & (np.asarray(image.convert("RGBA"))[..., 3] > 0)
    except (ImageError, OSError, IndexError) as error:
        raise CellError(column, f"neither a polygon nor a mask: {error or 'empty'}") from None
