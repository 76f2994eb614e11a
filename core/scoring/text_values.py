"""Scores of values that are texts (points, boxes, orders, short texts), from their codes."""

from collections.abc import Callable
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from core.question_types.question_type import QuestionType
from core.question_types.registry import find_question_type
from core.question_types.value_codes import decode_text

Floats = NDArray[np.float64]

MAX_MATRIX = 4_000_000
"""Maximum number of pairs of different values that are scored at once; of more, only the pairs that occur."""


def score_codes(question_type: QuestionType) -> Callable[[Floats, Floats], Floats]:
    """Return the function that scores arrays of codes, of shapes that broadcast; NaN if a value is NaN or unknown."""
    return partial(_score_codes, question_type.kind)


def _score_codes(kind: str, answers: Floats, truths: Floats) -> Floats:
    answer_codes, of_said = np.unique(np.asarray(answers, dtype=float), return_inverse=True)
    true, of_true = np.unique(np.asarray(truths, dtype=float), return_inverse=True)
    of_said, of_true = of_said.reshape(np.shape(answers)), of_true.reshape(np.shape(truths))
    if len(answer_codes) * len(true) <= MAX_MATRIX:
        matrix = _score_matrix(kind, answer_codes.tobytes(), true.tobytes())
        return matrix[of_said, of_true]
    rows, columns = np.broadcast_arrays(of_said, of_true)
    pairs, of_pair = np.unique(np.stack([columns.ravel(), rows.ravel()]), axis=1, return_inverse=True)
    scores = np.empty(pairs.shape[1])
    starts = np.flatnonzero(np.diff(pairs[0], prepend=-1))
    for start, stop in zip(starts, [*starts[1:], len(scores)], strict=True):
        scores[start:stop] = _score_values(kind, answer_codes[pairs[1, start:stop]], true[pairs[0, start : start + 1]])[
            :, 0
        ]
    return scores[of_pair.ravel()].reshape(rows.shape)


@lru_cache(maxsize=8)
def _score_matrix(kind: str, answer_codes: bytes, true: bytes) -> Floats:
    return _score_values(kind, np.frombuffer(answer_codes), np.frombuffer(true))


def _score_values(kind: str, answer_codes: Floats, true: Floats) -> Floats:
    """Return the scores of different answers against different truths (codes); NaN for unknown ones."""
    question_type = find_question_type(kind)
    scores = np.full((len(answer_codes), len(true)), np.nan)
    texts, truths = (
        [None if np.isnan(code) else decode_text(code) for code in codes] for codes in (answer_codes, true)
    )
    rows, columns = ([index for index, text in enumerate(values) if text is not None] for values in (texts, truths))
    if rows and columns and question_type is not None:
        known_scores = question_type.score_all(
            [texts[row] or "" for row in rows], [truths[column] or "" for column in columns]
        )
        scores[np.ix_(rows, columns)] = known_scores
    return scores
