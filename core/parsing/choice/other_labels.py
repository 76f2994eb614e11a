"""Letters that label something other than an option: "Plan B", "Grade: A", "in panel (b)"."""

import re
from collections.abc import Iterable

from core.parsing.choice.letters import LetterMention
from core.parsing.patterns import load_patterns

_PATTERNS = load_patterns(__file__, "other_labels.toml")
_OPENING = _PATTERNS["opening"].pattern
_OTHER_SYSTEM = _PATTERNS["other_system"]
_PART = _PATTERNS["part"].pattern
_PART_BEFORE = re.compile(rf"\b{_PART}\s{{1,2}}{_OPENING}", re.IGNORECASE)
_PLACE_BEFORE = _PATTERNS["place_before"]
_ACCEPTS_PART = _PATTERNS["accepts_part"]
_SENTENCE_END = re.compile(r"(?<!fig)[.!?]\s|\n", re.IGNORECASE)
_CHOOSES = _PATTERNS["chooses"]


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
