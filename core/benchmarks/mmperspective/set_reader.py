"""Reader of the items that `write.py` wrote: the question, every parameter, and its image."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from core.benchmarks.choice.image_validation import PictureCheck, find_image_problem
from core.benchmarks.choice.table_rows import TableRow, open_table
from core.benchmarks.mmperspective.files import ITEMS
from core.benchmarks.mmperspective.item import PerspectiveItem, read_item
from core.errors import ReleaseError, SceneError
from core.records import RejectedItem


@dataclass(frozen=True, slots=True)
class PerspectiveItemRecord:
    """A stored item.

    Attributes:
        margin: None if exact.
        foil: the letter of the image-plane answer; empty if the image plane suggests none.
    """

    item: PerspectiveItem
    picture: Path
    margin: float | None
    foil: str


@dataclass(slots=True)
class PerspectiveItemSet:
    """Content of a folder.

    Attributes:
        refusals: lines that were left out.
    """

    items: list[PerspectiveItemRecord] = field(default_factory=list)
    refusals: list[RejectedItem] = field(default_factory=list)


def read_items(folder: Path, check: PictureCheck) -> PerspectiveItemSet:
    """Read the items of a folder; invalid lines are refused and listed.

    Raises:
        ReleaseError: the table is missing, or no line is usable.
    """
    found = PerspectiveItemSet()
    places: dict[str, str] = {}
    for row in open_table(folder / ITEMS).rows:
        try:
            stored = _parse_record(row, folder, check)
            if (item_id := stored.item.item_id) in places:
                raise SceneError(f"{item_id} is already in {places[item_id]}")
        except SceneError as error:
            found.refusals.append(RejectedItem(ITEMS, row.place, str(error)))
            continue
        places[item_id] = row.place
        found.items.append(stored)
    if not found.items:
        first = next((f" {one.location}: {one.reason}" for one in found.refusals), " The table is empty.")
        raise ReleaseError(f"{folder / ITEMS} has no usable item.{first}")
    return found


def _parse_record(row: TableRow, folder: Path, check: PictureCheck) -> PerspectiveItemRecord:
    if row.wrong:
        raise SceneError(row.wrong)
    line = cast("Mapping[str, Any]", row.cells)
    item = read_item(line)
    margin, foil, image = line.get("margin"), line.get("image_plane", ""), line.get("image")
    if margin is not None and (isinstance(margin, bool) or not isinstance(margin, int | float)):
        raise SceneError(f"margin: {str(margin)[:60]!r} is not a number")
    if foil and foil not in "ABCDE"[: len(item.options)]:
        raise SceneError(f"image_plane: {str(foil)[:60]!r} is not the letter of an option")
    if not isinstance(image, str) or Path(image).is_absolute() or ".." in Path(image).parts:
        raise SceneError(f"image: {str(image)[:60]!r} is not a path within the folder")
    picture = folder / image
    if not picture.is_file():
        raise SceneError(f"the image {image} is missing")
    if wrong := find_image_problem(picture, check):
        raise SceneError(f"the image {image}: {wrong}")
    return PerspectiveItemRecord(item, picture, None if margin is None else float(margin), str(foil))
