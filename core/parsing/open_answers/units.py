"""Units of measurement: their spellings, their sizes, and the unit that a question asks for."""

import re
from dataclasses import dataclass

from core.toml_tables import load_table

_QUANTITIES = {
    quantity: {float(size): tuple(spellings) for size, spellings in spellings_by_size.items()}
    for quantity, spellings_by_size in load_table(__file__, "units.toml").items()
}

_BASES = {
    spelling.lower(): (quantity, size)
    for quantity, spellings_by_size in _QUANTITIES.items()
    for size, spellings in spellings_by_size.items()
    for spelling in spellings
}
_SYMBOLS = {
    (quantity, size): spellings[0]
    for quantity, spellings_by_size in _QUANTITIES.items()
    for size, spellings in spellings_by_size.items()
}
_AMBIGUOUS = ("in", "'", '"', "''")
"""Spellings that are also a word or quotation marks."""

_WORDS = "|".join(sorted((re.escape(base) for base in _BASES if base not in _AMBIGUOUS), key=len, reverse=True))
_AFTER_INCH = (
    r"(?=\.?\s*(?:$|\n|[.,;:)\]}!?*\"'²^/]|[x×]\s?\d|and\s\S*\d|by\s\S*\d|tall\b|wide\b|long\b|high\b|deep\b|thick\b"
    r"|apart\b|away\b|across\b|squared\b|\(\s*(?:about|approximately|roughly|around|or|[~≈=])?\s*[\d.]))"
)
"""What may follow `in` if it means inches: `2.5 in this room` names no unit."""

UNIT = (
    r"(?:(?P<prefix>square|sq\b\.?|sq(?=[a-z])|cubic|cu\b\.?)[\s-]?)?"
    rf"(?P<base>{_WORDS}|in{_AFTER_INCH}|''|\"|')"
    r"(?P<power>\s?\^\s?\{?[23]\}?|[²³]|[23](?!\w)|\s(?:squared|cubed)\b)?"
    r"(?P<per>\s?/\s?[a-z]{1,12}|\sper\s[a-z]{1,12})?(?![a-zà-ÿ])"
)
"""Pattern of a unit, for `re.IGNORECASE`; `build_unit` reads its groups."""

_WHOLE = re.compile(UNIT, re.IGNORECASE)
_ASKED = re.compile(
    rf"(?:\b(?:in|unit:?|units:?|unit\sis|unit\sof)\s[\"'`*(]?{UNIT}"
    rf"|[(\[](?:in\s|unit:?\s)?{UNIT.replace('?P<', '?P<own_')}[)\]]"
    rf"|\bhow\smany\s{UNIT.replace('?P<', '?P<counted_')})(?!\w)",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"\s(?:away|apart|long|tall|high|wide|deep|from|between|separates?|is)\b", re.IGNORECASE)
"""Words behind `how many feet` if a distance is meant, not the feet of an animal."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit.

    Attributes:
        symbol: its usual short form, such as `m²`; as written if it is unknown.
        quantity: what it measures, such as length; the spelling if the unit is unknown.
        size: in the quantity's own unit.
    """

    symbol: str
    quantity: str
    size: float


def build_unit(match: re.Match[str], names: str = "") -> Unit:
    """Return the unit that a match of `UNIT` states.

    Args:
        match: of a pattern that contains `UNIT`.
        names: prefix of the groups' names in that pattern.
    """
    prefix, base, power, per = (match[f"{names}{name}"] or "" for name in ("prefix", "base", "power", "per"))
    quantity, size = _BASES[base.lower()]
    symbol = _SYMBOLS[quantity, size]
    stated = f"{prefix} {power}".lower()
    exponent = 2 if re.search(r"sq|2|²", stated) else 3 if stated.strip() else 1
    if exponent > 1:
        quantity = {2: "area", 3: "volume"}[exponent] if quantity == "length" else f"{quantity}{exponent}"
        size, symbol = size**exponent, symbol + "²³"[exponent - 2]
    if per:
        name = re.sub(r"^\s?(?:/|per)\s?", "", per.lower())
        divisor, divisor_size = _BASES.get(name, (name, 1.0))
        quantity, size = f"{quantity} per {divisor}", size / divisor_size
        symbol = f"{symbol}/{_SYMBOLS.get((divisor, divisor_size), name)}"
    return Unit(symbol, quantity, size)


def parse_unit(text: str) -> Unit | None:
    """Return the unit that a text is, such as `m`, `Meter(s)` or `square feet`; None if it is none or unknown."""
    match = _WHOLE.fullmatch(text.strip().removesuffix(".").removesuffix("(s)"))
    return None if match is None else build_unit(match)


def convert(value: float, stated: Unit, unit: Unit) -> float | None:
    """Return a value in another unit; None if the two measure different quantities."""
    if stated.quantity != unit.quantity:
        return None
    return value if stated.size == unit.size else value * stated.size / unit.size


def find_asked_unit(question: str) -> Unit | None:
    """Return the unit in which a question asks for a number: `in feet`, `(m)`, `how many meters`.

    None if it names none, or units that differ.
    """
    units = {
        build_unit(match, names)
        for match in _ASKED.finditer(question)
        for names in ("", "own_", "counted_")
        if match[f"{names}base"] and _is_asked(question, match, names)
    }
    return units.pop() if len(units) == 1 else None


def _is_asked(question: str, match: re.Match[str], names: str) -> bool:
    base = match[f"{names}base"].lower()
    if not base.isalpha():
        return base in ("°", "%")
    return names != "counted_" or base != "feet" or _AMOUNT.match(question, match.end()) is not None
