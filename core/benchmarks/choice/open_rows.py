"""Open questions of a table: rows whose answer is a number, a text, a point, a box or an order."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import get_args

from core.benchmarks.choice.cells import CellError, is_missing, parse_cell_text
from core.benchmarks.choice.columns import TableColumns
from core.benchmarks.choice.coordinate_truths import parse_numbers
from core.benchmarks.choice.items import ChoiceItem, format_choice_text
from core.benchmarks.choice.number_truths import is_number_text
from core.benchmarks.choice.open_truths import TruthDefaults, read_truth
from core.benchmarks.choice.option_cells import read_options
from core.benchmarks.choice.option_splitting import OptionSplitError, split_options_from_question
from core.benchmarks.choice.several_answers import has_several_letters, read_letter_set
from core.benchmarks.choice.table_images import TableImages
from core.benchmarks.choice.table_rows import Cell
from core.errors import ReleaseError
from core.parsing.open_answers.coordinates import Scale
from core.question_types.question_type import AnswerForm, QuestionType, parse_answer_form
from core.question_types.registry import DEFAULT_RULES, find_question_type

CHOICE = "choice"
TYPES = (CHOICE, "yes_no", *DEFAULT_RULES)
"""Types that a table can state for a row."""

_ASKS_FOR_FORM = re.compile(r"\(x\b|\[x\b|tuple|coordinat|point_2d|bbox|json", re.IGNORECASE)
_SCALE_PHRASES: dict[Scale, str] = {
    "unit": "with values from 0 to 1",
    "percent": "in percent of width and height",
    "thousand": "with values from 0 to 1000",
    "pixel": "in pixels of the image",
}


@dataclass(frozen=True, slots=True)
class OpenQuestions:
    """Defaults for the open questions of a table, for rows that do not state them.

    Attributes:
        type: of all rows; empty to detect it from each row.
        rule: of scoring; empty for the type's default.
        unit: of numbers.
        scale: of coordinates that replies write without a notation of their own.
        is_xywh: whether boxes are stated as x, y, width, height instead of two corners.
    """

    type: str = ""
    rule: str = ""
    unit: str = ""
    scale: Scale = "unit"
    is_xywh: bool = False

    def __post_init__(self) -> None:
        """Check the type, its rule and the scale.

        Raises:
            ReleaseError: one of them is unknown.
        """
        if self.type and self.type not in TYPES:
            raise ReleaseError(f"--type {self.type}: not a type of questions. Use {', '.join(TYPES)}")
        if self.scale not in get_args(Scale):
            raise ReleaseError(f"--coordinates {self.scale}: use one of {', '.join(get_args(Scale))}")
        if self.rule and self.type in DEFAULT_RULES:
            try:
                find_question_type(f"{self.type}:{self.rule}")
            except ValueError as error:
                raise ReleaseError(f"--rule {self.rule}: {error}") from None


def read_open_answer(
    cells: Mapping[str, Cell], columns: TableColumns, meant: OpenQuestions, item: ChoiceItem, pictures: TableImages
) -> ChoiceItem | None:
    """Return the item with its truth and form if its question is open; None if it is multiple choice.

    Args:
        cells: of the row, by column.
        columns: which column holds what.
        meant: how open questions are meant.
        item: of the row, with its images and the question.
        pictures: location of images and masks.

    Raises:
        CellError: the answer cannot be used.
    """
    if columns.form and not is_missing(stored := cells.get(columns.form)) and stored:
        return _restore(cells, columns, stored, item)
    name = _find_type(cells, columns, meant)
    if name in (CHOICE, "yes_no"):
        return None
    own_rule = parse_cell_text(columns.rule, cells.get(columns.rule)).strip() if columns.rule else ""
    kind = f"{name}:{own_rule or (meant.rule if meant.type in ('', name) else '') or DEFAULT_RULES[name]}"
    try:
        question_type = find_question_type(kind)
    except ValueError as error:
        raise CellError(columns.rule or "--rule", str(error)) from None
    if name == "choices" and question_type is not None:
        return _read_several_answers(cells, columns, item, question_type)
    size_px = _measure_size(item.images[0], pictures) if name in ("point", "box") else None
    truth, unit, items = read_truth(name, cells, columns, TruthDefaults(meant.unit, meant.is_xywh), pictures, size_px)
    column = columns.region if name == "point" and columns.region else columns.answer
    if question_type is None or (wrong := question_type.find_problem(truth)):
        raise CellError(column, wrong if question_type else f"{kind} is not a type of questions")
    form = AnswerForm(kind, unit, size_px, items, meant.scale if name in ("point", "box") else None)
    form = replace(form, chance=question_type.compute_chance(truth, form))
    question = item.question
    if items or not _ASKS_FOR_FORM.search(question):
        question = format_open_question(question, question_type, unit=unit, scale=meant.scale, items=items)
    margin = item.margin if item.margin is not None else question_type.compute_margin(truth)
    return replace(item, question=question, options=(), answer=truth, form=form, margin=margin)


def _read_several_answers(
    cells: Mapping[str, Cell], columns: TableColumns, item: ChoiceItem, question_type: QuestionType
) -> ChoiceItem:
    """Return the item of a multiple-choice row with several right options, which are listed in its question."""
    row = read_options(cells, columns, item.question, strip_letters=True)
    truth = read_letter_set(columns.answer, cells.get(columns.answer), row.options)
    form = AnswerForm(question_type.kind, items=row.options)
    form = replace(form, chance=question_type.compute_chance(truth, form))
    question = format_open_question(format_choice_text(row.question, row.options), question_type)
    return replace(item, question=question, answer=truth, form=form)


def format_open_question(
    question: str, question_type: QuestionType, *, unit: str = "", scale: Scale = "unit", items: Sequence[str] = ()
) -> str:
    """Return a question followed by the items of an order and by the form of the answer."""
    asks = question_type.prompt
    if "{" in asks:
        asks = asks.format(unit=f" in {unit}" if unit else "", scale=_SCALE_PHRASES[scale])
    return "\n".join([question, *items, asks])


def describe_form(form: AnswerForm | None) -> object:
    """Return the JSON value of a form for the item's line; None for multiple choice."""
    return None if form is None else asdict(form)


def separate_kinds(items: Sequence[ChoiceItem]) -> list[ChoiceItem]:
    """Return the items such that all items of a task have one kind and unit: others get these behind the task's name.

    Means, constants and Bias take the numbers of a task together, so metres and degrees are two tasks. A task that the
    table does not name (`choice`) gets the name of its type.
    """
    kinds: dict[str, Counter[str]] = {}
    for item in items:
        kinds.setdefault(item.question_id, Counter())[_describe_kind(item)] += 1
    return [_name_task(item, kinds[item.question_id]) for item in items]


def number_slots(items: Sequence[ChoiceItem]) -> list[ChoiceItem]:
    """Return the items with a different slot for each item of a group and task, if any of them is open.

    The answers to open questions move between groups slot by slot, to tell looking from habit.
    """
    if all(item.form is None for item in items):
        return list(items)
    used: Counter[tuple[str, str]] = Counter()
    numbered = []
    for item in items:
        group_and_task = (item.group_id, item.question_id)
        used[group_and_task] += 1
        numbered.append(replace(item, slot=f"{used[group_and_task]:04d}"))
    return numbered


def _describe_kind(item: ChoiceItem) -> str:
    """Return the kind of an item, and the unit of a number: `number:mra in m`."""
    if item.form is None:
        return CHOICE
    return f"{item.form.kind} in {item.form.unit}" if item.form.unit else item.form.kind


def _name_task(item: ChoiceItem, kinds: Counter[str]) -> ChoiceItem:
    kind = _describe_kind(item)
    first = CHOICE if CHOICE in kinds else min(kinds, key=lambda other_kind: (-kinds[other_kind], other_kind))
    if item.form is None or (kind == first and item.question_id != CHOICE):
        return item
    units = [other_kind for other_kind in kinds if other_kind.partition(" in ")[0] == item.form.kind]
    label = (kind if len(units) > 1 else item.form.kind).replace(":", " ")
    if item.question_id != CHOICE:
        return replace(item, question_id=f"{item.question_id} ({label})")
    name = item.form.kind.partition(":")[0]
    same_type_kinds = [other_kind for other_kind in kinds if other_kind.partition(":")[0] == name]
    return replace(item, question_id=label if len(same_type_kinds) > 1 else name)


def _restore(cells: Mapping[str, Cell], columns: TableColumns, stored: Cell, item: ChoiceItem) -> ChoiceItem:
    """Return an item that `write_custom_benchmark` stored."""
    answer = cells.get(columns.answer)
    try:
        form = parse_answer_form(stored if isinstance(stored, str) else json.dumps(stored))
        question_type = None if form is None else find_question_type(form.kind)
    except (ValueError, KeyError, TypeError) as error:
        raise CellError(columns.form, f"not the form of an answer: {error}") from None
    if question_type is None or not isinstance(answer, str | int | float) or isinstance(answer, bool):
        raise CellError(columns.answer, f"{str(answer)[:60]!r} is not an answer")
    if wrong := question_type.find_problem(answer):
        raise CellError(columns.answer, wrong)
    return replace(item, options=(), answer=answer, form=form)


def _find_type(cells: Mapping[str, Cell], columns: TableColumns, meant: OpenQuestions) -> str:
    """Return the type of a row: as stated by its column, for all rows, or as its cells suggest."""
    if columns.type and (stated := parse_cell_text(columns.type, cells.get(columns.type)).strip().lower()):
        name = stated.replace("/", "_").replace("-", "_")
        if name not in TYPES:
            raise CellError(columns.type, f"{stated[:40]!r} is not a type of questions. Use {', '.join(TYPES)}")
        return name
    if meant.type:
        return meant.type
    if columns.region and not is_missing(cell := cells.get(columns.region)) and cell not in ("", []):
        return "point"
    if any(not is_missing(cells.get(name)) and cells.get(name) not in ("", []) for name in columns.options):
        key = cells.get(columns.answer)
        texts = {str(cells.get(name)).strip() for name in columns.options}
        return "choices" if has_several_letters(key) and str(key).strip() not in texts else CHOICE
    if _has_options_inside(parse_cell_text(columns.question, cells.get(columns.question))):
        return CHOICE
    return guess_type(cells.get(columns.answer))


def _has_options_inside(question: str) -> bool:
    """Return whether a question's text lists options; also if it does so in an unclear way, which is refused later."""
    try:
        return split_options_from_question(question.strip()) is not None
    except OptionSplitError:
        return True


def guess_type(key: Cell) -> str:
    """Return the type that a key without options suggests; `choice` for yes/no, true/false and letters."""
    if isinstance(key, bool):
        return CHOICE
    if isinstance(key, int | float):
        return "number"
    numbers = parse_numbers(key)
    if numbers is not None:
        rows = numbers if isinstance(numbers[0], list) else [numbers]
        return "box" if len(rows) == 1 and len(rows[0]) == 4 else "point"
    text = str(key).strip()
    if is_number_text(text):
        return "number"
    is_letter = re.fullmatch(r"[(\[]?[A-Z][)\].:]?", text) is not None
    return CHOICE if is_letter or text.casefold().rstrip(".") in ("", "yes", "no", "true", "false") else "text"


def _measure_size(path: Path, pictures: TableImages) -> tuple[int, int] | None:
    """Return width and height of the upright image."""
    size = getattr(pictures.check(path), "size", None)
    return None if size is None else (int(size[0]), int(size[1]))
