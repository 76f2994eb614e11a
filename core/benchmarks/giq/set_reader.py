"""Reader of the items in a folder that `write.py` wrote; invalid lines are skipped and reported as refusals."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from string import ascii_uppercase

from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import find_options_problem
from core.benchmarks.choice.table_rows import TableRow
from core.benchmarks.giq import naming, symmetry
from core.benchmarks.giq.files import ITEMS
from core.benchmarks.giq.items import NAMING, ROTATION, SAME, SYMMETRY, TASKS, PolyhedronItem
from core.benchmarks.giq.naming_rules import PICTURES_OF_THREE
from core.benchmarks.giq.viewpoints import SolidView
from core.benchmarks.item_set import ImageResolver, ItemSet, LineError, parse_texts, parse_word, read_item_table
from core.polyhedra.catalogue import load_catalogue

PICTURES = {naming.THREE: PICTURES_OF_THREE, SAME: 2}
"""Number of images of an item, by its question; 1 for all others."""

QUESTIONS = {NAMING: (naming.NAME, naming.THREE), SYMMETRY: tuple(symmetry.QUESTIONS), ROTATION: (SAME,)}
_MOST_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class PolyhedronItemRecord:
    """An item with its images.

    Attributes:
        item: its views are empty if the viewpoints of the images are unknown.
        images: paths of the image files.
    """

    item: PolyhedronItem
    images: tuple[Path, ...]


def read_items(folder: Path, check: PictureCheck) -> ItemSet[PolyhedronItemRecord]:
    """Read the items of `items.jsonl`.

    Args:
        folder: contains the table and its images.
        check: opens each image once; raises `ImageError` if it is broken.

    Raises:
        ReleaseError: the table cannot be read, or has no usable item.
    """
    images = ImageResolver(folder, check, follows_links=False)
    return read_item_table(folder / ITEMS, lambda row: _parse_record(row, images), lambda record: record.item.item_id)


def _parse_record(row: TableRow, pictures: ImageResolver) -> PolyhedronItemRecord:
    line = row.cells
    task = parse_word(line, "task", TASKS)
    question_id = parse_word(line, "question_id", QUESTIONS[task])
    options = tuple(parse_texts(line, "options"))
    letter = _parse_text(line, "letter", may_be_empty=True)
    answer = _parse_text(line, "answer")
    if task == NAMING:
        if options or answer not in load_catalogue():
            raise LineError(
                f"answer: {answer!r} is not one of the solids"
                if not options
                else "options: a question for a name must not have options"
            )
    else:
        if wrong := find_options_problem(options):
            raise LineError(f"options: {wrong}")
        if answer not in options or letter != ascii_uppercase[options.index(answer)]:
            raise LineError(f"answer: {answer!r} and letter {letter!r} are not one of the options")
    foil = _parse_text(line, "foil", may_be_empty=True)
    if foil and foil not in options:
        raise LineError(f"foil: {foil!r} is not one of the options")
    views = _parse_views(line)
    images = parse_texts(line, "images")
    n_pictures = PICTURES.get(question_id, 1)
    if len(images) != n_pictures or len(views) not in (0, len(images)):
        raise LineError(f"images: {len(images)} with {len(views)} views; {question_id} needs {n_pictures}")
    item = PolyhedronItem(
        item_id=_parse_text(line, "item_id"),
        task=task,
        question_id=question_id,
        group_id=_parse_text(line, "group_id"),
        views=views,
        question=_parse_text(line, "question"),
        options=options,
        answer=answer,
        foil=foil,
        margin=_parse_margin(line.get("margin")),
        numbers={key: _parse_number(value, key) for key, value in _parse_mapping(line, "numbers").items()},
        factors={key: _parse_level(value, key) for key, value in _parse_mapping(line, "factors").items()},
    )
    return PolyhedronItemRecord(item, tuple(pictures.resolve_path(name) for name in images))


def _parse_views(line: Mapping[str, object]) -> tuple[SolidView, ...]:
    found = line.get("views")
    if not isinstance(found, list):
        raise LineError("views: not a list")
    views = []
    for one in found:
        if not isinstance(one, dict) or one.get("shape_id") not in load_catalogue():
            raise LineError("views: one shows an unknown solid")
        azimuth_deg, height = (_parse_number(one.get(key), key) for key in ("azimuth_deg", "height"))
        if not -1 <= height <= 1:
            raise LineError(f"views: the height {height} is not between -1 and 1")
        number = one.get("number", 0)
        views.append(
            SolidView(
                str(one["shape_id"]),
                azimuth_deg,
                height,
                one.get("is_mirrored") is True,
                number if isinstance(number, int) else 0,
            )
        )
    return tuple(views)


def _parse_text(line: Mapping[str, object], key: str, *, may_be_empty: bool = False) -> str:
    value = line.get(key)
    if not isinstance(value, str) or len(value) > _MOST_CHARACTERS or not (value.strip() or may_be_empty):
        raise LineError(f"{key}: {str(value)[:60]!r} is not a text of 1 to {_MOST_CHARACTERS} characters")
    return value


def _parse_mapping(line: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = line.get(key, {})
    if not isinstance(value, dict):
        raise LineError(f"{key}: not a mapping")
    return value


def _parse_number(value: object, key: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
        raise LineError(f"{key}: {str(value)[:60]!r} is not a number")
    return float(value)


def _parse_level(value: object, key: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise LineError(f"{key}: {str(value)[:60]!r} is not a level")
    return value


def _parse_margin(value: object) -> float | None:
    if value is None:
        return None
    if (margin := _parse_number(value, "margin")) < 0:
        raise LineError(f"margin: {margin} is negative")
    return margin
