"""Reader of a table of multiple-choice questions; errors are refused by row and column."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.benchmarks.choice.answer_key import detect_answer_form, explain_key, find_key_letter
from core.benchmarks.choice.cells import CellError, parse_cell_text
from core.benchmarks.choice.columns import AnswerForm, TableColumns, check_columns, find_columns, is_image_id
from core.benchmarks.choice.coordinate_truths import XYWH_HINT, parse_numbers
from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.choice.name_cells import (
    build_name_error,
    is_name,
    parse_level,
    parse_levels,
    parse_margin,
    parse_name,
    parse_text,
)
from core.benchmarks.choice.number_truths import find_unclear_commas
from core.benchmarks.choice.object_columns import flatten_objects
from core.benchmarks.choice.open_rows import OpenQuestions, number_slots, read_open_answer, separate_kinds
from core.benchmarks.choice.option_cells import NOTES, RowOptions, read_options
from core.benchmarks.choice.several_answers import unwrap_single_key
from core.benchmarks.choice.table_images import TableImages
from core.benchmarks.choice.table_rows import Cell, TableRow, open_table
from core.errors import ImageError, ReleaseError
from core.records import RejectedItem, Value

MAX_TYPING_ERRORS = 0.1
"""Share of boxes with exchanged corners up to which these are errors, not signs of x, y, width, height."""

TASK = "choice"
"""Question id for a table without a task column."""


@dataclass(slots=True)
class ChoiceTable:
    """Contents of a table.

    Attributes:
        columns: the columns that were used.
        refusals: rows that were left out.
        notes: sentences about changes to the file or to the options of its rows.
    """

    columns: TableColumns
    items: list[ChoiceItem] = field(default_factory=list)
    refusals: list[RejectedItem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Draft:
    """An item whose answer is not known yet.

    Attributes:
        place: position of its row.
        key: as stated in the table.
        options: as read from the row.
        foil: the expected wrong answer, as stated in the table; empty if there is none.
    """

    place: str
    item: ChoiceItem
    key: str
    options: RowOptions
    foil: str = ""

    @property
    def is_key_text(self) -> bool:
        """Return whether the options were derived from the key, which is then the text of one of them."""
        return bool(self.options.key)


@dataclass(frozen=True, slots=True)
class _RowReader:
    """Arguments for reading a row, as in `read_choice_table`."""

    columns: TableColumns
    pictures: TableImages
    strip_letters: bool
    open_questions: OpenQuestions


def read_choice_table(
    path: Path,
    columns: TableColumns | None,
    pictures: TableImages,
    *,
    strip_letters: bool = False,
    open_questions: OpenQuestions = OpenQuestions(),  # noqa: B008 - immutable
) -> ChoiceTable:
    """Read the items of a table.

    Args:
        path: `.csv`, `.tsv`, `.jsonl`, `.json` or `.parquet`.
        columns: meaning of the columns; None to detect it from their names.
        pictures: location of the images.
        strip_letters: whether to remove letters with which all options of a question begin (`A. table`).
        open_questions: how rows without options are meant.

    Raises:
        ReleaseError: the file cannot be read or is too large, a column is missing, or no row is usable.
    """
    table = open_table(path)
    try:
        if columns is None or not set(columns.list_all()) <= set(table.columns):
            table = flatten_objects(table)
        if columns is None:
            columns = find_columns(table.columns)
        else:
            check_columns(columns, table.columns)
        result = ChoiceTable(columns, notes=list(table.notes))
        read = _RowReader(columns, pictures, strip_letters, open_questions)
        drafts = _drop_unclear_commas(path.name, _read_drafts(path.name, table.rows, read, result), result)
        drafts = _drop_unclear_boxes(path.name, drafts, result)
        keys = [(draft.key, draft.item.options) for draft in drafts if draft.item.options and not draft.is_key_text]
        form = columns.answer_form or (detect_answer_form(keys) if keys else "letter")
    except ReleaseError as error:
        raise ReleaseError(f"{path.name}, {error}" if path.name not in str(error) else str(error)) from error
    done: Counter[str] = Counter()
    for draft in _drop_duplicate_ids(path.name, drafts, result.refusals):
        if draft.item.form is not None:
            result.items.append(draft.item)
            continue
        own_form: AnswerForm = "text" if draft.is_key_text else form
        stated = {columns.answer: draft.key} | ({columns.foil: draft.foil} if draft.foil else {})
        letters = {column: find_key_letter(text, draft.item.options, own_form) for column, text in stated.items()}
        if wrong := next((column for column, letter in letters.items() if letter is None), None):
            reason = explain_key(stated[wrong], draft.item.options, own_form)
            result.refusals.append(_build_refusal(path.name, draft.place, wrong, reason))
        else:
            answer, foil = (letters.get(column) or "" for column in (columns.answer, columns.foil))
            result.items.append(replace(draft.item, answer=answer, foil=foil))
            done.update(draft.options.done)
    result.notes += [NOTES[what].format(count=count) for what, count in done.items()]
    result.items = number_slots(separate_kinds(result.items))
    if not result.items:
        first = next((f": {refusal.location}: {refusal.reason}" for refusal in result.refusals), "; it has no rows")
        raise ReleaseError(f"{path.name} has no usable question{first}")
    return result


def _read_drafts(source: str, rows: Iterator[TableRow], read: "_RowReader", result: ChoiceTable) -> list[_Draft]:
    drafts: list[_Draft] = []
    pictures_by_id: dict[str, tuple[Path, ...]] = {}
    for row in rows:
        if row.wrong:
            result.refusals.append(RejectedItem(source, row.place, row.wrong))
            continue
        try:
            draft = _build_draft(row, read, pictures_by_id)
        except CellError as error:
            result.refusals.append(_build_refusal(source, row.place, *error.args))
            continue
        pictures_by_id[draft.item.item_id] = draft.item.images
        drafts.append(draft)
    return drafts


def _drop_unclear_commas(source: str, drafts: list[_Draft], result: ChoiceTable) -> list[_Draft]:
    """Return the drafts without numbers such as 1,250 if other rows have decimal commas; these are refused."""
    numbers = [draft for draft in drafts if draft.item.form is not None and isinstance(draft.item.answer, float)]
    unclear = find_unclear_commas(draft.key for draft in numbers)
    dropped = [draft for draft in numbers if draft.key in unclear]
    for draft in dropped:
        reason = f"{draft.key[:60]!r}: its comma may separate thousands or decimals, as in other rows. Write a point"
        result.refusals.append(_build_refusal(source, draft.place, result.columns.answer, reason))
    places = {draft.place for draft in dropped}
    return [draft for draft in drafts if draft.place not in places]


def _drop_unclear_boxes(source: str, drafts: list[_Draft], result: ChoiceTable) -> list[_Draft]:
    """Return the drafts without boxes if many other rows can only be x, y, width, height; these are refused."""
    boxes = {draft.place for draft in drafts if draft.item.form is not None and _is_box(draft.key)}
    refused_count = sum(refusal.reason.endswith(XYWH_HINT) for refusal in result.refusals)
    if refused_count <= MAX_TYPING_ERRORS * (len(boxes) + refused_count):
        return drafts
    for draft in drafts:
        if draft.place in boxes:
            reason = f"{draft.key[:60]!r} may be two corners, but {refused_count} other rows cannot be. {XYWH_HINT}"
            result.refusals.append(_build_refusal(source, draft.place, result.columns.answer, reason))
    return [draft for draft in drafts if draft.place not in boxes]


def _is_box(key: str) -> bool:
    numbers = parse_numbers(key)
    return numbers is not None and len(numbers) == 4 and not isinstance(numbers[0], list)


def _build_draft(row: TableRow, read_with: "_RowReader", pictures_by_id: Mapping[str, tuple[Path, ...]]) -> _Draft:
    cells, columns, pictures = row.cells, read_with.columns, read_with.pictures
    item_id = parse_text(cells, columns.item_id) if columns.item_id else row.place.split()[-1]
    if not is_name(item_id):
        raise build_name_error(columns.item_id, item_id)
    images = _find_images(cells, columns, pictures, pictures_by_id)
    question = parse_text(cells, columns.question)
    item = ChoiceItem(
        item_id=item_id,
        question_id=parse_name(cells, columns.task) if columns.task else TASK,
        group_id=parse_name(cells, columns.group) if columns.group else _derive_group_id(images[0], pictures.folder),
        images=images,
        question=_add_hint(question, cells, columns),
        options=(),
        answer="",
        factors=parse_levels(cells, columns.factors),
        slot=parse_level(cells, columns.slot) if columns.slot else "",
        sets=parse_levels(cells, columns.sets),
        margin=parse_margin(cells, columns.margin) if columns.margin else None,
    )
    foil = parse_cell_text(columns.foil, cells.get(columns.foil)).strip() if columns.foil else ""
    if (of_type := read_open_answer(cells, columns, read_with.open_questions, item, pictures)) is not None:
        if foil:
            of_type = replace(of_type, foil=_read_open_foil(cells, read_with, of_type))
        return _Draft(row.place, of_type, str(cells.get(columns.answer)), RowOptions((), question))
    read = read_options(cells, columns, question, strip_letters=read_with.strip_letters)
    item = replace(item, question=_add_hint(read.question, cells, columns), options=read.options)
    key = read.key or parse_text({columns.answer: unwrap_single_key(cells.get(columns.answer))}, columns.answer)
    return _Draft(row.place, item, key, read, foil)


def _read_open_foil(cells: Mapping[str, Cell], read_with: "_RowReader", item: ChoiceItem) -> Value:
    """Return the expected wrong answer to an open question, read as its right answer is."""
    columns = read_with.columns
    as_key = {**cells, columns.answer: cells[columns.foil]}
    try:
        read = read_open_answer(as_key, columns, read_with.open_questions, item, read_with.pictures)
    except CellError as error:
        raise CellError(columns.foil, error.args[1]) from None
    if read is None or read.form is None or item.form is None or read.form.kind != item.form.kind:
        raise CellError(columns.foil, f"{str(cells[columns.foil])[:60]!r} is not of the type of the right answer")
    return read.answer


def _add_hint(question: str, cells: Mapping[str, Cell], columns: TableColumns) -> str:
    hint = parse_cell_text(columns.hint, cells.get(columns.hint)).strip() if columns.hint else ""
    return f"{hint}\n{question}" if hint else question


def _find_images(
    cells: Mapping[str, Cell],
    columns: TableColumns,
    pictures: TableImages,
    pictures_by_id: Mapping[str, tuple[Path, ...]],
) -> tuple[Path, ...]:
    found: list[Path] = []
    for column in columns.images:
        try:
            if is_image_id(column):
                found += pictures.find_numbered_image(cells.get(column))
            else:
                found += pictures.find_images(cells.get(column), pictures_by_id)
        except ImageError as error:
            raise CellError(column, f"the image: {error}") from None
    if not found:
        raise CellError(", ".join(columns.images), "no image")
    return tuple(found)


def _derive_group_id(path: Path, folder: Path) -> str:
    """Return a group id for a table without groups: questions about the same image are not independent."""
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.stem


def _drop_duplicate_ids(source: str, drafts: Sequence[_Draft], refusals: list[RejectedItem]) -> list[_Draft]:
    """Return the drafts with unique ids; refuse all rows that share an id, as a reply could refer to any of them."""
    times = Counter(draft.item.item_id for draft in drafts)
    places: dict[str, list[str]] = {}
    for draft in drafts:
        if times[draft.item.item_id] > 1:
            places.setdefault(draft.item.item_id, []).append(draft.place)
    for item_id, shared in places.items():
        reason = f"the id {item_id!r} is in {len(shared)} rows: {', '.join(shared[:5])}"
        refusals += [RejectedItem(source, place, reason) for place in shared]
    return [draft for draft in drafts if draft.item.item_id not in places]


def _build_refusal(source: str, place: str, column: str, reason: str) -> RejectedItem:
    return RejectedItem(source, f"{place}, column {column}", reason)
