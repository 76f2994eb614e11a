"""Phrases of a text that announce an answer: boxes, tags, "Answer:", "the answer is", "I choose".

The announced answer starts at `stop` of each announcement; the caller parses it (a letter, a name).
"""

import re
from dataclasses import dataclass
from typing import Literal

AnnouncementKind = Literal["box", "tag", "label", "sentence"]

MAX_ANNOUNCEMENTS = 64
"""Maximum number of announcements examined, from the end; keeps hostile replies cheap."""

_BOX = re.compile(
    r"\\(?:boxed|fbox)\s{0,8}(?=\{)|<\|begin_of_box\|>|\[\[(?=[^\]\n]{1,200}\]\])|\\answer\s{0,4}(?=\{)", re.IGNORECASE
)
_TAG = re.compile(
    r"<\s{0,2}(?:final[_ -]?)?(?:answer|ans|conclusion|choice|option|solution|output|response)\s{0,4}>", re.IGNORECASE
)
_NOUN = (
    r"(?:answer|choice|option|letter|solution|response|prediction|selection|conclusion|verdict|guess|pick|decision"
    r"|determination|judge?ment|outcome)"
)
_DECORATION = r"[\"'`*_)\]\s]"
_LABEL = re.compile(
    rf"""(?:
        \b(?:{_NOUN}|ans|final)(?:\s(?:is|choice|letter|option))?{_DECORATION}{{0,8}}[:=]
      | ^[>*_# \t-]{{0,8}}(?:final\s|my\s|correct\s)?{_NOUN}{_DECORATION}{{0,8}}(?:[:=-]{{1,2}}|—|\n)
      | (?:正确答案|正確答案|答案|正确选项|正確選項|选项|選項|最终答案|最終答案|結論|结论)
        \s{{0,4}}[:为為是应應该該选選]{{1,4}}\s{{0,4}}:?
      | 正しいのは | (?:答え|解答|正解|回答)\s{{0,4}}(?:は|:)\s{{0,4}}
      | (?:정답|답)(?:은|:)?\s{{0,4}}:?
      | \b(?:antwort|lösung|réponse|respuesta|resposta|risposta|odpowiedź|ответ|svar|antwoord)\b{_DECORATION}{{0,8}}:
      )""",
    re.IGNORECASE | re.VERBOSE | re.MULTILINE,
)
_QUESTION_LABEL = re.compile(
    r"^[*_\s]{0,6}Q(?:uestion)?[*_]{0,3}\s{0,2}:[^\n]{0,2000}(?:\n|\?\s)[*_\s]{0,6}A[*_]{0,3}\s{0,2}:", re.MULTILINE
)
_SENTENCE = re.compile(
    r"""\b(?:(?:answer|choice|option|solution|response|prediction|selection|conclusion|guess|pick|estimate|estimation)\b
          (?:\s(?:here|to\sthe\squestion|to\sthis\squestion|to\sthis|option|choice|letter|of\smine|therefore|thus|then|above
             |for\sthis|in\sthis\scase|should\s(?:therefore|thus)
             |(?:for|of|from|among|based)\s[^.;:!?\n]{1,80}?)){0,2}
          \s{1,8}(?:is|was|would\ be|will\ be|should\ be|must\ be|has\ to\ be|should\ (?:therefore|thus)\ be
             |(?:seems|appears|turns\ out|ought)\ to\ be|remains|becomes|being)
        | (?:I|we)(?:\s?['’](?:d|ll|m|ve)|\s(?:would|will|must|have\ to|can|am|should|shall|do))?
          (?:\s(?:therefore|thus|also|then|now|rather|probably|most\ likely|have|going\ to))?\s
          (?:choose|chose|chosen|choosing|pick|picked|select|selected|answer|guess|conclude
             |(?:go|going|went)\ (?:with|for)|vote\ for|opt\ for|settle\ on|say|prefer|favou?r|lean\ towards?
             |(?:stick|stay)\ with|stand\ by)
        | (?:the\ )?(?:best|correct|right|only\ (?:possible|remaining|correct|valid)|closest
             |most\ (?:likely|plausible|accurate|reasonable|suitable|appropriate))
          \s(?:(?:one|option|choice|answer|candidate|fit|match|statement|value|estimate)\s)?(?:here\s)?
          (?:(?:for|of|to|from|among|given|based)\s[^.;:!?\n]{1,100}?\s)?(?:is|must\ be|would\ be)
        | (?:should|must|let['’]s|please|to)\s(?:choose|pick|select)
        | (?:change|revise|correct|switch|update)
          \s(?:it|that|this|(?:my|the)\s(?:final\s)?(?:answer|choice|response))\sto
        | it(?:\sis|['’]s)\sreasonable\sto\sestimate\sthat\s[^.;:!?\n]{1,100}?\s(?:is|would\ be|should\ be)
        | antwort\s(?:ist|lautet)|lösung\sist|réponse\s(?:correcte\s|est\s|exacte\s)*(?:est)
        | respuesta(?:\scorrecta)?\ses|resposta(?:\scorreta|\scerta)?\sé|risposta(?:\scorretta|\sgiusta)?\sè|ответ
        )\b\s{0,3}:?
      | (?:故|应|應|应该|應該|因此|所以|我|依圖|最终|最終)?(?:选择|選擇|选|選)(?!项|項)\s{0,4}:?""",
    re.IGNORECASE | re.VERBOSE,
)


_OF_SEVERAL = re.compile(
    r"\b(?:each|every|all|any|both|these|those|which|following|given|possible|remaining|other|various|multiple)\b"
    r"[\s*_]{1,4}(?:(?:the|of|answer|possible|given)\s){0,3}\Z",
    re.IGNORECASE,
)
"""Words before a noun that refer to several options and announce none: "let us examine each option:"."""


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
