"""Reader of the lines of a set of scene measurements; invalid lines are refused and listed."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.choice.table_rows import TableRow
from core.benchmarks.item_set import ImageResolver, ItemSet, LineError, parse_number, parse_text, read_item_table
from core.benchmarks.measurements.files import ITEMS
from core.benchmarks.measurements.vocabulary import QUESTIONS, USUAL, MeasurementQuestion
from core.question_types.question_type import AnswerForm, QuestionType
from core.question_types.registry import find_question_type
from core.records import Value

TYPE, SCENE, VIEW, SPLIT, FLAT = "answer_type", "scene", "view", "split", "flat_picture"
"""Factor keys."""

SPLITS = ("usual", "unusual")
AGREES, DIFFERS = "agrees", "differs"

AGREES_FROM = 0.9
"""Score of the image-plane answer from which it agrees with the truth."""


def read_items(folder: Path, check: PictureCheck) -> ItemSet[ChoiceItem]:
    """Read the items of a folder.

    Args:
        folder: with `measurements.jsonl` and the images.
        check: opens each image once; raises `ImageError` if it is broken.

    Raises:
        ReleaseError: the folder has no usable question.
    """
    images = ImageResolver(folder, check)
    return read_item_table(folder / ITEMS, lambda row: _parse_item(row, images), lambda item: item.item_id)


def _parse_item(row: TableRow, images: ImageResolver) -> ChoiceItem:
    line = row.cells
    question_id = parse_text(line, "question")
    if question_id not in QUESTIONS:
        raise LineError(f"question: {question_id[:60]!r} is unknown; known are {', '.join(QUESTIONS)}")
    question = QUESTIONS[question_id]
    question_type = find_question_type(question.kind)
    if question_type is None:
        raise LineError(f"question: {question_id} has no type of answers")
    truth, foil = (_parse_answer(line, key, question_type) for key in ("truth", "foil"))
    view = parse_text(line, "view")
    return ChoiceItem(
        item_id=parse_text(line, "item_id"),
        question_id=question_id,
        group_id=parse_text(line, "group"),
        images=(images.resolve_path(parse_text(line, "picture")),),
        question=parse_text(line, "text"),
        options=(),
        answer=truth,
        foil=foil,
        margin=parse_number(line, "margin"),
        form=_build_form(line, question, question_type, truth),
        slot=parse_text(line, "slot"),
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
        raise LineError("size_px: not width and height in pixels")
    if not (isinstance(listed, list) and all(isinstance(name, str) and name for name in listed)):
        raise LineError("items: not a list of texts")
    has_coordinates = question_type.title in ("point", "box")
    form = AnswerForm(
        question.kind, question.unit, (size[0], size[1]), tuple(listed), "unit" if has_coordinates else None
    )
    return replace(form, chance=question_type.compute_chance(truth, form))


def _parse_answer(line: Mapping[str, object], key: str, question_type: QuestionType) -> Value:
    value = line.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise LineError(f"{key}: {str(value)[:60]!r} is not an answer")
    if isinstance(value, str) == question_type.is_number:
        raise LineError(f"{key}: {str(value)[:60]!r} is not a {question_type.title}")
    if problem := question_type.find_problem(value):
        raise LineError(f"{key}: {problem}")
    return value
