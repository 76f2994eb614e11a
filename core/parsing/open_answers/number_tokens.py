"""Numbers with units in a text, as replies write them: decimal commas, fractions, feet and inches, words."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.parsing.open_answers.number_words import (
    FRACTION_ADDED,
    FRACTION_BEHIND,
    NUMBER_WORDS,
    SCALES,
    read_fraction,
    read_number_words,
)
from core.parsing.open_answers.units import UNIT, Unit, build_unit, convert

MAX_LINE = 500
"""Number of characters before a number that are searched for the start of a quotation."""

_WIDE = "\u00a0\u2009\u202f"
_DECIMAL = r"(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})"
_NUMBER = re.compile(
    rf"""(?<![\w.])(?P<sign>(?<![\d)°²³%"'])[+-])?(?:
        (?P<mixed>\d{{1,4}}\s\d{{1,3}}\s?/\s?\d{{1,4}}(?![\d/.]))
      | (?P<pi>(?:{_DECIMAL}\s?[*·]?\s?)?(?:π|pi\b)(?:\s?/\s?{_DECIMAL})?)
      | (?P<ratio>\d{{1,6}}\s?/\s?\d{{1,6}}(?!\s?/)(?![\d.]))
      | (?P<power>{_DECIMAL}\s?[×x*·]\s?10\s?(?:\^\s?\{{?(?P<exponent>-?\d{{1,2}})\}}?
        |(?P<raised>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,2}})))
      | (?P<spaced>\d{{1,3}}(?:[{_WIDE}]\d{{3}})+(?:[.,]\d{{1,15}})?)
      | (?P<thousands>[1-9]\d{{0,2}}(?:,\d{{3}})+(?:\.\d{{1,15}})?(?!,\d))
      | (?P<continental>[1-9]\d{{0,2}}(?:(?:\.\d{{3}})+,\d{{1,15}}|(?:\.\d{{3}}){{2,}})(?!,\d))
      | (?P<comma>(?<!\d,)\d{{1,15}},\d{{1,15}}(?![,.]\d))
      | (?P<plain>{_DECIMAL})
    )(?:e(?P<scientific>[+-]?\d{{1,3}}))?(?!\d)(?!\.\d)""",
    re.IGNORECASE | re.VERBOSE,
)
_ADDED = re.compile(FRACTION_ADDED, re.IGNORECASE)
_UNIT = re.compile(rf"(?:[^\S\n]?|-){UNIT}", re.IGNORECASE)
_UNIT_BEHIND_IN = re.compile(rf"\s\(?in\s{UNIT}", re.IGNORECASE)
_UNCERTAINTY = re.compile(
    rf"\s?\(?(?:±|\+\s?/\s?-|\+-|plus\s(?:or|/)\sminus\s)\s?{_DECIMAL}(?:\s?%|(?P<given>\s?{UNIT}))?\)?", re.IGNORECASE
)
_TIMES = re.compile(r"(?<=\d)x(?=\d)", re.IGNORECASE)
BETWEEN = re.compile(r"\b(?:between|from)\s\Z", re.IGNORECASE)
_SCALE = re.compile(rf"\s(?P<scale>{'|'.join(SCALES)})\b", re.IGNORECASE)
_LETTER = re.compile(r"[a-z]", re.IGNORECASE)
_COMPOUND = re.compile(r"\s?(?:and\s)?", re.IGNORECASE)
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_VULGAR = {
    sign: f" {top}/{bottom}"
    for sign, top, bottom in (("½", 1, 2), ("⅓", 1, 3), ("⅔", 2, 3), ("¼", 1, 4), ("¾", 3, 4), ("⅛", 1, 8))
}
_RADIANS = Unit("rad", "angle", 180 / math.pi)
_FEET = Unit("ft", "length", 0.3048)
_INCHES = Unit("in", "length", 0.0254)


@dataclass(frozen=True, slots=True)
class NumberToken:
    """A number in a text.

    Attributes:
        value: in the stated unit.
        unit: as stated; None without one.
        precision: value of half the last stated digit; 0 for words and fractions.
        start, stop: span in the text, with the unit and an uncertainty.
        text: the span.
    """

    value: float
    unit: Unit | None
    precision: float
    start: int
    stop: int
    text: str

    def convert_to(self, unit: Unit | None) -> float | None:
        """Return the value in another unit; None if that measures another quantity. No unit is any unit."""
        return self.value if self.unit is None or unit is None else convert(self.value, self.unit, unit)


def prepare_text(text: str) -> str:
    """Return a text with vulgar fractions as digits and without bold, for `find_numbers`."""
    plain = text.replace("**", "").replace("\\pi", "π").replace("\\pm", "±")
    return _TIMES.sub(" x ", "".join(_VULGAR.get(character, character) for character in plain))


def find_numbers(text: str) -> list[NumberToken]:
    """Return the numbers of a prepared text in order.

    Numbers in words count if a unit follows, or if the text has no digits.
    """
    digits = list(_find_digits(text))
    words = [token for token in _find_words(text) if token.unit is not None or not digits]
    tokens = sorted((*digits, *words), key=lambda token: token.start)
    kept: list[NumberToken] = []
    for token in tokens:
        if not kept or token.start >= kept[-1].stop:
            kept.append(token)
    return _merge_compounds(text, kept)


def _find_digits(text: str) -> Iterator[NumberToken]:
    for match in _NUMBER.finditer(text):
        neighbours = text[max(match.start() - 1, 0) : match.start()] + text[match.end() : match.end() + 1]
        if match["comma"] and neighbours in ("()", "[]"):
            first, second = match["comma"].split(",")
            yield NumberToken(float(first), None, 0.5, match.start(), match.start() + len(first), first)
            yield NumberToken(float(second), None, 0.5, match.end() - len(second), match.end(), second)
            continue
        value, precision = _read_number(match)
        stop = match.end()
        if scale := _SCALE.match(text, stop):
            factor, stop = SCALES[scale["scale"].lower()], scale.end()
            value, precision = value * factor, precision * factor
        token = _add_unit(text, value, precision, match.start(), stop)
        is_name = token.unit is None and _LETTER.match(text, token.stop) is not None
        if not is_name and not FRACTION_BEHIND.match(text, match.end()):
            yield replace(token, unit=_RADIANS) if match["pi"] and token.unit is None else token


def _find_words(text: str) -> Iterator[NumberToken]:
    for match in NUMBER_WORDS.finditer(text):
        if (value := read_number_words(match)) is not None:
            yield _add_unit(text, value, 0.0, match.start(), match.end())


def _add_unit(text: str, value: float, precision: float, start: int, stop: int) -> NumberToken:
    """Return the number with the fraction, uncertainty and unit behind it."""
    unit: Unit | None = None
    if (added := _ADDED.match(text, stop)) and not (added["ratio"] and BETWEEN.search(text, 0, start)):
        value, stop = value + read_fraction(added["added"]), added.end()
    if uncertainty := _UNCERTAINTY.match(text, stop):
        stop = uncertainty.end()
        unit = build_unit(uncertainty) if uncertainty["given"] else None
    match = _UNIT.match(text, stop) or _UNIT_BEHIND_IN.match(text, stop)
    if unit is None and match and _is_unit(text, match, start):
        unit, stop = build_unit(match), match.end()
        if added := _ADDED.match(text, stop):
            value, stop = value + read_fraction(added["added"]), added.end()
        if uncertainty := _UNCERTAINTY.match(text, stop):
            stop = uncertainty.end()
    return NumberToken(value, unit, precision, start, stop, text[start:stop])


def _is_unit(text: str, match: re.Match[str], start: int) -> bool:
    """Return whether a quotation mark behind a number means feet or inches, and does not end a quotation."""
    mark = match["base"]
    if mark not in ("'", '"', "''"):
        return True
    line = text[max(text.rfind("\n", 0, start) + 1, start - MAX_LINE) : start]
    quotes = len(re.findall(r'(?<!\d)"' if mark == '"' else r"(?<!\w)'", line))
    return match[0] == mark and quotes % 2 == 0


def _read_number(match: re.Match[str]) -> tuple[float, float]:
    """Return value and precision of a match."""
    sign = -1.0 if match["sign"] == "-" else 1.0
    scale = 10.0 ** int(match["scientific"] or 0)
    if match["mixed"]:
        whole, top, bottom = (float(part) for part in re.split(r"\s?/\s?|\s", match["mixed"]))
        return sign * (whole + (top / bottom if bottom else math.nan)), 0.0
    if match["ratio"]:
        top, bottom = (float(part) for part in match["ratio"].split("/"))
        return sign * (top / bottom if bottom else math.nan), 0.0
    if match["pi"]:
        factor, _, divisor = re.sub(r"\s|[*·]", "", match["pi"].lower()).replace("pi", "π").partition("π")
        bottom = float(divisor.strip("/") or 1)
        return sign * (float(factor or 1) * math.pi / bottom if bottom else math.nan), 0.0
    if match["power"]:
        exponent = match["exponent"] or match["raised"].translate(_RAISED)
        scale *= 10.0 ** int(exponent)
        digits = re.split(r"\s?[×x*·]", match["power"], flags=re.IGNORECASE)[0]
    elif match["thousands"]:
        digits = match["thousands"].replace(",", "")
    elif match["continental"]:
        digits = match["continental"].replace(".", "").replace(",", ".")
    elif match["spaced"]:
        digits = re.sub(f"[{_WIDE}]", "", match["spaced"]).replace(",", ".")
    else:
        digits = (match["comma"] or match["plain"]).replace(",", ".")
    decimals = len(digits.partition(".")[2])
    return sign * float(digits) * scale, 0.5 * scale / 10**decimals


def _merge_compounds(text: str, tokens: list[NumberToken]) -> list[NumberToken]:
    """Return the tokens with `5 ft 11 in`, `2 min 30 s` and `1 250 m` as one number each."""
    merged: list[NumberToken] = []
    for token in tokens:
        if merged and (whole := _merge(text, merged[-1], token)) is not None:
            merged[-1] = whole
        else:
            merged.append(token)
    return merged


def _merge(text: str, first: NumberToken, second: NumberToken) -> NumberToken | None:
    gap = text[first.stop : second.start]
    if not _COMPOUND.fullmatch(gap) or not first.value.is_integer() or second.value < 0:
        return None
    stop, words = second.stop, text[first.start : second.stop]
    if first.unit is None:
        is_thousand = gap == " " and re.match(r"\d{3}(?!\d)", second.text) and re.fullmatch(r"[1-9]\d{0,2}", first.text)
        if not is_thousand or second.unit is None:
            return None
        return replace(second, value=first.value * 1000 + second.value, start=first.start, text=words)
    unit = second.unit
    if unit is None and gap in ("", " ") and first.unit == _FEET:
        unit = _INCHES
    if unit is None or unit.quantity != first.unit.quantity:
        if not (first.unit.quantity == "angle" and first.unit.size == 1 and second.text.endswith("'")):
            return None
        unit = Unit("'", "angle", 1 / 60)
    is_rest = unit.size < first.unit.size and second.value * unit.size < first.unit.size
    if not is_rest:
        return None
    value = first.value + second.value * unit.size / first.unit.size
    precision = second.precision * unit.size / first.unit.size
    return replace(first, value=value, precision=precision, stop=stop, text=words)
