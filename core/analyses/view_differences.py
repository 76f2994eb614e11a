"""Answers to one case in several image views, and the questions on which they differ. The truths do not differ."""

from collections.abc import Iterable, Mapping
from itertools import combinations

from core.records import Question, Value
from core.scoring.tolerances import are_equal


def find_differing_questions(
    by_view: Mapping[str, Mapping[str, Value]], questions: Iterable[Question]
) -> dict[str, dict[str, Value]]:
    """Find the questions that two views answer differently, each with its answers by view.

    Numbers differ if they are further apart than the paper's tolerance for equality: 3% for ratios, 2 degrees for
    angles.

    Args:
        by_view: the readable answers by question, by image view.
        questions: the questions that were asked.
    """
    differing = {}
    for question in questions:
        given = {
            view: answers[question.question_id] for view, answers in by_view.items() if question.question_id in answers
        }
        if any(_are_different(question, one, other) for one, other in combinations(given.values(), 2)):
            differing[question.question_id] = given
    return differing


def count_compared_questions(by_view: Mapping[str, Mapping[str, Value]], questions: Iterable[Question]) -> int:
    """Count the questions to which at least two views have a readable answer."""
    return sum(sum(q.question_id in answers for answers in by_view.values()) >= 2 for q in questions)


def _are_different(question: Question, one: Value, other: Value) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return one != other
    return not are_equal(question.kind, one, other)
