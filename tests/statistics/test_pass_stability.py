"""Tests of stability over passes against lmms-eval's formulas, and of pass^k against counting."""

from itertools import combinations

import numpy as np
import pytest

from core.statistics.pass_stability import compute_item_pass_hat, compute_item_stability


def measure_slowly(sample_scores):
    """Compute the four formulas of lmms-eval 0.7.3 on lists of scores per question."""
    every = [score for scores in sample_scores for score in scores]
    consensus = sum(sum(scores) > len(scores) / 2 for scores in sample_scores) / len(sample_scores)
    variances = []
    for scores in sample_scores:
        if len(scores) > 1:
            mean = sum(scores) / len(scores)
            variances.append(sum((score - mean) ** 2 for score in scores) / (len(scores) - 1))
    consistent = sum(len(set(scores)) == 1 for scores in sample_scores) / len(sample_scores)
    return sum(every) / len(every), consensus, sum(variances) / len(variances), consistent


@pytest.mark.parametrize("kind", ["right or wrong", "scores", "uneven"])
def test_four_measures_agree_with_lmms_eval(kind):
    """The measures agree to 1e-9, also for different numbers of passes and scores between 0 and 1."""
    random = np.random.default_rng(1)
    scores = random.integers(0, 2, (300, 5)).astype(float) if kind != "scores" else random.random((300, 5)).round(1)
    if kind == "uneven":
        scores[random.random(scores.shape) < 0.3] = np.nan
    lists = [[score for score in row if not np.isnan(score)] for row in scores]
    expected = measure_slowly([row for row in lists if row])
    items = compute_item_stability(scores)
    accuracy = np.nansum(items.expected * items.n_passes) / items.n_passes.sum()
    measures = (accuracy, *map(np.nanmean, (items.consensus, items.variance, items.consistent)))
    assert measures == pytest.approx(expected, abs=1e-9)


def test_published_example():
    """The measures equal those in lmms-eval's docstring: two questions, three passes, two of three right."""
    items = compute_item_stability(np.array([[0.0, 1.0, 1.0], [1.0, 1.0, 0.0]]))
    assert items.expected.mean() == pytest.approx(2 / 3)
    assert items.consensus.mean() == 1.0
    assert items.variance.mean() == pytest.approx(1 / 3)
    assert items.consistent.mean() == 0.0


def test_half_is_not_a_majority():
    """With an even number of passes, half of them right is not a majority, as in lmms-eval."""
    assert compute_item_stability(np.array([[1.0, 0.0]])).consensus.tolist() == [0.0]


def test_pass_hat_equals_counting_sets_of_passes():
    """Pass^k is the share of all sets of k passes in which every pass is right."""
    right = np.random.default_rng(2).integers(0, 2, (40, 5)).astype(float)
    found = compute_item_pass_hat(right)
    for k in range(1, 6):
        slow = [np.mean([all(row[list(chosen)]) for chosen in combinations(range(5), k)]) for row in right]
        assert found[:, k - 1] == pytest.approx(slow, abs=1e-12)


def test_measures_without_a_score_are_missing():
    """Without any score all measures are NaN."""
    items = compute_item_stability(np.full((3, 2), np.nan))
    assert np.isnan([items.expected, items.consensus, items.variance, items.consistent]).all()
