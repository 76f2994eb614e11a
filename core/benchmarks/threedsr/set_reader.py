"""Reader of the questions that `write.py` wrote, with their scenes; invalid lines are refused and listed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from core.benchmarks.choice.image_validation import PictureCheck, find_image_problem
from core.benchmarks.choice.items import find_options_problem
from core.benchmarks.choice.table_rows import TableRow, open_table
from core.benchmarks.threedsr.files import ITEMS
from core.benchmarks.threedsr.options import list_options
from core.benchmarks.threedsr.row_ids import RowId, read_id
from core.benchmarks.threedsr.scene import ObjectScene, read_scene
from core.benchmarks.threedsr.vocabulary import LETTERS, SUBTYPES
from core.errors import ReleaseError, SceneError
from core.records import RejectedItem


@dataclass(frozen=True, slots=True)
class ObjectSceneItem:
    """A question about an image in its first pass.

    Attributes:
        place: line in the file.
        unit: id of the scenes that belong together.
        number: index of the scene in its unit.
        view: `common` or `uncommon`.
        is_reversed: whether the question is asked the other way round.
        answer, foil: letters of the key and of the image-plane answer.
        scene: as in the image.
    """

    place: str
    row: RowId
    subtype: str
    unit: str
    number: int
    view: str
    is_reversed: bool
    question: str
    options: tuple[str, ...]
    answer: str
    foil: str
    margin: float
    picture: Path
    scene: ObjectScene


@dataclass(slots=True)
class ObjectSceneItemSet:
    """Content of a folder, and the lines that were left out."""

    items: list[ObjectSceneItem] = field(default_factory=list)
    refusals: list[RejectedItem] = field(default_factory=list)


class _LineError(Exception):
    """The reason why a line is not usable."""


def read_items(folder: Path, check: PictureCheck) -> ObjectSceneItemSet:
    """Read the items of a folder.

    Args:
        folder: with `questions.jsonl` and the images.
        check: opens each image once; raises `ImageError` if it is broken.

    Raises:
        ReleaseError: the folder has no usable question.
    """
    found = ObjectSceneItemSet()
    pictures: dict[str, str | None] = {}
    places: dict[str, str] = {}
    for row in open_table(folder / ITEMS).rows:
        try:
            item = _parse_item(folder, row, pictures, check)
            if str(item.row) in places:
                raise _LineError(f"{item.row} is already in {places[str(item.row)]}")
        except _LineError as error:
            found.refusals.append(RejectedItem(ITEMS, row.place, str(error)))
            continue
        places[str(item.row)] = row.place
        found.items.append(item)
    if not found.items:
        first = next((f" {one.location}: {one.reason}" for one in found.refusals), " The file is empty")
        raise ReleaseError(f"{folder / ITEMS} has no usable question.{first}")
    return found


def _parse_item(folder: Path, row: TableRow, pictures: dict[str, str | None], check: PictureCheck) -> ObjectSceneItem:
    if row.wrong:
        raise _LineError(row.wrong)
    line = row.cells
    row_id = read_id(_parse_text(line, "item_id"))
    if row_id is None or row_id.turn:
        raise _LineError(f"item_id: {line.get('item_id')!r} is not eight characters, optionally followed by -flip")
    subtype = _parse_word(line, "subtype", tuple(SUBTYPES))
    options = line.get("options")
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise _LineError("options: not a list of texts")
    if wrong := find_options_problem(options):
        raise _LineError(f"options: {wrong}")
    if len(options) != SUBTYPES[subtype].n_options:
        raise _LineError(f"options: {len(options)}; {subtype} has {SUBTYPES[subtype].n_options}")
    letters = tuple(LETTERS[: len(options)])
    scene = _parse_scene(line)
    if len(scene.named) != SUBTYPES[subtype].n_named or list_options(subtype, scene) != tuple(options):
        raise _LineError("options: not those of the scene's objects")
    margin = line.get("margin")
    if isinstance(margin, bool) or not isinstance(margin, int | float):
        raise _LineError(f"margin: {margin!r} is not a number")
    number = line.get("number")
    if number not in (0, 1):
        raise _LineError(f"number: {number!r} is neither 0 nor 1")
    return ObjectSceneItem(
        place=row.place,
        row=row_id,
        subtype=subtype,
        unit=_parse_text(line, "unit"),
        number=int(number == 1),
        view=_parse_word(line, "view", ("common", "uncommon")),
        is_reversed=line.get("is_reversed") is True,
        question=_parse_text(line, "question"),
        options=tuple(options),
        answer=_parse_word(line, "answer", letters),
        foil=_parse_word(line, "foil", letters),
        margin=float(margin),
        picture=_find_image(folder, _parse_text(line, "picture"), pictures, check),
        scene=scene,
    )


def _parse_scene(line: Mapping[str, object]) -> ObjectScene:
    try:
        return read_scene(line.get("scene"))
    except SceneError as error:
        raise _LineError(str(error)) from None


def _find_image(folder: Path, name: str, known: dict[str, str | None], check: PictureCheck) -> Path:
    parts = PurePosixPath(name)
    if parts.is_absolute() or ".." in parts.parts:
        raise _LineError(f"picture: {name[:80]!r} is outside the folder")
    if name not in known:
        path = folder / parts
        known[name] = find_image_problem(path, check) if path.is_file() else "the file is missing"
    if wrong := known[name]:
        raise _LineError(f"the image {name[:80]}: {wrong}")
    return folder / parts


def _parse_text(line: Mapping[str, object], key: str) -> str:
    value = line.get(key)
    if not isinstance(value, str) or not value.strip():
        raise _LineError(f"{key}: {str(value)[:60]!r} is not a text")
    return value


def _parse_word(line: Mapping[str, object], key: str, allowed: tuple[str, ...]) -> str:
    value = line.get(key)
    if value not in allowed:
        raise _LineError(f"{key}: {str(value)[:60]!r} is unknown; known are {', '.join(allowed)}")
    return str(value)
