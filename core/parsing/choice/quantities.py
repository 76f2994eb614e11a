"""Quantities with their units, so that "240 cm" is recognised as "2.4 m" and "90 degrees" as "90°"."""

import re
from dataclasses import dataclass

from core.parsing.word_lists import load_words

_LENGTHS = {
    "km": 1000.0, "kilometer": 1000.0, "kilometre": 1000.0,
    "m": 1.0, "meter": 1.0, "metre": 1.0,
    "cm": 0.01, "centimeter": 0.01, "centimetre": 0.01,
    "mm": 0.001, "millimeter": 0.001, "millimetre": 0.001,
    "in": 0.0254, "inch": 0.0254, "inche": 0.0254,
    "ft": 0.3048, "foot": 0.3048, "feet": 0.3048,
}  # fmt: skip
_UNITS = (
    {unit: ("length", factor) for unit, factor in _LENGTHS.items()}
    | dict.fromkeys(("°", "º", "deg", "degree", "^circ", "^{circ}", "度"), ("angle", 1.0))
    | {"%": ("share", 0.01), "percent": ("share", 0.01)}
    | dict.fromkeys(("x", "×", "time"), ("ratio", 1.0))
)
_TENS = {word: 10 * number for number, word in enumerate(("ten", *load_words("tens")), 1)}
_ONES = load_words("numbers_to_twenty")[1:10]
_NUMBER_IN_WORDS = re.compile(rf"({'|'.join(_TENS)})(?:[\s-]({'|'.join(_ONES)}))?(?=\s|\Z)", re.IGNORECASE)
_NUMBER = r"[-+]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+,\d{1,2}(?!\d)|\d+(?:\.\d+)?)"
QUANTITY = re.compile(
    rf"""(?:(?<![\w.,^])|(?<=[\u3040-\u9fff\uac00-\ud7af]))(?P<number>{_NUMBER}) (?![\d,.]*\d)
        (?:\s{{0,2}}\\?,?\s{{0,2}}(?P<square>square\s|sq\.?\s)?(?:\\(?:text|mathrm)\{{\s{{0,2}}|\{{)?
           (?P<unit>\^\{{?\\?circ\}}?|\\%|[°º%×度]|(?:km|cm|mm|m|in|ft|kilomet(?:er|re)s?|met(?:er|re)s?|centimet(?:er|re)s?
             |millimet(?:er|re)s?|inch(?:es)?|foot|feet|deg(?:rees?)?|percent|x|times)(?![^\W\d_²³]))(?:\}}?(?P<power>²|³|\^\{{?[23]\}}?))?\}}?)?""",
    re.VERBOSE | re.IGNORECASE,
)
RELATIVE_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in the base unit of its kind; the kind is empty for a bare number."""

    value: float
    kind: str = ""
    number: float = 0.0

    def is_equivalent(self, quantity: "Quantity") -> bool:
        """Return whether both are the same quantity; a bare number matches an equal number before a unit."""
        if self.kind == quantity.kind:
            return _is_close(self.value, quantity.value)
        if {self.kind, quantity.kind} == {"", "share"} and _is_close(self.value, quantity.value):
            return True
        if not self.kind or not quantity.kind:
            return _is_close(self.number, quantity.number)
        return False


def parse_quantity(match: re.Match[str]) -> Quantity:
    """Return the quantity of a match of `QUANTITY`."""
    written = match["number"]
    is_decimal_comma = re.fullmatch(r"[-+]?\d+,\d{1,2}", written) is not None
    number = float(written.replace(",", "." if is_decimal_comma else ""))
    unit = (match["unit"] or "").lower().replace("\\", "")
    kind, factor = _UNITS.get(unit) or _UNITS.get(unit.removesuffix("s")) or ("", 1.0)
    if kind == "length" and (match["square"] or match["power"]):
        power = 3 if re.search(r"[3³]", match["power"] or "") else 2
        kind, factor = ("", "", "area", "volume")[power], factor**power
    return Quantity(number * factor, kind, number)


def parse_whole_quantity(text: str) -> Quantity | None:
    """Return the quantity that a text is, allowing "about" or "~"; None for any other text."""
    stripped = text.strip(" \t$*_.()\\").removeprefix("about ").removeprefix("approximately ").lstrip("~≈ ")
    if in_words := _NUMBER_IN_WORDS.match(stripped):
        ones = _ONES.index(in_words[2].lower()) + 1 if in_words[2] else 0
        stripped = f"{_TENS[in_words[1].lower()] + ones}{stripped[in_words.end() :]}"
    if fraction := re.fullmatch(r"(\d{1,6})\s?/\s?([1-9]\d{0,5})", stripped):
        value = int(fraction[1]) / int(fraction[2])
        return Quantity(value, "", value)
    match = QUANTITY.match(stripped)
    return parse_quantity(match) if match and not stripped[match.end() :].strip(" $*_.()\\}") else None


def _is_close(first: float, second: float) -> bool:
    return abs(first - second) <= RELATIVE_TOLERANCE * max(abs(first), abs(second))
