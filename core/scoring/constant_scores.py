"""Scores of constant answers; guessing replaces a constant that cannot answer a case."""

import numpy as np

from core.question_types.question_type import AnswerForm, QuestionType
from core.question_types.registry import find_question_type
from core.question_types.value_codes import decode_text
from core.records import QuestionKind
from core.scoring.metrics import Floats, compute_scores


def score_constant_answers(kind: QuestionKind | str, constants: Floats, truths: Floats) -> Floats:
    """Return the scores of constant answers; an order of other items than the case has scores as a random order.

    Args:
        kind: determines the score.
        constants: coded.
        truths: coded, in a shape that broadcasts with that of `constants`.

    Returns:
        Scores in the broadcast shape, NaN if constant or truth is NaN.
    """
    scores = compute_scores(kind, constants, truths)
    question_type = find_question_type(kind)
    if question_type is None or question_type.is_number:
        return scores
    keys: dict[str, int] = {}
    is_possible = _number_keys(question_type, constants, keys) == _number_keys(question_type, truths, keys)
    if len(keys) <= 1:
        return scores
    guessed = compute_guess_scores(kind, truths)
    return np.where(is_possible | np.isnan(constants + truths) | np.isnan(guessed), scores, guessed)


def compute_guess_scores(kind: QuestionKind | str, truths: Floats) -> Floats:
    """Return the score of guessing for each truth if no constant can answer all of them; otherwise NaN."""
    question_type = find_question_type(kind)
    keys: dict[str, int] = {}
    if question_type is None or question_type.is_number or not truths.size:
        return np.full(truths.shape, np.nan)
    _number_keys(question_type, truths, keys)
    if len(keys) <= 1:
        return np.full(truths.shape, np.nan)
    form = AnswerForm(kind)
    chances = {
        code: question_type.compute_chance(text, form)
        for code in np.unique(truths[~np.isnan(truths)]).tolist()
        if (text := decode_text(code)) is not None
    }
    return _map_codes(truths, {code: np.nan if chance is None else chance for code, chance in chances.items()})


def _number_keys(question_type: QuestionType, codes: Floats, keys: dict[str, int]) -> Floats:
    """Return the number of each value's constant key, and add new keys; NaN if the value is not known."""
    numbers: dict[float, float] = {}
    for code in np.unique(codes[~np.isnan(codes)]).tolist():
        text = decode_text(code)
        if text is not None:
            numbers[code] = keys.setdefault(question_type.find_constant_key(text), len(keys))
    return _map_codes(codes, numbers)


def _map_codes(codes: Floats, value_by_code: dict[float, float]) -> Floats:
    different, positions = np.unique(codes, return_inverse=True)
    values = np.array([value_by_code.get(code, np.nan) for code in different.tolist()], dtype=np.float64)
    return values[positions].reshape(codes.shape)
