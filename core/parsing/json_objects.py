"""The six answers in valid JSON: members of objects, lists of questions with their answers, lists in order."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from core.parsing.key_labels import find_question_by_key, find_question_by_short_key
from core.parsing.values import StatedValue, is_placeholder, parse_value
from core.parsing.word_lists import load_words
from core.records import TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS

Values = dict[str, StatedValue]
"""Stated values by question id."""

MIN_SHORT_KEYS = 3
"""Minimum number of keys of one object that name a question for short keys such as "range" to count."""

_NEVER = re.compile(
    r"confiden|certain|probab|uncertain|error|std|toleranc|sigma|varian|explan|reason|rational|justif|comment|method"
    r"|draft|uncorrect|unrectif|naive|compar|example|schema|format|unit|lower|upper|bound|without|scratch|think|thought"
)
_ASIDE = re.compile(r"flat|2d|image|picture|photo|pixel|apparent|raw|note|other|previous|initial|first|alternativ")
_ANSWER = re.compile(r"answer|final|result|respons|output|solution|correct|3d|actual|world|arguments|table")
_VALUE_KEYS = ("answer", "value", "result", "final", "estimate")
_QUESTION_KEYS = load_words("question_keys")


@dataclass(frozen=True, slots=True)
class JsonAnswers:
    """The statements of one JSON value: the answers that count, and all objects beside them with one of the keys."""

    values: Values
    others: tuple[Values, ...] = ()


class _Number(str):
    """A JSON number as the reply wrote it, not yet rounded to a float."""


DECODER = json.JSONDecoder(
    object_pairs_hook=tuple, parse_float=_Number, parse_int=_Number, parse_constant=_Number, strict=False
)
"""Decoder that reads objects as tuples of their members, so that a repeated key is visible."""


def collect_answers(value: object) -> JsonAnswers | None:
    """Collect the values of the outermost objects with one of the six keys; None if there are none.

    Of several at the same depth those under a key such as "answer" or "final" take precedence, and the last counts;
    objects under a key such as "confidence" or "draft" never count.
    """
    level: list[tuple[int, object]] = [(1, value)]
    while level:
        found = [(rank, values) for rank, item in level if (values := _extract_values(item))]
        if found:
            best = max(rank for rank, _ in found)
            if best >= 0 and (merged := _merge_disjoint([values for rank, values in found if rank == best])):
                return JsonAnswers(merged, tuple(values for rank, values in found if rank != best))
            chosen = max(index for index, (rank, _) in enumerate(found) if rank == best)
            others = tuple(values for index, (_, values) in enumerate(found) if index != chosen)
            return JsonAnswers(found[chosen][1] if best >= 0 else {}, others)
        level = [inner for rank, item in level for inner in _list_inner_items(rank, item)]
    return None


def _merge_disjoint(parts: list[Values]) -> Values:
    """Return all values of objects that share no key; empty if two share a key or there is only one object."""
    merged: Values = {}
    for part in parts:
        merged |= part
    return merged if len(parts) > 1 and len(merged) == sum(map(len, parts)) else {}


def _list_inner_items(rank: int, item: object) -> list[tuple[int, object]]:
    if isinstance(item, tuple):
        return [(min(rank, own) if own < 1 else max(rank, own) if rank >= 0 else rank, value)
                for key, value in item for own in (_rank_key(str(key)),)]  # fmt: skip
    return [(rank, value) for value in item] if isinstance(item, list) else []


def _rank_key(key: str) -> int:
    """Return 2 for an answer, 1 for a neutral key, 0 for a key that counts only alone, -1 for one that never counts."""
    bare = re.sub(r"[^a-z0-9]", "", key[:80].lower())
    if _NEVER.search(bare):
        return -1
    if _ANSWER.search(bare):
        return 2
    return 0 if _ASIDE.search(bare) else 1


def _extract_values(item: object) -> Values:
    if isinstance(item, tuple):
        return _collect_members(item) or _extract_single_answer(item)
    if isinstance(item, list):
        return _extract_question_list(item) or _extract_ordered_list(item)
    return {}


def _collect_members(members: Iterable[tuple[str, object]]) -> Values:
    """Return the members whose key is one of the six, by question id; for a repeated key the last one."""
    values: Values = {}
    short: Values = {}
    for key, value in members:
        if question := find_question_by_key(key):
            stated = to_stated(value, key)
            values[question.question_id] = stated.merge_earlier(values.get(question.question_id))
        elif question := find_question_by_short_key(key):
            short[question.question_id] = to_stated(value, key)
    together = short | values
    return together if len(together) >= MIN_SHORT_KEYS and _are_answers(short) else values


def _are_answers(short: Values) -> bool:
    """Return whether values under short keys fit their questions: `{"1": "scalene"}`, not `{"1": "measure AB"}`."""
    return all(parse_value(TRIANGLE_QUESTION_BY_ID[q], stated).status != "unparsed" for q, stated in short.items())


def _extract_single_answer(members: tuple[tuple[str, object], ...]) -> Values:
    """Return the answer of `{"question": "Q3", "answer": 1.25}`."""
    by_key = {re.sub(r"[^a-z0-9]", "", str(key)[:40].lower()): (key, value) for key, value in members if key}
    named = next((by_key[key] for key in _QUESTION_KEYS if key in by_key), None)
    valued = next((by_key[key] for key in (*_VALUE_KEYS, "a") if key in by_key), None)
    if named is None or valued is None:
        return {}
    question = find_question_by_short_key(named[1]) if isinstance(named[1], str) else None
    return {question.question_id: to_stated(valued[1], valued[0])} if question else {}


def _extract_question_list(items: list[object]) -> Values:
    values: Values = {}
    for item in items:
        if not isinstance(item, tuple) or _collect_members(item):
            return {}
        values |= _extract_single_answer(item)
    return values


def _extract_ordered_list(items: list[object]) -> Values:
    """Return six values in the order of the questions if each fits its question."""
    if len(items) != len(TRIANGLE_QUESTIONS) or any(isinstance(item, tuple | list) for item in items):
        return {}
    values = {q.question_id: to_stated(item, "") for q, item in zip(TRIANGLE_QUESTIONS, items, strict=True)}
    fits = all(parse_value(q, values[q.question_id]).status == "ok" for q in TRIANGLE_QUESTIONS)
    return values if fits else {}


def to_stated(value: object, key: str) -> StatedValue:
    """Convert a JSON value to a stated value; a list of one and an object with one answer are that answer."""
    if isinstance(value, list) and len(value) == 1:
        return replace(to_stated(value[0], key), key=key)
    if isinstance(value, tuple):
        named = {str(name).lower(): inner for name, inner in value}
        if (
            len(value) == 1
            and isinstance(value[0][1], str)
            and find_question_by_key(value[0][0]) == find_question_by_key(key)
        ):
            return to_stated(value[0][1], key)
        inner = [named[name] for name in _VALUE_KEYS if isinstance(named.get(name), str)]
        if len(inner) == 1:
            unit = named.get("unit") or named.get("units")
            has_unit = isinstance(unit, str) and isinstance(inner[0], _Number)
            return StatedValue(f"{inner[0]} {unit}" if has_unit else str(inner[0]), "text", key=key)
    if value is None:
        return StatedValue("null", "null", key=key)
    if isinstance(value, _Number):
        return StatedValue(str(value), "number", key=key)
    if isinstance(value, str):
        return StatedValue(value, "text", key=key)
    whole = dict(value) if isinstance(value, tuple) else value
    return StatedValue(json.dumps(whole, default=str)[:200], "other", key=key)


def is_form(values: Values) -> bool:
    """Return whether an object repeats the form of the answer instead of giving one: two placeholders or no others."""
    placeholders = sum(is_placeholder(TRIANGLE_QUESTION_BY_ID[q], stated) for q, stated in values.items())
    return placeholders > 1 or 0 < placeholders == len(values)
