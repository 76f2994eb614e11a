"""Shares from stratified samples: equal to plain sums, and inside their intervals as often as promised."""

import numpy as np
import pytest

from core.statistics.survey_shares import StratifiedSample, compute_stratified_share


def sample_of(strata, groups, sizes, stratum_groups=None):
    sizes = np.array(sizes, dtype=float)
    return StratifiedSample(
        np.array(strata), np.array(groups), sizes, sizes if stratum_groups is None else stratum_groups
    )


def test_the_share_weighs_strata_by_their_size():
    """Horvitz-Thompson: each answer counts for as many as it was drawn from, here 90 and 5 each."""
    found = compute_stratified_share(np.array([1.0, 0.0, 1.0, 1.0]), sample_of([0, 0, 1, 1], [0, 1, 2, 3], [180, 20]))
    weights = np.array([180 / 2, 180 / 2, 20 / 2, 20 / 2])
    assert found.value == pytest.approx((weights * [1, 0, 1, 1]).sum() / weights.sum(), abs=1e-12)
    assert found.low < found.value < found.high


def test_one_stratum_of_many_groups_is_a_plain_share():
    """Without strata and clusters the interval is near Wilson's."""
    has_code = np.repeat([1.0, 0.0], [30, 70])
    found = compute_stratified_share(has_code, sample_of(np.zeros(100, int), np.arange(100), [10_000]))
    assert found.value == pytest.approx(0.3)
    assert (found.low, found.high) == pytest.approx((0.219, 0.396), abs=0.01)


def test_groups_of_equal_answers_count_once():
    """Ten copies of each answer make the interval no narrower."""
    once = np.repeat([1.0, 0.0], [3, 7])
    single = compute_stratified_share(once, sample_of(np.zeros(10, int), np.arange(10), [1000]))
    copies = compute_stratified_share(
        np.repeat(once, 10), sample_of(np.zeros(100, int), np.arange(10).repeat(10), [1000])
    )
    assert copies.high - copies.low == pytest.approx(single.high - single.low, rel=0.02)


def test_a_rare_code_has_an_interval_and_one_group_has_none():
    """Nothing seen in 20 answers is not nothing at all."""
    found = compute_stratified_share(np.zeros(20), sample_of(np.zeros(20, int), np.arange(20), [500]))
    assert (found.value, found.low) == (0, 0)
    assert 0.1 < found.high < 0.2
    assert np.isnan(compute_stratified_share(np.ones(3), sample_of([0, 0, 0], [0, 0, 0], [9])).low)


def test_strata_with_one_group_are_joined():
    """A stratum without spread of its own borrows that of the next one; the weights stay."""
    found = compute_stratified_share(
        np.array([1.0, 1.0, 0.0, 0.0, 1.0]), sample_of([0, 1, 1, 1, 2], [0, 1, 2, 3, 4], [10, 30, 10])
    )
    assert np.isfinite(found.low)
    assert found.n == 5


def draw_population(generator, rates, sizes, n_groups):
    """Wrong answers of a model: strata, groups, and whether each has the code; groups differ in how often."""
    n_strata = len(rates)
    groups = np.arange(n_groups).repeat(12)
    strata = generator.integers(0, n_strata, len(groups))
    is_wrong = generator.random(len(groups)) < sizes[strata]
    groups, strata = groups[is_wrong], strata[is_wrong]
    shift = generator.normal(0, 1, n_groups)
    return strata, groups, generator.random(len(groups)) < 1 / (1 + np.exp(-(rates[strata] + shift[groups])))


@pytest.mark.slow
@pytest.mark.parametrize("n_sampled", [64, 128, 100_000])
def test_planted_rates_are_inside_their_intervals(n_sampled):
    """In 93 to 97 of 100 draws, for samples of several sizes from strata that differ in size and rate."""
    generator = np.random.default_rng(8)
    held = drawn = 0
    for _ in range(6):
        rates, sizes = generator.normal(-1.2, 0.9, 16), generator.uniform(0.2, 1, 16)
        shifts = generator.normal(0, 1, 100_000)
        means = np.array([(1 / (1 + np.exp(-(rate + shifts)))).mean() for rate in rates])
        true = (sizes * means).sum() / sizes.sum()
        for _ in range(250):
            strata, groups, has_code = draw_population(generator, rates, sizes, 150)
            chosen = np.concatenate(
                [generator.permutation(np.flatnonzero(strata == h))[: max(n_sampled // 16, 1)] for h in range(16)]
            )
            of_strata = [len(np.unique(groups[strata == h])) for h in range(16)]
            found = compute_stratified_share(
                has_code[chosen].astype(float),
                sample_of(strata[chosen], groups[chosen], np.bincount(strata, minlength=16), np.array(of_strata)),
            )
            held += found.low <= true <= found.high
            drawn += 1
    assert 0.93 <= held / drawn <= 0.97
