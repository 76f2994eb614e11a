"""Sets of options as sorted letters, and the list of letters at a position in a text: "(a) and (c)", "all", "none"."""

import re
from collections.abc import Iterable
from dataclasses import replace

from core.parsing.choice.result import ChoiceReading, get_option_letter, get_option_letters, make_invalid_reading
from core.parsing.context import is_negated
from core.parsing.patterns import load_patterns
from core.parsing.plain_text import WORD_CHARACTER

NO_LETTERS = "none"
"""The empty set: no option is right."""

_PATTERNS = load_patterns(__file__, "letter_sets.toml", word_character=WORD_CHARACTER)
NOUN = _PATTERNS["noun"].pattern
_TOKEN = _PATTERNS["token"].pattern
_SEPARATOR = _PATTERNS["separator"].pattern
ITEM = re.compile(r"^[\s>*#-]{0,8}(?:\d{1,2}[.)]\s{1,3})?" + _TOKEN + r"[.:)]{0,2}", re.MULTILINE | re.IGNORECASE)
"""A letter at the beginning of a line, with a bullet or a number before it."""

_TOKEN_PATTERN = re.compile(_TOKEN, re.IGNORECASE)
_SEPARATOR_PATTERN = re.compile(_SEPARATOR, re.IGNORECASE)
_RANGE = re.compile(r"(?:[-~]|\s{1,2}(?:to|through|thru|bis)\s{1,2})(?=[(\[]?[A-Za-z](?!\w))", re.IGNORECASE)
_JOINED = re.compile(r"[\s\"'`*_\[({]{0,8}([A-Z]{2,26}|[a-z]{2,26})[\"'`*_\])}.\s]{0,8}$")
_LIST_END = re.compile(
    r"\s{0,8}(?:[.!:;\n]|$|\b(?:only|are|is)\b|[-–]|\(|because|since|as\b|satisf|that|which|meet|contain|include|have|has"
    r"|(?:shows|depicts|fits|matches)\b|(?:\w{3,14}ly|most\slikely|for\ssure)\s{0,2}(?:[.!;\n]|$))"
)
_NONE = _PATTERNS["none"]
_ALL = _PATTERNS["all"]
_EXCEPT = re.compile(r",?\s(?:except|but|besides|apart\sfrom|other\sthan)(?:\sfor)?\s", re.IGNORECASE)


def join_letters(indexes: Iterable[int]) -> str:
    """Return a set of options, given by their indexes from 0, as its sorted letters."""
    return "".join(get_option_letter(index) for index in sorted(set(indexes))) or NO_LETTERS


def is_letter_set(value: str, n_options: int) -> bool:
    """Return whether a value is a set of the letters of this many options, sorted and without repetition."""
    letters = get_option_letters([""] * n_options)
    return value == NO_LETTERS or (bool(value) and set(value) <= set(letters) and list(value) == sorted(set(value)))


def make_set_reading(
    chosen: Iterable[str], text: str, start: int, stop: int, letters: str, evidence: str = ""
) -> ChoiceReading:
    """Return the reading of a set stated in `text[start:stop]`; invalid if it names a letter without an option."""
    stated = sorted(set(chosen))
    while start < stop and text[start].isspace():
        start += 1
    unknown = [letter for letter in stated if letter not in letters]
    if unknown:
        return replace(make_invalid_reading(unknown[0], letters), span=(start, stop))
    value = "".join(stated) or NO_LETTERS
    return ChoiceReading("ok", value, text[start:stop].strip(), span=(start, stop), evidence=evidence)


def read_list(text: str, begin: int, letters: str) -> ChoiceReading | None:
    """Return the set stated at an index: a list of letters, all, all but some, or none."""
    if none := _NONE.match(text, begin):
        return make_set_reading((), text, none.start(), none.end(), letters)
    if (everything := _ALL.match(text, begin)) and not is_negated(
        text[begin : everything.start()], _EXCEPT.sub(" ", text[everything.end() :], count=1)
    ):
        return _read_everything(text, everything, letters)
    tokens: list[str] = []
    at = stop = begin
    while token := _TOKEN_PATTERN.match(text, at):
        if tokens and _is_article(text, token):
            break
        tokens += _list_letter_range(tokens[-1], token[1]) if tokens and _RANGE.match(text, stop) else [token[1]]
        stop = token.end()
        separator = _RANGE.match(text, stop) or _SEPARATOR_PATTERN.match(text, stop)
        if separator is None:
            break
        at = separator.end()
    if not tokens:
        return _read_joined(text, begin, letters)
    if len(tokens) == 1 and text[begin:stop].strip() in ("a", "A", "I") and not _LIST_END.match(text, stop):
        return None
    return make_set_reading({token.upper() for token in tokens}, text, begin, stop, letters)


def _read_everything(text: str, everything: re.Match[str], letters: str) -> ChoiceReading:
    """Return all letters, those listed after "all", or those left by "all except"."""
    omission = _EXCEPT.match(text, everything.end())
    listed = read_list(text, omission.end() if omission else everything.end(), letters)
    if listed is None or listed.status != "ok" or listed.letter == NO_LETTERS or listed.span is None:
        return make_set_reading(letters, text, everything.start(), everything.end(), letters)
    if omission is None:
        return listed
    left = set(letters) - set(listed.letter or "")
    return make_set_reading(left, text, everything.start(), listed.span[1], letters)


def _list_letter_range(first: str, last: str) -> list[str]:
    """Return the letters of a range after its first one: "a to d"; the last alone if they do not ascend."""
    ascending = [chr(code) for code in range(ord(first.upper()) + 1, ord(last.upper()) + 1)]
    return ascending or [last]


def _is_article(text: str, token: re.Match[str]) -> bool:
    """Return whether a token is the word "a" before a noun, or "I" as a pronoun."""
    return (
        token[0].strip() in ("a", "A", "I")
        and re.match(r"\s?[A-Za-z]", text[token.end() :]) is not None
        and (re.match(r"\s?(?:and|or|is|are)\b", text[token.end() :]) is None)
    )


def _read_joined(text: str, begin: int, letters: str) -> ChoiceReading | None:
    """Return the letters of one word that is the rest of its line: "ACD"."""
    line_end = text.find("\n", begin)
    joined = _JOINED.match(text[begin : line_end if line_end >= 0 else len(text)])
    if joined is None or not set(joined[1].upper()) <= set(letters) or list(joined[1]) != sorted(set(joined[1])):
        return None
    return make_set_reading(set(joined[1].upper()), text, begin, begin + joined.end(), letters)
