"""What the text of a question tells about each of its options, as names of features.

A template is the question with the words masked that change from question to question: numbers, rare words, and words
of the options. Options are seen as written, with the question's own words replaced by their place in it, masked, and by
their rank among the options: the smallest number, the longest text, the only plural.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pandas as pd

RARE = 0.02
"""The share of an aspect's questions below which a word is masked."""

COMMON = 0.9
"""The share from which on a word belongs to the template, though options have it too."""

MASK = "_"

_WORD = re.compile(r"\w+(?:[.,]\d+)*|[^\w\s]")
_NUMBER = re.compile(r"[-+−]?\d+(?:[.,]\d+)?")

Features = list[tuple[Hashable, ...]]


@dataclass(frozen=True, slots=True)
class _Word:
    stem: str
    is_plural: bool
    has_digit: bool

    def masked(self) -> str:
        """A mask that still shows whether the word is a plural or a number."""
        return "0" if self.has_digit else f"{MASK}s" if self.is_plural else MASK


def features_of_cases(cases: pd.DataFrame) -> Iterator[list[Features]]:
    """For each case a list of its options' features, in the order of the rows and of the letters.

    Args:
        cases: question_id, text (None where there is none) and options. Truths are not looked at.
    """
    questions = [_words(text if isinstance(text, str) else "") for text in cases["text"]]
    options = [[_words(option) for option in own] for own in cases["options"]]
    question_ids = cases["question_id"].astype(str).tolist()
    of_options = {word.stem for own in options for option in own for word in option}
    times: dict[str, Counter[str]] = {}
    for question_id, words in zip(question_ids, questions, strict=True):
        times.setdefault(question_id, Counter()).update({word.stem for word in words})
    totals = Counter(question_ids)
    for question_id, words, own, texts in zip(question_ids, questions, options, cases["options"], strict=True):
        counts, total = times[question_id], totals[question_id]
        template = _template(words, of_options, {word.stem: counts[word.stem] / total for word in words})
        # Both are part of many features: as numbers they are hashed once.
        exact = hash((question_id, *(word.stem for word in words)))
        yield _features(hash((question_id, len(own), template)), exact, words, own, texts)


@lru_cache(maxsize=10_000)
def _words(text: str) -> tuple[_Word, ...]:
    """Words and signs, the article in one form, plurals by their singular."""
    return tuple(map(_word, _WORD.findall(text.lower())))


@lru_cache(maxsize=100_000)
def _word(word: str) -> _Word:
    """The word, one object for all places where it stands: most of a large benchmark's words are the same."""
    is_plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word.isalpha()
    stem = "a" if word == "an" else word[:-1] if is_plural else word
    return _Word(stem, is_plural, any(character.isdigit() for character in word))


def _template(words: Sequence[_Word], of_options: set[str], shares: dict[str, float]) -> tuple[str, ...]:
    parts: list[str] = []
    for word in words:
        is_masked = (
            word.has_digit or shares[word.stem] < RARE or (word.stem in of_options and shares[word.stem] < COMMON)
        )
        part = word.masked() if is_masked else word.stem
        if not (is_masked and parts and parts[-1] == part):
            parts.append(part)
    return tuple(parts)


def _features(
    asked: Hashable, exact: Hashable, words: Sequence[_Word], options: Sequence[Sequence[_Word]], texts: Sequence[str]
) -> list[Features]:
    """The features of each option of one question; `asked` and `exact` are the question, masked and as it is."""
    place_of = {word.stem: place for place, word in reversed(list(enumerate(words)))}
    masked = [tuple(word.masked() for word in option) for option in options]
    alike = Counter(masked)
    longest = sorted({len(text) for text in texts})
    ranks = _ranks(texts)
    features = []
    for place, option in enumerate(options):
        written = tuple(word.stem + "s" * word.is_plural for word in option)
        aligned = tuple(
            f"{place_of[word.stem]}{'s' * word.is_plural}" if word.stem in place_of else word.stem for word in option
        )
        shape = (masked[place], alike[masked[place]])
        length = longest.index(len(texts[place])) / max(len(longest) - 1, 1)
        features.append([
            ("place", asked, place), ("place in", exact, place),
            ("written", asked, written), ("written in", exact, written), ("written at", asked, written, place),
            ("aligned", asked, aligned), ("shape", asked, shape), ("shape in", exact, shape),
            ("length", asked, length), ("rank", asked, ranks[place]), ("rank in", exact, ranks[place]),
            ("rank and place", asked, ranks[place], place),
        ])  # fmt: skip
    return features


def _ranks(texts: Sequence[str]) -> list[int | None]:
    """The rank of each option among the numbers that the options are; None where one of them is no number."""
    found = [_NUMBER.search(text) for text in texts]
    numbers = [float(match[0].replace(",", ".").replace("−", "-")) for match in found if match]
    if len(numbers) < len(texts):
        return [None] * len(texts)
    order = sorted(set(numbers))
    return [order.index(number) for number in numbers]
