"""The objects of a reply that state one of the six keys, valid JSON or not, in order."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.parsing.json_objects import DECODER, Values, collect_answers, is_form, to_stated
from core.parsing.key_labels import KEYS, QUOTES
from core.parsing.key_value_pairs import KeyValuePair
from core.parsing.values import StatedValue, is_placeholder

MAX_OBJECTS_TRIED = 64
"""Maximum number of JSON objects tried, from the end of a hostile reply; the search by key covers the rest."""

_BEGINS = re.compile(
    rf"""\{{\s{{0,200}}(?://[^\n]{{0,200}}\n\s{{0,200}})? (?:\\?[{QUOTES}]|(?:{KEYS})\b)  # with its first key
         | (?<![\w\\^_}}])\{{\s{{0,200}}\Z                                                # cut before it
         | (?<![\w\\\]])\[\s{{0,200}}[\{{"]                                        # a list""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class StatedObject:
    """An object in the reply, valid JSON or not, from its brace to `stop`.

    Attributes:
        others: values of objects beside or inside it that do not count.
        is_json: whether it is valid JSON.
        is_cut: whether the reply ends inside it.
    """

    start: int
    stop: int
    values: Values
    others: tuple[Values, ...] = ()
    is_json: bool = True
    is_cut: bool = False

    @property
    def is_form(self) -> bool:
        """Return whether it repeats the form of the answer instead of giving one."""
        return is_form(self.values)


def find_objects(text: str, pairs: Sequence[KeyValuePair]) -> list[StatedObject]:
    """Return the objects that state one of the keys, in order, including an unfinished last one; none is nested."""
    begins = [match.start() for match in _BEGINS.finditer(text)][-MAX_OBJECTS_TRIED:]
    objects = []
    stop = 0
    for begin, following in pairwise([*begins, len(text)]):
        if begin < stop:
            continue
        try:
            value, stop = DECODER.raw_decode(text, begin)
            stated = collect_answers(value)
        except (ValueError, RecursionError):
            if text[begin] == "{":
                objects.append(_build_broken_object(text, pairs, begin, following))
        else:
            if stated is not None:
                values = {q: replace(item, start=begin, stop=stop) for q, item in stated.values.items()}
                objects.append(StatedObject(begin, stop, values, stated.others))
    return [item for item in objects if item.values or item.is_cut or item.others]


def _build_broken_object(text: str, pairs: Sequence[KeyValuePair], begin: int, following: int) -> StatedObject:
    """Build an object that is not JSON: it ends with its first brace, or at the start of the next object."""
    brace = text.find("}", begin, following)
    stop = following if brace < 0 else brace + 1
    is_cut = brace < 0 and following == len(text)
    own = slice_pairs(pairs, begin, stop)
    if is_cut:
        own = [replace(pair, stated=replace(pair.stated, is_cut=pair.stated.ends_text)) for pair in own]
    return StatedObject(begin, stop, collect_latest_values(own), is_json=False, is_cut=is_cut)


def slice_pairs(pairs: Sequence[KeyValuePair], start: int, stop: int) -> Sequence[KeyValuePair]:
    """Return the pairs that begin between two indices."""
    first, last = (bisect_left(pairs, index, key=lambda pair: pair.start) for index in (start, stop))
    return pairs[first:last]


def collect_latest_values(pairs: Iterable[KeyValuePair]) -> Values:
    """Return the last value of each key; a placeholder only if it is the only value."""
    values: Values = {}
    for pair in pairs:
        earlier = values.get(pair.question.question_id)
        if earlier is None or not is_placeholder(pair.question, pair.stated):
            values[pair.question.question_id] = pair.stated.merge_earlier(earlier)
    return values


def locate_stated(text: str, stated: StatedValue) -> tuple[int, int]:
    """Return the span of key and value in the text; for a member that cannot be located, that of its object."""
    if not stated.key:
        return stated.start, stated.stop
    stop = stated.stop
    for _ in range(MAX_OBJECTS_TRIED):
        start = text.rfind(f'"{stated.key}"', stated.start, stop)
        if start < 0:
            break
        colon = re.compile(r"\s*:\s*").match(text, start + len(stated.key) + 2)
        if colon is not None:
            try:
                value, end = DECODER.raw_decode(text, colon.end())
            except (ValueError, RecursionError):
                end = None
            if end is not None and to_stated(value, stated.key).text == stated.text:
                return start, end
        stop = start
    return stated.start, stated.stop
