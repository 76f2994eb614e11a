"""Names that are accepted, normalised, so that a reply's words can be looked up among them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

WORD = re.compile(r"[^\W_]+")
ARTICLES = frozenset({"a", "an", "the"})

_NO_MODIFIERS = frozenset({"regular", "compound", "of", "and", "two", "five", "ten", "j", "w", "johnson"})
"""Words of names that say nothing new of a name that follows them."""

Words = tuple[str, ...]


def words_of(text: str) -> Words:
    """The words of a name: small letters, hyphens as blanks, no articles, the last one in the singular."""
    words = [word for word in WORD.findall(text.lower()) if word not in ARTICLES]
    return (*words[:-1], singular(words[-1])) if words else ()


def singular(word: str) -> str:
    """The word without the s of its plural."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@dataclass(frozen=True, slots=True)
class NameBook:
    """What may be said, and what it means.

    Attributes:
        meanings: the things that each name stands for, by its words; nearly always one.
        wider: the kind that words stand for which name no thing, as `Johnson solid`.
        modifiers: words of names that make another thing of the name behind them, as `stellated`.
        longest: number of words of the longest name.
    """

    meanings: Mapping[Words, Words]
    wider: Mapping[Words, str]
    modifiers: frozenset[str]
    longest: int

    @classmethod
    def of(cls, names: Mapping[str, Iterable[str]], wider: Mapping[str, str]) -> "NameBook":
        """The book of some things.

        Args:
            names: of each thing, all that it may be called.
            wider: kind by word.
        """
        meanings: dict[Words, list[str]] = {}
        for thing, own in names.items():
            for name in own:
                things = meanings.setdefault(words_of(name), [])
                if thing not in things:
                    things.append(thing)
        longest = max(map(len, meanings), default=0)
        modifiers = frozenset(word for words in meanings for word in words[:-1] if not word.isdigit())
        return cls(
            {words: tuple(things) for words, things in meanings.items()},
            {words_of(word): kind for word, kind in wider.items()},
            modifiers - _NO_MODIFIERS,
            longest,
        )

    def named(self, words: Sequence[str]) -> Words:
        """What words stand for, the last in the singular or the plural; empty where that is nothing."""
        return self.meanings.get(tuple(words)) or self.meanings.get((*words[:-1], singular(words[-1])), ())
