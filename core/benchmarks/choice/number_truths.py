"""Numbers in the cells of a table, with their units: decimal commas, thousands, signs and squares."""

import re
from collections.abc import Iterable

from core.parsing.open_answers.number_tokens import find_numbers, prepare_text
from core.parsing.open_answers.units import convert, find_asked_unit, parse_unit
from core.parsing.plain_text import simplify

_BEGIN = re.compile(r"[-+]?\s?[.\d½⅓⅔¼¾⅛]")
_SHORT_WORD = r"(?!(?:st|nd|rd|th|d|k)\b)[a-zµ]{1,3}\.?"
_OTHER_UNIT = re.compile(rf"\s?{_SHORT_WORD}", re.IGNORECASE)
_TOUCHING = re.compile(rf"\A([-+]?[\d.,]*\d)({_SHORT_WORD})\Z", re.IGNORECASE)
_CALCULATED = re.compile(r"π|\bpi\b|/\s?\d")
_DECIMAL_COMMA = re.compile(r"(?<![\d,.])(?:\d+,(?!\d{3}(?!\d))\d+|0+,\d+|\d{1,3}(?:\.\d{3})+,\d+)(?![\d,.])")
_UNCLEAR_COMMA = re.compile(r"(?<![\d,.])[1-9]\d{0,2},\d{3}(?![\d,])(?!\.\d)")


def read_number_text(text: str) -> tuple[float, str] | None:
    """Return the number that a text is, and its unit, which may be empty; None if the text states anything else."""
    plain = _TOUCHING.sub(r"\1 \2", prepare_text(simplify(text).strip()))
    numbers = find_numbers(plain) if _BEGIN.match(plain.strip()) else []
    if len(numbers) != 1:
        return None
    number = numbers[0]
    before, behind = plain[: number.start].strip(), plain[number.stop :].rstrip(" .")
    if before or (behind and (number.unit is not None or not _OTHER_UNIT.fullmatch(behind))):
        return None
    return number.value, number.unit.symbol if number.unit else behind.strip()


def read_number_in_unit(text: str, stated_unit: str, question: str) -> tuple[float, str] | None:
    """Return the number that a text is, in the unit of the question; None if the text states anything else.

    Args:
        text: of a cell, which may state its own unit.
        stated_unit: unit that the table or the user states; empty for none.
        question: its text. A number with another unit than the question names is converted, if possible.
    """
    number = read_number_text(text)
    if number is None or stated_unit:
        return number and (number[0], stated_unit)
    value, own_unit = number
    asked, stated = find_asked_unit(question), parse_unit(own_unit)
    if asked is None:
        return number
    if stated is None:
        return value, own_unit or asked.symbol
    converted = convert(value, stated, asked)
    return number if converted is None else (converted, asked.symbol)


def is_number_text(text: str) -> bool:
    """Return whether a text is a written number, with or without a unit; fractions may be dates or scores."""
    return read_number_text(text) is not None and not _CALCULATED.search(text)


def find_unclear_commas(texts: Iterable[str]) -> set[str]:
    """Return the texts with a comma that may separate thousands or decimals, if other texts have decimal commas."""
    different = set(texts)
    has_decimal_comma = any(map(_DECIMAL_COMMA.search, different))
    return {text for text in different if _UNCLEAR_COMMA.search(text)} if has_decimal_comma else set()
