"""Options of which a reply names only some words: "the monitor" for "purple monitor"."""

import math
import re
from collections.abc import Sequence
from functools import lru_cache

from core.parsing.choice.option_text import OptionMention, strip_labels
from core.parsing.choice.result import get_option_letters
from core.parsing.plain_text import simplify
from core.parsing.word_lists import load_words

MAX_CLAUSES = 40
MAX_WORDS = 60
MAX_COUNTING_CHARACTERS = 200
FEWEST_WORDS_OF_LONG_OPTION = 4
LEAST_COVERAGE = 0.4
LEAST_LEAD = 0.12

_WORD = re.compile(r"[^\W_]+(?:\.\d+)?")
_CLAUSE = re.compile(r"[^.!?;:,\n]+")
_STOP_WORDS = frozenset(load_words("stop_words_of_options"))
_UNCHANGED = re.compile(
    r"\b(?:no\schange|unchanged|(?:(?:does|do|did|is|are|has)\s?(?:not|n't)|doesn't|don't|didn't)\s(?:\w+\s)?chang\w*"
    r"|(?:remains?|stays?)\s(?:the\ssame|unchanged))\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|never|neither|nor|without|cannot)\b|n't\b", re.IGNORECASE)
"""Negations. A clause that denies something chooses no option without a denial, and vice versa."""

_UNDETERMINED = re.compile(
    r"\b(?:cannot|can't|can\snot|could\snot|couldn't)\sbe\s(?:\w+ly\s)?(?:determined|told|decided|known|inferred)\b"
    r"|\b(?:not|n't|insufficient|lacks?)\s(?:enough\s|sufficient\s)?(?:information|data)\b|\bundetermined\b"
    r"|n't\s(?:enough|sufficient)\s(?:information|data)\b|\bimpossible\sto\s(?:determine|tell|know|decide)\b",
    re.IGNORECASE,
)
_PARALLEL = re.compile(r"∥|\\parallel(?![a-z])")
_PERPENDICULAR = re.compile(r"⟂|⊥|\\perp(?![a-z])")
_NUMBER_WORDS = {word: str(number) for number, word in enumerate(load_words("numbers_to_twenty"))}
_COUNTS = re.compile(
    r"(?:\bthere\s(?:is|are)|\bhas|\bhave|\bshows?|\bcontains?|\bcount(?:ed)?|\bsee|\bis|\bare|[:=]|\A)\s?"
    rf"(?:only\s|exactly\s|just\s)?({'|'.join(_NUMBER_WORDS)})\b",
    re.IGNORECASE,
)

Words = tuple[str, ...]


def find_number_words(text: str, options: Sequence[str]) -> list[OptionMention]:
    """Return number words that are options in digits, in a short text that counts: "There are two" for 2."""
    known = {option.strip(): letter for letter, option in zip(get_option_letters(options), options, strict=True)}
    if len(text) > MAX_COUNTING_CHARACTERS or not any(option.isdigit() for option in known):
        return []
    return [
        OptionMention(match.start(1), match.end(1), known[number])
        for match in _COUNTS.finditer(text)
        if (number := _NUMBER_WORDS[match[1].lower()]) in known
    ]


def find_distinctive_words(text: str, options: Sequence[str]) -> list[OptionMention]:
    """Return words of a text that occur in only one option, if options have several words."""
    words = _map_distinctive_words(strip_labels(tuple(options)))
    if not words:
        return []
    return [
        OptionMention(match.start(), match.end(), words[singular])
        for match in _WORD.finditer(text)
        if (singular := _stem(match.group())) in words
    ]


@lru_cache(maxsize=1024)
def _map_distinctive_words(options: tuple[str, ...]) -> dict[str, str]:
    own = {
        letter: _extract_content_words(text) for letter, text in zip(get_option_letters(options), options, strict=True)
    }
    if any(len(words) >= FEWEST_WORDS_OF_LONG_OPTION for words in own.values()):
        return {}
    return {
        word: letter
        for letter, words in own.items()
        for word in words
        if len(words) >= 2 and (len(word) > 2 or word.isdigit()) and sum(word in other for other in own.values()) == 1
    }


def find_long_option(text: str, options: Sequence[str]) -> OptionMention | None:
    """Return the long option whose words a clause of the text has in order, far more than those of others.

    Words are weighted by how few options have them. Clauses that point to different options choose none.
    """
    long_options = _list_long_options(strip_labels(tuple(options)))
    if not long_options:
        return None
    option_denies = {
        letter: _DENIES.search(_mark_unchanged(option)) is not None
        for letter, option in zip(get_option_letters(options), options, strict=True)
    }
    found: dict[str, OptionMention] = {}
    for clause in [*_CLAUSE.finditer(_mark_unchanged(text))][-MAX_CLAUSES:]:
        words = _extract_content_words(_name_signs(clause.group()))[:MAX_WORDS]
        denies = _DENIES.search(clause.group()) is not None
        covered = sorted(
            (
                (_compute_coverage(text_words, weights, words) if denies == option_denies[letter] else 0.0, letter)
                for letter, text_words, weights in long_options
            ),
            reverse=True,
        )
        (best, letter), (second, _) = covered[0], covered[1]
        if best >= LEAST_COVERAGE and best - second >= LEAST_LEAD:
            found.setdefault(letter, OptionMention(clause.start(), min(clause.end(), len(text)), letter))
    return next(iter(found.values())) if len(found) == 1 else None


@lru_cache(maxsize=1024)
def _list_long_options(options: tuple[str, ...]) -> list[tuple[str, Words, tuple[float, ...]]]:
    own = [
        (letter, _extract_content_words(_mark_unchanged(text)))
        for letter, text in zip(get_option_letters(options), options, strict=True)
    ]
    if max(len(words) for _, words in own) < FEWEST_WORDS_OF_LONG_OPTION:
        return []
    count = {word: sum(word in other for _, other in own) for _, words in own for word in words}
    weigh = {word: math.log((len(options) + 1) / number) for word, number in count.items()}
    return [(letter, words, tuple(weigh[word] for word in words)) for letter, words in own]


def find_undetermined(text: str, options: Sequence[str]) -> list[OptionMention]:
    """Return the statements that the question cannot be answered, if exactly one option states this too."""
    undetermined = [
        letter
        for letter, option in zip(get_option_letters(options), options, strict=True)
        if _UNDETERMINED.search(simplify(option))
    ]
    if len(undetermined) != 1:
        return []
    return [OptionMention(match.start(), match.end(), undetermined[0]) for match in _UNDETERMINED.finditer(text)]


def _name_signs(text: str) -> str:
    """Return the text with words for the signs of parallel and perpendicular lines."""
    return _PERPENDICULAR.sub(" perpendicular ", _PARALLEL.sub(" parallel ", text))


def _mark_unchanged(text: str) -> str:
    """Replace every phrase for "does not change" by one word, keeping the length of the text."""
    return _UNCHANGED.sub(lambda match: "unchanged".ljust(len(match.group()))[: len(match.group())], text)


def _compute_coverage(text_words: Words, weights: tuple[float, ...], words: Words) -> float:
    """Return the weighted share of an option's words that occur in the clause in the same order."""
    row = [0.0] * (len(words) + 1)
    for word, weight in zip(text_words, weights, strict=True):
        diagonal = 0.0
        for index, other in enumerate(words, start=1):
            above = row[index]
            row[index] = max(row[index - 1], above, diagonal + weight if other == word else 0.0)
            diagonal = above
    total = sum(weights)
    return row[-1] / total if total else 0.0


def _extract_content_words(text: str) -> Words:
    return tuple(
        stem for match in _WORD.finditer(simplify(text)) if (stem := _stem(match.group())) not in _STOP_WORDS
    ) or tuple(_stem(match.group()) for match in _WORD.finditer(simplify(text)))


def _stem(word: str) -> str:
    small = word.lower()
    small = _NUMBER_WORDS.get(small, small)
    return small[:-1] if len(small) > 3 and small.endswith("s") and not small.endswith("ss") else small
