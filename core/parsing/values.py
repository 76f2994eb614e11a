"""One stated value of a reply to one answer: numbers with their units, class words with their synonyms."""

import math
import re
import unicodedata
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from core.records import Answer, Question

MAX_STATED_CHARACTERS = 200

SYNONYMS = {
    "right-angled": "right",
    "right-angle": "right",
    "rectangular": "right",
    "acute-angled": "acute",
    "obtuse-angled": "obtuse",
    "equiangular": "equilateral",
    "regular": "equilateral",
}
"""Other words for the classes; each use is noted on the answer."""

MISSPELLINGS = {
    "accute": "acute",
    "rigth": "right",
    "obtues": "obtuse",
    "isocele": "isosceles",
    "equalatral": "equilateral",
}
"""Misspellings that one wrong letter does not explain, or of words that are too short to guess at."""

SHORTEST_GUESSED = 6
"""Letters from which on a class is recognised with one wrong letter: light is as near to right as rigt is."""

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-")
_REMARK = re.compile(r"(?<=[\w*`])\s*\(([^()]*)\)$")
_EMPTYING_REMARK = re.compile(r"(?:not|no|non|false|wrong)\W*|or\b.*", re.DOTALL)
_NEGATION_BEFORE = r"(?:(?:not|no|never|neither|nor|isn['’]?t)\W*-\W*(?:an?-|the-)?|(?:non|anti|un|in)-?)"

_NUMBER = re.compile(
    r"""(?P<about>about|approximately|approx\.?|roughly|around|circa|ca\.?|[~≈=])?\s*
        (?P<number>[+-]?(?:\d+(?P<comma>,\d+)?(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,4})?)
        \s*(?P<unit>°|º|˚|deg\.?|degrees?|x|×|times)?\s*\.?""",
    re.IGNORECASE | re.VERBOSE | re.ASCII,
)
_FRACTION = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*/\s*(\d{1,9}(?:\.\d{1,9})?)\s*", re.ASCII)
_TYPE = re.compile(
    r"<.*>|\[[^\d].*\]|\.{2,}|…|one of\b.*|(?:an?\s+)?(?:number|float|double|integer|int|decimal|string|str|enum)\b.*",
    re.DOTALL,
)
_BETWEEN_OPTIONS = re.compile(r"(?:[^a-z]|or|one of|either)*")
_SCHEMA = re.compile(r'\{"(?:type|enum|const|anyof|oneof|description)":')
_NOT_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity|∞)", re.IGNORECASE)
_UNITS = {"angle": ("°", "º", "˚", "deg", "deg.", "degree", "degrees"), "ratio": ("x", "×", "times")}


@dataclass(frozen=True, slots=True)
class Stated:
    """A value as a reply states it.

    Attributes:
        text: as written.
        form: a bare number, quoted text, null, or something else (a list, an object, a truth value).
        is_cut: the reply ends inside the value.
        times: how often the key was given with different values.
    """

    text: str
    form: Literal["number", "text", "null", "other"]
    is_cut: bool = False
    times: int = 1

    def after(self, earlier: "Stated | None") -> "Stated":
        """This value, aware of an earlier one under the same key."""
        if earlier is None or earlier.text == self.text:
            return self
        return replace(self, times=earlier.times + 1)


def read_value(question: Question, stated: Stated, note: str | None = None) -> Answer:
    """The answer to a question that a stated value gives, `note` being what is known of the whole reply."""
    notes = [note] if note else []
    if stated.times > 1:
        notes.append(f"{question.key} is given {stated.times} times, the last counts")
    text = stated.text.strip()
    if stated.form == "null":
        answer = Answer(question.question_id, "missing", reason=f"{question.key} is null")
    elif stated.form == "other":
        answer = _unparsed(question, "it is not a single value")
    elif stated.is_cut:
        answer = _unparsed(question, "the reply ends inside it")
    elif len(text) > MAX_STATED_CHARACTERS:
        answer = _unparsed(question, f"it has {len(text)} characters")
    elif question.kind == "class":
        answer = _read_class(question, text, notes)
    else:
        answer = _read_number(question, stated, notes)
    return replace(answer, stated=stated.text[:MAX_STATED_CHARACTERS], note="; ".join(notes) or None)


def _unparsed(question: Question, why: str) -> Answer:
    return Answer(question.question_id, "unparsed", reason=f"{question.key} cannot be read: {why}")


def is_placeholder(question: Question, stated: Stated) -> bool:
    """Whether it names what belongs in the place of a value: a type, all the classes, something in angle brackets."""
    text = stated.text.strip().lower()
    if stated.form == "other":
        return _SCHEMA.match(text) is not None
    if stated.form == "null" or len(text) > MAX_STATED_CHARACTERS:
        return False
    rest = re.sub("|".join(question.options), "", text) if question.options else text
    lists_all = bool(question.options) and all(option in text for option in question.options)
    return _TYPE.fullmatch(text) is not None or (lists_all and _BETWEEN_OPTIONS.fullmatch(rest) is not None)


def decimals_of(stated: str) -> int | None:
    """Digits behind the decimal point of a number as stated; None for a fraction, which is exact, and for no number."""
    match = _NUMBER.fullmatch(_plain_digits(stated.strip()))
    if match is None:
        return None
    return max(0, -int(Decimal(match["number"].replace(",", ".")).as_tuple().exponent))


def _read_class(question: Question, text: str, notes: list[str]) -> Answer:
    if text in question.options:
        return Answer(question.question_id, "ok", text)
    word = _plain_letters(text).strip(" \t\n\"'`*_").rstrip(".!,;:")
    if (remark := _REMARK.search(word)) and not _EMPTYING_REMARK.fullmatch(remark[1].strip()):
        word = word[: remark.start()]
    word = re.sub(r"[\s_-]+", "-", word.rstrip(" \t\n\"'`*_"))
    word = re.sub(r"^(?:an?|the)-|-triangle$", "", word)
    value = SYNONYMS.get(word) or MISSPELLINGS.get(word) or _guessed(word, question.options)
    if value not in question.options:
        if re.search(rf"{_NEGATION_BEFORE}(?:{'|'.join(question.options)})", word):
            return _unparsed(question, "it says what the triangle is not")
        return _unparsed(question, f"it is none of {', '.join(question.options)}")
    notes.append(f"{text!r} read as {value}")
    return Answer(question.question_id, "ok", value)


def _plain_letters(text: str) -> str:
    """The text in lower case, with one form of each letter and dash, and without characters that nobody sees."""
    seen = "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")
    return seen.translate(_DASHES).lower()


def _plain_digits(text: str) -> str:
    """The text with ASCII digits and one form of dash; superscripts stay, since the 2 of x² is no digit of a number."""
    plain = "".join(map(_plain_digit, text))
    return plain.translate(_DASHES)


def _plain_digit(character: str) -> str:
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    if unicodedata.decomposition(character).startswith("<wide>"):
        return unicodedata.normalize("NFKC", character)
    return "" if unicodedata.category(character) == "Cf" else character


def _guessed(word: str, options: tuple[str, ...]) -> str | None:
    """The class that a word is, or misspells by one letter after the first."""
    if word in options:
        return word
    for option in options:
        if (
            len(option) >= SHORTEST_GUESSED
            and word.isalpha()
            and word[0] == option[0]
            and is_one_letter_off(word, option)
        ):
            return option
    return None


def is_one_letter_off(one: str, other: str) -> bool:
    """Whether one letter that is wrong, missing or too many is the only difference between two words."""
    place = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    one, other = one[place:], other[place:]
    return one[1:] == other[1:] or one == other[1:] or one[1:] == other


def _read_number(question: Question, stated: Stated, notes: list[str]) -> Answer:
    text = _plain_digits(stated.text.strip())
    if text != stated.text.strip():
        notes.append(f"{stated.text.strip()!r} read as {text}")
    elif stated.form == "text":
        notes.append("number in quotes")
    if _NOT_FINITE.fullmatch(text):
        return Answer(question.question_id, "invalid", reason=f"{question.key} is not a finite number")
    if (fraction := _FRACTION.fullmatch(text)) and float(fraction[2]) > 0:
        notes.append(f"fraction {text} worked out")
        return _checked(question, float(fraction[1]) / float(fraction[2]))
    match = _NUMBER.fullmatch(text)
    if match is None:
        return _unparsed(question, "it is not a number")
    if match["about"]:
        notes.append(f"{match['about']} dropped")
    if match["unit"]:
        if match["unit"].lower() not in _UNITS[question.kind]:
            return _unparsed(question, f"the unit {match['unit']} does not fit")
        notes.append(f"unit {match['unit']} dropped")
    number = match["number"]
    if match["comma"]:
        if len(match["comma"]) == 4 or "." in number:
            return _unparsed(question, "its comma may separate thousands or decimals")
        notes.append("decimal comma")
        number = number.replace(",", ".")
    return _checked(question, float(number))


def _checked(question: Question, value: float) -> Answer:
    if not math.isfinite(value):
        return Answer(question.question_id, "invalid", reason=f"{question.key} is not a finite number")
    if question.admits(value):
        return Answer(question.question_id, "ok", value)
    limits = f"{'above' if question.low_is_open else 'at least'} {question.low:g}"
    if question.high is not None:
        limits += f" and at most {question.high:g}"
    reason = f"{question.key} = {value:g}: no triangle has it; it must be {limits}"
    return Answer(question.question_id, "invalid", value, reason=reason)
