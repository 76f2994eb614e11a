"""The smallest set of cases that keeps ranks, checked by a slow definition."""

import numpy as np
import pytest
from scipy import stats

from core.statistics.item_subset import draw_order, find_smallest_subset, rank_models


def test_ranks_are_those_of_scipy():
    """Ties share their mean rank."""
    scores = np.random.default_rng(0).integers(0, 6, 30).astype(float)
    np.testing.assert_array_equal(rank_models(scores), stats.rankdata(-scores))


def test_every_beginning_keeps_the_strata():
    """The first n cases of an order have each stratum within one case of its share."""
    strata = np.repeat([0, 1, 2], [60, 30, 10])
    order = draw_order(strata, np.random.default_rng(1))
    assert sorted(order) == list(range(100))
    for n in range(1, 101):
        counts = np.bincount(strata[order[:n]], minlength=3)
        assert np.abs(counts - n * np.array([0.6, 0.3, 0.1])).max() <= 1.6


def test_distinct_models_need_few_cases_and_alike_ones_many():
    """The size keeps the limit on new draws too; models of the same ability cannot be ranked by fewer cases."""
    generator = np.random.default_rng(2)
    strata = np.tile([0, 1], 300)
    far = (generator.random((6, 600)) < np.linspace(0.1, 0.9, 6)[:, None]).astype(float)
    alike = (generator.random((6, 600)) < 0.5).astype(float)
    subset = find_smallest_subset(far, np.arange(600), strata, 0.2)
    assert len(subset.cases) < 100
    assert subset.mean_error <= 0.2 <= 1
    fresh = []
    for _ in range(40):
        chosen = draw_order(strata, generator)[: len(subset.cases)]
        fresh.append(np.abs(stats.rankdata(-far[:, chosen].mean(axis=1)) - stats.rankdata(-far.mean(axis=1))).mean())
    assert np.mean(fresh) <= 0.3
    assert len(find_smallest_subset(alike, np.arange(600), strata, 0.2).cases) > 400


@pytest.mark.parametrize("n_items", [1, 3])
def test_several_questions_of_a_case_stay_together(n_items):
    """Items belong to cases; without a limit that can be kept, all cases are the set."""
    generator = np.random.default_rng(3)
    right = generator.integers(0, 2, (4, 8 * n_items)).astype(float)
    subset = find_smallest_subset(right, np.repeat(np.arange(8), n_items), np.zeros(8, int), -1.0)
    np.testing.assert_array_equal(subset.cases, np.arange(8))
