"""The letters of options, and the result of parsing a multiple-choice reply."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Literal

FEWEST_OPTIONS = 2
MOST_OPTIONS = len(ascii_uppercase)

ChoiceStatus = Literal["ok", "unparsed", "invalid"]


@dataclass(frozen=True, slots=True)
class ChoiceReading:
    """The option that a reply chooses, or the reason why none could be read.

    Attributes:
        letter: of an option; None unless the status is `ok`.
        stated: the words that were read, as the reply has them; with `invalid` the letter beyond the options.
        reason: why the status is not `ok`.
        note: lenient interpretations; None if the reply was exact.
        span: start and stop in the raw reply of the words that decided; None if the parser does not report it.
        evidence: the kind of evidence that decided, a key of `core.parsing.choice.evidence.LABELS`; empty if unknown.
    """

    status: ChoiceStatus
    letter: str | None = None
    stated: str | None = None
    reason: str | None = None
    note: str | None = None
    span: tuple[int, int] | None = None
    evidence: str = ""


Parser = Callable[[str, Sequence[str]], ChoiceReading]
"""A function from a reply's text and the options' texts to the reading; raises only on an invalid number of options."""


def get_option_letters(options: Sequence[str]) -> str:
    """Return the letters of the options: `ABCD` for four.

    Raises:
        ValueError: there are fewer than 2 options or more than 26.
    """
    if not FEWEST_OPTIONS <= len(options) <= MOST_OPTIONS:
        raise ValueError(f"{len(options)} options; multiple choice has {FEWEST_OPTIONS} to {MOST_OPTIONS}")
    return ascii_uppercase[: len(options)]


def get_option_letter(index: int) -> str:
    """Return the letter of the option at an index from 0.

    Raises:
        ValueError: no letter exists for this index.
    """
    if not 0 <= index < MOST_OPTIONS:
        raise ValueError(f"option {index} has no letter; places go from 0 to {MOST_OPTIONS - 1}")
    return ascii_uppercase[index]


def get_option_index(letter: str) -> int:
    """Return the index of an option, from 0, by its letter.

    Raises:
        ValueError: it is not one capital letter.
    """
    if len(letter) != 1 or letter not in ascii_uppercase:
        raise ValueError(f"{letter!r} is not the letter of an option")
    return ascii_uppercase.index(letter)


def make_chosen_reading(letter: str, stated: str | None = None, note: str | None = None) -> ChoiceReading:
    """Return the reading of a reply that chooses an option."""
    return ChoiceReading("ok", letter, letter if stated is None else stated, note=note)


def make_unparsed_reading(reason: str, stated: str | None = None) -> ChoiceReading:
    """Return the reading of a reply that does not choose one option."""
    return ChoiceReading("unparsed", stated=stated, reason=reason)


def make_invalid_reading(letter: str, letters: str) -> ChoiceReading:
    """Return the reading of a reply that chooses a letter without an option."""
    return ChoiceReading("invalid", stated=letter, reason=f"{letter} is not an option; they are A to {letters[-1]}")


def add_note(reading: ChoiceReading, note: str) -> ChoiceReading:
    """Return the reading with one more note."""
    return replace(reading, note="; ".join(filter(None, (reading.note, note))))
