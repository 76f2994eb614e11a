"""Options of a question that are in one cell: a list, a mapping by letter, or one text."""

from collections.abc import Sequence

from core.benchmarks.choice.cells import CellError, is_missing, parse_cell_text
from core.benchmarks.choice.items import LETTERS
from core.benchmarks.choice.list_text import ListTextError, parse_list_text
from core.benchmarks.choice.option_splitting import OptionSplitError, split_options_text
from core.benchmarks.choice.table_rows import Cell


def parse_option_cell(column: str, cell: Cell) -> tuple[list[str], bool]:
    """Return the texts of the options in a cell, and whether they were one text, which was split.

    Args:
        column: name of the column, for errors.
        cell: a list, a mapping with letters as keys, or one of these as JSON, Python or NumPy text; otherwise the
            options as one text. No texts are returned for an empty cell.

    Raises:
        CellError: the cell has none of these forms.
    """
    if is_missing(cell) or (isinstance(cell, str) and not cell.strip()):
        return [], False
    if isinstance(cell, str):
        try:
            listed = parse_list_text(cell)
            if listed is None:
                return list(split_options_text(cell)), True
        except (ListTextError, OptionSplitError) as error:
            raise CellError(column, str(error)) from None
        cell = listed
    return [parse_cell_text(column, value) for value in _list_cell_values(column, cell)], False


def _list_cell_values(column: str, cell: Cell) -> Sequence[Cell]:
    """Return the values of a list, or of a mapping with a letter as the key of each."""
    if isinstance(cell, dict):
        # Data sets on Hugging Face have a mapping with a list of texts and a list of labels.
        if isinstance(cell.get("text"), list):
            return list(cell["text"])
        by_letter = {key.strip("(). ").upper(): value for key, value in cell.items()}
        if sorted(by_letter) != list(LETTERS[: len(cell)]):
            raise CellError(column, f"options with the keys {', '.join(cell)[:60]}; the keys must be A, B, C ...")
        return [by_letter[letter] for letter in sorted(by_letter)]
    if not isinstance(cell, list):
        raise CellError(column, "not a list of options")
    return list(cell)
