"""Six answers out of a model's raw reply, each with its value or the reason why not.

A reply that is JSON is read as JSON. Where that leaves keys unread, the text is searched for the six keys, so that
trailing commas, single quotes, a missing brace or plain `key: value` lines cost nothing. What was read generously
stands in the answer's note. `docs/reading.md` says why each rule is as it is.
"""

import json
import re
from dataclasses import dataclass

from core.records import QUESTIONS, Answer, Question
from core.scoring.values import Stated, read_value

MAX_OBJECTS_TRIED = 64
"""JSON objects tried from the end of a reply; keeps hostile replies cheap, the search by key reads the rest."""

_KEY_TO_QUESTION_ID = {re.sub(r"[^a-z0-9]", "", q.key): q.question_id for q in QUESTIONS} | {
    q.question_id.lower(): q.question_id for q in QUESTIONS
}

_OBJECT_START = re.compile(r'\{\s*"')

_KEYS = "|".join(q.key.replace("_", r"[_\s-]?") for q in QUESTIONS) + "|q[1-6]"
_PAIR = re.compile(
    rf"""(?<![A-Za-z0-9_])(?P<key>{_KEYS})
         ["'”’`*]{{0,3}} \s{{0,8}} [:=] \s{{0,8}} \**
         (?: "(?P<double>[^"\n]{{0,400}})" | '(?P<single>[^'\n]{{0,400}})' | “(?P<curly>[^”\n]{{0,400}})”
           | (?P<bare>[^\s,;{{}}"'“][^,;{{}}\n]{{0,400}}(?:(?<=\d),\d[^,;{{}}\n]{{0,40}})?)(?P<end>[,;}}\n])? )""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class _Found:
    """What one pass over the reply found: each question's value as stated, and a note for all of them."""

    values: dict[str, Stated]
    note: str | None = None


def read_reply(raw: str | None) -> dict[str, Answer]:
    """The six answers of a reply by question id, in order Q1 to Q6. Never raises, whatever the text.

    Statuses: `ok`; `missing`, the reply does not state the answer; `unparsed`, it does, but not as a value that can be
    read; `invalid`, it states a value that no triangle can have (the value is kept).
    """
    if raw is None or not raw.strip():
        return {q.question_id: Answer(q.question_id, "missing", reason="the reply is empty") for q in QUESTIONS}
    found = _read_objects(raw)
    if len(found.values) < len(QUESTIONS):
        searched = _search_pairs(raw)
        if len(searched.values) > len(found.values):
            found = searched
    return {q.question_id: _answer(q, found) for q in QUESTIONS}


def _answer(question: Question, found: _Found) -> Answer:
    stated = found.values.get(question.question_id)
    if stated is None:
        reason = f"the reply has no {question.key}" if found.values else "the reply states none of the six answers"
        return Answer(question.question_id, "missing", reason=reason)
    return read_value(question, stated, found.note)


class _Number(str):
    """A JSON number as the reply wrote it, not yet rounded to a float."""


def _read_objects(raw: str) -> _Found:
    """Reads the JSON object that states most of the six keys; among equals the last, where models put their result."""
    objects: list[list[tuple[str, object]]] = []

    def keep(pairs: list[tuple[str, object]]) -> list[tuple[str, object]]:
        objects.append(pairs)
        return pairs

    decoder = json.JSONDecoder(
        object_pairs_hook=keep, parse_float=_Number, parse_int=_Number, parse_constant=_Number, strict=False
    )
    end = 0
    for start in [match.start() for match in _OBJECT_START.finditer(raw)][-MAX_OBJECTS_TRIED:]:
        if start < end:
            continue
        before = len(objects)
        try:
            _, end = decoder.raw_decode(raw, start)
        except (ValueError, RecursionError):
            del objects[before:]
    candidates = [values for values in map(_known, objects) if values]
    if not candidates:
        return _Found({})
    best = max(reversed(candidates), key=len)
    differing = [values for values in candidates if _texts(values) != _texts(best)]
    note = f"{len(differing) + 1} different objects in the reply, the last with most keys counts" if differing else None
    return _Found(best, note)


def _texts(values: dict[str, Stated]) -> dict[str, str]:
    return {question_id: stated.text for question_id, stated in values.items()}


def _known(pairs: list[tuple[str, object]]) -> dict[str, Stated]:
    """The pairs whose key is one of the six, by question id; of a key given twice the last."""
    values: dict[str, Stated] = {}
    for key, value in pairs:
        question_id = _KEY_TO_QUESTION_ID.get(re.sub(r"[^a-z0-9]", "", key[:80].lower()))
        if question_id is not None:
            values[question_id] = _stated(value).after(values.get(question_id))
    return values


def _stated(value: object) -> Stated:
    if value is None:
        return Stated("null", "null")
    if isinstance(value, _Number):
        return Stated(str(value), "number")
    if isinstance(value, str):
        return Stated(value, "text")
    return Stated(json.dumps(value, default=str)[:200], "other")


def _search_pairs(raw: str) -> _Found:
    """Reads `key: value` pairs anywhere in the text; of a key given twice the last counts."""
    values: dict[str, Stated] = {}
    for match in _PAIR.finditer(raw.replace('\\"', '"')):
        question_id = _KEY_TO_QUESTION_ID[re.sub(r"[^a-z0-9]", "", match["key"].lower())]
        quoted = next((match[name] for name in ("double", "single", "curly") if match[name] is not None), None)
        if quoted is not None:
            stated = Stated(quoted, "text")
        elif match["bare"].strip().lower() in ("null", "none"):
            stated = Stated(match["bare"].strip(), "null")
        else:
            stated = Stated(match["bare"].strip(" \t\r*`"), "number", is_cut=match["end"] is None)
        values[question_id] = stated.after(values.get(question_id))
    return _Found(values, "not valid JSON, searched by key" if values else None)
