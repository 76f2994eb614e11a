"""Reader of the lines of a set of scene measurements; invalid lines are refused and listed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path, PurePosixPath

from core.benchmarks.choice.image_validation import PictureCheck, find_image_problem
from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.choice.table_rows import TableRow, open_table
from core.benchmarks.measurements.files import ITEMS
from core.benchmarks.measurements.vocabulary import QUESTIONS, USUAL, MeasurementQuestion
from core.errors import ReleaseError
from core.question_types.question_type import AnswerForm, QuestionType
from core.question_types.registry import find_question_type
from core.records import RejectedItem, Value

TYPE, SCENE, VIEW, SPLIT, FLAT = "answer_type", "scene", "view", "split", "flat_picture"
"""Factor keys."""

SPLITS = ("usual", "unusual")
AGREES, DIFFERS = "agrees", "differs"

AGREES_FROM = 0.9
"""Score of the image-plane answer from which it agrees with the truth."""


@dataclass(slots=True)
class MeasurementItemSet:
    """Content of a folder, and the lines that were left out."""

    items: list[ChoiceItem] = field(default_factory=list)
    refusals: list[RejectedItem] = field(default_factory=list)


class _LineError(Exception):
    """The reason why a line is not usable."""


def read_items(folder: Path, check: PictureCheck) -> MeasurementItemSet:
    """Read the items of a folder.

    Args:
        folder: with `measurements.jsonl` and the images.
        check: opens each image once; raises `ImageError` if it is broken.

    Raises:
        ReleaseError: the folder has no usable question.
    """
    items: dict[str, ChoiceItem] = {}
    refusals: list[RejectedItem] = []
    problems: dict[str, str | None] = {}
    for row in open_table(folder / ITEMS).rows:
        try:
            item = _parse_item(folder, row, problems, check)
            if item.item_id in items:
                raise _LineError(f"item_id: {item.item_id} is used by an earlier line")
        except _LineError as error:
            refusals.append(RejectedItem(ITEMS, row.place, str(error)))
            continue
        items[item.item_id] = item
    if not items:
        first = next((f" {refusal.location}: {refusal.reason}" for refusal in refusals), " The file is empty")
        raise ReleaseError(f"{folder / ITEMS} has no usable question.{first}")
    return MeasurementItemSet(list(items.values()), refusals)


def _parse_item(folder: Path, row: TableRow, problems: dict[str, str | None], check: PictureCheck) -> ChoiceItem:
    if row.wrong:
        raise _LineError(row.wrong)
    line = row.cells
    question_id = _parse_text(line, "question")
    if question_id not in QUESTIONS:
        raise _LineError(f"question: {question_id[:60]!r} is unknown; known are {', '.join(QUESTIONS)}")
    question = QUESTIONS[question_id]
    question_type = find_question_type(question.kind)
    if question_type is None:
        raise _LineError(f"question: {question_id} has no type of answers")
    truth, foil = (_parse_answer(line, key, question_type) for key in ("truth", "foil"))
    view = _parse_text(line, "view")
    return ChoiceItem(
        item_id=_parse_text(line, "item_id"),
        question_id=question_id,
        group_id=_parse_text(line, "group"),
        images=(_find_image(folder, _parse_text(line, "picture"), problems, check),),
        question=_parse_text(line, "text"),
        options=(),
        answer=truth,
        foil=foil,
        margin=_parse_number(line, "margin"),
        form=_build_form(line, question, question_type, truth),
        slot=_parse_text(line, "slot"),
        factors={
            TYPE: question_type.title,
            SCENE: question.scene,
            VIEW: view,
            SPLIT: SPLITS[view not in USUAL],
            FLAT: AGREES if question_type.score(foil, truth) >= AGREES_FROM else DIFFERS,
        },
    )


def _build_form(
    line: Mapping[str, object], question: MeasurementQuestion, question_type: QuestionType, truth: Value
) -> AnswerForm:
    """Build the form of the answers; points and boxes are asked for in shares of the image."""
    size, listed = line.get("size_px"), line.get("items")
    if not (isinstance(size, list) and len(size) == 2 and all(type(side) is int and side > 0 for side in size)):
        raise _LineError("size_px: not width and height in pixels")
    if not (isinstance(listed, list) and all(isinstance(name, str) and name for name in listed)):
        raise _LineError("items: not a list of texts")
    has_coordinates = question_type.title in ("point", "box")
    form = AnswerForm(
        question.kind, question.unit, (size[0], size[1]), tuple(listed), "unit" if has_coordinates else None
    )
    return replace(form, chance=question_type.compute_chance(truth, form))


def _parse_answer(line: Mapping[str, object], key: str, question_type: QuestionType) -> Value:
    value = line.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise _LineError(f"{key}: {str(value)[:60]!r} is not an answer")
    if isinstance(value, str) == question_type.is_number:
        raise _LineError(f"{key}: {str(value)[:60]!r} is not a {question_type.title}")
    if problem := question_type.find_problem(value):
        raise _LineError(f"{key}: {problem}")
    return value


def _parse_number(line: Mapping[str, object], key: str) -> float:
    value = line.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise _LineError(f"{key}: {value!r} is not a number")
    return float(value)


def _parse_text(line: Mapping[str, object], key: str) -> str:
    value = line.get(key)
    if not isinstance(value, str) or not value.strip():
        raise _LineError(f"{key}: {str(value)[:60]!r} is not a text")
    return value


def _find_image(folder: Path, name: str, problems: dict[str, str | None], check: PictureCheck) -> Path:
    parts = PurePosixPath(name)
    if parts.is_absolute() or ".." in parts.parts:
        raise _LineError(f"picture: {name[:80]!r} is outside the folder")
    if name not in problems:
        path = folder / parts
        problems[name] = find_image_problem(path, check) if path.is_file() else "the file is missing"
    if problem := problems[name]:
        raise _LineError(f"the image {name[:80]}: {problem}")
    return folder / parts
