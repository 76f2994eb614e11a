"""Answers in several views differ by the paper's criterion."""

import pytest

from core.analyses.view_differences import count_compared_questions, find_differing_questions
from core.records import TRIANGLE_QUESTIONS

SAME = {"Q1": "scalene", "Q3": 1.25, "Q4": 12.0}


@pytest.mark.parametrize(
    ("changed", "differing"),
    [
        ({}, set()),
        ({"Q1": "isosceles"}, {"Q1"}),
        ({"Q3": 1.25 * 1.029}, set()),
        ({"Q3": 1.25 * 1.04}, {"Q3"}),
        ({"Q4": 14.0}, set()),
        ({"Q4": 9.9}, {"Q4"}),
        ({"Q1": "isosceles", "Q3": 0.8, "Q4": 90.0}, {"Q1", "Q3", "Q4"}),
    ],
)
def test_answers_differ_beyond_the_papers_tolerance(changed, differing):
    """Classes differ by word, ratios beyond 3%, angles beyond 2 degrees, in any order of views."""
    views = {"original": SAME, "mirrored": SAME | changed}
    assert set(find_differing_questions(views, TRIANGLE_QUESTIONS)) == differing
    assert set(find_differing_questions(dict(reversed(views.items())), TRIANGLE_QUESTIONS)) == differing


def test_one_of_three_views_is_enough():
    """If one view of three disagrees, the question is named with all its answers."""
    views = {"original": SAME, "mirrored": SAME, "rotated_90": SAME | {"Q1": "equilateral"}}
    assert find_differing_questions(views, TRIANGLE_QUESTIONS) == {
        "Q1": {"original": "scalene", "mirrored": "scalene", "rotated_90": "equilateral"}
    }


def test_unreadable_answers_are_not_compared():
    """A question that only one view answers is neither equal nor different."""
    views = {"original": SAME, "mirrored": {"Q1": "scalene", "Q6": 30.0}}
    assert find_differing_questions(views, TRIANGLE_QUESTIONS) == {}
    assert count_compared_questions(views, TRIANGLE_QUESTIONS) == 1
