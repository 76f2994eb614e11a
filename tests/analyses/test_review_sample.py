"""Tests that samples are divided evenly, drawn at random and ordered so that every part of the queue is balanced."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest

from core.analyses.review_sample import build_sample, divide_evenly, plan_strata
from core.errors import ReviewError

QUESTIONS = {"Q1": "Side class", "Q2": "Angle class"}


def cells(sizes):
    """Return rows of `failed_strata`, from sizes by run, question and band."""
    return pd.DataFrame(
        [(run, f"Model {run}", question, band, size, size) for (run, question, band), size in sizes.items()],
        columns=["run_id", "run_label", "question_id", "band", "n_answers", "n_groups"],
    )


def candidates(sizes):
    """Return all answers of the cells, in a random order."""
    generator = np.random.default_rng(1)
    rows = [
        (run, question, band, f"{run}-{question}-{band}-{number}", f"g{number}", generator.random())
        for (run, question, band), size in sizes.items()
        for number in range(size)
    ]
    return pd.DataFrame(rows, columns=["run_id", "question_id", "band", "case_id", "group_id", "random_order"])


SIZES = {("a", "Q1", "1"): 100, ("a", "Q1", "2"): 3, ("a", "Q2", "1"): 50, ("b", "Q1", "1"): 40, ("b", "Q2", "2"): 2}


@pytest.mark.parametrize(
    ("capacities", "total", "shares"),
    [([10, 10], 7, [4, 3]), ([1, 10, 10], 9, [1, 4, 4]), ([2, 2], 9, [2, 2]), ([5, 0, 5], 1, [1, 0, 0]), ([], 3, [])],
)
def test_a_total_is_divided_evenly(capacities, total, shares):
    """The sample is divided as evenly as the capacities allow."""
    found = divide_evenly(capacities, total)
    assert sum(found) == sum(shares)
    assert sorted(found) == sorted(shares)
    assert all(share <= capacity for share, capacity in zip(found, capacities, strict=True))


def test_each_model_has_the_same_number_and_each_cell_its_share():
    """Questions by margins are strata if each has two answers on average."""
    plans = plan_strata(cells(SIZES), 24, QUESTIONS)
    per_run = Counter()
    for plan in plans:
        per_run[plan.stratum.run_id] += plan.n_drawn
    assert per_run == {"a": 12, "b": 12}
    assert [plan.n_drawn for plan in plans if plan.stratum.run_id == "a"] == [5, 3, 4]
    assert plans[1].stratum.label == "Model a · Side class · margin 2"


def test_strata_are_joined_if_the_sample_is_small():
    """Margins, and then questions, are no longer separate strata."""
    by_question = plan_strata(cells(SIZES), 8, QUESTIONS)
    assert [plan.stratum.label for plan in by_question][:2] == ["Model a · Side class", "Model a · Angle class"]
    assert [plan.stratum.n_answers for plan in by_question][:2] == [103, 50]
    assert [plan.stratum.label for plan in plan_strata(cells(SIZES), 2, QUESTIONS)] == ["Model a", "Model b"]


def test_the_queue_alternates_between_strata():
    """Every answer is drawn once from its own stratum, and each half of the queue has half of every stratum."""
    plans = plan_strata(cells(SIZES), 24, QUESTIONS)
    sample = build_sample(plans, candidates(SIZES), 3)
    assert len(set(sample["answers"])) == len(sample["answers"]) == 24
    for answer, number in zip(sample["answers"], sample["stratum_of"], strict=True):
        assert plans[number].stratum.run_id == answer.run_id
        assert any(answer.case_id.startswith(f"{answer.run_id}-{q}-{band}") for q, band in plans[number].cells)
    first = Counter(sample["stratum_of"][:12])
    assert all(abs(first[number] - plan.n_drawn / 2) <= 1 for number, plan in enumerate(plans))


def test_no_sample_of_nothing():
    """Without wrong answers, and for impossible sizes, the error says what to do."""
    with pytest.raises(ReviewError, match="clear a filter"):
        plan_strata(cells({}), 10, QUESTIONS)
    with pytest.raises(ReviewError, match="from 1 to 500"):
        plan_strata(cells(SIZES), 501, QUESTIONS)
