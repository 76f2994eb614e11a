"""The score of an answer against a truth, in this place only; then reliance and skill.

Tri-Bench calls the score accuracy, and writes it as kappa; it is not Cohen's kappa.
"""

from typing import Any, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.question_types.numbers import THETA_MAX_DEG
from core.question_types.question_type import NumericQuestionType
from core.question_types.registry import find_question_type
from core.records import EXACT_KINDS, Question, QuestionKind, Value
from core.scoring.text_values import score_codes

Floats = NDArray[np.float64]
Scores = TypeVar("Scores", Floats, pd.Series)


def compute_score(question: Question, answer: Value, truth: Value) -> float:
    """Return the accuracy 1 - error of one answer against one truth, in [0, 1].

    Args:
        question: determines the form of the error.
        answer: a class word for a class question, else a finite number (angles in degrees).
        truth: as `answer`; positive for ratios.

    Raises:
        ValueError: answer or truth is not of the question's kind, or a ratio's truth is not positive.

    Source: Tri-Bench, "Unified Evaluation: Accuracy and Error": kappa_t = 1 - epsilon_t.
    """
    if (question_type := find_question_type(question.kind)) is not None:
        if question_type.is_number == isinstance(answer, str):
            raise ValueError(f"{question.question_id} compares {question.kind}, got {answer!r}")
        return question_type.score(answer, truth)
    if question.kind in EXACT_KINDS:
        if not (isinstance(answer, str) and isinstance(truth, str)):
            raise ValueError(f"{question.question_id} compares class words, got {answer!r} and {truth!r}")
    elif isinstance(answer, str) or isinstance(truth, str):
        raise ValueError(f"{question.question_id} compares numbers, got {answer!r} and {truth!r}")
    elif question.kind == "ratio" and truth <= 0:
        raise ValueError(f"{question.question_id} is relative to a positive truth, got {truth!r}")
    return float(_compute_score(question.kind, answer, truth))


def compute_scores(kind: QuestionKind | str, answers: Floats, truths: Floats) -> Floats:
    """Return the accuracies of many answers to one kind of question.

    Args:
        kind: determines the form of the error.
        answers: numbers, or classes as codes (`core.scoring.answer_codes`); NaN if there is none.
        truths: the same, in a shape that broadcasts with that of `answers`.

    Returns:
        Accuracies in the broadcast shape, NaN if answer or truth is NaN.

    Source: Tri-Bench, "Unified Evaluation: Accuracy and Error".
    """
    if (question_type := find_question_type(kind)) is not None:
        if isinstance(question_type, NumericQuestionType):
            return question_type.score_numbers(answers, truths)
        return score_codes(question_type)(answers, truths)
    scores: Floats = np.where(np.isnan(answers + truths), np.nan, _compute_score(kind, answers, truths))
    return scores


def _compute_score(kind: QuestionKind | str, answer: Any, truth: Any) -> Any:  # noqa: ANN401  # one value or an array
    if kind in EXACT_KINDS:
        return 1.0 * (answer == truth)  # Categorical: epsilon = 1 - 1{y_hat = y}
    scale = THETA_MAX_DEG if kind == "angle" else truth  # Normalized angle, Relative ratio
    return 1.0 - np.minimum(1.0, abs(answer - truth) / scale)


def compute_reliance(foil_score: Scores, score: Scores) -> Scores:
    """Return image-plane reliance: how much better answers fit the image than the world. SQL macro: `reliance_of`."""
    return foil_score - score


def compute_skill(scores: Scores, blind_scores: Scores) -> Scores:
    """Return the score beyond the constant baseline on the same cases and questions. In SQL: macro `skill_of`."""
    return scores - blind_scores


def compute_blind_score(scores: Scores, skills: Scores) -> Scores:
    """Return the constant baseline's scores from a model's scores and skills, the inverse of `compute_skill`."""
    return scores - skills
