"""Tests of shares from stratified samples, against plain sums and by coverage of their intervals."""

import numpy as np
import pytest

from core.statistics.survey_shares import StratifiedSample, compute_share_difference, compute_stratified_share


def make_sample(strata, groups, sizes, stratum_groups=None):
    sizes = np.array(sizes, dtype=float)
    return StratifiedSample(
        np.array(strata), np.array(groups), sizes, sizes if stratum_groups is None else stratum_groups
    )


def test_the_share_weighs_strata_by_their_size():
    """Each answer has the weight of the answers it represents, here 90 and 10 (Horvitz-Thompson)."""
    found = compute_stratified_share(np.array([1.0, 0.0, 1.0, 1.0]), make_sample([0, 0, 1, 1], [0, 1, 2, 3], [180, 20]))
    weights = np.array([180 / 2, 180 / 2, 20 / 2, 20 / 2])
    assert found.value == pytest.approx((weights * [1, 0, 1, 1]).sum() / weights.sum(), abs=1e-12)
    assert found.low < found.value < found.high


def test_one_stratum_of_many_groups_is_a_plain_share():
    """Without strata and clusters the interval is close to Wilson's."""
    has_code = np.repeat([1.0, 0.0], [30, 70])
    found = compute_stratified_share(has_code, make_sample(np.zeros(100, int), np.arange(100), [10_000]))
    assert found.value == pytest.approx(0.3)
    assert (found.low, found.high) == pytest.approx((0.219, 0.396), abs=0.01)


def test_groups_of_equal_answers_count_once():
    """Ten copies of each answer do not narrow the interval."""
    once = np.repeat([1.0, 0.0], [3, 7])
    single = compute_stratified_share(once, make_sample(np.zeros(10, int), np.arange(10), [1000]))
    copies = compute_stratified_share(
        np.repeat(once, 10), make_sample(np.zeros(100, int), np.arange(10).repeat(10), [1000])
    )
    assert copies.high - copies.low == pytest.approx(single.high - single.low, rel=0.02)


def test_a_rare_code_has_an_interval_and_one_group_has_none():
    """A code that is absent from 20 answers has an upper bound above 0."""
    found = compute_stratified_share(np.zeros(20), make_sample(np.zeros(20, int), np.arange(20), [500]))
    assert (found.value, found.low) == (0, 0)
    assert 0.1 < found.high < 0.2
    assert np.isnan(compute_stratified_share(np.ones(3), make_sample([0, 0, 0], [0, 0, 0], [9])).low)


def test_strata_with_one_group_are_joined():
    """A stratum with a single group shares the spread of the next one; its weight stays."""
    found = compute_stratified_share(
        np.array([1.0, 1.0, 0.0, 0.0, 1.0]), make_sample([0, 1, 1, 1, 2], [0, 1, 2, 3, 4], [10, 30, 10])
    )
    assert np.isfinite(found.low)
    assert found.n == 5


def draw_population(generator, rates, sizes, n_groups):
    """Draw a model's wrong answers: strata, groups, and whether each has the code, with rates that vary by group."""
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
    """93 to 97 of 100 intervals contain the true rate, for several sample sizes and different strata."""
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
                make_sample(strata[chosen], groups[chosen], np.bincount(strata, minlength=16), np.array(of_strata)),
            )
            held += found.low <= true <= found.high
            drawn += 1
    assert 0.93 <= held / drawn <= 0.97


def test_a_part_of_whole_strata_is_the_share_of_these_strata():
    """The other strata change neither the value nor the interval's variance."""
    generator = np.random.default_rng(5)
    strata, groups = np.repeat([0, 1, 2, 3], 10), np.arange(40)
    has_code = (generator.random(40) < 0.4).astype(float)
    inside = strata < 2
    whole = compute_stratified_share(has_code, make_sample(strata, groups, [90, 40, 500, 70]), inside)
    alone = compute_stratified_share(has_code[inside], make_sample(strata[inside], groups[inside], [90, 40]))
    assert (whole.value, whole.low, whole.high) == pytest.approx((alone.value, alone.low, alone.high), abs=1e-12)
    assert (whole.n, whole.n_groups) == (20, 20)


def test_a_part_across_strata_is_the_share_of_the_weights():
    """The share is the weight of the part's answers with the code over the weight of the part."""
    generator = np.random.default_rng(6)
    strata, inside = np.repeat([0, 1], [20, 10]), generator.random(30) < 0.5
    has_code = (generator.random(30) < 0.5).astype(float)
    weights = np.where(strata == 0, 200 / 20, 30 / 10) * inside
    found = compute_stratified_share(has_code, make_sample(strata, np.arange(30), [200, 30]), inside)
    assert found.value == pytest.approx((weights * has_code).sum() / weights.sum(), abs=1e-12)
    assert found.low < found.value < found.high


def test_a_few_equal_answers_are_not_certain():
    """Intervals keep their coverage if strata of four answers often look certain.

    Without the third part of the variance, 82 of 100 contained the rate.
    """
    generator, strata = np.random.default_rng(4), np.arange(6).repeat(4)
    rates = np.array([0.02, 0.02, 0.9, 0.9, 0.9, 0.9])
    held = 0
    for _ in range(400):
        has_code = (generator.random(24) < rates[strata]).astype(float)
        found = compute_stratified_share(has_code, make_sample(strata, np.arange(24), [250] * 6, np.full(6, 90)))
        held += found.low <= rates.mean() <= found.high
    assert held / 400 >= 0.93


def draw_part(generator, n_sampled, shares, in_part):
    """Draw a sample of ten strata with similar answers within a group; some of each stratum belong to the part."""
    groups = np.arange(150).repeat(12)
    strata = generator.integers(0, 10, len(groups))
    shift = generator.normal(0, 0.7, 150)[groups]
    part = generator.random(len(groups)) < in_part[strata]
    logits = np.log(shares[strata] / (1 - shares[strata])) + shift + 0.5 * part
    has_code = generator.random(len(groups)) < 1 / (1 + np.exp(-logits))
    chosen = np.concatenate([generator.permutation(np.flatnonzero(strata == h))[: n_sampled // 10] for h in range(10)])
    of_strata = np.array([len(np.unique(groups[strata == h])) for h in range(10)])
    sample = make_sample(strata[chosen], groups[chosen], np.bincount(strata, minlength=10), of_strata)
    return has_code[chosen].astype(float), sample, part[chosen]


@pytest.mark.slow
@pytest.mark.parametrize("n_sampled", [100, 200])
def test_planted_shares_of_a_part_and_differences_are_inside_their_intervals(n_sampled):
    """93 to 97 of 100 intervals contain the part's share, and the difference between the part and the rest."""
    generator = np.random.default_rng(9)
    shares, in_part = np.linspace(0.15, 0.6, 10), np.linspace(0.7, 0.3, 10)
    shifts = generator.normal(0, 0.7, 200_000)
    means = [
        np.array([(1 / (1 + np.exp(-(np.log(p / (1 - p)) + shifts + 0.5 * part)))).mean() for p in shares])
        for part in (0, 1)
    ]
    rest, part = ((w * mean).sum() / w.sum() for w, mean in zip((1 - in_part, in_part), means, strict=True))
    held_share = held_difference = 0
    for _ in range(600):
        has_code, sample, inside = draw_part(generator, n_sampled, shares, in_part)
        share = compute_stratified_share(has_code, sample, inside)
        difference = compute_share_difference(has_code, sample, inside, ~inside)
        held_share += share.low <= part <= share.high
        held_difference += difference.low <= part - rest <= difference.high
    assert 0.93 <= held_share / 600 <= 0.97
    assert 0.93 <= held_difference / 600 <= 0.97
