"""Slow reference for the features of options, one by one, as readable tuples."""

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


def features_by_definition(cases):
    """Return, for each case, one list per option of its features as tuples."""
    questions = [_words(text if isinstance(text, str) else "") for text in cases["text"]]
    options = [[_words(option) for option in own] for own in cases["options"]]
    question_ids = cases["question_id"].astype(str).tolist()
    of_options = {word.stem for own in options for option in own for word in option}
    times = {}
    for question_id, words in zip(question_ids, questions, strict=True):
        times.setdefault(question_id, Counter()).update({word.stem for word in words})
    totals = Counter(question_ids)
    for question_id, words, own, texts in zip(question_ids, questions, options, cases["options"], strict=True):
        counts, total = times[question_id], totals[question_id]
        template = _template(words, of_options, {word.stem: counts[word.stem] / total for word in words})
        exact = (question_id, *(word.stem for word in words))
        yield _features((question_id, len(own), template), exact, words, own, texts)


def _words(text):
    """Return words and signs, with all articles in one form and plurals as singulars."""
    return tuple(map(_word, _WORD.findall(text.lower())))


def _word(word):
    """Return the word and its kind."""
    is_plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word.isalpha()
    stem = "a" if word == "an" else word[:-1] if is_plural else word
    return _Word(stem, is_plural, any(character.isdigit() for character in word))


def _template(words, of_options, shares):
    parts = []
    for word in words:
        is_masked = (
            word.has_digit or shares[word.stem] < RARE or (word.stem in of_options and shares[word.stem] < COMMON)
        )
        part = word.masked() if is_masked else word.stem
        if not (is_masked and parts and parts[-1] == part):
            parts.append(part)
    return tuple(parts)


def _features(asked, exact, words, options, texts):
    """Return the features of each option of one question; `asked` and `exact` are the question, masked and unmasked."""
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


def _ranks(texts):
    """Return each option's rank among numeric options; None if one of them is not a number."""
    found = [_NUMBER.search(text) for text in texts]
    numbers = [float(match[0].replace(",", ".").replace("−", "-")) for match in found if match]
    if len(numbers) < len(texts):
        return [None] * len(texts)
    order = sorted(set(numbers))
    return [order.index(number) for number in numbers]


WORDS = ("cube", "cubes", "an", "a", "the", "Dog", "dogs", "glass", "3", "3.5", "-7", "−4", "__", "_", "_s", "0", "?",
         ",", "1", "2", "0s", "left", "is", "x2", "Élan")  # fmt: skip


def written_cases(seed, n):
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
