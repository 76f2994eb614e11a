"""Which option a table's key means: tables state letters, texts, indexes from 0 or numbers from 1."""

from collections.abc import Callable, Sequence

from core.benchmarks.choice.columns import AnswerForm
from core.benchmarks.choice.items import LETTERS
from core.errors import ReleaseError

StatedKey = tuple[str, tuple[str, ...]]
"""The key as the table has it, and the options that it is about."""


def answer_form(keys: Sequence[StatedKey]) -> AnswerForm:
    """The form in which a table states its keys: the one that fits most rows.

    A form is never chosen row by row: `2` among 1, 2, 3, 4 would be a text in one row and an index in the next.

    Raises:
        ReleaseError: two forms fit equally many rows and make other options right.
    """
    letters = {form: [letter_of(key, options, form) for key, options in keys] for form in _PLACES}
    fitting = {form: sum(letter is not None for letter in found) for form, found in letters.items()}
    best = [form for form, count in fitting.items() if count == max(fitting.values())]
    if any(letters[form] != letters[best[0]] for form in best[1:]) and fitting[best[0]]:
        raise ReleaseError(
            f"answers can be read as {' or as '.join(best)}, and different options would be right; say which it is"
        )
    return best[0]


def letter_of(key: str, options: Sequence[str], form: AnswerForm) -> str | None:
    """The letter of the right option; None where the key is none of these options."""
    place = _PLACES[form](key.strip(), options)
    return LETTERS[place] if place is not None and 0 <= place < len(options) else None


def _place_of_letter(key: str, _options: Sequence[str]) -> int | None:
    bare = key.strip("().: ").upper()
    return LETTERS.index(bare) if len(bare) == 1 and bare in LETTERS else None


def _place_of_text(key: str, options: Sequence[str]) -> int | None:
    same = [index for index, option in enumerate(options) if option.strip().casefold() == key.casefold()]
    return same[0] if len(same) == 1 else None


def _index(key: str, _options: Sequence[str]) -> int | None:
    return int(key) if key.isascii() and key.isdigit() and len(key) <= 2 else None


def _number(key: str, options: Sequence[str]) -> int | None:
    index = _index(key, options)
    return None if index is None else index - 1


_PLACES: dict[AnswerForm, Callable[[str, Sequence[str]], int | None]] = {
    "letter": _place_of_letter,
    "text": _place_of_text,
    "index": _index,
    "number": _number,
}
"""The index of the right option by the form of the key; the first of equal forms is taken."""
