"""Detection of the option that a table's key means: tables state letters, texts, indexes from 0 or numbers from 1."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from core.benchmarks.choice.columns import AnswerForm
from core.benchmarks.choice.items import LETTERS
from core.benchmarks.choice.option_splitting import split_option_letter
from core.errors import ReleaseError

StatedKey = tuple[str, tuple[str, ...]]
"""The key as written in the table, and the options that it refers to."""


def detect_answer_form(keys: Iterable[StatedKey]) -> AnswerForm:
    """Return the form in which a table states its keys: the one that fits most rows.

    The form is never chosen per row: `2` among 1, 2, 3, 4 would be a text in one row and an index in the next.

    Raises:
        ReleaseError: two forms fit equally many rows but make different options right.
    """
    times = Counter(keys)
    letters = {form: [find_key_letter(key, options, form) for key, options in times] for form in _PLACES}
    fitting = {
        form: sum(count for letter, count in zip(found, times.values(), strict=True) if letter is not None)
        for form, found in letters.items()
    }
    best = [form for form, count in fitting.items() if count == max(fitting.values())]
    if any(letters[form] != letters[best[0]] for form in best[1:]) and fitting[best[0]]:
        raise ReleaseError(
            f"answers can be read as {' or as '.join(best)}, and different options would be right; state the form"
        )
    return best[0]


def find_key_letter(key: str, options: Sequence[str], form: AnswerForm) -> str | None:
    """Return the letter of the right option; None if the key is not one of these options."""
    place = _PLACES[form](key.strip(), options)
    return LETTERS[place] if place is not None and 0 <= place < len(options) else None


def explain_key(key: str, options: Sequence[str], form: AnswerForm) -> str:
    """Return why a key is none of the options, and what to write instead."""
    last = LETTERS[len(options) - 1]
    if form == "letter" and (split := split_option_letter(key)) and split[0] in LETTERS[: len(options)]:
        own = options[LETTERS.index(split[0])]
        return (
            f"{key[:60]!r} has the letter {split[0]}, but that option is {own[:60]!r}. Correct the letter or the text"
        )
    return (
        f"{key[:60]!r} is not the {form} of any of the {len(options)} options. "
        f"Use a letter from A to {last} or the option's text, the same way in all rows"
    )


def _find_letter_index(key: str, options: Sequence[str]) -> int | None:
    """Return the index of a letter, alone or followed by its option's text: `B) the plate`."""
    bare = key.strip("()[].: ").upper()
    if len(bare) == 1 and bare in LETTERS:
        return LETTERS.index(bare)
    letter, text = split_option_letter(key) or ("", "")
    if not letter or letter not in LETTERS[: len(options)]:
        return None
    place = LETTERS.index(letter)
    return place if _normalise_text(options[place]) == _normalise_text(text) else None


def _find_text_index(key: str, options: Sequence[str]) -> int | None:
    same = [index for index, option in enumerate(options) if _normalise_text(option) == _normalise_text(key)]
    return same[0] if len(same) == 1 else None


def _normalise_text(text: str) -> str:
    return " ".join(text.split()).casefold()


def _parse_index(key: str, _options: Sequence[str]) -> int | None:
    return int(key) if key.isascii() and key.isdigit() and len(key) <= 2 else None


def _parse_number(key: str, options: Sequence[str]) -> int | None:
    index = _parse_index(key, options)
    return None if index is None else index - 1


_PLACES: dict[AnswerForm, Callable[[str, Sequence[str]], int | None]] = {
    "letter": _find_letter_index,
    "text": _find_text_index,
    "index": _parse_index,
    "number": _parse_number,
}
"""Parsers of the right option's index by form of the key; if several forms fit equally well, the first is used."""
