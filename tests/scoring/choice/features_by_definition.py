"""Slow reference for the features of options, as readable tuples, one at a time."""

import re
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.scoring.choice.text_features import COMMON, RARE

_WORD = re.compile(r"\w+(?:[.,]\d+)*|[^\w\s]")
_NUMBER = re.compile(r"[-+−]?\d+(?:[.,]\d+)?")


@dataclass(frozen=True, slots=True)
class _Word:
    stem: str
    is_plural: bool
    has_digit: bool

    def masked(self):
        """Return a mask that still shows whether the word is a plural or a number."""
        return "0" if self.has_digit else "_s" if self.is_plural else "_"


def list_features(cases):
    """Return, for each case, a list of features per option, as tuples."""
    questions = [_split_words(text if isinstance(text, str) else "") for text in cases["text"]]
    options = [[_split_words(option) for option in own] for own in cases["options"]]
    question_ids = cases["question_id"].astype(str).tolist()
    option_stems = {word.stem for own in options for option in own for word in option}
    word_counts = {}
    for question_id, words in zip(question_ids, questions, strict=True):
        word_counts.setdefault(question_id, Counter()).update({word.stem for word in words})
    totals = Counter(question_ids)
    for question_id, words, own, texts in zip(question_ids, questions, options, cases["options"], strict=True):
        counts, total = word_counts[question_id], totals[question_id]
        template = _make_template(words, option_stems, {word.stem: counts[word.stem] / total for word in words})
        exact = (question_id, *(word.stem for word in words))
        yield _list_question_features((question_id, len(own), template), exact, words, own, texts)


def _split_words(text):
    """Return words and signs, with articles in one form and plurals as singulars."""
    return tuple(map(_classify_word, _WORD.findall(text.lower())))


def _classify_word(word):
    """Return a word's stem and kind."""
    is_plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word.isalpha()
    stem = "a" if word == "an" else word[:-1] if is_plural else word
    return _Word(stem, is_plural, any(character.isdigit() for character in word))


def _make_template(words, option_stems, shares):
    parts = []
    for word in words:
        is_masked = (
            word.has_digit or shares[word.stem] < RARE or (word.stem in option_stems and shares[word.stem] < COMMON)
        )
        part = word.masked() if is_masked else word.stem
        if not (is_masked and parts and parts[-1] == part):
            parts.append(part)
    return tuple(parts)


def _list_question_features(asked, exact, words, options, texts):
    """Return the features of each option; `asked` and `exact` are the question with and without masks."""
    index_of_stem = {word.stem: index for index, word in reversed(list(enumerate(words)))}
    masked = [tuple(word.masked() for word in option) for option in options]
    mask_counts = Counter(masked)
    longest = sorted({len(text) for text in texts})
    ranks = _rank_numbers(texts)
    features = []
    for index, option in enumerate(options):
        written = tuple(word.stem + "s" * word.is_plural for word in option)
        aligned = tuple(
            f"{index_of_stem[word.stem]}{'s' * word.is_plural}" if word.stem in index_of_stem else word.stem
            for word in option
        )
        shape = (masked[index], mask_counts[masked[index]])
        length = longest.index(len(texts[index])) / max(len(longest) - 1, 1)
        features.append([
            ("place", asked, index), ("place in", exact, index),
            ("written", asked, written), ("written in", exact, written), ("written at", asked, written, index),
            ("aligned", asked, aligned), ("shape", asked, shape), ("shape in", exact, shape),
            ("length", asked, length), ("rank", asked, ranks[index]), ("rank in", exact, ranks[index]),
            ("rank and place", asked, ranks[index], index),
        ])  # fmt: skip
    return features


def _rank_numbers(texts):
    """Return each option's rank among numeric options, or None if any of them is not a number."""
    matches = [_NUMBER.search(text) for text in texts]
    numbers = [float(match[0].replace(",", ".").replace("−", "-")) for match in matches if match]
    if len(numbers) < len(texts):
        return [None] * len(texts)
    order = sorted(set(numbers))
    return [order.index(number) for number in numbers]


WORDS = ("cube", "cubes", "an", "a", "the", "Dog", "dogs", "glass", "3", "3.5", "-7", "−4", "__", "_", "_s", "0", "?",
         ",", "1", "2", "0s", "left", "is", "x2", "Élan")  # fmt: skip


def make_random_cases(seed, n):
    """Make cases of two questions with two to five options, whose texts are random words or empty."""
    rng = np.random.default_rng(seed)

    def write(n_words):
        return " ".join(rng.choice(WORDS, n_words))

    rows = [
        {"case_id": f"c{number}", "group_id": f"g{number // 2}", "question_id": str(rng.choice(["p", "q"])),
         "text": None if rng.random() < 0.1 else write(rng.integers(7)),
         "options": tuple(write(rng.integers(4)) for _ in range(rng.integers(2, 6))), "truth": 0}
        for number in range(n)
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["case_id", "group_id", "question_id", "text", "options", "truth"])
