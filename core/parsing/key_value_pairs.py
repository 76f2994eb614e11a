"""`key: value` pairs anywhere in a text: the six answers where a reply is not valid JSON."""

import re
from dataclasses import dataclass

from core.parsing.values import Stated
from core.records import TRIANGLE_QUESTIONS, Question

KEYS = "|".join(q.key.replace("_", r"[_\s-]?") for q in TRIANGLE_QUESTIONS) + "|q[1-6]"
"""The six keys as a regular expression, with the spellings that are accepted."""

QUOTES = "\"'`“”„‟«»‹›‘’‚「」『』＂＇"
"""Characters that may stand around a key or a value."""

_QUESTION_OF_KEY = {re.sub(r"[^a-z0-9]", "", q.key): q for q in TRIANGLE_QUESTIONS} | {
    q.question_id.lower(): q for q in TRIANGLE_QUESTIONS
}

_FOREIGN = QUOTES[3:]
_PAIR = re.compile(
    rf"""(?<![A-Za-z0-9_])(?P<key>{KEYS})
         [{QUOTES}*]{{0,3}} \s{{0,8}} [:=：＝] \s{{0,8}} \**
         (?: (?: "(?P<double>[^"\n]{{0,400}})" | '(?P<single>[^'\n]{{0,400}})'
               | [{_FOREIGN}](?P<foreign>[^{_FOREIGN}\n]{{0,400}})[{_FOREIGN}] )
             (?P<more>\s{{0,8}}(?:[|/]|or\b)[^,;}}\n]{{0,200}})?
           | (?P<bare>[^\s,;，；{{}}"'{_FOREIGN}][^,;，；{{}}｝\n]{{0,400}}(?:(?<=\d),\d[^,;{{}}\n]{{0,40}})?)
             (?P<end>[,;，；}}｝\n])? )""",
    re.IGNORECASE | re.VERBOSE,
)
_COMMENT = re.compile(r'/\*[^*"{}\n]{0,200}\*/|(?<![:\w/])//[^\n]*')
_COMMENT_OF_LINE = re.compile(r"\s#.*")
_IN_A_TERM = re.compile(r"[/÷^·×+][\s(]{0,4}$|\d\*$|\d\s\*\s$|\d[-−–]$|[^\n]{3}\d\s[-−–]\s$")
"""What stands before a key that is only a part of a formula, as in `1/ab_over_ac`; `3 - ` may number a list."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A key and its value as stated, and where in the text they begin."""

    place: int
    question: Question
    stated: Stated


def question_of_key(key: str) -> Question | None:
    """The question whose key this is, in capitals, camel case or as Q1 to Q6 too."""
    return _QUESTION_OF_KEY.get(re.sub(r"[^a-z0-9]", "", key[:80].lower()))


def pairs_in(text: str) -> list[Pair]:
    """The pairs in the order of the text, comments left out. It takes linear time, whatever the text."""
    text = _COMMENT.sub(lambda comment: " " * len(comment[0]), text.replace('\\"', '" '))
    pairs = []
    for match in _PAIR.finditer(text):
        question = question_of_key(match["key"])
        if question is not None and not _IN_A_TERM.search(text[max(0, match.start() - 8) : match.start()]):
            pairs.append(Pair(match.start(), question, _stated(match)))
    return pairs


def _stated(match: re.Match[str]) -> Stated:
    quoted = next((match[name] for name in ("double", "single", "foreign") if match[name] is not None), None)
    if quoted is not None:
        return Stated((quoted + (match["more"] or "")).strip(), "text")
    bare = match["bare"]
    text = _COMMENT_OF_LINE.sub("", bare).strip(" \t\r*`")
    if text.lower() in ("null", "none"):
        return Stated(text, "null")
    return Stated(text, "number", is_cut=match["end"] is None and not bare[-1].isspace())
