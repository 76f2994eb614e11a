"""Six answers out of a model's raw reply, each with its value or the reason why not.

The answer of a reply is its last object that states one of the six keys, complete or cut. What is JSON is read as JSON;
all else is searched for the six keys, so that trailing commas, single quotes, a missing brace or plain `key: value`
lines cost nothing. What was read generously stands in the answer's note. `docs/reading.md` says why each rule is as it
is.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.parsing.key_value_pairs import KEYS, QUOTES, Pair, pairs_in, question_of_key
from core.parsing.reasoning import ENDS_INSIDE_REASONING, REASONING_REMOVED_NOTE, extract_final_text
from core.parsing.values import Stated, is_placeholder, read_value
from core.records import TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS, Answer, Question

MAX_OBJECTS_TRIED = 64
"""JSON objects tried from the end of a reply; keeps hostile replies cheap, the search by key reads the rest."""

SEARCHED = "not valid JSON, searched by key"

_OBJECT_BEGINS = re.compile(
    rf"""\{{\s{{0,200}}(?://[^\n]{{0,200}}\n\s{{0,200}})? (?:\\?[{QUOTES}]|(?:{KEYS})\b)  # with its first key
         | (?<![\w\\^_}}])\{{\s{{0,200}}\Z                                                # cut before it""",
    re.IGNORECASE | re.VERBOSE,
)

Values = dict[str, Stated]
"""What is stated, by question id."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What one pass over the reply found: each question's value as stated, and a note for all of them.

    Attributes:
        why_missing: what is said of an answer that is not there; None for the usual words.
    """

    values: Values
    notes: tuple[str, ...] = ()
    why_missing: str | None = None


@dataclass(frozen=True, slots=True)
class _Object:
    """An object in the reply, valid JSON or not, from its brace to `end`.

    Attributes:
        beside: what objects that are nested at the same depth state.
        is_json: whether it is valid JSON.
        is_cut: whether the reply ends inside it.
    """

    begin: int
    end: int
    values: Values
    beside: tuple[Values, ...] = ()
    is_json: bool = True
    is_cut: bool = False

    @property
    def is_form(self) -> bool:
        """Whether it repeats the form of the answer instead of giving one: placeholders twice, or nothing else."""
        placeholders = sum(is_placeholder(TRIANGLE_QUESTION_BY_ID[q], stated) for q, stated in self.values.items())
        return placeholders > 1 or 0 < placeholders == len(self.values)


def read_reply(raw: str | None) -> dict[str, Answer]:
    """The six answers of a reply by question id, in order Q1 to Q6. Never raises, whatever the text.

    Statuses: `ok`; `missing`, the reply does not state the answer; `unparsed`, it does, but not as a value that can be
    read; `invalid`, it states a value that no triangle can have (the value is kept).
    """
    if raw is None or not raw.strip():
        return {
            q.question_id: Answer(q.question_id, "missing", reason="the reply is empty") for q in TRIANGLE_QUESTIONS
        }
    found = _found_behind_thinking(raw)
    return {q.question_id: _answer(q, found) for q in TRIANGLE_QUESTIONS}


def _answer(question: Question, found: _Found) -> Answer:
    stated = found.values.get(question.question_id)
    if stated is None:
        usual = f"the reply has no {question.key}" if found.values else "the reply states none of the six answers"
        return Answer(question.question_id, "missing", reason=found.why_missing or usual)
    return read_value(question, stated, "; ".join(found.notes) or None)


def _found_behind_thinking(raw: str) -> _Found:
    """What the reply states behind the last end of its thinking, and before thinking that has no end."""
    said = extract_final_text(raw)
    found = _found_in(said.text)
    if said.is_unfinished and not found.values:
        return _Found({}, why_missing=ENDS_INSIDE_REASONING)
    if said.has_reasoning:
        return _Found(found.values, (*found.notes, REASONING_REMOVED_NOTE), found.why_missing)
    return found


def _found_in(text: str) -> _Found:
    """What the last object that is no form states, and pairs behind it; without an object, what all pairs state."""
    pairs = pairs_in(text)
    objects = _objects(text, pairs)
    ends = [*(each.begin for each in objects), len(text)][1:]
    answering = [each for each in objects if not each.is_form]
    form_notes = ("a repeated form of the answer is left out",) if len(answering) < len(objects) else ()
    for each, end in zip(reversed(objects), reversed(ends), strict=True):
        values = {} if each.is_form else dict(each.values)
        later = _later(values, _between(pairs, each.end, end))
        if values or later or (each.is_cut and not each.is_form):
            return _Found(
                values | later,
                (
                    *_object_notes(each, answering),
                    *(["searched by key behind the object"] if later else []),
                    *form_notes,
                ),
                "the reply ends inside its last object" if each.is_cut else _why_not_in(answering),
            )
    before = _latest(_between(pairs, 0, objects[0].begin if objects else len(text)))
    if form_notes and not before:
        return _Found({}, why_missing="the reply only repeats the form of the answer")
    return _Found(before, (SEARCHED, *form_notes))


def _objects(text: str, pairs: Sequence[Pair]) -> list[_Object]:
    """The objects that state one of the six keys, in order, and one that the text ends inside; none inside another."""
    begins = [match.start() for match in _OBJECT_BEGINS.finditer(text)][-MAX_OBJECTS_TRIED:]
    objects = []
    end = 0
    for begin, following in pairwise([*begins, len(text)]):
        if begin < end:
            continue
        try:
            value, end = _DECODER.raw_decode(text, begin)
            stated = _outermost(value)
        except (ValueError, RecursionError):
            objects.append(_broken_object(text, pairs, begin, following))
        else:
            objects += [_Object(begin, end, stated[-1], tuple(stated[:-1]))] if stated else []
    return [each for each in objects if each.values or each.is_cut]


def _broken_object(text: str, pairs: Sequence[Pair], begin: int, following: int) -> _Object:
    """An object that is not JSON: it ends with its first brace, or where the next one begins."""
    brace = text.find("}", begin, following)
    end = following if brace < 0 else brace + 1
    is_cut = brace < 0 and following == len(text)
    return _Object(begin, end, _latest(_between(pairs, begin, end)), is_json=False, is_cut=is_cut)


def _outermost(value: object) -> list[Values]:
    """What the objects state that are least deep in a JSON value among those with one of the six keys."""
    level = [value]
    while level:
        found = [values for each in level if isinstance(each, tuple) and (values := _known(each))]
        if found:
            return found
        level = [
            inner
            for each in level
            if isinstance(each, tuple | list)
            for inner in (each if isinstance(each, list) else [value for _, value in each])
        ]
    return []


def _known(members: Iterable[tuple[str, object]]) -> Values:
    """The members whose key is one of the six, by question id; of a key given twice the last."""
    values: Values = {}
    for key, value in members:
        if question := question_of_key(key):
            values[question.question_id] = _stated(value).after(values.get(question.question_id))
    return values


class _Number(str):
    """A JSON number as the reply wrote it, not yet rounded to a float."""


_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple, parse_float=_Number, parse_int=_Number, parse_constant=_Number, strict=False
)
"""Reads objects as tuples of their members, so that a key given twice is seen."""


def _stated(value: object) -> Stated:
    if value is None:
        return Stated("null", "null")
    if isinstance(value, _Number):
        return Stated(str(value), "number")
    if isinstance(value, str):
        return Stated(value, "text")
    whole = dict(value) if isinstance(value, tuple) else value
    return Stated(json.dumps(whole, default=str)[:200], "other")


def _between(pairs: Sequence[Pair], begin: int, end: int) -> Sequence[Pair]:
    first, last = (bisect_left(pairs, place, key=lambda pair: pair.place) for place in (begin, end))
    return pairs[first:last]


def _latest(pairs: Iterable[Pair]) -> Values:
    """Of each key the last value; a placeholder only where there is no other."""
    values: Values = {}
    for pair in pairs:
        earlier = values.get(pair.question.question_id)
        if earlier is None or not is_placeholder(pair.question, pair.stated):
            values[pair.question.question_id] = pair.stated.after(earlier)
    return values


def _later(values: Values, pairs: Iterable[Pair]) -> Values:
    """What pairs behind an object correct or add to its values; what cannot be read corrects nothing."""
    later: Values = {}
    for pair in pairs:
        earlier = later.get(pair.question.question_id) or values.get(pair.question.question_id)
        answer = read_value(pair.question, pair.stated)
        if answer.status == "ok" and (earlier is None or read_value(pair.question, earlier).value != answer.value):
            later[pair.question.question_id] = pair.stated.after(earlier)
    return later


def _object_notes(counts: _Object, objects: Sequence[_Object]) -> list[str]:
    stated = [values for each in objects for values in (*each.beside, each.values)]
    differing = [values for values in stated if _texts(values) != _texts(counts.values)]
    several = f"{len(differing) + 1} different objects in the reply, the last counts"
    return ([several] if differing else []) + ([] if counts.is_json else [SEARCHED])


def _texts(values: Values) -> dict[str, str]:
    return {question_id: stated.text for question_id, stated in values.items()}


def _why_not_in(objects: Sequence[_Object]) -> str | None:
    return "the last object of the reply does not state it" if len(objects) > 1 else None
