"""Numbers written in words: `two and a half`, `one hundred and twenty-five`, `two point five`, `half`."""

import re

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: float(value) for value, word in enumerate(_ONES)} | {
    word: 20.0 + 10 * index for index, word in enumerate(_TENS)
}
_SCALES = {"hundred": 100.0, "thousand": 1000.0, "million": 1e6}
_FRACTIONS = {"half": 0.5, "third": 1 / 3, "quarter": 0.25, "thirds": 1 / 3, "quarters": 0.25}

_WORD = "|".join((*_VALUES, *_SCALES))
_FRACTION = r"(?:(?:a|one|two|three)[\s-])?(?:half|third|quarter|thirds|quarters)"
FRACTION_ADDED = r"\sand\s(?P<added>(?:a|one|two|three)[\s-](?:half|third|quarter|thirds|quarters))\b"
"""Pattern of `and a half`, behind a number or its unit."""

NUMBER_WORDS = re.compile(
    rf"\b(?:(?P<part>{_FRACTION})\s(?:of\san|of\sa|of|an|a)(?=\s)"
    rf"|(?P<whole>(?:{_WORD})(?:(?:[\s-]|\sand\s)(?:{_WORD}))*)\b(?:\spoint(?P<digits>(?:\s(?:{'|'.join(_ONES[:10])}))+)\b)?)",
    re.IGNORECASE,
)
"""Pattern of a number in words; `read_number_words` returns its value."""

_PRONOUN = re.compile(
    r"\b(?:the|this|that|which|each|every|any|no|another|other|first|second|third|last|left|right|same|nearest|farthest"
    r"|closest|\w{2,20}er)[\s-]\Z",
    re.IGNORECASE,
)
"""Words before `one` that make it a pronoun."""


def read_number_words(match: re.Match[str]) -> float | None:
    """Return the value of a match of `NUMBER_WORDS`; None if the words form no single number, as `two three`."""
    if match["part"]:
        return read_fraction(match["part"])
    words = [word for word in re.split(r"[\s-]+", match["whole"].lower()) if word != "and"]
    if words == ["one"] and (
        _PRONOUN.search(match.string, max(match.start() - 30, 0), match.start())
        or match.string[match.end() :].lower().startswith(" of ")
    ):
        return None
    whole = _sum_words(words)
    if whole is None or not match["digits"]:
        return whole
    return whole + float("0." + "".join(str(_ONES.index(word)) for word in match["digits"].lower().split()))


def read_fraction(text: str) -> float:
    """Return the value of `a half`, `three quarters` and the like."""
    *counts, name = re.split(r"[\s-]", text.lower())
    return _FRACTIONS[name] * (_VALUES.get(counts[0], 1.0) if counts else 1.0)


def _sum_words(words: list[str]) -> float | None:
    """Return the value of words such as `two hundred five`; None if a word cannot follow the one before."""
    total, current, room = 0.0, 0.0, float("inf")
    for word in words:
        if word in _SCALES:
            current = max(current, 1.0) * _SCALES[word]
            room = _SCALES[word]
            if room > 100:
                total, current = total + current, 0.0
            continue
        value = _VALUES[word]
        if value >= room or (value == 0 and len(words) > 1):
            return None
        current += value
        room = 10.0 if value >= 20 else 1.0
    return total + current
