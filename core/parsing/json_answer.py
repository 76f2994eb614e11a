"""The value of an answer key in JSON that a reply contains, complete or surrounded by text.

A key is recognised in any case and with underscores or spaces: `final_answer`, `finalAnswer`, `Final Answer`. Keys of
reasoning, confidence and the like are never read.
"""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.parsing.word_lists import load_words

MAX_OBJECTS_TRIED = 64
"""Maximum number of objects tried, from the end of the reply; keeps hostile replies cheap."""

MAX_PYTHON_LITERAL_CHARACTERS = 20_000

ANSWER_KEYS = load_words("answer_keys")
"""Normalised keys whose value is the answer, the most explicit first."""

_NESTED_KEYS = ("letter", "option", "label", "id", "value", "text", "name", *ANSWER_KEYS)
"""Keys of an object that is itself the value of an answer key."""

_JUDGEMENT_KEYS = ("correct", "iscorrect", "right", "isright", "valid", "isvalid", "isanswer", "selected", "isselected")
"""Keys whose truth value judges the answer beside them: `{"option": "A", "correct": false}`."""

_TRUTH_VALUES = {"true": True, "yes": True, "false": False, "no": False}

PROBABILITY_KEYS = ("probability", "prob", "p", "confidence", "likelihood", "score")

_NOT_KEY_CHARACTER = re.compile(r"[^a-z0-9]+")
_OBJECT_BEGIN = re.compile(r"\{\s{0,200}[\"']")

_TEXT_VALUE = re.compile(
    r"[{,]\s{0,200}\"(?P<key>[^\"\n]{1,60})\"\s{0,20}:\s{0,20}\"(?P<value>(?:[^\"\\]|\\.)*+)(?P<closed>\")?", re.DOTALL
)

JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True)
class JsonAnswer:
    """The value of an answer key.

    Attributes:
        value: the text of a string or number; the texts of a list. Empty for null or an empty list.
        key: as the reply has it.
        start, stop: span of the value in the searched text; of the whole object if the value cannot be located.
        object_start, object_stop: span of the object.
        is_right: the truth value that judges the answer; None without one.
    """

    value: tuple[str, ...]
    key: str
    start: int
    stop: int
    object_start: int
    object_stop: int
    is_right: bool | None = None


def normalize_key(key: str) -> str:
    """Return a key in lower case, with letters and digits only."""
    return _NOT_KEY_CHARACTER.sub("", key.lower())


def find_json_answer(text: str, keys: tuple[str, ...] = ANSWER_KEYS) -> JsonAnswer | None:
    """Return the answer in the last JSON object with an answer key; None if there is none.

    If several objects differ and carry a probability, the most probable one counts. An answer that its object calls
    wrong counts only if the reply has no other one; if objects call several answers right, the value has all of them.
    """
    answers = [
        (found, _read_probability(content))
        for content, start, stop in iterate_objects(text)
        if (found := _find_in_object(content, keys, text, start, stop)) is not None
    ]
    if not answers:
        return None
    judged = [found for found, _ in answers if found.is_right is not None]
    answers = [answer for answer in answers if answer[0].is_right is not False] or answers
    last = answers[-1][0]
    if last.is_right is not None:
        value = tuple(text for found in judged if found.is_right for text in found.value)
        return replace(last, value=value, object_start=judged[0].object_start, object_stop=judged[-1].object_stop)
    rated = [(probability, found) for found, probability in answers if probability is not None]
    if len(rated) == len(answers) > 1:
        return max(rated, key=lambda pair: pair[0])[1]
    return last


def find_cut_value(text: str) -> int | None:
    """Return the start of the text of a key other than the answer if the reply ends inside that text; else None."""
    last = [None, *_TEXT_VALUE.finditer(text)][-1]
    if last is None or last["closed"] or normalize_key(last["key"]) in ANSWER_KEYS:
        return None
    return last.start("value")


def iterate_objects(text: str) -> Iterator[tuple[JsonObject, int, int]]:
    """Yield the outermost objects with their spans, in order."""
    decoder = json.JSONDecoder(strict=False)
    begins = [match.start() for match in _OBJECT_BEGIN.finditer(text)][-MAX_OBJECTS_TRIED:]
    stop = 0
    for start in begins:
        if start < stop:
            continue
        try:
            content, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            content, end = _read_python_literal(text, start)
            if content is None and start == begins[-1]:
                content, end = _read_unclosed(text, start)
        if isinstance(content, dict):
            stop = end
            yield content, start, end


def _read_python_literal(text: str, start: int) -> tuple[object, int]:
    """Parse an object in Python syntax, with single quotes; None if it is not one."""
    window = text[start : start + MAX_PYTHON_LITERAL_CHARACTERS]
    end = window.find("}")
    if end < 0:
        return None, start
    try:
        return ast.literal_eval(window[: end + 1]), start + end + 1
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None, start


def _read_unclosed(text: str, start: int) -> tuple[object, int]:
    """Parse an object that lacks only its closing brace at the end of the text; None if a value may be incomplete."""
    stripped = text[start:].rstrip()
    if not stripped.endswith(('"', "]", "}")):
        return None, start
    try:
        return json.loads(f"{stripped}}}", strict=False), len(text)
    except (ValueError, RecursionError):
        return None, start


def _find_in_object(content: JsonObject, keys: tuple[str, ...], text: str, start: int, stop: int) -> JsonAnswer | None:
    by_key = {normalize_key(str(key)): (str(key), value) for key, value in content.items()}
    judgements = {
        key: is_right for key in _JUDGEMENT_KEYS if (is_right := _read_truth_value(by_key.get(key))) is not None
    }
    if any(key in keys and key not in judgements for key in by_key):
        by_key = {key: pair for key, pair in by_key.items() if key not in judgements}
    else:
        judgements = {}
    is_right = all(judgements.values()) if judgements else None
    for wanted in keys:
        if wanted in by_key:
            key, value = by_key[wanted]
            texts = _flatten(value)
            if texts is not None:
                return JsonAnswer(texts, key, *_locate(text, key, texts, start, stop), start, stop, is_right)
    for value in content.values():
        if isinstance(value, dict) and (nested := _find_in_object(value, keys, text, start, stop)):
            return nested
    return None


def _read_truth_value(member: tuple[str, object] | None) -> bool | None:
    """Return the value of a member that is true or false, also as a word; None for any other."""
    value = member[1] if member else None
    return value if isinstance(value, bool) else _TRUTH_VALUES.get(value.lower()) if isinstance(value, str) else None


def _flatten(value: object) -> tuple[str, ...] | None:
    """Return the texts of a value; None if it is not an answer, such as an object without a known key."""
    match value:
        case None:
            return ()
        case bool():
            return (str(value),)
        case str() | int() | float():
            return (str(value),)
        case list() | tuple():
            parts = [_flatten(part) for part in value]
            return tuple(text for part in parts if part for text in part)
        case dict():
            by_key = {normalize_key(str(key)): part for key, part in value.items()}
            return next((_flatten(by_key[key]) for key in _NESTED_KEYS if key in by_key), None)
    return None


def _read_probability(content: JsonObject) -> float | None:
    for key, value in content.items():
        if normalize_key(str(key)) in PROBABILITY_KEYS and isinstance(value, int | float):
            return float(value)
    return None


def _locate(text: str, key: str, texts: tuple[str, ...], start: int, stop: int) -> tuple[int, int]:
    """Return the span of the value's first text after its key; of the whole object if it is escaped or missing."""
    after_key = text.find(key, start, stop)
    if after_key < 0 or not texts:
        return start, stop
    place = text.find(texts[0], after_key + len(key), stop)
    return (place, place + len(texts[0])) if place >= 0 and texts[0] else (start, stop)
