"""The role of a mentioned name in its sentence: asserted, considered, part of a description, or denied."""

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from enum import IntEnum

from core.parsing.context import has_question_opening, is_correction, is_question, is_tentative
from core.parsing.names.denial import ARTICLE, NEAR_CHARACTERS, OPENING_SIGNS, extract_last_clause, is_denied
from core.parsing.names.mentions import NameMention
from core.parsing.patterns import load_patterns
from core.parsing.sentences import Sentence, find_sentence


class MentionRole(IntEnum):
    """The role of a name in its sentence, the weakest first."""

    DENIED = 0
    PART = 1
    CONSIDERED = 2
    ASSERTED = 3


_PATTERNS = load_patterns(__file__, "roles.toml", article=ARTICLE, opening_signs=OPENING_SIGNS)
_AFFIRMED_BEHIND = _PATTERNS["affirmed_behind"]
_ANSWERED_YES = re.compile(r"[\"'`*_)\]]{0,4}\?[\"'`*_)\]]{0,4}\s{1,3}(?:yes\b|yep\b|✓|✔|✅)", re.IGNORECASE)
_PRESENTS = _PATTERNS["presents"].pattern
_FEATURES = _PATTERNS["features"].pattern
_OF = _PATTERNS["of"]
_PRESENTED = re.compile(_PRESENTS, re.IGNORECASE)
_FEATURED = re.compile(_FEATURES, re.IGNORECASE)
_PART_BEFORE = _PATTERNS["part_before"]
_PART_BEHIND = _PATTERNS["part_behind"]
_DESCRIBED_BEHIND = _PATTERNS["described_behind"]
_REWORKED_BEHIND = _PATTERNS["reworked_behind"]
_REASON_BEFORE = _PATTERNS["reason_before"]
_AT_FIRST_BEHIND = re.compile(r"[\"'`*_)\]]{0,4},?\sat\sfirst\s(?:glance|sight|look)\b", re.IGNORECASE)
_CONSIDERED_BEFORE = _PATTERNS["considered_before"]
_CORRECTED_BEFORE = _PATTERNS["corrected_before"]
_LISTED = _PATTERNS["listed"]
_CONNECTED = _PATTERNS["connected"]
_MIN_LISTED = 3
_SHORT_CORRECTION = re.compile(r"[\W_]{0,4}(?:no|wait|hmm|nope|actually|oops|correction|hold on)\b[^\n]{0,40}", re.I)


@dataclass(frozen=True, slots=True)
class SentenceMention:
    """A mention with its sentence and its role.

    Attributes:
        before, behind: the near words of its sentence around it.
        is_corrected: whether it replaces an earlier statement.
        is_affirmed: whether a verdict after it accepts it.
    """

    mention: NameMention
    role: MentionRole
    sentence: Sentence
    before: str
    behind: str
    is_corrected: bool = False
    is_affirmed: bool = False


def place_mentions(text: str, mentions: list[NameMention], sentences: list[Sentence]) -> list[SentenceMention]:
    """Return the mentions with their roles, in order."""
    starts = [sentence.start for sentence in sentences]
    placed = []
    for mention in mentions:
        sentence = find_sentence(sentences, mention.start)
        before = text[max(sentence.start, mention.start - NEAR_CHARACTERS) : mention.start]
        behind = text[mention.stop : min(max(sentence.stop, mention.stop), mention.stop + NEAR_CHARACTERS)]
        index = bisect_right(starts, sentence.start) - 1
        earlier = text[sentences[index - 1].start : sentence.start] if index > 0 else ""
        is_affirmed = (_AFFIRMED_BEHIND.match(behind) or _ANSWERED_YES.match(text, mention.stop)) is not None
        role = _find_role(text, mention, sentence, before, behind, is_affirmed)
        is_corrected = role >= MentionRole.CONSIDERED and _is_corrected(before, earlier)
        placed.append(SentenceMention(mention, role, sentence, before, behind, is_corrected, is_affirmed))
    return _demote_lists(text, _share_roles(text, placed))


def _share_roles(text: str, placed: list[SentenceMention]) -> list[SentenceMention]:
    """Return the mentions; the second of two joined by "and" gets the role of the first if that is weaker."""
    shared: list[SentenceMention] = []
    for each in placed:
        earlier = shared[-1] if shared else None
        gap = text[earlier.mention.stop : each.mention.start] if earlier else ""
        if earlier and len(gap) < NEAR_CHARACTERS and _CONNECTED.fullmatch(gap):
            each = replace(each, role=min(each.role, earlier.role))
        shared.append(each)
    return shared


def _demote_lists(text: str, placed: list[SentenceMention]) -> list[SentenceMention]:
    """Return the mentions; a list of three or more names becomes parts, since it lists examples or candidates."""
    found = list(placed)
    first = 0
    for index in range(1, len(placed) + 1):
        gap = text[placed[index - 1].mention.stop : placed[index].mention.start] if index < len(placed) else ""
        if index < len(placed) and len(gap) < NEAR_CHARACTERS and _LISTED.fullmatch(gap):
            continue
        names = {each.mention.meanings or each.mention.name for each in placed[first:index]}
        if len(names) >= _MIN_LISTED:
            found[first:index] = [replace(each, role=min(each.role, MentionRole.PART)) for each in placed[first:index]]
        first = index
    return found


def _find_role(
    text: str, mention: NameMention, sentence: Sentence, before: str, behind: str, is_affirmed: bool
) -> MentionRole:
    question = is_question(text[sentence.start : sentence.stop])
    if is_denied(before, behind, text[mention.stop : mention.stop + 40]):
        return MentionRole.DENIED
    if is_affirmed:
        return MentionRole.ASSERTED
    if question and has_question_opening(text[sentence.start : sentence.stop]):
        return MentionRole.DENIED
    if _is_part(before, behind) or text[mention.stop - 2 : mention.stop] in ("'s", "’s"):
        return MentionRole.PART
    is_considered = _CONSIDERED_BEFORE.search(before) or _AT_FIRST_BEHIND.match(behind)
    if question or is_considered or is_tentative(extract_last_clause(before), ""):
        return MentionRole.CONSIDERED
    if (of := _OF.search(before)) and _FEATURED.fullmatch(of[1]):
        return MentionRole.CONSIDERED
    return MentionRole.ASSERTED


def _is_part(before: str, behind: str) -> bool:
    """Return whether a name only describes something else: "cut from a cube", "stellation of the icosahedron"."""
    of = _OF.search(before)
    if of and not _PRESENTED.fullmatch(of[1]) and not _FEATURED.fullmatch(of[1]):
        return True
    return (
        _PART_BEFORE.search(before) is not None
        or _REASON_BEFORE.search(before) is not None
        or _PART_BEHIND.match(behind) is not None
        or _DESCRIBED_BEHIND.match(behind) is not None
        or _REWORKED_BEHIND.match(behind) is not None
    )


def _is_corrected(before: str, earlier: str) -> bool:
    """Return whether the words before a name retract an earlier statement."""
    return (
        is_correction(before)
        or _CORRECTED_BEFORE.search(before) is not None
        or (_SHORT_CORRECTION.fullmatch(earlier.strip()) is not None)
    )
