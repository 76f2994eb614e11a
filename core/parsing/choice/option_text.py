"""The texts of options in a reply: one form for letters, dashes and blanks, and where which text stands."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.parsing.choice.result import letters_of

_UNUSUAL = (
    range(0x2460, 0x2500),  # circled
    range(0x1D400, 0x1D7CC),  # mathematical bold, italic and so on
    range(0x1F110, 0x1F16A),  # in brackets, squares and circles
    range(0xFF01, 0xFF5F),  # full-width
)
_UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
_PLAIN = {
    **{code: unicodedata.normalize("NFKC", chr(code)) for block in _UNUSUAL for code in block},
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-"),
    **dict.fromkeys(map(ord, "“”„«»"), '"'),
    **dict.fromkeys(map(ord, "‘’"), "'"),
    **dict.fromkeys(map(ord, "【〔"), "("),
    **dict.fromkeys(map(ord, "】〕"), ")"),
    ord("。"): ".",
    ord("、"): ",",
    **dict.fromkeys(map(ord, _UNSEEN), None),
}
"""Character by character, since Unicode's own normalisation takes quadratic time on hostile texts."""

WORD_CHARACTER = r"[^\W\u3040-\u9fff\uac00-\ud7af]"
"""Of a word with blanks around it: Chinese and Japanese set a letter right beside their own characters."""

_EDGE = " \t\r\n\"'`*_$"
_AROUND = re.compile(r"[()\[\]{}<>]")
_ONLY_WITH_STOP = {"yes", "no", "none", "both", "all", "neither"}
"""Texts of options that are common words: in a sentence they count only in front of a stop."""


@dataclass(frozen=True, slots=True)
class Named:
    """A place of the reply where the text of an option stands."""

    begin: int
    end: int
    letter: str


def plain(text: str) -> str:
    """The text with usual letters, dashes, quotes and brackets, without characters that nobody sees."""
    return text.translate(_PLAIN)


def bare(text: str) -> str:
    """The text in lower case, with single blanks and without quotes, stars, brackets and stops around it."""
    words = " ".join(plain(text).lower().split())
    while True:
        inner = words.strip(_EDGE).rstrip(".!,;:")
        if len(inner) > 1 and _AROUND.match(inner[0]) and _AROUND.match(inner[-1]):
            inner = inner[1:-1]
        if inner == words:
            return inner
        words = inner


def letter_by_text(text: str, options: Sequence[str]) -> str | None:
    """The letter of the only option that has this text, however it is quoted; None without one, or with several."""
    known = _letter_by_bare(tuple(options))
    return known.get(bare(text)) if text.strip() else None


@lru_cache(maxsize=1024)
def _letter_by_bare(options: tuple[str, ...]) -> dict[str, str]:
    """Letters by bare text; texts of several options are left out, and such as are one letter."""
    texts = [bare(text) for text in options]
    letters = zip(letters_of(options), texts, strict=True)
    return {text: letter for letter, text in letters if texts.count(text) == 1 and not _is_letter(text) and text}


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isascii() and text.isalpha()


@lru_cache(maxsize=1024)
def _pattern(options: tuple[str, ...]) -> re.Pattern[str] | None:
    """What finds an option's text as whole words, the longest first."""
    texts = sorted(_letter_by_bare(options), key=len, reverse=True)
    if not texts:
        return None
    ends = [rf"{_loose(text)}(?=\s*(?:[.,;:!\n]|\Z))" if text in _ONLY_WITH_STOP else _loose(text) for text in texts]
    return re.compile(rf"(?<![\w.])(?<![^\W\d_]-)(?:{'|'.join(ends)})(?!\w|[.,]\d|-\w)", re.IGNORECASE)


def _loose(text: str) -> str:
    """The pattern of a text whose blanks may be of any kind."""
    return r"\s{1,8}".join(re.escape(word) for word in text.split())


def options_named(text: str, options: Sequence[str]) -> list[Named]:
    """Where the texts of options stand in a plain text as whole words, in order; never one inside another.

    `left` is not found in "bottom left" where that is an option too, and `1.3` not in "1.31".
    """
    pattern = _pattern(tuple(options))
    if pattern is None:
        return []
    known = _letter_by_bare(tuple(options))
    found = []
    for match in pattern.finditer(text):
        letter = known.get(" ".join(match[0].lower().split()))
        if letter is not None:
            found.append(Named(match.start(), match.end(), letter))
    return found
