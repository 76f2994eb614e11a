"""Tests of the search for the smallest set of cases that keeps the ranks of models."""

import numpy as np
import pytest
from scipy import stats

from core.statistics.item_subset import draw_order, find_smallest_subset, rank_models


def test_ranks_agree_with_scipy():
    """Ranks equal SciPy's; ties share their mean rank."""
    scores = np.random.default_rng(0).integers(0, 6, 30).astype(float)
    np.testing.assert_array_equal(rank_models(scores), stats.rankdata(-scores))


def test_every_prefix_of_the_order_is_stratified():
    """In the first n cases, each stratum's count is within 1.6 cases of its share."""
    strata = np.repeat([0, 1, 2], [60, 30, 10])
    order = draw_order(strata, np.random.default_rng(1))
    assert sorted(order) == list(range(100))
    for n in range(1, 101):
        counts = np.bincount(strata[order[:n]], minlength=3)
        assert np.abs(counts - n * np.array([0.6, 0.3, 0.1])).max() <= 1.6


def test_distinct_models_need_few_cases_and_similar_models_many():
    """The size also suffices on new draws; models of the same ability need most of the cases."""
    generator = np.random.default_rng(2)
    strata = np.tile([0, 1], 300)
    distinct = (generator.random((6, 600)) < np.linspace(0.1, 0.9, 6)[:, None]).astype(float)
    similar = (generator.random((6, 600)) < 0.5).astype(float)
    subset = find_smallest_subset(distinct, np.arange(600), strata, 0.2)
    assert len(subset.cases) < 100
    assert subset.mean_error <= 0.2 <= 1
    errors = []
    for _ in range(40):
        chosen = draw_order(strata, generator)[: len(subset.cases)]
        errors.append(
            np.abs(stats.rankdata(-distinct[:, chosen].mean(axis=1)) - stats.rankdata(-distinct.mean(axis=1))).mean()
        )
    assert np.mean(errors) <= 0.3
    assert len(find_smallest_subset(similar, np.arange(600), strata, 0.2).cases) > 400


@pytest.mark.parametrize("n_items", [1, 3])
def test_several_questions_of_a_case_stay_together(n_items):
    """Items of a case are chosen together; if no set satisfies the limit, the set is all cases."""
    generator = np.random.default_rng(3)
    right = generator.integers(0, 2, (4, 8 * n_items)).astype(float)
    subset = find_smallest_subset(right, np.repeat(np.arange(8), n_items), np.zeros(8, int), -1.0)
    np.testing.assert_array_equal(subset.cases, np.arange(8))
