"""The name that a reply gives, by the rules of PROTOCOLS 5.3.

Names are found as whole words, the longest first, and words that are used up name nothing else. A negated name is no
answer. Of several names the one behind the last marker counts, else the first, and the answer is flagged.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from core.parsing.names.aliases import ARTICLES, WORD, NameBook
from core.parsing.reasoning import ENDS_INSIDE_REASONING, REASONING_REMOVED_NOTE, extract_final_text

_MARKER = re.compile(r"\banswer\s+is\b|\bthis\s+is\b|\bname\s*:|\bname\s+is\b|\banswer\s*:", re.IGNORECASE)
_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*")
_SENTENCE = re.compile(r"[.!?;\n]+")
_NEGATIONS = (("not",), ("unlike",), ("isn", "t"), ("rather", "than"), ("instead", "of"), ("neither",), ("nor",))


MOST_NOTED = 5
"""Other names that a note lists."""


@dataclass(frozen=True, slots=True)
class NameReading:
    """What a reply names.

    Attributes:
        meanings: what the name stands for; empty where none could be read.
        stated: the name as the reply has it.
        reason: why there is no name; empty where there is one.
        note: what was read generously.
        wider: the kind that is named where no thing is.
    """

    meanings: tuple[str, ...] = ()
    stated: str = ""
    reason: str = ""
    note: str = ""
    wider: str = ""


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    begin: int
    end: int
    sentence: int


@dataclass(frozen=True, slots=True)
class _Found:
    """A name in a reply: its meanings, and where it stands."""

    meanings: tuple[str, ...]
    begin: int
    end: int


def read_name(reply: str, book: NameBook) -> NameReading:
    """The name that a reply gives behind its thinking. Never raises for any text."""
    said = extract_final_text(reply)
    raw, notes = said.text, [REASONING_REMOVED_NOTE] if said.has_reasoning else []
    words = list(_words(raw))
    found = [one for one in _names(words, book) if one.meanings]
    if not found:
        reading = _wider(words, book)
        return replace(reading, reason=ENDS_INSIDE_REASONING) if said.is_unfinished and not reading.wider else reading
    chosen = found[0]
    if len({one.meanings for one in found}) > 1:
        marks = [match.end() for match in _MARKER.finditer(raw)] + _bold(raw)
        # The last marker that a name follows.
        mark = max((mark for mark in marks if mark <= found[-1].begin), default=0)
        chosen = next(one for one in found if one.begin >= mark)
        others = dict.fromkeys(raw[one.begin : one.end] for one in found if one.meanings != chosen.meanings)
        notes.append(f"ambiguous: {', '.join(list(others)[:MOST_NOTED])} named too")
    return NameReading(chosen.meanings, raw[chosen.begin : chosen.end], note="; ".join(notes))


def _bold(raw: str) -> list[int]:
    """Where bold stretches begin."""
    return [match.start(1) for match in _BOLD.finditer(raw)]


def _words(raw: str) -> Iterator[_Word]:
    """The words without articles, with the number of their sentence."""
    breaks = [match.start() for match in _SENTENCE.finditer(raw)]
    sentence = 0
    for match in WORD.finditer(raw):
        while sentence < len(breaks) and breaks[sentence] < match.start():
            sentence += 1
        text = match.group().lower()
        if text not in ARTICLES:
            yield _Word(text, match.start(), match.end(), sentence)


def _names(words: list[_Word], book: NameBook) -> list[_Found]:
    """The names in their order; those that are negated or only a part of an unknown one have no meanings."""
    is_free = [True] * len(words)
    found = []
    for length in range(min(book.longest, len(words)), 0, -1):
        for first in range(len(words) - length + 1):
            stretch = words[first : first + length]
            if not all(is_free[first : first + length]) or stretch[0].sentence != stretch[-1].sentence:
                continue
            meanings = book.named([word.text for word in stretch])
            if meanings:
                is_free[first : first + length] = [False] * length
                is_answer = not _is_negated(words, first) and not _is_modified(words, first, is_free, book)
                found.append(_Found(meanings if is_answer else (), stretch[0].begin, stretch[-1].end))
    return sorted(found, key=lambda one: one.begin)


def _is_negated(words: list[_Word], first: int) -> bool:
    before = tuple(word.text for word in words[max(first - 2, 0) : first] if word.sentence == words[first].sentence)
    return any(before[-len(negation) :] == negation for negation in _NEGATIONS)


def _is_modified(words: list[_Word], first: int, is_free: list[bool], book: NameBook) -> bool:
    """Whether the word before makes another thing of it, which has no name in the book."""
    return (
        first > 0
        and is_free[first - 1]
        and words[first - 1].sentence == words[first].sentence
        and words[first - 1].text in book.modifiers
    )


def _wider(words: list[_Word], book: NameBook) -> NameReading:
    """The kind that a reply without a name states."""
    texts = [word.text for word in words]
    pairs = {*((text,) for text in texts), *pairwise(texts)}
    kinds = {kind for form, kind in book.wider.items() if {form, (*form[:-1], form[-1] + "s")} & pairs}
    if len(kinds) == 1:
        return NameReading(reason="only a kind of solid is named", wider=kinds.pop())
    return NameReading(reason="several kinds and no name" if kinds else "no known name")
