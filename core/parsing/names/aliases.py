"""The names of a list of things, looked up by the words of a reply."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.parsing.class_words import SHORTEST_GUESSED, is_one_letter_off
from core.parsing.names.words import split_words, to_canonical_name, to_canonical_word

Meanings = tuple[str, ...]

_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_TRADITIONAL = str.maketrans("體雙稜錐鳶變點頂", "体双棱锥鸢变点頂")
_DIGITS = re.compile(r"\d+")
_PREFIX = 4
_MAX_EXTRA_WORDS = 3
"""Maximum number of extra words; a name that a reply hyphenates has more words than in the index."""


@dataclass(frozen=True, slots=True)
class NameIndex:
    """The accepted names of things, and the words for kinds of them.

    Attributes:
        meanings: the things that each name may mean, by the name's key; nearly always one.
        kinds: the kind meant by words that name no thing, as `Johnson solid`, by their key.
        duals: the dual of each thing.
        numbered: the letter of a numbered list by the word for it: "J" by "johnson".
        max_words: number of words of the longest name.
        east_asian: names in Chinese, Japanese and Korean, the longest first; their words have no spaces between.
    """

    meanings: Mapping[str, Meanings]
    kinds: Mapping[str, str]
    duals: Mapping[str, str] = field(default_factory=dict)
    numbered: Mapping[str, str] = field(default_factory=dict)
    max_words: int = 0
    east_asian: Mapping[str, Meanings] = field(default_factory=dict)
    _near: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def build(
        cls,
        names: Mapping[str, Iterable[str]],
        kinds: Mapping[str, str],
        duals: Mapping[str, str] | None = None,
        numbered: Mapping[str, str] | None = None,
    ) -> "NameIndex":
        """Build the index of some things.

        Args:
            names: all accepted names of each thing.
            kinds: kind by word.
            duals: dual by thing.
            numbered: letter of a numbered list by the word for it.
        """
        meanings: dict[str, list[str]] = {}
        east_asian: dict[str, list[str]] = {}
        max_words = 0
        for thing, own in names.items():
            for name in own:
                is_east_asian = _EAST_ASIAN.search(name) is not None
                key = simplify_characters(name) if is_east_asian else to_canonical_name(name)
                things = (east_asian if is_east_asian else meanings).setdefault(key, [])
                if thing not in things:
                    things.append(thing)
                if not is_east_asian:
                    max_words = max(max_words, len(split_words(name)))
        return cls(
            {key: tuple(things) for key, things in meanings.items()},
            {to_canonical_name(word): kind for word, kind in kinds.items()},
            duals or {},
            numbered or {},
            max_words + _MAX_EXTRA_WORDS,
            {key: tuple(things) for key, things in sorted(east_asian.items(), key=lambda pair: -len(pair[0]))},
            _index_by_ends(meanings),
        )

    def find(self, key: str) -> Meanings:
        """Return the exact meanings of a key; empty if it is not a name."""
        return self.meanings.get(key, ())

    def guess(self, key: str) -> Meanings:
        """Return the meaning of a key with one letter wrong, missing or extra; empty if it is not exactly one thing."""
        if not _is_guessable(key):
            return ()
        near = {*self._near.get(("begins", key[:_PREFIX]), ()), *self._near.get(("ends", key[-_PREFIX:]), ())}
        meant = {
            self.meanings[name]
            for name in near
            if abs(len(name) - len(key)) <= 1
            and name[0] == key[0]
            and _DIGITS.findall(name) == _DIGITS.findall(key)
            and is_one_letter_off(key, name)
        }
        return meant.pop() if len(meant) == 1 else ()

    def find_kind(self, words: Sequence[str]) -> str | None:
        """Return the kind that words mean, if any."""
        return self.kinds.get("".join(map(to_canonical_word, words)))

    def find_dual(self, meanings: Meanings) -> Meanings:
        """Return the dual of things, if it is in the index."""
        return tuple(self.duals[thing] for thing in meanings if thing in self.duals)


def simplify_characters(text: str) -> str:
    """Return Chinese text with the simplified form of the characters that names of solids contain."""
    return text.translate(_TRADITIONAL)


def _is_guessable(key: str) -> bool:
    """Return whether a key is a long name and not a letter with a number."""
    return len(key) > SHORTEST_GUESSED and sum(map(str.isalpha, key)) > SHORTEST_GUESSED


def _index_by_ends(keys: Iterable[str]) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the long names by their first and their last letters: one wrong letter leaves one of both unchanged."""
    index: dict[tuple[str, str], list[str]] = {}
    for key in keys:
        if _is_guessable(key):
            index.setdefault(("begins", key[:_PREFIX]), []).append(key)
            index.setdefault(("ends", key[-_PREFIX:]), []).append(key)
    return {ends: tuple(names) for ends, names in index.items()}
