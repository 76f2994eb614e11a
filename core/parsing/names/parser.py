"""The default parser of names, which reads the name of a solid in a reply of any form as a careful person would.

The reply is reduced to its final text, all names in it are collected with their role and their evidence, and the
strongest evidence decides; equal evidence for different solids decides nothing. `docs/methods/reading_replies.md` has
the order.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.parsing.json_answer import ANSWER_KEYS, JsonAnswer, find_json_answer
from core.parsing.names.aliases import NameIndex
from core.parsing.names.evidence import LABELS, NameCandidate, NameEvidence, collect_candidates
from core.parsing.names.mentions import NameMention, find_mentions
from core.parsing.names.restatements import merge_restatements
from core.parsing.names.result import NameReading, describe_ambiguity, extract_mention_text, make_reading
from core.parsing.names.roles import MentionRole, SentenceMention, place_mentions
from core.parsing.names.words import split_words
from core.parsing.negative_polarity import has_negative_polarity
from core.parsing.plain_text import PlainText, simplify_with_indexes
from core.parsing.reasoning import ENDS_INSIDE_REASONING, REASONING_REMOVED_NOTE, extract_final_text
from core.parsing.sentences import split_sentences

MAX_CHARACTERS = 50_000
"""Maximum length of the final text; of a longer one only the end is read, where models state their answer."""

MAX_MENTIONS = 500
"""Maximum number of names examined; of more, only the first and the last ones."""

MAX_BETWEEN_ALTERNATIVES = 80

NAME_KEYS = (
    *(key for key in ANSWER_KEYS if "answer" in key),
    "name",
    "solidname",
    "polyhedronname",
    "shapename",
    "polyhedron",
    "solid",
    "shape",
    "identification",
    "identifiedas",
    "identifiedsolid",
    "object",
    "figure",
    *(key for key in ANSWER_KEYS if "answer" not in key),
)
"""Normalised keys of JSON whose value is the name, the most explicit first."""

_ALTERNATIVE_BEFORE = re.compile(
    r"(?:\b(?:or|oder|ou|vs\.?)|或|または|/)[\s,]{0,2}(?:(?:maybe|perhaps|possibly|even|else|alternatively|it\scould\sbe)[\s,]{1,2})?"
    r"[\s*_\"'({\[$\\]{0,6}(?:\\?(?:boxed|text\w*|math\w*)\{){0,3}(?:an?\s|the\s)?[\s*_\"']{0,4}\Z",
    re.IGNORECASE,
)
"""Words before a name that present it as an alternative to an earlier one."""


_LEAVES_OPEN = re.compile(
    r"[\"'*_)]{0,4}\?[\"'*_)]{0,4}\sI\s(?:can['’]?t|cannot)\s(?:tell|say|be\ssure|judge|decide)\b", re.IGNORECASE
)
"""Words that leave a question about a name open: "An octahedron? I cannot tell"."""


def parse_name(reply: str, book: NameIndex) -> NameReading:
    """Return the name that a reply gives, or the reason why none can be read. Never raises for any text."""
    final = extract_final_text(reply)
    skipped = max(len(final.text) - MAX_CHARACTERS, 0)
    plain = simplify_with_indexes(final.text[skipped:])
    reading = _locate(_read(plain.text, book), plain, final.start_index + skipped, reply)
    if not reading.is_read:
        is_cut = final.is_unfinished and not reading.wider
        return replace(reading, reason=ENDS_INSIDE_REASONING) if is_cut else reading
    if final.has_reasoning:
        return replace(reading, note="; ".join(filter(None, (REASONING_REMOVED_NOTE, reading.note))))
    return reading


def _locate(reading: NameReading, plain: PlainText, offset: int, reply: str) -> NameReading:
    """Return the reading with its span in the raw reply."""
    if reading.span is None:
        return reading
    start, stop = plain.to_raw(*reading.span)
    return replace(reading, span=(start + offset, stop + offset), stated=reply[start + offset : stop + offset])


def _read(text: str, book: NameIndex) -> NameReading:
    json_answer = find_json_answer(text, NAME_KEYS)
    if json_answer is not None:
        return _read_json(text, json_answer, book)
    return _read_text(text, book)


def _read_json(text: str, answer: JsonAnswer, book: NameIndex) -> NameReading:
    """Return the name in the value of an answer key; a correction or a box after the object takes precedence."""
    behind = _read_text(text[answer.object_stop :], book) if answer.object_stop < len(text) else NameReading()
    if (
        behind.is_read
        and behind.evidence in (LABELS[NameEvidence.CORRECTION], LABELS[NameEvidence.BOX])
        and behind.span
    ):
        start, stop = behind.span
        return replace(behind, span=(start + answer.object_stop, stop + answer.object_stop))
    if answer.is_right is False:
        return NameReading(reason="its JSON calls the answer wrong")
    values = [_read_text(value, book) for value in answer.value]
    readings = [value for value in values if value.is_read]
    if not readings:
        kinds = {value.wider for value in values if value.wider}
        wider = kinds.pop() if len(kinds) == 1 else ""
        reasons = [value.reason for value in values]
        return NameReading(wider=wider, reason=reasons[0] if reasons else f"{answer.key} is empty")
    if len({(reading.meanings, reading.outside) for reading in readings}) > 1:
        return NameReading(reason=describe_ambiguity([reading.stated for reading in readings]))
    span = (answer.start, answer.stop)
    value = readings[0]
    if value.span and text[slice(*span)] == answer.value[0]:
        span = (answer.start + value.span[0], answer.start + value.span[1])
    return replace(value, span=span, evidence=LABELS[NameEvidence.JSON])


def _read_text(text: str, book: NameIndex) -> NameReading:
    mentions = find_mentions(text, book)
    if len(mentions) > MAX_MENTIONS:
        mentions = [mentions[0], *mentions[-MAX_MENTIONS:]]
    if not mentions:
        return _read_kind(text, [], book)
    sentences = split_sentences(text)
    placed = merge_restatements(text, place_mentions(text, mentions, sentences))
    candidates = collect_candidates(text, placed, sentences, book)
    return (
        _decide(text, placed, candidates)
        or _read_considered(text, placed)
        or _read_kind(text, [each.mention for each in placed], book)
    )


def _decide(text: str, placed: Sequence[SentenceMention], candidates: Sequence[NameCandidate]) -> NameReading | None:
    """Return the reading by the strongest evidence; None without any."""
    candidates = _drop_overtaken_corrections(candidates)
    if not candidates:
        return None
    strongest = max(candidate.evidence for candidate in candidates)
    equal = [candidate for candidate in candidates if candidate.evidence is strongest]
    last = equal[-1]
    alternative = _find_alternative(text, placed, last.placed)
    if alternative is not None:
        return NameReading(
            reason=describe_ambiguity([extract_mention_text(text, each) for each in (alternative, last.placed)])
        )
    differing = [each.placed for each in equal if not each.placed.mention.has_same_meaning(last.placed.mention)]
    rivals = (
        differing if strongest not in (NameEvidence.ANNOUNCED, NameEvidence.CORRECTION, NameEvidence.CONCLUSION) else []
    )
    if strongest is NameEvidence.BOX and differing and not _are_alternatives(text, differing[-1], last.placed):
        rivals = []
    if strongest in (NameEvidence.STATEMENT, NameEvidence.LAST_LINE):
        rivals = [*rivals, *_find_leading_rivals(text, candidates, last, strongest)]
    if rivals:
        return NameReading(
            reason=describe_ambiguity([extract_mention_text(text, each) for each in (*rivals, last.placed)])
        )
    others = [
        each
        for each in placed
        if each.role > MentionRole.DENIED and not each.mention.has_same_meaning(last.placed.mention)
    ]
    return make_reading(text, last.placed, strongest, others)


def _drop_overtaken_corrections(candidates: Sequence[NameCandidate]) -> list[NameCandidate]:
    """Return the candidates without corrections that a later answer of strong evidence follows."""
    strong = [
        candidate.start
        for candidate in candidates
        if NameEvidence.LAST_LINE <= candidate.evidence < NameEvidence.CORRECTION
    ]
    latest = max(strong, default=-1)
    return [
        candidate
        for candidate in candidates
        if candidate.evidence is not NameEvidence.CORRECTION or candidate.start > latest
    ]


def _find_leading_rivals(
    text: str, candidates: Sequence[NameCandidate], last: NameCandidate, strongest: NameEvidence
) -> list[SentenceMention]:
    """Return the names that the reply begins with, if it continues with another one and retracts nothing."""
    leading = [candidate.placed for candidate in candidates if candidate.evidence is NameEvidence.FIRST_LINE]
    if strongest is NameEvidence.LAST_LINE:
        lines = [line for line in text.splitlines() if any(character.isalnum() for character in line)]
        leading = leading if len(lines) <= len(leading) + 1 else []
    return [each for each in leading if not each.mention.has_same_meaning(last.placed.mention)]


def _find_alternative(text: str, placed: Sequence[SentenceMention], mention: SentenceMention) -> SentenceMention | None:
    """Return another name that "or" joins to the chosen one."""
    index = next(number for number, each in enumerate(placed) if each.mention == mention.mention)
    for first, second in pairwise(placed[max(index - 1, 0) : index + 2]):
        alternative = second if first.mention == mention.mention else first
        is_rival = alternative.role is not MentionRole.DENIED and not alternative.mention.has_same_meaning(
            mention.mention
        )
        if is_rival and _are_alternatives(text, first, second):
            return alternative
    return None


def _are_alternatives(text: str, first: SentenceMention, second: SentenceMention) -> bool:
    gap = text[first.mention.stop : second.mention.start]
    is_near = first.sentence == second.sentence and len(gap) < MAX_BETWEEN_ALTERNATIVES
    return is_near and _ALTERNATIVE_BEFORE.search(gap) is not None


def _read_considered(text: str, placed: Sequence[SentenceMention]) -> NameReading | None:
    """Return the only name that the reply considers, if it asserts none: "It looks like a cube"."""
    considered = [
        each
        for each in placed
        if each.role is MentionRole.CONSIDERED and not has_negative_polarity(each.before, each.behind)
    ]
    if not considered:
        return None
    last = considered[-1]
    if _LEAVES_OPEN.match(text, last.mention.stop):
        return None
    if any(not each.mention.has_same_meaning(last.mention) for each in considered):
        return NameReading(reason=describe_ambiguity([extract_mention_text(text, each) for each in considered]))
    return make_reading(text, last, NameEvidence.MENTIONED, [])


def _read_kind(text: str, mentions: Sequence[NameMention], book: NameIndex) -> NameReading:
    """Return the kind that a reply without a name states."""
    if any(mention.is_unclear for mention in mentions):
        return NameReading(reason="its name may mean several solids")
    words = [word.text for word in split_words(text)]
    kinds = set()
    for index in range(len(words)):
        for length in (1, 2):
            kind = book.find_kind(words[index : index + length])
            if kind:
                kinds.add(kind)
    if len(kinds) == 1:
        return NameReading(reason="only a kind of solid is named", wider=kinds.pop())
    return NameReading(reason="several kinds and no name" if kinds else "no known name")
