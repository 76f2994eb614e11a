"""Features of each option of a question, computed from the text alone and coded as bits.

A template is the question with its varying words masked: numbers, rare words, and words of the options. Options are
represented as written, with the question's own words replaced by their position in it, masked, and by their rank among
the options: the smallest number, the longest text, the only plural.

A large benchmark has millions of features, so features are not Python objects: two are equal if their 64 bits are
equal, which are mixed from the codes of their parts.
"""

import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.scoring.answer_codes import Codes

RARE = 0.02
"""Share of an aspect's questions below which a word is masked."""

COMMON = 0.9
"""Share from which on a word belongs to the template even if options contain it."""

MASK = "_"

_WORD = re.compile(r"\w+(?:[.,]\d+)*|[^\w\s]")
_NUMBER = re.compile(r"[-+−]?\d+(?:[.,]\d+)?")
_MULTIPLIERS = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB], dtype=np.uint64)

Bits = NDArray[np.uint64]


def iterate_option_features(cases: pd.DataFrame) -> Iterator[Bits]:
    """Yield each kind of feature: one value per option, in the order of the rows and of the letters.

    Args:
        cases: question_id, text (None if there is none) and options. Truths are not used.
    """
    counts = np.array([len(option_texts) for option_texts in cases["options"]], dtype=np.int64)
    owner = np.repeat(np.arange(len(cases)), counts)
    position = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
    text_of, texts = pd.factorize(np.array([text for listed in cases["options"] for text in listed], dtype=object))
    word_codes: dict[str, int] = {}
    questions = _split((text if isinstance(text, str) else "" for text in cases["text"]), word_codes)
    options = _split(texts, word_codes)
    words = _describe(word_codes, int(questions.positions.max(initial=-1)) + 1)
    question_ids = pd.factorize(cases["question_id"].astype(str))[0]
    exact = _mix_bits(question_ids, questions.compute_bits(words.stem[questions.words]))[owner]
    question_bits = _mix_bits(question_ids, counts, _hash_templates(questions, options, words, question_ids))[owner]
    yield _mix_bits(question_bits, position)
    yield _mix_bits(exact, position)
    written = options.compute_bits(words.written[options.words])[text_of]
    yield _mix_bits(question_bits, written)
    yield _mix_bits(exact, written)
    yield _mix_bits(question_bits, written, position)
    yield _mix_bits(question_bits, _align(questions, options, words, owner, text_of))
    masked = options.compute_bits(words.mask[options.words])[text_of]
    _, of_masked, times = np.unique(_mix_bits(owner, masked), return_inverse=True, return_counts=True)
    yield _mix_bits(question_bits, masked, times[of_masked])
    yield _mix_bits(exact, masked, times[of_masked])
    lengths, n_lengths = _rank(np.array([len(text) for text in texts])[text_of], owner)
    yield _mix_bits(question_bits, (lengths / np.maximum(n_lengths - 1, 1)).view(np.uint64))
    numbers = np.array([_number(text) for text in texts])[text_of]
    has_others = np.bincount(owner, weights=np.isnan(numbers))[owner] > 0
    ranks = np.where(has_others, -1, _rank(numbers, owner)[0])
    yield _mix_bits(question_bits, ranks)
    yield _mix_bits(exact, ranks)
    yield _mix_bits(question_bits, ranks, position)


@dataclass(frozen=True, slots=True)
class _Texts:
    """The words of several texts, concatenated.

    Attributes:
        words: code of each word.
        ends: end of each text in `words`, after a leading 0.
        owners: index of the text that each word belongs to.
        positions: index of each word in its text.
    """

    words: Codes
    ends: Codes
    owners: Codes
    positions: Codes

    def compute_bits(self, codes: Codes) -> Bits:
        """Return the bits of each text, given the codes of its words."""
        return _sum(_mix_bits(self.positions, codes), self.ends)


@dataclass(frozen=True, slots=True)
class _Words:
    """The codes of the forms of each word; equal forms have the same code.

    Attributes:
        stem: the singular; both articles have one form.
        written: the stem with an s if the word is a plural.
        mask: still shows whether the word is a plural or a number.
        has_digit: whether the word is always masked.
        places: [2, places]: codes of a word's position in a question, and of the position with an s.
        is_plural: 0 or 1.
    """

    stem: Codes
    written: Codes
    mask: Codes
    has_digit: NDArray[np.bool_]
    places: Codes
    is_plural: Codes


def _split(texts: Iterable[str], word_codes: dict[str, int]) -> _Texts:
    """Split texts into words and signs, and assign codes to new words."""
    words, ends = array("i"), array("q", [0])
    for text in texts:
        words.extend([word_codes.setdefault(word, len(word_codes)) for word in _WORD.findall(text.lower())])
        ends.append(len(words))
    bounds = np.array(ends, dtype=np.int64)
    owners = np.repeat(np.arange(len(ends) - 1, dtype=np.int32), np.diff(bounds))
    positions = np.arange(len(words), dtype=np.int32) - bounds[owners].astype(np.int32)
    return _Texts(np.array(words, dtype=np.int32), bounds, owners, positions)


def _describe(word_codes: Iterable[str], n_places: int) -> _Words:
    is_plural = [
        len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word.isalpha() for word in word_codes
    ]
    has_digit = [any(map(str.isdigit, word)) for word in word_codes]
    stems = [
        "a" if word == "an" else word[:-1] if plural else word
        for word, plural in zip(word_codes, is_plural, strict=True)
    ]
    written = [f"{stem}s" if plural else stem for stem, plural in zip(stems, is_plural, strict=True)]
    masks = [
        "0" if digit else f"{MASK}s" if plural else MASK for digit, plural in zip(has_digit, is_plural, strict=True)
    ]
    places = [f"{index}{end}" for end in ("", "s") for index in range(n_places)]
    codes = pd.factorize(np.array([*stems, *written, *masks, *places], dtype=object))[0].astype(np.int32)
    n = len(stems)
    return _Words(
        stem=codes[:n],
        written=codes[n : 2 * n],
        mask=codes[2 * n : 3 * n],
        has_digit=np.array(has_digit, dtype=bool),
        places=codes[3 * n :].reshape(2, n_places),
        is_plural=np.array(is_plural, dtype=np.int8),
    )


def _hash_templates(questions: _Texts, options: _Texts, words: _Words, question_ids: Codes) -> Bits:
    """Return the bits of each question's template; of adjacent equal masks only the first counts."""
    stems = words.stem[questions.words]
    n_stems = int(words.stem.max(initial=0)) + 1
    ordered = np.sort(questions.owners.astype(np.int64) * n_stems + stems, kind="stable")
    different = ordered[np.diff(ordered, prepend=-1) > 0]
    keys, n_having = np.unique(question_ids[different // n_stems] * n_stems + different % n_stems, return_counts=True)
    shares = n_having / np.bincount(question_ids)[keys // n_stems]
    is_of_options = np.zeros(n_stems, dtype=bool)
    is_of_options[words.stem[options.words]] = True
    is_changing = (shares < RARE) | (is_of_options[keys % n_stems] & (shares < COMMON))
    is_masked = is_changing[np.searchsorted(keys, question_ids[questions.owners] * n_stems + stems)]
    is_masked |= words.has_digit[questions.words]
    parts = np.where(is_masked, words.mask[questions.words], stems)
    is_repeated = is_masked & (questions.positions > 0) & (np.roll(parts, 1) == parts)
    is_kept = ~is_repeated
    counted = np.concatenate([[0], np.cumsum(is_kept)])
    starts = counted[questions.ends]
    positions = counted[:-1][is_kept] - starts[:-1][questions.owners[is_kept]]
    return _sum(_mix_bits(positions, parts[is_kept]), starts)


def _align(questions: _Texts, options: _Texts, words: _Words, owner: Codes, text_of: Codes) -> Bits:
    """Return the bits of each option, with the question's own words replaced by their first position in it."""
    n_stems = int(words.stem.max(initial=0)) + 1
    is_of_options, is_of_questions = np.zeros((2, n_stems), dtype=bool)
    is_of_options[words.stem[options.words]] = True
    is_of_questions[words.stem[questions.words]] = True
    bits = options.compute_bits(words.stem[options.words])[text_of]
    shares_words = _sum(is_of_questions[words.stem[options.words]].astype(np.uint64), options.ends) > 0
    rows = np.flatnonzero(shares_words[text_of])
    among = np.flatnonzero(is_of_options[words.stem[questions.words]])
    if len(rows) == 0 or len(among) == 0:
        return bits
    pair_codes = questions.owners[among].astype(np.int64) * n_stems + words.stem[questions.words[among]]
    keys, first = np.unique(pair_codes, return_index=True)
    begins, sizes = options.ends[text_of[rows]], np.diff(options.ends)[text_of[rows]]
    ends = np.concatenate([[0], np.cumsum(sizes)])
    tokens = np.arange(ends[-1]) + np.repeat(begins - ends[:-1], sizes)
    stems = words.stem[options.words[tokens]]
    wanted = np.repeat(owner[rows], sizes) * n_stems + stems
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    places = words.places[words.is_plural[options.words[tokens]], questions.positions[among[first[at]]]]
    bits[rows] = _sum(_mix_bits(options.positions[tokens], np.where(keys[at] == wanted, places, stems)), ends)
    return bits


def _rank(values: NDArray[np.generic], owner: Codes) -> tuple[Codes, Codes]:
    """Return the rank of each value among the distinct values of its owner, and the number of distinct values."""
    order = np.lexsort((values, owner))
    values, owner = values[order], owner[order]
    is_first = np.diff(owner, prepend=-1) > 0
    is_new = is_first | np.concatenate([[False], values[1:] != values[:-1]])
    counted = np.cumsum(is_new)
    starts = np.flatnonzero(is_first)
    n_different = np.add.reduceat(is_new, starts, dtype=np.int64) if len(starts) else np.empty(0, dtype=np.int64)
    sizes = np.diff(starts, append=len(owner))
    ranks, totals = np.empty((2, len(owner)), dtype=np.int64)
    ranks[order] = counted - np.repeat(counted[starts], sizes)
    totals[order] = np.repeat(n_different, sizes)
    return ranks, totals


def _number(text: str) -> float:
    """Return the first number in a text; NaN if it has none."""
    match = _NUMBER.search(text)
    return float(match[0].replace(",", ".").replace("−", "-")) if match else np.nan


def _mix_bits(*codes: NDArray[np.generic]) -> Bits:
    """Return 64 bits for the codes of each row, which differ if a code differs. Source: S. Vigna, SplitMix64."""
    step, first, second = _MULTIPLIERS
    mixed = np.zeros(len(codes[0]), dtype=np.uint64)
    for code in codes:
        bits: Bits = (
            code.view(np.uint64) if code.dtype == np.uint64 else code.astype(np.int64, copy=False).view(np.uint64)
        )
        mixed += bits
        mixed += step
        mixed ^= mixed >> np.uint64(30)
        mixed *= first
        mixed ^= mixed >> np.uint64(27)
        mixed *= second
        mixed ^= mixed >> np.uint64(31)
    return mixed


def _sum(bits: Bits, ends: Codes) -> Bits:
    """Return the sum of each range, possibly empty, between one end and the next; sums wrap at 2**64."""
    sums = np.concatenate([np.zeros(1, dtype=np.uint64), np.cumsum(bits, dtype=np.uint64)])
    stretches: Bits = sums[ends[1:]] - sums[ends[:-1]]
    return stretches
