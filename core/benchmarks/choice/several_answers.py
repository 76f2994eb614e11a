"""Keys with several right options in the cells of a table: letters or texts, in one text or a list."""

import re
from collections.abc import Sequence

from core.benchmarks.choice.answer_key import find_key_letter
from core.benchmarks.choice.cells import CellError
from core.benchmarks.choice.items import LETTERS
from core.benchmarks.choice.list_text import ListTextError, parse_list_text
from core.benchmarks.choice.table_rows import Cell
from core.parsing.choice.letter_sets import join_letters

_SEPARATOR = re.compile(r"\s*(?:[,;/&+|]|\band\b)\s*")
_SEPARATED = re.compile(r"[(\[]?[A-Z][)\].]?(?:\s*(?:[,;/&+|]|\band\b)\s*[(\[]?[A-Z][)\].]?)+")


def has_several_letters(key: Cell) -> bool:
    """Return whether a key lists several options: `A, C`, `A and C`, or a list of two or more."""
    parts = _parse_list(key)
    return len(parts) > 1 if parts is not None else bool(_SEPARATED.fullmatch(str(key).strip()))


def unwrap_single_key(key: Cell) -> Cell:
    """Return the only part of a key that is a list of one, as in `["A"]`; any other key unchanged."""
    parts = _parse_list(key)
    return parts[0] if parts is not None and len(parts) == 1 else key


def read_letter_set(column: str, key: Cell, options: Sequence[str]) -> str:
    """Return the right options of a key as sorted letters, such as `AC`.

    Args:
        column: that holds the key, for errors.
        key: letters or texts of options, in a list or a text, or letters in one word.
        options: in the order of their letters.

    Raises:
        CellError: a part of the key is not one of the options.
    """
    text = str(key).strip()
    parts = _parse_list(key)
    if parts is None:
        is_word = len(text) > 1 and set(text) <= set(LETTERS[: len(options)]) and text not in options
        parts = list(text) if is_word else [text] if text in options else _SEPARATOR.split(text)
    letters = [
        find_key_letter(part, options, "letter") or find_key_letter(part, options, "text") for part in parts if part
    ]
    if not letters or None in letters:
        last = LETTERS[len(options) - 1]
        raise CellError(
            column, f"{text[:60]!r} does not name right options. Write letters from A to {last} with commas, as in A, C"
        )
    return join_letters(LETTERS.index(letter) for letter in letters if letter)


def _parse_list(key: Cell) -> list[str] | None:
    """Return the parts of a list; None if the key is not one."""
    if isinstance(key, str) and key.lstrip().startswith("["):
        try:
            key = parse_list_text(key)
        except ListTextError:
            return None
    return [str(part).strip() for part in key] if isinstance(key, list | tuple) else None
