"""Phrases of pages: what a graded answer needs to count as right."""

from dataclasses import replace

import pytest

from core.analyses.phrases import describe_tolerances
from core.question_types.registry import find_question_type
from core.records import Question
from tests.analyses.answers import ABOUT


@pytest.mark.parametrize(
    ("kinds", "text"),
    [
        (("ratio", "angle"), "within 10% (ratios) or 18° (angles)"),
        (("number:mra",), "within 10%"),
        (("number:count", "text:exact", "choice"), ""),
        (("box:iou", "choice"), "with an intersection over union of at least 0.9"),
        (("point:inside", "number:within 2"), "with 90% of the points inside the region"),
        (("number:angular", "number:relative"), "within 18° (Title 0) or 10% (Title 1)"),
        (
            ("number:relative", "box:iou", "point:distance"),
            "within 10% (Title 0) or with an intersection over union of at least 0.9 (Title 1) or within 0.1 widths of "
            "the region (Title 2)",
        ),
    ],
)
def test_what_graded_answers_need_is_described_by_question(kinds, text):
    """The sentence names the rule of each question whose scores lie between 0 and 1, and no other."""
    asked = [Question(f"q{place}", f"q{place}", f"Title {place}", "?", kind) for place, kind in enumerate(kinds)]
    about = replace(ABOUT, questions={question.question_id: question for question in asked})
    assert describe_tolerances(about, 0.9) == text
    assert about.has_graded_scores == bool(text)


@pytest.mark.parametrize(("right_at", "error"), [(0.5, 0.3), (0.9, 0.1), (0.95, 0.05), (1.0, 0.05)])
def test_the_tolerance_of_mean_relative_accuracy_is_where_the_score_begins(right_at, error):
    """An answer with just this error has at least the score, one with more has less."""
    question_type = find_question_type("number:mra")
    assert question_type.describe_required(right_at) == f"within {100 * error:.3g}%"
    assert question_type.score(100 * (1 + error - 1e-6), 100.0) >= right_at - 1e-9
    assert question_type.score(100 * (1 + error + 1e-6), 100.0) < right_at
