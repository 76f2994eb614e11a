"""The choice among statements of one reply: which are set aside, merged, corrected or contradicted."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.parsing.json_objects import Values
from core.parsing.key_value_pairs import KeyValuePair
from core.parsing.stated_objects import StatedObject, collect_latest_values
from core.parsing.statement_context import StatementContext, describe_contexts
from core.parsing.values import StatedValue, parse_value
from core.records import TRIANGLE_QUESTION_BY_ID

MAX_KEYS_OF_CORRECTION = 3
"""Maximum number of keys of an object that corrects an earlier one; with more it is a separate answer."""

MIN_KEYS_OF_ANSWER = 5
"""Minimum number of keys of a list of lines that is a separate answer, and not a remark after one."""

_REMARK_BEHIND = re.compile(r"[ \t]*(?:\(|//|#|←|<-|--?|—|–)[ \t]*([^\n{}]{3,200})")
_SAYS_CORRECTION = re.compile(r"\b(?:should|must)\s+(?:be|read|have)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MergedObjects:
    """Merged values of several objects, and the number of those objects."""

    values: Values
    count: int


def find_rejected_objects(
    text: str, objects: Sequence[StatedObject], contexts: Mapping[int, StatementContext]
) -> set[int]:
    """Return the starts of the objects that the surrounding words set aside, such as a comparison."""
    aside = set()
    for item in objects:
        remark = _REMARK_BEHIND.match(text, item.stop)
        if contexts[item.start].is_aside or (remark is not None and StatementContext(remark[1]).is_aside):
            aside.add(item.start)
    return aside


def merge_objects(answering: Sequence[StatedObject], contexts: Mapping[int, StatementContext]) -> MergedObjects:
    """Return the values of the last object with those of earlier ones that it complements or corrects.

    Objects complement each other if they share no key, or if each states one key. A correction states few keys, and
    words before it mark it as one.
    """
    last = answering[-1]
    values, count = dict(last.values), 1
    following = last
    is_series = all(len(item.values) == 1 for item in answering[:-1]) and len(answering) > 2
    for item in reversed(answering[:-1]):
        shared = values.keys() & item.values.keys()
        is_correction = contexts[following.start].is_correction and 0 < len(following.values) <= MAX_KEYS_OF_CORRECTION
        is_single = len(item.values) == 1 and len(following.values) == 1
        if not (following.values or is_series) or not (not shared or is_correction or is_single):
            break
        values = item.values | {q: stated.merge_earlier(item.values.get(q)) for q, stated in values.items()}
        following, count = item, count + 1
    return MergedObjects(values, count)


def correct_values(
    values: Values,
    pairs: Sequence[KeyValuePair],
    contexts: Mapping[int, StatementContext],
    text: str,
    start: int,
    prose: Sequence[KeyValuePair],
) -> Values:
    """Correct or complete values by statements after an object; unreadable ones change nothing.

    Args:
        values: of the object.
        pairs: keys with values after it.
        contexts: of the pairs, by their start.
        text: the whole text.
        start: the end of the object.
        prose: statements of sentences after the object, by their position after `start`.
    """
    candidates = [pair for pair in pairs if not contexts[pair.start].is_aside]
    listed = {pair.question.question_id for pair in candidates if not contexts[pair.start].is_prose}
    later: Values = {}
    for pair in candidates:
        question_id = pair.question.question_id
        context = contexts[pair.start]
        is_whole = len(listed) >= MIN_KEYS_OF_ANSWER and not context.is_prose
        if question_id not in values or is_whole or context.is_correction:
            _apply_pair(later, values, pair)
    known = {pair.start for pair in pairs}
    moved = [_move(pair, start) for pair in prose]
    moved = [pair for pair in moved if pair.start not in known]
    for pair, context in zip(moved, describe_contexts(text, moved, start), strict=True):
        says_so = _SAYS_CORRECTION.search(text, pair.start, pair.stop) is not None
        if not context.is_aside and (context.is_correction or says_so):
            _apply_pair(later, values, pair)
    return later


def _apply_pair(later: Values, values: Values, pair: KeyValuePair) -> None:
    question_id = pair.question.question_id
    earlier = later.get(question_id) or values.get(question_id)
    answer = parse_value(pair.question, pair.stated)
    if answer.status == "ok" and (earlier is None or parse_value(pair.question, earlier).value != answer.value):
        later[question_id] = pair.stated.merge_earlier(earlier)


def _move(pair: KeyValuePair, by: int) -> KeyValuePair:
    stated = replace(pair.stated, start=pair.stated.start + by, stop=pair.stated.stop + by)
    return KeyValuePair(pair.start + by, pair.stop + by, pair.question, stated)


def choose_from_pairs(
    pairs: Sequence[KeyValuePair], contexts: Mapping[int, StatementContext], *, is_prose: bool = False
) -> Values:
    """Return the last value of each key that is not set aside.

    A value inside a sentence replaces one of a list only as a correction. If sentences contradict each other and none
    is a correction, the question has no single value.
    """
    own = [pair for pair in pairs if not contexts[pair.start].is_aside]
    if not own and not any(contexts[pair.start].is_never_an_answer for pair in pairs) and not is_prose:
        own = list(pairs)
    listed = {pair.question.question_id for pair in own if not contexts[pair.start].is_prose}
    kept: list[KeyValuePair] = []
    for pair in own:
        context = contexts[pair.start]
        has_earlier = any(earlier.question == pair.question for earlier in kept[-64:])
        if (
            is_prose
            or not context.is_prose
            or context.is_correction
            or not (has_earlier and pair.question.question_id in listed)
        ):
            kept.append(pair)
    values = collect_latest_values(kept)
    return _drop_contradictions(values, kept, contexts) if is_prose else values


def _drop_contradictions(
    values: Values, pairs: Sequence[KeyValuePair], contexts: Mapping[int, StatementContext]
) -> Values:
    result = dict(values)
    for question_id, question in TRIANGLE_QUESTION_BY_ID.items():
        own = [pair for pair in pairs if pair.question.question_id == question_id]
        different = {parse_value(question, pair.stated).value for pair in own}
        if len(different) > 1 and not (contexts[own[-1].start].is_correction or contexts[own[-1].start].is_conclusion):
            both = " and ".join(dict.fromkeys(pair.stated.text for pair in own[-4:]))
            result[question_id] = StatedValue(both, "other", start=own[-1].start, stop=own[-1].stop)
    return result
