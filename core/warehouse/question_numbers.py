"""Numbering of all questions of all cases: an answer refers to its case and question by one number."""

from collections.abc import Iterable

from core.benchmarks.cases import Case, CaseQuestion


def order_questions(cases: Iterable[Case]) -> list[tuple[int, Case, CaseQuestion]]:
    """Return each question of each case with the number of the case, ordered by question id and case."""
    asked = ((number, case, asked) for number, case in enumerate(cases) for asked in case.asks)
    return sorted(asked, key=lambda each: each[2].question_id)  # stable: cases of one question keep their order


def number_questions(cases: Iterable[Case]) -> dict[tuple[str, str], int]:
    """Map the ids of case and question to the position of the question in this order."""
    return {(case.case_id, asked.question_id): number for number, (_, case, asked) in enumerate(order_questions(cases))}
