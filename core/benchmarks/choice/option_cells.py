"""Options of one row, read from a column per letter, a list, a text, the question, or a yes/no key."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.benchmarks.choice.cells import CellError, parse_cell_text
from core.benchmarks.choice.columns import TableColumns
from core.benchmarks.choice.items import LETTERS, find_options_problem
from core.benchmarks.choice.option_lists import parse_option_cell
from core.benchmarks.choice.option_splitting import OptionSplitError, split_options_from_question, strip_option_letters
from core.benchmarks.choice.table_rows import Cell

STRIPPED, IN_ONE_TEXT, IN_QUESTION, YES_NO = "stripped", "in one text", "in the question", "yes/no"
NOTES = {
    STRIPPED: "Questions whose options began with their letters (A. table), which were removed: {count}.",
    IN_ONE_TEXT: "Questions whose options were written as one text, which was split: {count}.",
    IN_QUESTION: "Questions whose options were taken out of the question's text: {count}.",
    YES_NO: "Questions without options whose yes/no or true/false key made these two the options: {count}.",
}
"""Sentence for each change made to the options of a row."""

_TWO_WORDS = (("Yes", "No"), ("True", "False"))
_HOW_TO_ADD_OPTIONS = "Add options (columns A, B, C ..., or a list in a column options; --options names other columns)"


@dataclass(frozen=True, slots=True)
class RowOptions:
    """Options of a row.

    Attributes:
        options: their texts in the order of their letters.
        question: the question's text; shorter than the cell if the options were in it.
        key: the text of the right option if the options follow from the key; empty otherwise.
        done: changes made to them, as keys of `NOTES`.
    """

    options: tuple[str, ...]
    question: str
    key: str = ""
    done: tuple[str, ...] = ()


def read_options(cells: Mapping[str, Cell], columns: TableColumns, question: str, *, strip_letters: bool) -> RowOptions:
    """Return the options of a row.

    Args:
        cells: of the row, by column.
        columns: which column holds what.
        question: text of the question.
        strip_letters: whether to remove letters at the beginning of options.

    Raises:
        CellError: the row has no usable options.
    """
    texts, done = _list_option_texts(cells, columns)
    while texts and not texts[-1].strip():
        texts.pop()
    if not texts:
        return _derive_options(cells, columns, question)
    options, wrong, stripped = _check_options(tuple([text.strip() for text in texts]), strip_letters)
    if wrong:
        raise CellError(", ".join(columns.options), wrong)
    if stripped:
        return RowOptions(stripped, question, done=(*done, STRIPPED))
    return RowOptions(options, question, done=done)


@lru_cache(maxsize=10_000)
def _check_options(
    options: tuple[str, ...], strip_letters: bool
) -> tuple[tuple[str, ...], str | None, tuple[str, ...] | None]:
    """Return the options, the problem with them, and the options without letters; cached to share equal options."""
    if empty := next((letter for letter, option in zip(LETTERS, options, strict=False) if not option), None):
        return (options, f"option {empty} is empty, but a later one is not. Fill it in, or close the gap", None)
    wrong = find_options_problem(options)
    return options, wrong, strip_option_letters(options) if strip_letters and not wrong else None


def _list_option_texts(cells: Mapping[str, Cell], columns: TableColumns) -> tuple[list[str], tuple[str, ...]]:
    """Return the texts in the columns of options, and the changes made to them."""
    if len(columns.options) != 1:
        return [parse_cell_text(name, cells.get(name)) for name in columns.options], ()
    column = columns.options[0]
    texts, is_one_text = parse_option_cell(column, cells.get(column))
    return texts, (IN_ONE_TEXT,) if is_one_text else ()


def _derive_options(cells: Mapping[str, Cell], columns: TableColumns, question: str) -> RowOptions:
    """Return the options of a row without options in their own columns."""
    try:
        split = split_options_from_question(question)
    except OptionSplitError as error:
        raise CellError(columns.question, str(error)) from None
    if split:
        return RowOptions(split.options, split.question, done=(IN_QUESTION,))
    cell = cells.get(columns.answer)
    key = str(cell) if isinstance(cell, bool) else parse_cell_text(columns.answer, cell).strip()
    for words in _TWO_WORDS:
        if right := next((word for word in words if word.casefold() == key.casefold().rstrip(".")), None):
            return RowOptions(words, question, right, (YES_NO,))
    if not key:
        raise CellError(columns.answer, "empty")
    where = ", ".join(columns.options) or columns.answer
    raise CellError(
        where,
        f"the question has no options, and its key {key[:30]!r} is neither yes/no nor true/false. "
        f"{_HOW_TO_ADD_OPTIONS}, or state the type of an open question (--type number, text, point, box or order)",
    )
