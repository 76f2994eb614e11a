"""Numbers with units in replies: the stated number, converted to the unit of the question."""

import math
import re
from dataclasses import dataclass

from core.parsing.numbers import DASHES
from core.parsing.open_answers.answer_text import MAX_STATED, find_answer_text

_UNITS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("mm", "millimeter", "millimeters", "millimetre", "millimetres"), ("length", 0.001)),
    **dict.fromkeys(("cm", "centimeter", "centimeters", "centimetre", "centimetres"), ("length", 0.01)),
    **dict.fromkeys(("m", "meter", "meters", "metre", "metres"), ("length", 1.0)),
    **dict.fromkeys(("km", "kilometer", "kilometers", "kilometre", "kilometres"), ("length", 1000.0)),
    **dict.fromkeys(("in", "inch", "inches", '"'), ("length", 0.0254)),
    **dict.fromkeys(("ft", "foot", "feet"), ("length", 0.3048)),
    **dict.fromkeys(("yd", "yard", "yards"), ("length", 0.9144)),
    **dict.fromkeys(("m2", "m²", "sqm", "square meters", "square metres", "square meter"), ("area", 1.0)),
    **dict.fromkeys(("cm2", "cm²", "square centimeters", "square centimetres"), ("area", 0.0001)),
    **dict.fromkeys(("ft2", "ft²", "sqft", "square feet"), ("area", 0.09290304)),
    **dict.fromkeys(("deg", "degree", "degrees", "°"), ("angle", 1.0)),
    **dict.fromkeys(("rad", "radian", "radians"), ("angle", 180 / math.pi)),
    **dict.fromkeys(("s", "sec", "second", "seconds"), ("time", 1.0)),
    **dict.fromkeys(("min", "minute", "minutes"), ("time", 60.0)),
    **dict.fromkeys(("px", "pixel", "pixels"), ("pixels", 1.0)),
    **dict.fromkeys(("%", "percent"), ("share", 1.0)),
}
"""Quantity and size of each unit, by its spellings in lower case."""

_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_NUMBER_WORDS = {word: float(value) for value, word in enumerate(_WORDS)}

_SPELLINGS = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
_NUMBER = re.compile(
    rf"(?<![\w.])(?P<number>[+-]?(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,15}})(?:\.\d{{1,15}})?(?:e[+-]?\d{{1,3}})?|[+-]?\.\d{{1,15}})"
    rf"(?![\d])(?!\.\d)(?:\s?(?P<unit>{_SPELLINGS})(?![a-z²]))?",
    re.IGNORECASE,
)
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_RANGE = re.compile(r"\d\s?(?:-|to\b|or\b)\s?\d|\bbetween\s\S{1,20}\s?\S{0,10}\sand\s\d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QuantityReading:
    """A number read from a reply.

    Attributes:
        value: in the unit of the question; None if no single number is stated.
        stated: as written.
        reason: why no value was read; empty otherwise.
        note: a conversion; empty without one.
    """

    value: float | None
    stated: str = ""
    reason: str = ""
    note: str = ""


def read_quantity(raw: str | None, unit: str = "") -> QuantityReading | None:
    """Read the number that a reply states.

    The stated part (JSON, a box, "Answer: ...") counts if it has a number: its first line's only number, or the last
    after an equals sign. Otherwise the whole reply must hold one number, or one value several times.

    Args:
        raw: the reply.
        unit: of the question; a number in another unit of the same quantity is converted.

    Returns:
        The reading; None if the reply states nothing.
    """
    answer = find_answer_text(raw)
    if answer is None:
        return None
    for text in filter(None, (answer.stated.split("\n")[0], answer.text)):
        numbers = _find_numbers(text)
        if numbers:
            return _choose(text, numbers, unit)
    return QuantityReading(None, answer.text[:MAX_STATED], "it states no number")


def _find_numbers(text: str) -> list[tuple[float, str, str]]:
    """Return value, unit and wording of each number in a text; number words count only without digits."""
    plain = text.translate(DASHES).replace("**", "")
    answer = [
        (float(match["number"].replace(",", "")), (match["unit"] or "").lower(), match[0])
        for match in _NUMBER.finditer(plain)
    ]
    return answer or [(_NUMBER_WORDS[match[0].lower()], "", match[0]) for match in _WORD.finditer(plain)]


def _choose(text: str, numbers: list[tuple[float, str, str]], unit: str) -> QuantityReading:
    converted = [_convert(value, stated_unit, unit) for value, stated_unit, _ in numbers]
    fitting = [number for number, factor in zip(numbers, converted, strict=True) if factor is not None]
    if not fitting:
        return QuantityReading(None, numbers[-1][2], f"its unit {numbers[-1][1]} is not a unit of {unit}")
    is_range = len(fitting) > 1 and _RANGE.search(text.translate(DASHES)) is not None
    with_unit = [number for number in fitting if number[1]]
    candidates = with_unit if with_unit and unit and not is_range else fitting
    if "=" in text or "≈" in text:
        candidates = candidates[-1:]
    values = {_convert(value, stated_unit, unit) for value, stated_unit, _ in candidates}
    if len(values) > 1:
        listed = ", ".join(wording for _, _, wording in candidates[:5])
        why = "a range" if is_range else f"{len(values)} numbers"
        return QuantityReading(None, listed[:MAX_STATED], f"it states {why}: {listed}")
    value, stated_unit, wording = candidates[-1]
    result = _convert(value, stated_unit, unit)
    is_converted = stated_unit and unit and result != value
    return QuantityReading(result, wording, note=f"{wording} converted to {unit}" if is_converted else "")


def _convert(value: float, stated_unit: str, unit: str) -> float | None:
    """Return a value in the unit of the question; None if the units differ in quantity."""
    question_unit = unit.strip().lower()
    if not stated_unit or not question_unit or question_unit not in _UNITS or stated_unit == question_unit:
        return value
    (own_quantity, own_size), (quantity, size) = _UNITS[stated_unit], _UNITS[question_unit]
    if own_quantity != quantity:
        return None
    return value if own_size == size else value * own_size / size
