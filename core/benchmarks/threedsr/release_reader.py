"""Reader of 3DSRBench's released tables: Parquet, TSV, circular TSV or CSV; images embedded or in a COCO folder.

No URL is ever opened: a row whose image is neither in the table nor below the folder is refused. Images in the table,
and mirror images of COCO's, are written below the folder `unpacked`.

Source: Hugging Face, ccvl/3DSRBench, as listed in docs/benchmarks/threedsr.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from PIL import Image, ImageOps

from core.atomic_files import open_atomic_file
from core.benchmarks.choice.circular import ROTATION
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import ChoiceItem, find_options_problem
from core.benchmarks.choice.table_images import TableImages
from core.benchmarks.choice.table_rows import QuestionTable, TableRow, open_table
from core.benchmarks.item_set import ItemSet, LineError
from core.benchmarks.threedsr import set_contents
from core.benchmarks.threedsr.row_ids import RowId, read_id
from core.benchmarks.threedsr.vocabulary import LETTERS, SUBTYPES, list_meanings
from core.errors import ImageError, ReleaseError
from core.photographs.orientation import turn_upright

ENDS = (".parquet", ".tsv", ".csv")
UNPACKED = "unpacked"
MOST_BYTES = 2_000_000_000
"""Size limit; the circular table has 843 MB."""

NEEDED = ("question", "A", "B", "answer", "category")
"""Columns by which a released table is recognised; its id is in `qid`, or in `index` if there is no `qid`."""

_SOURCE_LEVEL = "image_source"
_PICTURES = (".jpg", ".jpeg", ".png", ".webp")


@dataclass(slots=True)
class ThreeDSRRelease(ItemSet[ChoiceItem]):
    """Content of a table.

    Attributes:
        items: one per row, in the row's order of options.
        has_passes: whether the table contains circular passes.
    """

    table: Path = Path()
    has_passes: bool = False


def find_released_table(folder: Path) -> tuple[Path, QuestionTable] | None:
    """Find the released table in a folder, preferring one with circular passes; None if there is none."""
    paths = [path for path in folder.iterdir() if path.suffix.lower() in ENDS] if folder.is_dir() else []
    for path in sorted(paths, key=lambda path: ("circular" not in path.name, ENDS.index(path.suffix.lower()), path)):
        table = open_table(path, MOST_BYTES)
        if set(NEEDED) <= set(table.columns) and {"qid", "index"} & set(table.columns):
            return path, table
    return None


def read_released(folder: Path, check: PictureCheck) -> ThreeDSRRelease:
    """Read the rows of a folder's released table.

    Args:
        folder: contains the table, and the images anywhere below it if the table only names them.
        check: opens each image once; raises `ImageError` if it is broken.

    Raises:
        ReleaseError: the table does not exist, or none of its rows is usable.
    """
    released_table = find_released_table(folder)
    if released_table is None:
        raise ReleaseError(f"{folder} has no table of 3DSRBench: a file {', '.join(ENDS)} with {', '.join(NEEDED)}")
    path, table = released_table
    release = ThreeDSRRelease(table=path)
    reader = _Reader(folder, TableImages(folder, check, unpack_to=folder / UNPACKED))
    release.add_rows(path.name, table.rows, reader.build_item, lambda item: item.item_id)
    release.require_items(path)
    release.has_passes = any(set_contents.parse_item_id(item).turn for item in release.items)
    return release


@dataclass(slots=True)
class _Reader:
    folder: Path
    pictures: TableImages
    _by_index: dict[str, tuple[Path, ...]] = field(default_factory=dict)
    _by_name: dict[str, Path] | None = None
    _mirrored: dict[Path, Path] = field(default_factory=dict)

    def build_item(self, row: TableRow) -> ChoiceItem:
        cells = row.cells
        text = _parse_text(cells, "qid") or _parse_text(cells, "index")
        row_id = read_id(text)
        if row_id is None:
            raise LineError(f"the id {text[:60]!r} is not eight characters followed by -flip, -1 or both")
        category = _parse_text(cells, "category")
        if category not in SUBTYPES:
            raise LineError(f"the category {category[:60]!r} is unknown; known are {', '.join(SUBTYPES)}")
        options = [_parse_text(cells, letter) for letter in LETTERS]
        while options and not options[-1]:
            options.pop()
        if wrong := find_options_problem(options):
            raise LineError(wrong)
        answer = _parse_text(cells, "answer")
        if answer not in tuple(LETTERS[: len(options)]):
            raise LineError(f"the answer {answer[:60]!r} is not one of {', '.join(LETTERS[: len(options)])}")
        question = _parse_text(cells, "question")
        if not question:
            raise LineError("the question is empty")
        if hint := _parse_text(cells, "hint"):
            question = f"{hint}\n{question}"
        levels = {
            set_contents.TYPE: SUBTYPES[category].type,
            set_contents.MIRRORED: "yes" if row_id.is_flipped else "no",
            ROTATION: str(row_id.turn),
            _SOURCE_LEVEL: _parse_text(cells, "image_source"),
        }
        return ChoiceItem(
            item_id=str(row_id),
            question_id=category,
            group_id=row_id.base,
            images=(self._find_picture(row_id, cells),),
            question=question + set_contents.OPTIONS_LINE,
            options=tuple(options),
            answer=answer,
            meanings=list_meanings(category, tuple(options), is_flipped=row_id.is_flipped),
            slot=str(row_id).removeprefix(row_id.base).removeprefix("-"),
            factors={key: level for key, level in levels.items() if level},
        )

    def _find_picture(self, row_id: RowId, cells: Mapping[str, object]) -> Path:
        """Find the image in the row, in an earlier row that it refers to, or in the folder; mirrored if needed."""
        try:
            if inside := cells.get("image"):
                images = self.pictures.find_images(inside, self._by_index)
                self._by_index[_parse_text(cells, "index")] = images
                return images[0]
            return self._find_coco_image(row_id, _parse_text(cells, "image_url"))
        except ImageError as error:
            raise LineError(f"the image: {error}") from None

    def _find_coco_image(self, row_id: RowId, address: str) -> Path:
        name = PurePosixPath(urlsplit(address).path).name
        if not name:
            raise ImageError("there is none, and no URL that names one")
        if self._by_name is None:
            paths = (path for path in sorted(self.folder.rglob("*")) if path.suffix.lower() in _PICTURES)
            self._by_name = {path.name: path for path in paths if UNPACKED not in path.parts}
        if name not in self._by_name:
            raise ImageError(f"{name[:80]} is not below {self.folder.name}, and URLs are never opened")
        (path,) = self.pictures.find_images(self._by_name[name].relative_to(self.folder).as_posix(), {})
        return self._mirror_image(path) if row_id.is_flipped else path

    def _mirror_image(self, path: Path) -> Path:
        """Return the file with the mirror image, which is created once."""
        if path not in self._mirrored:
            made = self.folder / UNPACKED / f"{path.stem}-flip.png"
            if not made.is_file():
                with Image.open(path) as image:
                    mode = "RGBA" if image.has_transparency_data else "RGB"  # flattened when it is opened
                    turned = ImageOps.mirror(turn_upright(image).convert(mode))
                data = BytesIO()
                turned.save(data, "PNG")
                with open_atomic_file(made) as file:
                    file.write(data.getvalue())
            self._mirrored[path] = made
        return self._mirrored[path]


def _parse_text(cells: Mapping[str, object], column: str) -> str:
    """Return a cell as text without surrounding blanks; NaN counts as an empty cell."""
    value = cells.get(column)
    if value is None or value != value:
        return ""
    return str(value).strip()
