"""Points and boxes in replies, in the notations of each model family, as shares of the image.

A notation fixes the order of the axes and the scale (`docs/developing/question_types.md`). Nothing is guessed from the
truth: whether another order or scale would be right is computed apart, for a note.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.parsing.open_answers.answer_text import MAX_STATED, find_answer_text

Scale = Literal["unit", "percent", "thousand", "pixel"]
"""Range of coordinates: 0 to 1, 0 to 100, 0 to 1000, or pixels of the image."""

SCALES: tuple[Scale, ...] = ("unit", "thousand", "pixel", "percent")
SCALE_NAMES: dict[Scale, str] = {"unit": "0 to 1", "percent": "percent", "thousand": "0 to 1000", "pixel": "pixels"}
MAX_POINTS = 50

_SIZES: dict[Scale, float] = {"unit": 1.0, "percent": 100.0, "thousand": 1000.0}
_N = r"[+-]?(?:\d{1,6}(?:\.\d{0,15})?|\.\d{1,15})"
_ATTRIBUTES = re.compile(r"<points?\b[^>]{0,4000}>", re.IGNORECASE)
_X, _Y = re.compile(rf"\bx\d{{0,3}}\s?=\s?[\"'“]?({_N})"), re.compile(rf"\by\d{{0,3}}\s?=\s?[\"'“]?({_N})")
_GROUP = re.compile(rf"[(\[]\s{{0,5}}({_N}(?:\s{{0,5}},\s{{0,5}}{_N}){{1,3}})\s{{0,5}}[)\]]")
_BARE = re.compile(rf"\A\s{{0,5}}({_N}(?:\s{{0,5}}[,\s]\s{{0,5}}{_N}){{1,3}})\s{{0,5}}\.?\Z")
_KEYED = re.compile(
    r"[\"'](?P<key>point_2d|points_2d|point|points|bbox_2d|bbox|box_2d|box)[\"']\s{0,5}:\s{0,5}(?P<list>\[\s{0,9}(?:\[[^\[\]{}]{1,200}\][\s,]{0,9}){1,50}\]|\[[^\[\]{}]{1,200}\])",
    re.IGNORECASE,
)
_XY = re.compile(
    rf"[\"']?\bx[\"']?\s{{0,3}}[:=]\s{{0,3}}({_N})\W{{1,5}}y[\"']?\s{{0,3}}[:=]\s{{0,3}}({_N})", re.IGNORECASE
)
_Y_FIRST = {"point", "box_2d"}
_THOUSAND = {"point_2d", "points_2d", "point", "bbox_2d", "box_2d"}


@dataclass(frozen=True, slots=True)
class RawCoordinates:
    """Coordinates as a reply writes them.

    Attributes:
        values: tuples of two (points) or four (boxes) numbers, in the written order.
        is_y_first: whether the notation writes y before x.
        scale: of the notation; None if the question decides.
        notation: for notes, such as `point_2d`.
        stated: as written.
    """

    values: tuple[tuple[float, ...], ...]
    is_y_first: bool
    scale: Scale | None
    notation: str
    stated: str


def read_coordinates(raw: str | None, n_numbers: Literal[2, 4]) -> RawCoordinates | None:
    """Return the points (two numbers each) or boxes (four) of a reply; None if there are none.

    The stated part of the reply (a box, "Answer: ...") counts if it has any. A list of points counts as several points;
    of points in separate sentences the last one counts.
    """
    answer = find_answer_text(raw)
    if answer is None:
        return None
    stated = (answer.stated, answer.text) if not _KEYED.search(answer.text) else (answer.text,)
    for text in filter(None, stated):
        for read in (_read_tags, _read_keys, _read_groups):
            if (result := read(text, n_numbers)) is not None:
                return result
    return None


def to_shares(
    read: RawCoordinates, scale: Scale, size_px: tuple[int, int] | None, *, is_y_first: bool
) -> tuple[tuple[float, ...], ...] | None:
    """Return coordinates as shares of width and height, x first; None if pixels are meant and the size is unknown.

    Args:
        read: as written.
        scale: of the numbers.
        size_px: width and height of the image.
        is_y_first: whether y is written before x.
    """
    if scale == "pixel" and size_px is None:
        return None
    width, height = size_px if scale == "pixel" and size_px else (_SIZES.get(scale, 1.0),) * 2
    return tuple(
        tuple(
            (values[axis + 1] if is_y_first else values[axis]) / width
            if axis % 2 == 0
            else (values[axis - 1] if is_y_first else values[axis]) / height
            for axis in range(len(values))
        )
        for values in read.values
    )


def choose_scale(read: RawCoordinates, question_scale: Scale | None, size_px: tuple[int, int] | None) -> Scale:
    """Return the scale of the notation, or else of the question, or else the one that the numbers allow.

    Args:
        read: as written.
        question_scale: the scale that the question asks for; None if it asks for none.
        size_px: of the image; None if unknown.
    """
    is_unit = all(abs(number) <= 1 for values in read.values for number in values)
    if read.scale is not None:
        return "unit" if is_unit and read.scale == "thousand" else read.scale
    if question_scale is not None:
        return question_scale
    return "unit" if is_unit else "pixel" if size_px else "thousand"


def _read_tags(text: str, n_numbers: int) -> RawCoordinates | None:
    """Read `<points x1="" y1="">`, in percent."""
    if n_numbers != 2:
        return None
    for tag in reversed(_ATTRIBUTES.findall(text)):
        xs, ys = _X.findall(tag), _Y.findall(tag)
        if xs and len(xs) == len(ys):
            values = tuple((float(x), float(y)) for x, y in zip(xs, ys, strict=True))[:MAX_POINTS]
            return RawCoordinates(values, is_y_first=False, scale="percent", notation="points", stated=tag[:MAX_STATED])
    return None


def _read_keys(text: str, n_numbers: int) -> RawCoordinates | None:
    """Read the lists under the keys of coordinates in JSON; several objects are several points."""
    matches = list(_KEYED.finditer(text))[-MAX_POINTS:]
    if matches:
        key = matches[-1]["key"].lower()
        values = [answer for match in matches if match["key"].lower() == key for answer in _parse_list(match["list"])]
        if values and all(len(answer) == n_numbers for answer in values):
            stated = text[matches[0].start() : matches[-1].end()]
            return RawCoordinates(
                tuple(values), key in _Y_FIRST, "thousand" if key in _THOUSAND else None, key, stated[:MAX_STATED]
            )
    if n_numbers == 2 and (pairs := _XY.findall(text)):
        values = [(float(x), float(y)) for x, y in pairs[-1:]]
        return RawCoordinates(
            tuple(values), is_y_first=False, scale=None, notation="x, y", stated=f"x {pairs[-1][0]}, y {pairs[-1][1]}"
        )
    return None


def _parse_list(text: str) -> list[tuple[float, ...]]:
    """Return the tuples in a JSON list of numbers, or of lists of numbers; empty if it is not one."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return []
    rows = values if values and all(isinstance(value, list) for value in values) else [values]
    is_plain = all(isinstance(number, int | float) for row in rows for number in row)
    return [tuple(map(float, row)) for row in rows] if is_plain else []


def _read_groups(text: str, n_numbers: int) -> RawCoordinates | None:
    """Read `(x, y)` and `[x, y]`; neighbours in one list are several points, otherwise the last one counts."""
    matches = [match for match in _GROUP.finditer(text) if match[1].count(",") == n_numbers - 1]
    if not matches:
        match = _BARE.match(text)
        if match is None or len(numbers := _split(match[1])) != n_numbers:
            return None
        return RawCoordinates((numbers,), is_y_first=False, scale=None, notation="numbers", stated=text[:MAX_STATED])
    listed = matches[-1:]
    for match in reversed(matches[:-1]):
        if re.fullmatch(r"\s*(?:,|;|and)?\s*", text[match.end() : listed[0].start()]) is None:
            break
        listed.insert(0, match)
    values = tuple(_split(match[1]) for match in listed[:MAX_POINTS])
    stated = text[listed[0].start() : listed[-1].end()]
    return RawCoordinates(values, is_y_first=False, scale=None, notation="numbers", stated=stated[:MAX_STATED])


def _split(text: str) -> tuple[float, ...]:
    return tuple(float(number) for number in re.split(r"[,\s]+", text.strip()))


def describe_alternative(used: tuple[Scale, bool], alternative: tuple[Scale, bool]) -> str:
    """Return how an order and scale differ from the ones used, as in `would be right with x and y exchanged`."""
    parts: Sequence[str] = (
        *(["with x and y exchanged"] if used[1] != alternative[1] else []),
        *([f"as {SCALE_NAMES[alternative[0]]} instead of {SCALE_NAMES[used[0]]}"] if used[0] != alternative[0] else []),
    )
    return f"would be right {' and '.join(parts)}"
