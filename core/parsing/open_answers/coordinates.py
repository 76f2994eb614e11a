"""Points and boxes in replies, in the notations of each model family, as shares of the image.

A notation fixes the order of the axes and the scale (`docs/developing/question_types.md`). Nothing is guessed from the
truth: whether another order or scale would be right is computed apart, for a note.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
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
_TAG_END = re.compile(r"[^<>\n]{0,200}</points?>", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:,|;|and)?\s*(?:(?<=\n)(?:[-*•]|\d{1,2}[.)]))?\s*")
_JSON_BETWEEN = re.compile(r"(?:[\s{}\[\],:]|\"[^\"]{0,200}\"|'[^']{0,200}'|-?\d[\d.]{0,20}|true|false|null)*")
MAX_BEFORE = 60
"""Number of characters before coordinates that are searched for a denial."""

_DENIED = re.compile(
    r"(?:\b(?:not|never|neither|nor|rather\sthan|instead\sof)|n't|\bcannot)\b(?:\s(?!but\b)[\w'-]{1,15}){0,5}[\s{\[`]{0,9}\Z",
    re.IGNORECASE,
)
_CONCLUSION = re.compile(r"\b(?:so|therefore|thus|hence|finally|in\sconclusion)\b[^.()\[\]]{0,60}\Z", re.IGNORECASE)
_ONLY_MARKS = re.compile(r"[\s.*_`$\\|<>/)\]}-]*")
_Y_FIRST = {"point", "box_2d"}
_THOUSAND = {"point_2d", "points_2d", "point", "bbox_2d", "box_2d"}


@dataclass(frozen=True, slots=True)
class RawCoordinates:
    """Coordinates as a reply writes them.

    Attributes:
        values: tuples of two (points) or four (boxes) numbers, in the written order; empty if several are stated and
            none of them is final.
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

    The stated part of the reply (a box, "Answer: ...") counts if it has any. A list of points counts as several points.
    A denied point does not count. If points in separate phrases or tags differ, the last one counts if it is a
    conclusion or alone on the last line; otherwise they are ambiguous.
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
    groups: list[_Group] = []
    for match in _ATTRIBUTES.finditer(text):
        xs, ys = _X.findall(match[0]), _Y.findall(match[0])
        if xs and len(xs) == len(ys):
            values = tuple((float(x), float(y)) for x, y in zip(xs, ys, strict=True))[:MAX_POINTS]
            stop = _TAG_END.match(text, match.end())
            groups.append(_Group(values, match.start(), stop.end() if stop else match.end(), match[0]))
    return _choose(text, groups, "points", "percent")


def _read_keys(text: str, n_numbers: int) -> RawCoordinates | None:
    """Read the lists under the keys of coordinates in JSON; several objects are several points."""
    matches = list(_KEYED.finditer(text))[-MAX_POINTS:]
    key = matches[-1]["key"].lower() if matches else ""
    lists = _split_lists(text, [match for match in matches if match["key"].lower() == key], _JSON_BETWEEN)
    groups = [_join(text, listed, [row for match in listed for row in _parse_list(match["list"])]) for listed in lists]
    if groups and all(group.values for group in groups) and _have_length(groups, n_numbers):
        read = _choose(text, groups, key, "thousand" if key in _THOUSAND else None)
        return read and replace(read, is_y_first=key in _Y_FIRST)
    if n_numbers != 2:
        return None
    groups = [
        _Group(((float(match[1]), float(match[2])),), match.start(), match.end(), f"x {match[1]}, y {match[2]}")
        for match in _XY.finditer(text)
    ]
    return _choose(text, groups, "x, y", None)


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
    """Read `(x, y)` and `[x, y]`; neighbours in one list are several points."""
    matches = [match for match in _GROUP.finditer(text) if match[1].count(",") == n_numbers - 1]
    if not matches:
        match = _BARE.match(text)
        if match is None or len(numbers := _split(match[1])) != n_numbers:
            return None
        return RawCoordinates((numbers,), is_y_first=False, scale=None, notation="numbers", stated=text[:MAX_STATED])
    lists = _split_lists(text, matches, _BETWEEN)
    groups = [_join(text, listed, [_split(match[1]) for match in listed]) for listed in lists]
    return _choose(text, groups, "numbers", None)


@dataclass(frozen=True, slots=True)
class _Group:
    """Points or boxes that a text states together, with their span."""

    values: tuple[tuple[float, ...], ...]
    start: int
    stop: int
    stated: str


def _split_lists(text: str, matches: list[re.Match[str]], between: re.Pattern[str]) -> list[list[re.Match[str]]]:
    """Return the matches as lists: neighbours with nothing else between them than a pattern allows."""
    lists: list[list[re.Match[str]]] = []
    for match in matches:
        if lists and between.fullmatch(text, lists[-1][-1].end(), match.start()):
            lists[-1].append(match)
        else:
            lists.append([match])
    return lists


def _join(text: str, listed: list[re.Match[str]], values: list[tuple[float, ...]]) -> _Group:
    start, stop = listed[0].start(), listed[-1].end()
    return _Group(tuple(values[:MAX_POINTS]), start, stop, text[start:stop])


def _have_length(groups: list[_Group], n_numbers: int) -> bool:
    return all(len(numbers) == n_numbers for group in groups for numbers in group.values)


def _choose(text: str, groups: list[_Group], notation: str, scale: Scale | None) -> RawCoordinates | None:
    """Return the group that counts; without values if several differ and none is final; None if all are denied."""
    counted = [group for group in groups if not _DENIED.search(text, max(group.start - MAX_BEFORE, 0), group.start)]
    if not counted:
        return None
    last = counted[-1]
    if any(group.values != last.values for group in counted) and not _is_final(text, last):
        listed = ", ".join(dict.fromkeys(group.stated for group in counted))
        return RawCoordinates((), is_y_first=False, scale=scale, notation=notation, stated=listed[:MAX_STATED])
    return RawCoordinates(
        last.values, is_y_first=False, scale=scale, notation=notation, stated=last.stated[:MAX_STATED]
    )


def _is_final(text: str, group: _Group) -> bool:
    """Return whether a group is alone on the last line, or a conclusion at the end."""
    if _ONLY_MARKS.fullmatch(text, group.stop) is None:
        return False
    line = text[text.rfind("\n", 0, group.start) + 1 : group.start]
    return _ONLY_MARKS.fullmatch(line) is not None or _CONCLUSION.search(line) is not None


def _split(text: str) -> tuple[float, ...]:
    return tuple(float(number) for number in re.split(r"[,\s]+", text.strip()))


def describe_alternative(used: tuple[Scale, bool], alternative: tuple[Scale, bool]) -> str:
    """Return how an order and scale differ from the ones used, as in `would be right with x and y exchanged`."""
    parts: Sequence[str] = (
        *(["with x and y exchanged"] if used[1] != alternative[1] else []),
        *([f"as {SCALE_NAMES[alternative[0]]} instead of {SCALE_NAMES[used[0]]}"] if used[0] != alternative[0] else []),
    )
    return f"would be right {' and '.join(parts)}"
