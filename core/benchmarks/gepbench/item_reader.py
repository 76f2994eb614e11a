"""Reader of the items of a GePBench folder, written by `write.py` or in the layout of the authors' code.

Source: layout of the authors' code as listed in docs/benchmarks/gepbench.md, "What is written".
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from core.benchmarks.choice.image_validation import PictureCheck, find_image_problem
from core.benchmarks.choice.items import find_options_problem
from core.benchmarks.choice.table_rows import TableRow, open_table
from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import Choice, FigureQuery, FigureQuestion, GeometricFigure
from core.benchmarks.gepbench.question_parser import parse_query
from core.benchmarks.gepbench.shape_measures import compute_box
from core.benchmarks.gepbench.shapes import Shape, Spiral, read_shape
from core.benchmarks.item_set import ItemSet, LineError, parse_word
from core.errors import ReleaseError, SceneError
from core.records import RejectedItem

ITEMS, DATASET, FIGURES = "items.jsonl", "dataset", "figures"
SUFFIXES = (".png", ".jpg", ".jpeg")
MOST_SHAPES = 99
MOST_TURNS_RAD = 1000.0
FAR = 10.0
"""Limits of a description: shapes per figure, a spiral's angle, and widths of the image from its corner."""

NOISY = "en"
"""Prefix of an easy figure with noise."""


@dataclass(frozen=True, slots=True)
class FigureItem:
    """A question with its figure.

    Attributes:
        place: line in the table.
        source: the table.
        question: its query has an empty kind if the wording has no known form.
        picture: the image file.
        noisy_picture: image of the same figure with noise; None if there is none.
        figure: None without a description.
        is_noisy: None if unknown.
    """

    item_id: str
    source: str
    place: str
    level: str
    image_id: int
    question: FigureQuestion
    picture: Path
    noisy_picture: Path | None = None
    figure: GeometricFigure | None = None
    is_noisy: bool | None = None

    @property
    def group_id(self) -> str:
        """Id of the figure; questions about it are not independent, nor is its copy with noise."""
        return format_figure_name(self.level, self.image_id)


def format_figure_name(prefix: str, image_id: int) -> str:
    """Return the name of a figure's file without its suffix."""
    return f"{prefix}_{image_id:08d}"


def read_items(folder: Path, check: PictureCheck) -> ItemSet[FigureItem]:
    """Read the items of a folder; invalid lines are skipped and reported as refusals.

    Args:
        folder: contains `items.jsonl`, or `dataset/vqa-easy` and the like, with or without the folder `dataset`.
        check: opens each figure once; raises `ImageError` if it is broken.

    Raises:
        ReleaseError: no questions exist, or none is usable.
    """
    reader = _Reader(folder, folder / DATASET if (folder / DATASET).is_dir() else folder, check)
    tables = [folder / ITEMS] if (folder / ITEMS).is_file() else reader.list_tables()
    if not tables:
        raise ReleaseError(f"{folder} has neither {ITEMS} nor {DATASET}/vqa-easy/ASPECT.jsonl; is it a GePBench set?")
    for table in tables:
        reader.read(table)
    reader.found.require_items(folder)
    return reader.found


@dataclass(slots=True)
class _Reader:
    folder: Path
    dataset: Path
    check: PictureCheck
    found: ItemSet[FigureItem] = field(default_factory=ItemSet)
    _pictures: dict[str, Path | str] = field(default_factory=dict)
    _figures: dict[str, dict[int, GeometricFigure]] = field(default_factory=dict)

    def list_tables(self) -> list[Path]:
        """Return the authors' tables, in the order of levels and aspects."""
        folders = [self.dataset / f"vqa-{level}" for level in vocabulary.LEVELS]
        paths = [folder / f"{aspect}.jsonl" for folder in folders for aspect in vocabulary.ASPECTS]
        return [path for path in paths if path.is_file()]

    def read(self, path: Path) -> None:
        source = path.relative_to(self.folder).as_posix()
        self.found.add_rows(
            source, open_table(path).rows, lambda row: self._parse_item(source, row), lambda item: item.item_id
        )

    def _parse_item(self, source: str, row: TableRow) -> FigureItem:
        line = row.cells
        has_all = source == ITEMS
        level, aspect = (
            (parse_word(line, "level", vocabulary.LEVELS), parse_word(line, "aspect", vocabulary.ASPECTS))
            if has_all
            else (Path(source).parent.name.removeprefix("vqa-"), Path(source).stem)
        )
        image_id, question_id = _parse_number(line, "image_id"), _parse_number(line, "question_id")
        question = _parse_question(line, aspect, is_own=has_all)
        if has_all and line.get("letter") != question.letter:
            raise LineError(f"letter is {line.get('letter')!r}, but the answer is option {question.letter}")
        figure = _parse_figure(line) if has_all else self._load_descriptions(level).get(image_id)
        drawing = line.get("drawing")
        return FigureItem(
            item_id=f"{level}-{aspect}-{question_id:06d}",
            source=source,
            place=row.place,
            level=level,
            image_id=image_id,
            question=question,
            picture=self._find_picture(format_figure_name(level, image_id)),
            noisy_picture=self._find_noisy_image(image_id) if level == vocabulary.LEVELS[0] else None,
            figure=figure,
            is_noisy=bool(drawing.get("is_noisy")) if isinstance(drawing, dict) else _infer_noise(level),
        )

    def _find_picture(self, name: str) -> Path:
        if name not in self._pictures:
            self._pictures[name] = self._check_picture(name)
        picture = self._pictures[name]
        if isinstance(picture, str):
            raise LineError(picture)
        return picture

    def _check_picture(self, name: str) -> Path | str:
        """Return the file, or the reason why there is none."""
        paths = [self.dataset / FIGURES / f"{name}{suffix}" for suffix in SUFFIXES]
        path = next((path for path in paths if path.is_file()), None)
        if path is None:
            return f"the figure {name} is missing"
        wrong = find_image_problem(path, self.check)
        return f"the figure {path.name}: {wrong}" if wrong else path

    def _find_noisy_image(self, image_id: int) -> Path | None:
        name = format_figure_name(NOISY, image_id)
        is_new = name not in self._pictures
        try:
            return self._find_picture(name)
        except LineError as error:
            if is_new and not str(error).endswith("is missing"):
                self.found.refusals.append(RejectedItem(f"{FIGURES}/{name}", "", str(error)))
            return None

    def _load_descriptions(self, level: str) -> dict[int, GeometricFigure]:
        """Return figures by number from the level's file of descriptions; empty if no such file exists."""
        if level not in self._figures:
            self._figures[level] = {}
            names = (self.dataset / f"rules-{level}.json", self.folder / f"rules-{level}.json")
            path = next((path for path in names if path.is_file()), None)
            if path is not None:
                self._figures[level] = dict(self._read_descriptions(path))
        return self._figures[level]

    def _read_descriptions(self, path: Path) -> Iterator[tuple[int, GeometricFigure]]:
        source = path.relative_to(self.folder).as_posix()
        try:
            for image_id, row in enumerate(open_table(path).rows):
                try:
                    if row.wrong:
                        raise LineError(row.wrong)
                    yield image_id, _parse_figure(row.cells)
                except LineError as error:
                    self.found.refusals.append(RejectedItem(source, f"image_id {image_id}", str(error)))
        except ReleaseError as error:
            # Without descriptions the questions are still usable; their truths are just not recomputed.
            self.found.refusals.append(RejectedItem(source, "", str(error)))


def _infer_noise(level: str) -> bool | None:
    """Return whether figures of a level are noisy: easy ones are not; None for hard ones, which may be."""
    return False if level == vocabulary.LEVELS[0] else None


def _parse_question(line: Mapping[str, object], aspect: str, *, is_own: bool) -> FigureQuestion:
    text, choices = line.get("question"), line.get("choices")
    if not isinstance(text, str) or not text.strip():
        raise LineError(f"question: {text!r} is not a text")
    if not isinstance(choices, list) or len(choices) != len(vocabulary.LETTERS):
        raise LineError("choices: not a list of four options")
    if any(isinstance(choice, bool) or not isinstance(choice, str | int | float | None) for choice in choices):
        raise LineError("choices: not all are texts or numbers")
    four = cast(tuple[Choice, Choice, Choice, Choice], tuple(choices))
    if wrong := find_options_problem([str(choice) for choice in four]):
        raise LineError(f"choices: {wrong}")
    if line.get("answer") is None:
        raise LineError("answer: null, because the authors' engine had no word for it")
    if line["answer"] not in four:
        raise LineError(f"answer: {str(line['answer'])[:60]!r} is not one of the choices")
    query = _parse_query(line) if is_own else parse_query(aspect, text)
    return FigureQuestion(aspect, query or FigureQuery(""), text, four, four.index(line["answer"]))


def _parse_query(line: Mapping[str, object]) -> FigureQuery:
    try:
        return FigureQuery(**{key: str(value) for key, value in cast(dict[str, object], line["query"]).items()})
    except (KeyError, TypeError, AttributeError) as error:
        raise LineError(f"query: cannot be read ({error!r})") from None


def _parse_figure(line: Mapping[str, object]) -> GeometricFigure:
    try:
        shapes: tuple[Shape, ...] = tuple(map(read_shape, cast(list[dict[str, object]], line["shapes"])))
        relations = tuple((int(i), int(j), str(name)) for i, j, name in cast(list[list[str]], line["relations"]))
        figure = GeometricFigure(shapes, relations, tuple(map(str, cast(list[str], line.get("colours") or ()))))
        figure.count_types()
        if len(shapes) > MOST_SHAPES or not all(map(_is_measurable, shapes)):
            raise ValueError("too many shapes, or a shape far outside the image")
        return figure
    except (SceneError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise LineError(f"the description: {error!r}") from None


def _is_measurable(shape: Shape) -> bool:
    """Return whether the parameters are plausible for an image; a spiral of a million turns would use up all memory."""
    if isinstance(shape, Spiral) and not 0 <= shape.max_theta <= MOST_TURNS_RAD:
        return False
    return all(-FAR <= place <= FAR for place in compute_box(shape))


def _parse_number(line: Mapping[str, object], key: str) -> int:
    value = line.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**8:
        raise LineError(f"{key}: {value!r} is not a number from 0")
    return value
