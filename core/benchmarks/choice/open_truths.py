"""Truths of open questions in the cells of a table: numbers, texts, orders, boxes, and regions as polygons or masks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from core.benchmarks.choice.cells import CellError, parse_cell_text
from core.benchmarks.choice.columns import TableColumns
from core.benchmarks.choice.coordinate_truths import read_box, read_region
from core.benchmarks.choice.list_text import ListTextError, parse_list_text
from core.benchmarks.choice.number_truths import read_number_in_unit
from core.benchmarks.choice.table_images import TableImages
from core.benchmarks.choice.table_rows import Cell
from core.errors import ImageError
from core.question_types.orders import build_order
from core.question_types.regions import build_mask_region
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
        return read_box(columns.answer, key, size_px, is_xywh=defaults.is_xywh), "", ()
    return _read_region(cells, columns, defaults, pictures, size_px), "", ()


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
        return read_box(_PLAIN.answer, text, size_px), ""
    return read_region(_PLAIN.answer, text, size_px) or "", ""


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


def _read_region(
    cells: Mapping[str, Cell],
    columns: TableColumns,
    defaults: TruthDefaults,
    pictures: TableImages,
    size_px: tuple[int, int] | None,
) -> str:
    column = columns.region or columns.answer
    cell = cells.get(column)
    region = read_region(column, cell, size_px, is_xywh=defaults.is_xywh)
    return region or build_mask_region(_load_mask(column, cell, pictures))


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
