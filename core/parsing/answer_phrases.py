"""Phrases of a text that announce an answer: boxes, tags, "Answer:", "the answer is", "I choose".

The announced answer starts at `stop` of each announcement; the caller parses it (a letter, a name).
"""

import re
from dataclasses import dataclass
from typing import Literal

from core.parsing.patterns import load_patterns

AnnouncementKind = Literal["box", "tag", "label", "sentence"]

MAX_ANNOUNCEMENTS = 64
"""Maximum number of announcements examined, from the end; keeps hostile replies cheap."""

_PATTERNS = load_patterns(__file__, "answer_phrases.toml")
_BOX = _PATTERNS["box"]
_TAG = _PATTERNS["tag"]
_LABEL = _PATTERNS["label"]
_QUESTION_LABEL = re.compile(
    r"^[*_\s]{0,6}Q(?:uestion)?[*_]{0,3}\s{0,2}:[^\n]{0,2000}(?:\n|\?\s)[*_\s]{0,6}A[*_]{0,3}\s{0,2}:", re.MULTILINE
)
_SENTENCE = _PATTERNS["sentence"]


_OF_SEVERAL = _PATTERNS["of_several"]


@dataclass(frozen=True, slots=True)
class Announcement:
    """A stretch of a text that announces an answer; the answer follows at `stop`."""

    kind: AnnouncementKind
    start: int
    stop: int


def find_announcements(text: str) -> list[Announcement]:
    """Return the last announcements of an answer in a plain text, in order of their starts."""
    announcements: list[Announcement] = []
    patterns: tuple[tuple[AnnouncementKind, re.Pattern[str]], ...] = (
        ("box", _BOX),
        ("tag", _TAG),
        ("label", _LABEL),
        ("label", _QUESTION_LABEL),
        ("sentence", _SENTENCE),
    )
    for kind, pattern in patterns:
        matches = [*pattern.finditer(text)][-MAX_ANNOUNCEMENTS:]
        announcements += [
            Announcement(kind, match.start(), match.end())
            for match in matches
            if kind != "label" or not _OF_SEVERAL.search(text, max(match.start() - 30, 0), match.start())
        ]
    return sorted(announcements, key=lambda announcement: (announcement.start, announcement.stop))
