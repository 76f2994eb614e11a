"""Normalised text of a reply, with common letters, dashes, quotes and brackets, and a mapping back to the raw reply."""

import re
import unicodedata
from dataclasses import dataclass

_UNUSUAL = (
    range(0x2460, 0x2500),  # circled
    range(0x1D400, 0x1D7CC),  # mathematical bold, italic and so on
    range(0x1F110, 0x1F14A),  # in brackets and squares
    range(0xFF01, 0xFF5F),  # full-width
)
_NEGATIVE_LETTERS = {first + index: chr(ord("A") + index) for first in (0x1F150, 0x1F170) for index in range(26)}
"""White letters in black circles and squares, which Unicode does not decompose."""

_UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff"
_PLAIN = {
    **{code: unicodedata.normalize("NFKC", chr(code)) for block in _UNUSUAL for code in block},
    **_NEGATIVE_LETTERS,
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-"),
    **dict.fromkeys(map(ord, "“”„«»"), '"'),
    **dict.fromkeys(map(ord, "‘’"), "'"),
    **dict.fromkeys(map(ord, "【〔"), "("),
    **dict.fromkeys(map(ord, "】〕"), ")"),
    ord("。"): ".",
    ord("、"): ",",
    **dict.fromkeys(map(ord, _UNSEEN), None),
}
"""Mapping by character, since Unicode's own normalisation takes quadratic time on hostile texts."""

_UNDERLINED = re.compile(r"(?<!\w)__(?=\w)([^_\n]{1,200})__(?!\w)")
_STRUCK = re.compile(r"~~(?=\S)[^~\n]{1,200}~~")

WORD_CHARACTER = r"[^\W\u3040-\u9fff\uac00-\ud7af]"
"""A character of space-delimited words; Chinese, Japanese and Korean set letters right beside their characters."""


@dataclass(frozen=True, slots=True)
class PlainText:
    """A normalised text.

    Attributes:
        text: the plain text.
        raw_indexes: for each index of `text`, and its end, the index in the raw text; None if they are the same.
    """

    text: str
    raw_indexes: tuple[int, ...] | None = None

    def to_raw(self, start: int, stop: int) -> tuple[int, int]:
        """Return the span of the raw text that corresponds to a span of the plain text."""
        if self.raw_indexes is None:
            return start, stop
        return self.raw_indexes[start], self.raw_indexes[stop]


def simplify(text: str) -> str:
    """Return the text with common letters, dashes, quotes and brackets, without invisible characters.

    Bold in underscores is written with asterisks, and struck-out text becomes spaces: "~~A~~ B".
    """
    plain = text.translate(_PLAIN)
    if "__" in plain:
        plain = _UNDERLINED.sub(r"**\1**", plain)
    return _STRUCK.sub(lambda match: " " * len(match.group()), plain) if "~~" in plain else plain


def simplify_with_indexes(text: str) -> PlainText:
    """Return the simplified text with the mapping back to the raw one."""
    simple = simplify(text)
    length_by_character = {character: len(simplify(character)) for character in set(text)}
    if all(length == 1 for length in length_by_character.values()):
        return PlainText(simple)
    indexes = [index for index, character in enumerate(text) for _ in range(length_by_character[character])]
    return PlainText(simple, (*indexes, len(text)))
