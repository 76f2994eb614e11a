"""The numbers of all that is asked: an answer names its case and its question by one of them."""

from collections.abc import Iterable

from core.benchmarks.data import Case, CaseQuestion


def order_questions(cases: Iterable[Case]) -> list[tuple[int, Case, CaseQuestion]]:
    """Each question of each case, with the number of the case, in order of the questions' ids and of the cases."""
    asked = ((number, case, asked) for number, case in enumerate(cases) for asked in case.asks)
    return sorted(asked, key=lambda each: each[2].question_id)  # cases of one question stay in their order


def number_questions(cases: Iterable[Case]) -> dict[tuple[str, str], int]:
    """The place of each question of each case in this order, by the ids of the case and of the question."""
    return {(case.case_id, asked.question_id): number for number, (_, case, asked) in enumerate(order_questions(cases))}
