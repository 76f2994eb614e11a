"""The items of a folder that `write.py` wrote: the question, every parameter, and its picture."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from core.benchmarks.choice.image_validation import PictureCheck, wrong_with_picture
from core.benchmarks.choice.table_rows import Row, open_table
from core.benchmarks.mmperspective.files import ITEMS
from core.benchmarks.mmperspective.item import Item, read_item
from core.errors import ReleaseError, SceneError
from core.records import Refusal


@dataclass(frozen=True, slots=True)
class Stored:
    """An item as it is stored.

    Attributes:
        margin: None where it is exact.
        foil: the letter of the flat picture's answer; empty where it suggests none.
    """

    item: Item
    picture: Path
    margin: float | None
    foil: str


@dataclass(slots=True)
class StoredItems:
    """What a folder holds.

    Attributes:
        refusals: lines that were left out.
    """

    items: list[Stored] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)


def read_items(folder: Path, check: PictureCheck) -> StoredItems:
    """The items of a folder; broken lines are refused, the rest goes on.

    Raises:
        ReleaseError: the table is missing, or no line can be used.
    """
    found = StoredItems()
    places: dict[str, str] = {}
    for row in open_table(folder / ITEMS).rows:
        try:
            stored = _stored(row, folder, check)
            if (item_id := stored.item.item_id) in places:
                raise SceneError(f"{item_id} stands in {places[item_id]} already")
        except SceneError as error:
            found.refusals.append(Refusal(ITEMS, row.place, str(error)))
            continue
        places[item_id] = row.place
        found.items.append(stored)
    if not found.items:
        first = next((f" {one.location}: {one.reason}" for one in found.refusals), " The table is empty.")
        raise ReleaseError(f"{folder / ITEMS} has no item that can be used.{first}")
    return found


def _stored(row: Row, folder: Path, check: PictureCheck) -> Stored:
    if row.wrong:
        raise SceneError(row.wrong)
    line = cast("Mapping[str, Any]", row.cells)
    item = read_item(line)
    margin, foil, image = line.get("margin"), line.get("image_plane", ""), line.get("image")
    if margin is not None and (isinstance(margin, bool) or not isinstance(margin, int | float)):
        raise SceneError(f"margin: {str(margin)[:60]!r} is no number")
    if foil and foil not in "ABCDE"[: len(item.options)]:
        raise SceneError(f"image_plane: {str(foil)[:60]!r} is the letter of no option")
    if not isinstance(image, str) or Path(image).is_absolute() or ".." in Path(image).parts:
        raise SceneError(f"image: {str(image)[:60]!r} is no path within the folder")
    picture = folder / image
    if not picture.is_file():
        raise SceneError(f"the picture {image} is missing")
    if wrong := wrong_with_picture(picture, check):
        raise SceneError(f"the picture {image}: {wrong}")
    return Stored(item, picture, None if margin is None else float(margin), str(foil))
