"""Items of a set that are read line by line; invalid lines are left out and listed with their reasons."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path, PurePosixPath
from typing import Generic, TypeVar

from core.benchmarks.choice.image_validation import PictureCheck, find_image_problem
from core.benchmarks.choice.table_rows import TableRow, open_table
from core.errors import ReleaseError, SceneError
from core.records import RejectedItem

Item = TypeVar("Item")


class LineError(Exception):
    """Error for a line that cannot be used; states the reason."""


@dataclass(slots=True)
class ItemSet(Generic[Item]):
    """Content of a folder.

    Attributes:
        refusals: lines, and other parts such as images, that were left out.
    """

    items: list[Item] = field(default_factory=list)
    refusals: list[RejectedItem] = field(default_factory=list)
    _locations: dict[str, str] = field(default_factory=dict)

    def add_rows(
        self, source: str, rows: Iterable[TableRow], parse: Callable[[TableRow], Item], get_id: Callable[[Item], str]
    ) -> None:
        """Add the items of rows; list those that cannot be used, and those whose id is already used.

        Args:
            source: name of the table.
            rows: of the table.
            parse: returns the item of a readable row; raises `LineError` or `SceneError` if the row cannot be used.
            get_id: returns the id of an item.
        """
        for row in rows:
            try:
                if row.wrong:
                    raise LineError(row.wrong)
                item = parse(row)
                item_id = get_id(item)
                if item_id in self._locations:
                    raise LineError(f"{item_id} is already in {self._locations[item_id]}")
            except (LineError, SceneError) as error:
                self.refusals.append(RejectedItem(source, row.place, str(error)))
                continue
            self._locations[item_id] = row.place
            self.items.append(item)

    def require_items(self, path: Path) -> None:
        """Raise `ReleaseError` with the first reason if no item of this file or folder can be used."""
        if not self.items:
            first = "It has no rows."
            for refusal in self.refusals[:1]:
                source = "" if refusal.source == path.name else refusal.source
                first = f"{', '.join(filter(None, (source, refusal.location)))}: {refusal.reason}"
            raise ReleaseError(f"{path} has no usable question. {first}")


def read_item_table(path: Path, parse: Callable[[TableRow], Item], get_id: Callable[[Item], str]) -> ItemSet[Item]:
    """Read the items of a table with one item per row.

    Args:
        path: of the table.
        parse: as for `ItemSet.add_rows`.
        get_id: returns the id of an item.

    Raises:
        ReleaseError: the table cannot be read, or has no usable item.
    """
    result: ItemSet[Item] = ItemSet()
    result.add_rows(path.name, open_table(path).rows, parse, get_id)
    result.require_items(path)
    return result


@dataclass(slots=True)
class ImageResolver:
    """Images of a folder, each opened once.

    Attributes:
        check: opens an image; raises `ImageError` if it is broken.
        follows_links: whether symbolic links in the folder may lead outside of it.
    """

    folder: Path
    check: PictureCheck
    follows_links: bool = True
    _problems: dict[Path, str | None] = field(default_factory=dict)

    def resolve_path(self, name: str) -> Path:
        """Return the file of an image.

        Raises:
            LineError: it is missing, broken, or outside the folder.
        """
        parts = PurePosixPath(name)
        path = self.folder / parts
        if parts.is_absolute() or ".." in parts.parts or not (self.follows_links or self._is_inside(path)):
            raise LineError(f"{name[:200]!r} is outside the folder")
        if path not in self._problems:
            self._problems[path] = find_image_problem(path, self.check) if path.is_file() else "the file is missing"
        if problem := self._problems[path]:
            raise LineError(f"{name[:200]}: {problem}")
        return path

    def _is_inside(self, path: Path) -> bool:
        return path.resolve().is_relative_to(self.folder.resolve())


def parse_text(line: Mapping[str, object], key: str) -> str:
    """Return the text of a line under a key.

    Raises:
        LineError: it is missing, empty, or not a text.
    """
    value = line.get(key)
    if not isinstance(value, str) or not value.strip():
        raise LineError(f"{key}: {str(value)[:60]!r} is not a text")
    return value


def parse_texts(line: Mapping[str, object], key: str) -> list[str]:
    """Return the list of texts of a line under a key.

    Raises:
        LineError: it is missing, or not a list of texts.
    """
    value = line.get(key)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise LineError(f"{key}: not a list of texts")
    return value


def parse_word(line: Mapping[str, object], key: str, allowed: Iterable[str]) -> str:
    """Return the word of a line under a key.

    Raises:
        LineError: it is not one of the allowed words.
    """
    value, words = line.get(key), tuple(allowed)
    if value not in words:
        raise LineError(f"{key}: {str(value)[:60]!r} is unknown; known are {', '.join(words)}")
    return str(value)


def parse_number(line: Mapping[str, object], key: str) -> float:
    """Return the number of a line under a key.

    Raises:
        LineError: it is missing, or not a finite number.
    """
    value = line.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise LineError(f"{key}: {repr(value)[:60]} is not a number")
    return float(value)
