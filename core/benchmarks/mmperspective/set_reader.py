"""Reader of the items that `write.py` wrote: the question, every parameter, and its image."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.table_rows import TableRow
from core.benchmarks.item_set import ImageResolver, ItemSet, LineError, read_item_table
from core.benchmarks.mmperspective.files import ITEMS
from core.benchmarks.mmperspective.item import PerspectiveItem, read_item


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


def read_items(folder: Path, check: PictureCheck) -> ItemSet[PerspectiveItemRecord]:
    """Read the items of a folder; invalid lines are refused and listed.

    Raises:
        ReleaseError: the table is missing, or no line is usable.
    """
    images = ImageResolver(folder, check)
    return read_item_table(folder / ITEMS, lambda row: _parse_record(row, images), lambda record: record.item.item_id)


def _parse_record(row: TableRow, images: ImageResolver) -> PerspectiveItemRecord:
    line = cast("Mapping[str, Any]", row.cells)
    item = read_item(line)
    margin, foil, image = line.get("margin"), line.get("image_plane", ""), line.get("image")
    if margin is not None and (isinstance(margin, bool) or not isinstance(margin, int | float)):
        raise LineError(f"margin: {str(margin)[:60]!r} is not a number")
    if foil and foil not in "ABCDE"[: len(item.options)]:
        raise LineError(f"image_plane: {str(foil)[:60]!r} is not the letter of an option")
    if not isinstance(image, str) or Path(image).is_absolute() or ".." in Path(image).parts:
        raise LineError(f"image: {str(image)[:60]!r} is not a path within the folder")
    return PerspectiveItemRecord(item, images.resolve_path(image), None if margin is None else float(margin), str(foil))
