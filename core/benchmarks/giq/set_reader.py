"""The items of a folder that `write.py` wrote; broken lines are refused, the rest goes on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from string import ascii_uppercase

from core.benchmarks.choice.image_validation import PictureCheck, wrong_with_picture
from core.benchmarks.choice.items import wrong_with_options
from core.benchmarks.choice.table_rows import Row, open_table
from core.benchmarks.giq import naming, symmetry
from core.benchmarks.giq.files import ITEMS
from core.benchmarks.giq.items import NAMING, ROTATION, SAME, SYMMETRY, TASKS, Item
from core.benchmarks.giq.naming_rules import PICTURES_OF_THREE
from core.benchmarks.giq.viewpoints import View
from core.errors import ReleaseError
from core.polyhedra.catalogue import catalogue
from core.records import Refusal

PICTURES = {naming.THREE: PICTURES_OF_THREE, SAME: 2}
"""Of an item, by its question; one of all others."""

QUESTIONS = {NAMING: (naming.NAME, naming.THREE), SYMMETRY: tuple(symmetry.QUESTIONS), ROTATION: (SAME,)}
_MOST_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class Stored:
    """An item with its pictures.

    Attributes:
        item: its views are empty where nothing says from where a picture was taken.
        images: paths of the files.
    """

    item: Item
    images: tuple[Path, ...]


@dataclass(slots=True)
class Found:
    """What a folder holds.

    Attributes:
        refusals: lines and pictures that were left out.
    """

    items: list[Stored] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)


class LineError(Exception):
    """A line that cannot be used; says why."""


def read_stored(folder: Path, check: PictureCheck) -> Found:
    """The items of `items.jsonl`.

    Args:
        folder: with the table and its pictures.
        check: opens each picture once; raises `ImageError` where it is broken.

    Raises:
        ReleaseError: the table cannot be read, or holds no item that can be used.
    """
    found, pictures = Found(), Pictures(folder, check)
    places: dict[str, str] = {}
    for row in open_table(folder / ITEMS).rows:
        try:
            stored = _stored(row, pictures)
            if stored.item.item_id in places:
                raise LineError(f"{stored.item.item_id} stands in {places[stored.item.item_id]} already")
        except LineError as error:
            found.refusals.append(Refusal(ITEMS, row.place, str(error)))
            continue
        places[stored.item.item_id] = row.place
        found.items.append(stored)
    if not found.items:
        first = found.refusals[0] if found.refusals else Refusal(ITEMS, "", "the table is empty")
        raise ReleaseError(f"{folder} has no item that can be used. {first.source}, {first.location}: {first.reason}")
    return found


@dataclass(slots=True)
class Pictures:
    """The pictures of a folder, each opened once."""

    folder: Path
    check: PictureCheck
    _wrong: dict[Path, str | None] = field(default_factory=dict)

    def path(self, name: str) -> Path:
        """The file of a picture.

        Raises:
            LineError: it is missing, broken, or outside of the folder.
        """
        path = self.folder / name
        if not path.resolve().is_relative_to(self.folder.resolve()):
            raise LineError(f"{name[:200]!r} is outside of the folder")
        if path not in self._wrong:
            self._wrong[path] = wrong_with_picture(path, self.check) if path.is_file() else "the file is missing"
        if wrong := self._wrong[path]:
            raise LineError(f"{name}: {wrong}")
        return path


def _stored(row: Row, pictures: Pictures) -> Stored:
    if row.wrong:
        raise LineError(row.wrong)
    line = row.cells
    task = _word(line, "task", TASKS)
    question_id = _word(line, "question_id", QUESTIONS[task])
    options = tuple(_texts(line, "options"))
    letter = _text(line, "letter", may_be_empty=True)
    answer = _text(line, "answer")
    if task == NAMING:
        if options or answer not in catalogue():
            raise LineError(f"answer: {answer!r} is none of the solids" if not options else "options: a name has none")
    else:
        if wrong := wrong_with_options(options):
            raise LineError(f"options: {wrong}")
        if answer not in options or letter != ascii_uppercase[options.index(answer)]:
            raise LineError(f"answer: {answer!r} and letter {letter!r} are not one of the options")
    foil = _text(line, "foil", may_be_empty=True)
    if foil and foil not in options:
        raise LineError(f"foil: {foil!r} is none of the options")
    views = _views(line)
    images = _texts(line, "images")
    n_pictures = PICTURES.get(question_id, 1)
    if len(images) != n_pictures or len(views) not in (0, len(images)):
        raise LineError(f"images: {len(images)} with {len(views)} views; {question_id} has {n_pictures}")
    item = Item(
        item_id=_text(line, "item_id"),
        task=task,
        question_id=question_id,
        group_id=_text(line, "group_id"),
        views=views,
        question=_text(line, "question"),
        options=options,
        answer=answer,
        foil=foil,
        margin=_margin(line.get("margin")),
        numbers={key: _number(value, key) for key, value in _mapping(line, "numbers").items()},
        factors={key: _level(value, key) for key, value in _mapping(line, "factors").items()},
    )
    return Stored(item, tuple(pictures.path(name) for name in images))


def _views(line: Mapping[str, object]) -> tuple[View, ...]:
    found = line.get("views")
    if not isinstance(found, list):
        raise LineError("views: no list")
    views = []
    for one in found:
        if not isinstance(one, dict) or one.get("shape_id") not in catalogue():
            raise LineError("views: one is of no known solid")
        azimuth_deg, height = (_number(one.get(key), key) for key in ("azimuth_deg", "height"))
        if not -1 <= height <= 1:
            raise LineError(f"views: the height {height} is not between -1 and 1")
        number = one.get("number", 0)
        views.append(
            View(
                str(one["shape_id"]),
                azimuth_deg,
                height,
                one.get("is_mirrored") is True,
                number if isinstance(number, int) else 0,
            )
        )
    return tuple(views)


def _word(line: Mapping[str, object], key: str, known: tuple[str, ...]) -> str:
    value = line.get(key)
    if value not in known:
        raise LineError(f"{key}: {str(value)[:60]!r} is unknown; known are {', '.join(known)}")
    return str(value)


def _text(line: Mapping[str, object], key: str, *, may_be_empty: bool = False) -> str:
    value = line.get(key)
    if not isinstance(value, str) or len(value) > _MOST_CHARACTERS or not (value.strip() or may_be_empty):
        raise LineError(f"{key}: {str(value)[:60]!r} is no text of 1 to {_MOST_CHARACTERS} characters")
    return value


def _texts(line: Mapping[str, object], key: str) -> list[str]:
    value = line.get(key)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise LineError(f"{key}: no list of texts")
    return value


def _mapping(line: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = line.get(key, {})
    if not isinstance(value, dict):
        raise LineError(f"{key}: no mapping")
    return value


def _number(value: object, key: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
        raise LineError(f"{key}: {str(value)[:60]!r} is no number")
    return float(value)


def _level(value: object, key: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise LineError(f"{key}: {str(value)[:60]!r} is no level")
    return value


def _margin(value: object) -> float | None:
    if value is None:
        return None
    if (margin := _number(value, "margin")) < 0:
        raise LineError(f"margin: {margin} is negative")
    return margin
