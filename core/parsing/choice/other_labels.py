"""Letters that label something other than an option: "Plan B", "Grade: A", "in panel (b)"."""

import re
from collections.abc import Iterable

from core.parsing.choice.letters import LetterMention

_OPENING = r"[\s\"'`*_(\[]{0,4}\Z"
_OTHER_SYSTEM = re.compile(
    r"\b(?:plan|grade|rating|score|mark|vitamin|hepatitis|section|appendix|chapter|phase|type|exit|gate|terminal|room)"
    rf"(?:\s(?:of|is)|\s?[:=])?\s{{0,2}}{_OPENING}",
    re.IGNORECASE,
)
"""Nouns whose letters belong to another system than the options."""
_PART = (
    r"(?:sub)?(?:panel|figure|fig\.|image|picture|photo|frame|plot|chart|graph|diagram|row|column|table|inset|scene"
    r"|part)s?"
)
_PART_BEFORE = re.compile(rf"\b{_PART}\s{{1,2}}{_OPENING}", re.IGNORECASE)
_PLACE_BEFORE = re.compile(
    rf"\b(?:in|see|from|of|at|on|to|by|with|than|like|for)\s(?:the\s)?{_PART}\s{{1,2}}{_OPENING}", re.IGNORECASE
)
_ACCEPTS_PART = re.compile(
    r"[\"'`*_)\]\s.!]{0,6}(?:\Z|(?:clearly\s|best\s)?(?:shows?|fits|matches|satisfies|works|contains|depicts|has)\b"
    r"|is\s(?:the|correct|right|it|my|best)\b|[✅✓✔,:]|because|since|as\b)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<!fig)[.!?]\s|\n", re.IGNORECASE)
_CHOOSES = re.compile(
    r"\b(?:answer|choose|chose|choice|pick|select|option|correct|right\sone|best|so|therefore|thus|hence|must)\b",
    re.IGNORECASE,
)


def drop_other_labels(text: str, mentions: Iterable[LetterMention]) -> list[LetterMention]:
    """Return the letters without those that label something other than an option.

    A letter of another system ("Plan B") never counts. A letter of a part of the image counts if its sentence accepts
    the part ("Panel (b) shows it") or chooses ("I pick the one in panel (b)"), but not if it describes or locates.
    """
    return [mention for mention in mentions if not _is_other_label(text, mention)]


def _is_other_label(text: str, mention: LetterMention) -> bool:
    before = text[max(mention.start - 80, 0) : mention.start]
    before = _SENTENCE_END.split(before)[-1]
    if _OTHER_SYSTEM.search(before) and not _CHOOSES.search(before):
        return True
    if mention.form == "labelled" or not _PART_BEFORE.search(before) or _CHOOSES.search(before):
        return False
    return _PLACE_BEFORE.search(before) is not None or _ACCEPTS_PART.match(text, mention.stop) is None
