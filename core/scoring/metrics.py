"""Kappa, the paper's accuracy: the one place where an answer is scored against a truth."""

from core.records import Question, Value

THETA_MAX_DEG = 180.0
"""Normaliser of angle errors. Source: Tri-Bench, "Unified Evaluation", Notation."""


def kappa(question: Question, answer: Value, truth: Value) -> float:
    """The accuracy 1 - error of one answer against one truth, in [0, 1].

    Args:
        question: decides the error's form.
        answer: a class word for a class question, else a finite number (angles in degrees).
        truth: as `answer`; positive for ratios.

    Raises:
        ValueError: answer or truth is not of the question's kind, or a ratio's truth is not positive.

    Source: Tri-Bench, "Unified Evaluation: Accuracy and Error": kappa_t = 1 - epsilon_t.
    """
    if question.kind == "class":
        if not (isinstance(answer, str) and isinstance(truth, str)):
            raise ValueError(f"{question.question_id} compares class words, got {answer!r} and {truth!r}")
        return 1.0 if answer == truth else 0.0  # Categorical: epsilon = 1 - 1{y_hat = y}
    if isinstance(answer, str) or isinstance(truth, str):
        raise ValueError(f"{question.question_id} compares numbers, got {answer!r} and {truth!r}")
    if question.kind == "angle":
        return 1.0 - min(1.0, abs(answer - truth) / THETA_MAX_DEG)  # Normalized angle
    if truth <= 0:
        raise ValueError(f"{question.question_id} is relative to a positive truth, got {truth!r}")
    return 1.0 - min(1.0, abs(answer - truth) / truth)  # Relative ratio
