"""Conversion of one stated value to one answer: numbers with their units, class words with their synonyms."""

import math
import re
from dataclasses import dataclass, replace
from typing import Literal

from core.parsing.class_words import has_negated_class, parse_class
from core.parsing.numbers import UnreadableNumberError, parse_number, to_plain_digits
from core.records import Answer, Question

MAX_STATED_CHARACTERS = 200

_TYPE = re.compile(
    r"<.*>|\[[^\d].*\]|\.{2,}|…|one of\b.*|(?:an?\s+)?(?:number|float|double|integer|int|decimal|string|str|enum)\b.*",
    re.DOTALL,
)
_BETWEEN_OPTIONS = re.compile(r"(?:[^a-z]|or|one of|either)*")
_SCHEMA = re.compile(r'\{"(?:type|enum|const|anyof|oneof|description)":')


@dataclass(frozen=True, slots=True)
class StatedValue:
    """A value as a reply states it.

    Attributes:
        text: as written.
        form: a bare number, quoted text, null, or something else (a list, an object, a truth value).
        is_cut: whether the reply ends inside the value.
        times: how often the key was given with different values.
        start, stop: span of key and value in the text; for a member of valid JSON, that of its object.
        key: for a member of valid JSON, its key as written; empty if `start` and `stop` are exact.
        ends_text: whether the text ends with it, so that its last digits may be missing from a reply that was cut.
    """

    text: str
    form: Literal["number", "text", "null", "other"]
    is_cut: bool = False
    times: int = 1
    start: int = 0
    stop: int = 0
    key: str = ""
    ends_text: bool = False

    def merge_earlier(self, earlier: "StatedValue | None") -> "StatedValue":
        """Return this value, counting an earlier different one under the same key."""
        if earlier is None or earlier.text == self.text:
            return self
        return replace(self, times=earlier.times + 1)


_NEXT_NUMBER = re.compile(r"(?<=[^\s,(])\s{1,8}[1-6]\.\Z")
"""The number of the next item, if a list has all its items on one line: "1. side_type: scalene 2. angle_type: ..."."""


def parse_value(question: Question, stated: StatedValue, note: str | None = None) -> Answer:
    """Parse a stated value into the answer to a question; `note` concerns the whole reply."""
    notes = [note] if note else []
    if stated.times > 1:
        notes.append(f"{question.key} is given {stated.times} times, the last counts")
    text = _NEXT_NUMBER.sub("", stated.text.strip())
    if stated.form == "null":
        answer = Answer(question.question_id, "missing", reason=f"{question.key} is null")
    elif stated.form == "other":
        answer = _make_unparsed_answer(question, "it is not a single value")
    elif stated.is_cut:
        answer = _make_unparsed_answer(question, "the reply ends inside it")
    elif len(text) > MAX_STATED_CHARACTERS:
        answer = _make_unparsed_answer(question, f"it has {len(text)} characters")
    elif question.kind == "class":
        answer = _read_class(question, text, notes)
    else:
        answer = _read_number(question, stated, notes)
    return replace(
        answer, stated=stated.text[:MAX_STATED_CHARACTERS], note="; ".join(notes) or None, ends_reply=stated.ends_text
    )


def _make_unparsed_answer(question: Question, why: str) -> Answer:
    return Answer(question.question_id, "unparsed", reason=f"{question.key} cannot be read: {why}")


def is_placeholder(question: Question, stated: StatedValue) -> bool:
    """Return whether it is a placeholder: a type, all the classes, or an expression in angle brackets."""
    text = stated.text.strip().lower()
    if stated.form == "other":
        return _SCHEMA.match(text) is not None
    if stated.form == "null" or len(text) > MAX_STATED_CHARACTERS:
        return False
    rest = re.sub("|".join(question.options), "", text) if question.options else text
    lists_all = bool(question.options) and all(option in text for option in question.options)
    return _TYPE.fullmatch(text) is not None or (lists_all and _BETWEEN_OPTIONS.fullmatch(rest) is not None)


def _read_class(question: Question, text: str, notes: list[str]) -> Answer:
    if text in question.options:
        return Answer(question.question_id, "ok", text)
    value = parse_class(text, question.options)
    if value is None:
        if has_negated_class(text, question.options):
            return _make_unparsed_answer(question, "it states what the triangle is not")
        return _make_unparsed_answer(question, f"it is not one of {', '.join(question.options)}")
    notes.append(f"{text!r} read as {value}")
    return Answer(question.question_id, "ok", value)


def _read_number(question: Question, stated: StatedValue, notes: list[str]) -> Answer:
    raw = _NEXT_NUMBER.sub("", stated.text.strip())
    text = to_plain_digits(raw)
    if text != raw:
        notes.append(f"{raw!r} read as {text}")
    elif stated.form == "text":
        notes.append("number in quotes")
    try:
        value = parse_number(text, "angle" if question.kind == "angle" else "ratio", notes)
    except UnreadableNumberError as error:
        return _make_unparsed_answer(question, str(error))
    return _check_range(question, value)


def _check_range(question: Question, value: float) -> Answer:
    if not math.isfinite(value):
        return Answer(question.question_id, "invalid", reason=f"{question.key} is not a finite number")
    if question.is_valid_value(value):
        return Answer(question.question_id, "ok", value)
    limits = f"{'above' if question.low_is_open else 'at least'} {question.low:g}"
    if question.high is not None:
        limits += f" and at most {question.high:g}"
    reason = f"{question.key} = {value:g}: no triangle has this value; it must be {limits}"
    return Answer(question.question_id, "invalid", value, reason=reason)
