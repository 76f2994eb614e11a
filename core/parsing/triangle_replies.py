"""The six answers of a model's raw reply, each with its value or the reason why it cannot be read.

A reply is reduced to its final text (`reasoning`, `draft_markup`), its statements are collected with their contexts,
and one order decides: the last object that is not set aside, then `key: value` statements, then lists in the order of
the questions and sentences. `docs/methods/reading_replies.md` lists the rules.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.parsing.answer_tables import find_table_pairs
from core.parsing.draft_markup import mask_drafts
from core.parsing.json_objects import Values
from core.parsing.key_value_pairs import KeyValuePair, find_pairs, unescape_in_place
from core.parsing.ordered_answers import find_ordered_answers
from core.parsing.prose_answers import find_prose_pairs
from core.parsing.reasoning import ENDS_INSIDE_REASONING, REASONING_REMOVED_NOTE, extract_final_text
from core.parsing.stated_objects import StatedObject, find_objects, locate_stated, slice_pairs
from core.parsing.statement_choice import choose_from_pairs, correct_values, find_rejected_objects, merge_objects
from core.parsing.statement_context import StatementContext, describe_contexts
from core.parsing.values import StatedValue, parse_value
from core.records import TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS, Answer, Question

SEARCHED = "not valid JSON, searched by key"
MAX_STATEMENTS = 1000
"""Maximum number of statements outside objects, from the end of a reply; keeps hostile replies cheap."""

_WHOLE_OBJECT = re.compile(
    r"\s{0,200}(?:```(?:json)?\s{0,20})?\{[^{}]{1,2000}\}\s{0,20}(?:```)?\s{0,200}", re.IGNORECASE
)

SET_ASIDE = "values that the reply sets aside are left out"


@dataclass(frozen=True, slots=True)
class _Reading:
    """The stated value of each question, and notes that apply to all of them.

    Attributes:
        why_missing: the reason for a missing answer; None for the usual one.
    """

    values: Values
    notes: tuple[str, ...] = ()
    why_missing: str | None = None


def parse_triangle_reply(raw: str | None) -> dict[str, Answer]:
    """Return the six answers of a reply by question id, in order Q1 to Q6. Never raises, whatever the text.

    Statuses: `ok`; `missing`, the reply does not state the answer; `unparsed`, it does, but not as a readable value;
    `invalid`, it states a value that no triangle can have (the value is kept). `ends_reply` marks an answer whose value
    is the end of the reply: if the reply was cut, `core.scoring.answers` leaves it unread.
    """
    if raw is None or not raw.strip():
        return {
            q.question_id: Answer(q.question_id, "missing", reason="the reply is empty") for q in TRIANGLE_QUESTIONS
        }
    _, _, reading = _read_final(raw)
    return {q.question_id: _make_answer(q, reading) for q in TRIANGLE_QUESTIONS}


def find_deciding_spans(raw: str | None) -> dict[str, tuple[int, int]]:
    """Return the span of each answer of `parse_triangle_reply` in the raw reply: (start, stop) of key and value.

    Questions that the reply does not answer are absent. If a value cannot be located, the span is that of its object.
    """
    if raw is None or not raw.strip():
        return {}
    text, start_index, reading = _read_final(raw)
    spans = {}
    for question in TRIANGLE_QUESTIONS:
        stated = reading.values.get(question.question_id)
        if stated is not None and stated.form != "null":
            start, stop = locate_stated(text, stated)
            spans[question.question_id] = (start + start_index, stop + start_index)
    return spans


def _make_answer(question: Question, reading: _Reading) -> Answer:
    stated = reading.values.get(question.question_id)
    if stated is None:
        usual = f"the reply has no {question.key}" if reading.values else "the reply states none of the six answers"
        return Answer(question.question_id, "missing", reason=reading.why_missing or usual)
    return parse_value(question, stated, "; ".join(reading.notes) or None)


def _read_final(raw: str) -> tuple[str, int, _Reading]:
    """Return the final text, its start in the raw reply, and the values that it states."""
    final = extract_final_text(raw, own_questions=len(TRIANGLE_QUESTIONS))
    without = mask_drafts(final.text)
    text = unescape_in_place(without.text)
    reading = _read_text(text)
    if (final.is_unfinished or without.is_unfinished) and not reading.values:
        reading = _Reading({}, why_missing=ENDS_INSIDE_REASONING)
    elif final.has_reasoning or without.has_drafts:
        reading = _Reading(reading.values, (*reading.notes, REASONING_REMOVED_NOTE), reading.why_missing)
    return text, final.start_index, reading


def _read_text(text: str) -> _Reading:
    whole = _read_whole_object(text)
    if whole is not None:
        return whole
    pairs = sorted([*find_pairs(text), *find_table_pairs(text)], key=lambda pair: pair.start)[-MAX_STATEMENTS:]
    objects = find_objects(text, pairs)
    outside = _exclude_object_pairs(pairs, objects)
    statements: list[StatedObject | KeyValuePair] = sorted([*objects, *outside], key=lambda item: item.start)
    contexts = dict(zip((item.start for item in statements), describe_contexts(text, statements), strict=True))
    aside = find_rejected_objects(text, objects, contexts)
    answering = [item for item in objects if not item.is_form and item.start not in aside and _has_content(item)]
    has_form = any(item.is_form for item in objects)
    notes = ("a repeated form of the answer is left out",) if has_form else ()
    has_own_pairs = any(not contexts[pair.start].is_aside for pair in outside)
    if not answering and aside and not has_own_pairs:
        answering = [item for item in objects if item.start in aside and not contexts[item.start].is_never_an_answer]
        answering = [item for item in answering if not item.is_form and item.values]
    if answering:
        return _read_objects(text, answering, objects, outside, contexts, notes)
    behind = [pair for pair in outside if not objects or pair.start > objects[-1].start]
    values = choose_from_pairs(behind, contexts) or choose_from_pairs(outside, contexts)
    if has_form and not values:
        return _Reading({}, why_missing="the reply only repeats the form of the answer")
    if objects:
        return _Reading(values, (SEARCHED, *notes))
    return _Reading(_supplement(text, values, outside), (SEARCHED,))


def _read_whole_object(text: str) -> _Reading | None:
    """Read a reply that is one JSON object and nothing else, except for a code fence; None for other replies.

    The search of other replies gives the same result; this shortcut saves its time.
    """
    if not _WHOLE_OBJECT.fullmatch(text):
        return None
    objects = find_objects(text, ())
    if len(objects) != 1:
        return None
    (item,) = objects
    is_plain = item.is_json and not item.is_form and not item.others and not item.is_cut and bool(item.values)
    outside = text[: item.start] + text[item.stop :]
    return _Reading(item.values) if is_plain and not outside.strip(" \t\r\n`jsonJSON") else None


def _has_content(item: StatedObject) -> bool:
    return bool(item.values) or item.is_cut


def _exclude_object_pairs(pairs: Sequence[KeyValuePair], objects: Sequence[StatedObject]) -> list[KeyValuePair]:
    """Return the pairs that are outside all of the objects."""
    edges = [0, *(edge for item in objects for edge in (item.start, item.stop))]
    stops = [*edges[1::2], None]
    last = pairs[-1].start + 1 if pairs else 0
    return [
        pair
        for start, stop in zip(edges[::2], stops, strict=True)
        for pair in slice_pairs(pairs, start, last if stop is None else stop)
    ]


def _read_objects(
    text: str,
    answering: Sequence[StatedObject],
    objects: Sequence[StatedObject],
    outside: Sequence[KeyValuePair],
    contexts: Mapping[int, StatementContext],
    form_notes: tuple[str, ...],
) -> _Reading:
    """Read the last of the answering objects, with additions from earlier ones and corrections after it."""
    last = answering[-1]
    merged = merge_objects(answering, contexts)
    later_pairs = [pair for pair in outside if pair.start >= last.stop]
    prose = find_prose_pairs(text[last.stop :])[-MAX_STATEMENTS:] if last.stop < len(text) else []
    later = correct_values(merged.values, later_pairs, contexts, text, last.stop, prose)
    stated = [values for item in objects if not item.is_form for values in (*item.others, item.values) if values]
    texts = [{q: value.text for q, value in values.items()} for values in stated]
    counting = {q: value.text for q, value in merged.values.items()}
    differing = [each for each in texts if each != counting]
    notes = []
    if merged.count > 1:
        notes.append(f"{merged.count} objects of the reply are put together")
    elif differing:
        notes.append(f"{len(differing) + 1} different objects in the reply, the last answer counts")
    if any(item.values and item not in answering and not item.is_form for item in objects):
        notes.append(SET_ASIDE)
    notes += [] if last.is_json else [SEARCHED]
    notes += ["searched by key behind the object"] if later else []
    several = "the last object of the reply does not state it" if len(answering) > 1 else None
    why = "the reply ends inside its last object" if last.is_cut else several
    return _Reading(merged.values | later, (*notes, *form_notes), why)


def _supplement(text: str, values: Values, pairs: Sequence[KeyValuePair]) -> Values:
    """Return the values; if some are missing, add those that the reply states without the prompt's keys."""
    if len(values) == len(TRIANGLE_QUESTIONS):
        return values
    readable = {q: stated for q, stated in values.items() if _is_readable(q, stated)}
    if not readable:
        ordered, prose = find_ordered_answers(text), _find_in_prose(text)
        first, second = (prose, ordered) if len(prose) > len(ordered) else (ordered, prose)
        return (
            values | second | {q: stated for q, stated in first.items() if q not in second or _is_readable(q, stated)}
        )
    start = pairs[0].start
    behind = _find_in_prose(text, start)
    return behind | values


def _is_readable(question_id: str, stated: StatedValue) -> bool:
    return parse_value(TRIANGLE_QUESTION_BY_ID[question_id], stated).status in ("ok", "invalid")


def _find_in_prose(text: str, start: int = 0) -> Values:
    pairs = [pair for pair in find_prose_pairs(text) if pair.start >= start][-MAX_STATEMENTS:]
    contexts = dict(zip((pair.start for pair in pairs), describe_contexts(text, pairs), strict=True))
    return choose_from_pairs(pairs, contexts, is_prose=True)
