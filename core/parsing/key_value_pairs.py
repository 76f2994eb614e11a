"""`key: value` pairs and `<key>value</key>` elements anywhere in a text: the six answers outside valid JSON."""

import re
from dataclasses import dataclass
from typing import Literal

from core.parsing.key_labels import KEYS, QUOTES, find_question_by_key
from core.parsing.values import StatedValue
from core.records import Question

_FOREIGN = QUOTES[3:]
_LATEX = r"\\[dt]?frac\{[^{}\n]{1,40}\}\{[^{}\n]{1,40}\}|\\sqrt\{[^{}\n]{1,20}\}|\^\{\\circ\}"
_PAIR = re.compile(
    rf"""(?<![A-Za-z0-9_])(?P<key>{KEYS})
         [{QUOTES}*$]{{0,3}} \s{{0,8}} (?:\([^()\n]{{0,40}}\)[{QUOTES}*]{{0,3}}\s{{0,4}})?
         &?\s?(?:[:=：＝≈≅≃]|\\approx\b) \s{{0,12}} \**
         (?: (?: "(?P<double>[^"\n]{{0,400}})" | '(?P<single>[^'\n]{{0,400}})'
               | [{_FOREIGN}](?P<foreign>[^{_FOREIGN}\n]{{0,400}})[{_FOREIGN}] )
             (?P<more>\s{{0,8}}(?:[|/]|or\b)[^,;}}\n]{{0,200}})?
           | \s{{0,12}}(?P<bare>(?:{_LATEX}|[^\s,;，；{{}}"'{_FOREIGN}])
                (?:{_LATEX}|\([^()\n]{{0,60}}\)|[^,;，；{{}}｝\n]){{0,400}}(?:(?<=\d),\d[^,;{{}}\n]{{0,40}})?)
             (?P<end>[,;，；}}｝\n])? )""",
    re.IGNORECASE | re.VERBOSE,
)
_KEY_INSIDE = re.compile(rf"(?<![A-Za-z0-9_])(?:{KEYS})[{QUOTES}*$]{{0,3}}\s{{0,8}}[:=：＝≈≅≃]", re.IGNORECASE)
_ELEMENTS = tuple(
    re.compile(rf"{head}(?P<value>[^<>\n]{{0,200}}|\s{{0,40}}[^<>\n]{{1,200}}\s{{0,40}})<\s{{0,8}}/", re.IGNORECASE)
    for head in (
        rf"<\s{{0,8}}(?P<key>{KEYS})\s{{0,8}}>",
        rf"<\w{{1,20}}\s[^<>]{{0,40}}?[\"'](?P<key>{KEYS})[\"'][^<>]{{0,40}}>",
        rf"(?<![A-Za-z0-9_])(?P<key>{KEYS})\s{{0,4}}(?:</\w{{1,8}}>\s{{0,4}}){{0,2}}</t[dh]>\s{{0,8}}<t[dh][^<>]{{0,40}}>(?:<\w{{1,8}}>)?",
    )
)
"""`<key>value</key>`, `<answer id="key">value</answer>` and two cells of an HTML table."""

_QUESTION_AND_ANSWER = re.compile(
    r"^[*_#\s]{0,8}Q(?:uestion)?[ ]?(?P<number>[1-6])\b[^\n]{0,200}\n\s{0,8}[*_#]{0,4}"
    r"(?P<key>A(?:ns(?:wer)?)?[ ]?(?:(?P=number))?)[*_]{0,3}[ ]?[:.][*_]{0,3}[ ]{0,4}(?P<value>[^\n]{1,200})",
    re.IGNORECASE | re.MULTILINE,
)
_COMMENT = re.compile(r'/\*[^*"{}\n]{0,200}\*/|(?<![:\w/])//[^\n]*')
_COMMENT_OF_LINE = re.compile(r"\s#.*")
_IN_A_TERM = re.compile(r"(?:[/÷^·×]|[^\s][ \t]{0,2}\+)[\s(]{0,4}$|\d\*$|\d[ \t]\*\s$|\d[-−–]$|[^\n]{3}\d[ \t][-−–]\s$")
"""End of the text before a key that is only part of a formula, as in `1/ab_over_ac`; `3 - ` may number a list."""

_LATEX_WORD = re.compile(r"\\(?:text|textbf|texttt|textit|mathrm|mathbf|operatorname)\{([^{}\n]{0,80})\}")
_ENTITY = re.compile(r"&(?:quot|apos|lt|gt|deg|nbsp|amp|#34|#39|#x22|#x27);", re.IGNORECASE)
_ENTITIES = {
    "quot": '"', "#34": '"', "#x22": '"', "apos": "'", "#39": "'", "#x27": "'", "lt": "<", "gt": ">", "deg": "°",
    "nbsp": " ", "amp": "&",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class KeyValuePair:
    """A key and its value as stated, with their span in the text."""

    start: int
    stop: int
    question: Question
    stated: StatedValue


def unescape_in_place(text: str) -> str:
    """Return the text with its HTML entities replaced, padded with spaces so that every index stays the same."""
    if "&" not in text:
        return text
    return _ENTITY.sub(lambda match: _ENTITIES[match[0][1:-1].lower()].ljust(len(match[0])), text)


def find_pairs(text: str) -> list[KeyValuePair]:
    """Return the pairs in the order of the text, without comments. It takes linear time."""
    text = _COMMENT.sub(lambda comment: " " * len(comment[0]), text.replace('\\"', '" '))
    if "\\" in text:
        text = _LATEX_WORD.sub(lambda m: " " * (m.start(1) - m.start()) + m[1] + " " * (m.end() - m.end(1)), text)
    pairs = []
    if "</" in text:
        pairs = [_parse_element(match, match["key"]) for pattern in _ELEMENTS for match in pattern.finditer(text)]
    pairs += [_parse_element(match, f"q{match['number']}") for match in _QUESTION_AND_ANSWER.finditer(text)]
    index = 0
    while match := _PAIR.search(text, index):
        value, stop, index = _parse_stated(match, text)
        question = find_question_by_key(match["key"])
        if question is not None and not _IN_A_TERM.search(text[max(0, match.start() - 8) : match.start()]):
            pairs.append(KeyValuePair(match.start(), stop, question, value))
    return sorted(pairs, key=lambda pair: pair.start)


def _parse_element(match: re.Match[str], key: str) -> KeyValuePair:
    question = find_question_by_key(key)
    if question is None:
        raise ValueError(f"{key!r} is not a known key")
    text = match["value"].strip()
    form: Literal["null", "number"] = "null" if text.lower() in ("null", "none") else "number"
    start, stop = match.start("key"), match.end("value")
    stated = StatedValue(text, form, start=start, stop=stop, ends_text=stop == len(match.string))
    return KeyValuePair(start, stop, question, stated)


def _parse_stated(match: re.Match[str], text: str) -> tuple[StatedValue, int, int]:
    """Return the value, its end, and the index at which the search continues."""
    name = next((name for name in ("double", "single", "foreign") if match[name] is not None), None)
    if name is not None:
        stop = match.end("more") if match["more"] else match.end(name)
        value = (match[name] + (match["more"] or "")).strip()
        return StatedValue(value, "text", start=match.start(), stop=stop), stop, match.end()
    bare, index, ends_text = match["bare"], match.end(), False
    inner = _KEY_INSIDE.search(text, match.start("bare"), match.end("bare") + 40)
    if inner is not None and match.start("bare") < inner.start() < match.end("bare"):
        bare = re.sub(r"\s+(?:and|und|y|et)\s*$|[|<>/*`_\s-]+$", "", bare[: inner.start() - match.start("bare")])
        index = inner.start()
    else:
        ends_text = match["end"] is None and match.end("bare") == len(text) and not bare[-1].isspace()
    value = _COMMENT_OF_LINE.sub("", bare).strip(" \t\r")
    value = re.sub(r"(?:\\\\|\\)$|\|$", "", value).strip(" \t\r*`$")
    if value.endswith(")") and value.count(")") > value.count("("):
        value = value[:-1]
    stop = match.start("bare") + len(bare.rstrip())
    form: Literal["null", "number"] = "null" if value.lower() in ("null", "none") else "number"
    return StatedValue(value, form, start=match.start(), stop=stop, ends_text=ends_text and form != "null"), stop, index
