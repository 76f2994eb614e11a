"""One stated value of a reply to one answer: numbers with their units, class words with their synonyms."""

import difflib
import math
import re
from dataclasses import dataclass, replace
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
"""Other words for the classes; each use is noted on the answer. Misspellings are found by similarity."""

MISSPELLING_LIKENESS = 0.8
"""Smallest `difflib` ratio that counts as a misspelling: isoceles (0.94), scalane (0.86); scale (0.83)."""

_NUMBER = re.compile(
    r"""(?:about|approximately|approx\.?|roughly|circa|ca\.?|[~≈=])?\s*
        (?P<number>[+-]?(?:\d+(?P<comma>,\d+)?(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,4})?)
        \s*(?P<unit>°|º|˚|deg\.?|degrees?|x|×|times)?\s*\.?""",
    re.IGNORECASE | re.VERBOSE,
)
_FRACTION = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*/\s*(\d{1,9}(?:\.\d{1,9})?)\s*")
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
        answer = _read_number(question, text, notes)
    return replace(answer, stated=stated.text[:MAX_STATED_CHARACTERS], note="; ".join(notes) or None)


def _unparsed(question: Question, why: str) -> Answer:
    return Answer(question.question_id, "unparsed", reason=f"{question.key} cannot be read: {why}")


def _read_class(question: Question, text: str, notes: list[str]) -> Answer:
    if text in question.options:
        return Answer(question.question_id, "ok", text)
    word = re.sub(r"\(.*?\)", " ", text.lower())
    word = re.sub(r"[\s_-]+", "-", word.strip(" \t\n.!\"'`*"))
    word = re.sub(r"^(?:an?|the)-|-triangle$", "", word)
    value = word if word in question.options else SYNONYMS.get(word)
    if value is None and "-" not in word:  # likeness is for one word; "not isosceles" is like isosceles too
        close = difflib.get_close_matches(word, question.options, n=1, cutoff=MISSPELLING_LIKENESS)
        value = close[0] if close else None
    if value not in question.options:
        return _unparsed(question, f"it is none of {', '.join(question.options)}")
    notes.append(f"{text!r} read as {value}")
    return Answer(question.question_id, "ok", value)


def _read_number(question: Question, text: str, notes: list[str]) -> Answer:
    text = text.replace("−", "-")
    if _NOT_FINITE.fullmatch(text):
        return Answer(question.question_id, "invalid", reason=f"{question.key} is not a finite number")
    if (fraction := _FRACTION.fullmatch(text)) and float(fraction[2]) > 0:
        notes.append(f"fraction {text.strip()} worked out")
        return _checked(question, float(fraction[1]) / float(fraction[2]))
    match = _NUMBER.fullmatch(text)
    if match is None:
        return _unparsed(question, "it is not a number")
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
