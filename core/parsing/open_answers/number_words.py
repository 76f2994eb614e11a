"""Numbers written in words: `two-and-a-half`, `one hundred and five`, `two point five`, `half a`, `two dozen`."""

import re

from core.parsing.open_answers.units import UNIT
from core.parsing.word_lists import load_words

_ONES = load_words("numbers_to_twenty")[:20]
_VALUES = {word: float(value) for value, word in enumerate(_ONES)} | {
    word: 20.0 + 10 * index for index, word in enumerate(load_words("tens"))
}
SCALES = {"dozen": 12.0, "hundred": 100.0, "thousand": 1000.0, "million": 1e6}
_FRACTIONS = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4, "fifth": 5,
    "fifths": 5, "sixth": 6, "sixths": 6, "eighth": 8, "eighths": 8, "tenth": 10, "tenths": 10, "hundredths": 100,
}  # fmt: skip
"""Denominator of each fraction."""

_WORD = "|".join((*_VALUES, *SCALES))
_NAME = rf"(?:{'|'.join(_FRACTIONS)})\b"
_FEW = r"(?:one|two|three|four)"
_FRACTION = rf"(?:(?:a|\d|{_FEW})[\s-])?{_NAME}"
FRACTION_ADDED = (
    rf"[\s-]and[\s-](?P<added>(?:(?:a|{_FEW})[\s-]{_NAME}|half\b|(?P<ratio>\d\s?/\s?[1-9]\d?(?![\d/.])))"
    r"(?!\s(?:of|the)\b))"
)
"""Pattern of `and a half`, behind a number or its unit."""

_DEFINITE = r"(?:the|this|that|these|those|them|it|its|all|my|our|his|her|their)\b"
"""Words behind `half of` that make it a share of things, not a number."""

NUMBER_WORDS = re.compile(
    rf"\b(?:(?P<part>{_FRACTION})\s(?:of\san|of\sa|of(?!\s{_DEFINITE})|an|a)(?:\s(?P<scale>{'|'.join(SCALES)})\b|(?=\s))"
    rf"|(?P<amount>{_FEW}[\s-]{_NAME})(?=[.!]?\s*\Z|[\s-]{UNIT.replace('?P<', '?P<behind_')})"
    rf"|(?P<whole>(?:{_WORD})(?:(?:[\s-]|\sand\s(?!(?:{_WORD})[\s-]{_NAME}))(?:{_WORD}))*)\b(?:\spoint(?P<digits>(?:\s(?:{'|'.join(_ONES[:10])}))+)\b)?)",
    re.IGNORECASE,
)
"""Pattern of a number in words; `read_number_words` returns its value."""

_PRONOUN = re.compile(
    r"\b(?:the|this|that|which|each|every|any|no|another|other|first|second|third|last|left|right|same|nearest|farthest"
    r"|closest|\w{2,20}er)[\s-]\Z",
    re.IGNORECASE,
)
"""Words before `one` that make it a pronoun."""

_VAGUE = re.compile(r"\b(?:several|few|many|some|couple|couple\sof)[\s-]\Z", re.IGNORECASE)
FRACTION_BEHIND = re.compile(rf"[\s-]{_NAME}", re.IGNORECASE)


def read_number_words(match: re.Match[str]) -> float | None:
    """Return the value of a match of `NUMBER_WORDS`; None if the words form no single number, as `two three`."""
    if match["part"]:
        return read_fraction(match["part"]) * SCALES.get((match["scale"] or "").lower(), 1.0)
    if match["amount"]:
        return read_fraction(match["amount"])
    if FRACTION_BEHIND.match(match.string, match.end()):
        return None  # two thirds of them; the twenty-third
    words = [word for word in re.split(r"[\s-]+", match["whole"].lower()) if word != "and"]
    if words == ["one"] and (
        _PRONOUN.search(match.string, max(match.start() - 30, 0), match.start())
        or match.string[match.end() :].lower().startswith(" of ")
    ):
        return None
    if words[0] in SCALES and _VAGUE.search(match.string, max(match.start() - 30, 0), match.start()):
        return None
    whole = _sum_words(words)
    if whole is None or not match["digits"]:
        return whole
    return whole + float("0." + "".join(str(_ONES.index(word)) for word in match["digits"].lower().split()))


def read_fraction(text: str) -> float:
    """Return the value of `a half`, `three quarters`, `1/2` and the like."""
    top, slash, bottom = text.partition("/")
    if slash:
        return float(top) / float(bottom)
    *counts, name = re.split(r"[\s-]", text.lower())
    return _read_count(counts[0] if counts else "a") / _FRACTIONS[name]


def _read_count(word: str) -> float:
    return float(word) if word.isdecimal() else _VALUES.get(word, 1.0)


def _sum_words(words: list[str]) -> float | None:
    """Return the value of words such as `two hundred five`; None if a word cannot follow the one before."""
    total, current, room = 0.0, 0.0, float("inf")
    for word in words:
        if word in SCALES:
            current = max(current, 1.0) * SCALES[word]
            room = SCALES[word]
            if room > 100:
                total, current = total + current, 0.0
            continue
        value = _VALUES[word]
        if value >= room or (value == 0 and len(words) > 1):
            return None
        current += value
        room = 10.0 if value >= 20 else 1.0
    return total + current
