"""Reader of the questions that `write.py` wrote, with their scenes; invalid lines are refused and listed."""

from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import find_options_problem
from core.benchmarks.choice.table_rows import TableRow
from core.benchmarks.item_set import (
    ImageResolver,
    ItemSet,
    LineError,
    parse_number,
    parse_text,
    parse_texts,
    parse_word,
    read_item_table,
)
from core.benchmarks.threedsr.files import ITEMS
from core.benchmarks.threedsr.options import list_options
from core.benchmarks.threedsr.row_ids import RowId, read_id
from core.benchmarks.threedsr.scene import ObjectScene, read_scene
from core.benchmarks.threedsr.vocabulary import LETTERS, SUBTYPES


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


def read_items(folder: Path, check: PictureCheck) -> ItemSet[ObjectSceneItem]:
    """Read the items of a folder.

    Args:
        folder: with `questions.jsonl` and the images.
        check: opens each image once; raises `ImageError` if it is broken.

    Raises:
        ReleaseError: the folder has no usable question.
    """
    images = ImageResolver(folder, check)
    return read_item_table(folder / ITEMS, lambda row: _parse_item(row, images), lambda item: str(item.row))


def _parse_item(row: TableRow, images: ImageResolver) -> ObjectSceneItem:
    line = row.cells
    row_id = read_id(parse_text(line, "item_id"))
    if row_id is None or row_id.turn:
        raise LineError(f"item_id: {line.get('item_id')!r} is not eight characters, optionally followed by -flip")
    subtype = parse_word(line, "subtype", tuple(SUBTYPES))
    options = parse_texts(line, "options")
    if wrong := find_options_problem(options):
        raise LineError(f"options: {wrong}")
    if len(options) != SUBTYPES[subtype].n_options:
        raise LineError(f"options: {len(options)}; {subtype} has {SUBTYPES[subtype].n_options}")
    letters = tuple(LETTERS[: len(options)])
    scene = read_scene(line.get("scene"))
    if len(scene.named) != SUBTYPES[subtype].n_named or list_options(subtype, scene) != tuple(options):
        raise LineError("options: not those of the scene's objects")
    number = line.get("number")
    if number not in (0, 1):
        raise LineError(f"number: {number!r} is neither 0 nor 1")
    return ObjectSceneItem(
        place=row.place,
        row=row_id,
        subtype=subtype,
        unit=parse_text(line, "unit"),
        number=int(number == 1),
        view=parse_word(line, "view", ("common", "uncommon")),
        is_reversed=line.get("is_reversed") is True,
        question=parse_text(line, "question"),
        options=tuple(options),
        answer=parse_word(line, "answer", letters),
        foil=parse_word(line, "foil", letters),
        margin=parse_number(line, "margin"),
        picture=images.resolve_path(parse_text(line, "picture")),
        scene=scene,
    )
