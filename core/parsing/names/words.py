"""Words of a text in one form: lower case, no accents, no articles, singular, numbers as digits."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from core.parsing.word_lists import load_word_table, load_words

ARTICLES = frozenset({"a", "an", "the"})
_SKIPPED = ARTICLES.union(load_words("adjectives_of_compounds"))
"""Words without information inside a name: "five intersecting tetrahedra"."""

_EAST_ASIAN = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"([^\W_{_EAST_ASIAN}]+)(?:['’]s\b)?")
_JOINT = re.compile(r"[ \t\u00a0]{0,4}(?:[-'’*_~`\\]{1,4}[ \t]{0,4})?")
"""Possible separators between the words of one name: spaces, a hyphen, marks of emphasis; no punctuation."""

_NOT_IN_NAME = re.compile(r"[\s*_`~\\{}$\"]+")

_CANONICAL = load_word_table("canonical_words_of_names")
_MIN_LETTERS_OF_PLURAL = 4


@dataclass(frozen=True, slots=True)
class CanonicalWord:
    """A word of a text.

    Attributes:
        text: in its canonical form.
        start, stop: its span in the text, including a possessive s.
        is_joined: whether it may continue a name that the word before it is part of.
        is_hyphenated: whether a hyphen connects it with the word before.
    """

    text: str
    start: int
    stop: int
    is_joined: bool
    is_hyphenated: bool


def split_words(text: str) -> list[CanonicalWord]:
    """Return the words of a text in order, without articles."""
    words: list[CanonicalWord] = []
    previous_stop = 0
    is_joined = False
    for match in _WORD.finditer(text):
        gap = text[previous_stop : match.start()]
        fits = _JOINT.fullmatch(gap) is not None
        is_joined = fits if previous_stop else False
        is_label = text[match.end() : match.end() + 1] == ":"
        if match[1].lower() in _SKIPPED and not is_label and words:
            # An article inside a name is skipped: the words around it stay connected.
            if is_joined:
                previous_stop = match.end()
                continue
        elif match[1].lower() in _SKIPPED:
            previous_stop = match.end()
            continue
        words.append(
            CanonicalWord(to_canonical_word(match[1]), match.start(), match.end(), is_joined, gap in ("-", "- "))
        )
        previous_stop = match.end()
    return words


def to_canonical_name(name: str) -> str:
    """Return the words of a name in their canonical form, without spaces: the key by which names are compared."""
    return "".join(word.text for word in split_words(name))


@lru_cache(maxsize=20_000)
def to_canonical_word(word: str) -> str:
    """Return a word in lower case, without accents, in the singular, a number word as digits."""
    folded = unicodedata.normalize("NFKD", word.casefold())
    plain = "".join(character for character in folded if not unicodedata.combining(character))
    return to_singular(_CANONICAL.get(plain, plain))


def to_singular(word: str) -> str:
    """Return the word without its plural ending."""
    if word.endswith(("hedra", "hedrae", "hedras")):
        return word[: word.rindex("hedra")] + "hedron"
    if len(word) >= _MIN_LETTERS_OF_PLURAL and word.endswith("s") and not word.endswith(("ss", "us")):
        return word[:-1]
    return word


def clean_name(text: str) -> str:
    """Return a name from a reply in lower case, in the singular, without marks and line breaks."""
    *first, last = _NOT_IN_NAME.sub(" ", text.lower()).split() or [""]
    return " ".join([*first, to_canonical_word(last) if last.isascii() and last.isalpha() else last])
