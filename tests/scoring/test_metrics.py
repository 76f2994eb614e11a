"""Tests of kappa against the equations of the paper."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.records import TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS
from core.scoring.metrics import compute_score, compute_scores

numbers = st.floats(0.0, 1e6)


@given(st.sampled_from([q for q in TRIANGLE_QUESTIONS if q.kind != "class"]), numbers, st.floats(1e-3, 1e6))
def test_kappa_lies_between_0_and_1(question, answer, truth):
    """Kappa stays in [0, 1] for any numbers."""
    assert 0.0 <= compute_score(question, answer, truth) <= 1.0


@given(st.sampled_from([q for q in TRIANGLE_QUESTIONS if q.kind != "class"]), st.floats(1e-3, 1e6))
def test_the_truth_itself_scores_1(question, truth):
    """An answer that is the truth scores 1."""
    assert compute_score(question, truth, truth) == 1.0


@pytest.mark.parametrize(
    ("question_id", "answer", "truth", "expected"),
    [
        ("Q1", "scalene", "scalene", 1.0),
        ("Q1", "scalene", "isosceles", 0.0),
        ("Q2", "right", "right", 1.0),
        ("Q3", 1.5, 2.0, 0.75),
        ("Q3", 2.5, 2.0, 0.75),
        ("Q3", 5.0, 2.0, 0.0),
        ("Q4", 10.0, 46.0, 0.8),
        ("Q4", 0.0, 180.0, 0.0),
        ("Q5", 1.2, 1.0, 0.8),
        ("Q6", 90.0, 45.0, 0.75),
    ],
)
def test_kappa_of_cases_worked_by_hand(question_id, answer, truth, expected):
    """Ratios lose their relative error, angles their error over 180 degrees; classes score 0 or 1."""
    assert compute_score(TRIANGLE_QUESTION_BY_ID[question_id], answer, truth) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("question_id", "answer", "truth"), [("Q1", 1.0, "scalene"), ("Q3", "1.0", 1.0), ("Q3", 1.0, 0.0)]
)
def test_incomparable_values_raise(question_id, answer, truth):
    """Comparing a number with a word, or a ratio with zero, raises an error."""
    with pytest.raises(ValueError, match=question_id):
        compute_score(TRIANGLE_QUESTION_BY_ID[question_id], answer, truth)


@given(
    st.sampled_from([q for q in TRIANGLE_QUESTIONS if q.kind != "class"]),
    st.lists(st.tuples(numbers, st.floats(1e-3, 1e6)), min_size=1),
)
def test_array_kappas_equal_scalar_kappas(question, pairs):
    """An array is scored exactly like its numbers one at a time."""
    answers, truths = np.array(pairs).T
    assert compute_scores(question.kind, answers, truths).tolist() == [compute_score(question, a, t) for a, t in pairs]


def test_classes_of_an_array_are_compared_by_code():
    """Equal codes score 1, others 0; a missing value on either side has no score."""
    scores = compute_scores("class", np.array([0.0, 1.0, np.nan, 2.0]), np.array([0.0, 2.0, 1.0, np.nan]))
    assert scores[:2].tolist() == [1.0, 0.0]
    assert np.isnan(scores[2:]).all()


def test_a_missing_number_has_no_score():
    """NaN in answer or truth stays NaN."""
    for kind in ("ratio", "angle"):
        assert np.isnan(compute_scores(kind, np.array([np.nan, 1.0]), np.array([1.0, np.nan]))).all()
