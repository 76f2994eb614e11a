"""Tests of d' and criterion: known values, symmetry, and coverage of intervals."""

from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest

from core.errors import StatisticsError
from core.statistics.signal_detection import compute_clustered_detection, compute_detection


def test_equal_rates_have_zero_d_prime():
    """Equal hit and false-alarm rates give d' = 0; preferring yes gives a negative criterion."""
    found = compute_detection(80, 100, 80, 100)
    assert found.d_prime == pytest.approx(0)
    assert found.criterion < 0
    assert found.low < 0 < found.high


@pytest.mark.parametrize("n_signal", [1, 10, 25, 49])
@pytest.mark.parametrize("answer", [True, False])
def test_a_constant_answer_does_not_discriminate(n_signal, answer):
    """One answer to all 50 cases has d' 0 and no interval, however many of them it is right for."""
    is_so = np.arange(50) < n_signal
    found = compute_clustered_detection(np.full(50, answer), is_so, range(50))
    assert found.d_prime == 0
    assert np.isnan([found.low, found.high]).all()
    assert found.criterion < 0 if answer else found.criterion > 0
    hits = n_signal if answer else 0
    assert compute_detection(hits, n_signal, (50 if answer else 0) - hits, 50 - n_signal).d_prime == pytest.approx(0)


@pytest.mark.parametrize(("hits", "n_signal", "alarms", "n_noise"), [(9, 10, 4, 40), (10, 10, 0, 40), (3, 7, 2, 7)])
def test_d_prime_equals_a_slow_definition(hits, n_signal, alarms, n_noise):
    """A list of answers with a yes and a no added, divided between both kinds of cases, gives the same d'."""
    z, share = NormalDist().inv_cdf, n_signal / (n_signal + n_noise)
    signal = [(1, 1)] * hits + [(0, 1)] * (n_signal - hits) + [(1, share), (0, share)]
    noise = [(1, 1)] * alarms + [(0, 1)] * (n_noise - alarms) + [(1, 1 - share), (0, 1 - share)]
    hit_rate, alarm_rate = (
        sum(yes * weight for yes, weight in answers) / sum(weight for _, weight in answers)
        for answers in (signal, noise)
    )
    found = compute_detection(hits, n_signal, alarms, n_noise)
    assert found.d_prime == pytest.approx(z(hit_rate) - z(alarm_rate))
    assert found.criterion == pytest.approx(-(z(hit_rate) + z(alarm_rate)) / 2)


def test_known_rates_give_known_d_prime():
    """Rates of 0.84 and 0.16 are two standard deviations apart, without bias."""
    found = compute_detection(84_134, 100_000, 15_866, 100_000)
    assert found.d_prime == pytest.approx(2.0, abs=1e-3)
    assert found.criterion == pytest.approx(0.0, abs=1e-3)


def test_perfect_answers_stay_finite():
    """All right and all wrong give finite values of opposite signs."""
    right, wrong = compute_detection(20, 20, 0, 20), compute_detection(0, 20, 20, 20)
    assert right.d_prime == pytest.approx(-wrong.d_prime)
    assert 3 < right.d_prime < 5


def test_intervals_cover_the_true_d_prime():
    """About 95% of 400 draws at d' = 1 have an interval that contains it."""
    random = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        found = compute_detection(int(random.binomial(60, 0.6915)), 60, int(random.binomial(60, 0.3085)), 60)
        held += found.low <= 1.0 <= found.high
    assert 0.92 < held / 400 <= 0.99


def test_intervals_cover_the_true_d_prime_of_unequal_kinds():
    """More than 92% of 400 intervals at 20 and 100 cases contain the true d' of 2, despite a preference."""
    random, cdf = np.random.default_rng(6), NormalDist().cdf
    counts = zip(random.binomial(20, cdf(2), 400), random.binomial(100, cdf(0), 400), strict=True)
    found = [compute_detection(int(hits), 20, int(alarms), 100) for hits, alarms in counts]
    assert np.mean([estimate.low <= 2.0 <= estimate.high for estimate in found]) > 0.92


@pytest.mark.parametrize(("d_prime", "n"), [(0.0, 20), (2.0, 60), (4.0, 20), (4.0, 60)])
def test_lower_bound_holds_near_the_ceiling(d_prime, n):
    """Less than 4% of 400 draws have a lower bound above the true d'; 2.5% are expected."""
    random, rate = np.random.default_rng(4), NormalDist().cdf(d_prime / 2)
    counts = random.binomial(n, [rate, 1 - rate], size=(400, 2))
    assert np.mean([compute_detection(int(hits), n, int(alarms), n).low > d_prime for hits, alarms in counts]) < 0.04


def test_perfect_answers_are_significant_in_few_groups():
    """The interval of perfect answers in ten groups of twenty is above 0, but wider than in 200 groups of one."""
    is_so = np.arange(200) % 2 == 0
    few, many = (compute_clustered_detection(is_so, is_so, np.arange(200) // size) for size in (20, 1))
    assert 0 < few.low < many.low < many.d_prime < many.high < few.high


@pytest.mark.parametrize("counts", [(1, 0, 1, 5), (6, 5, 1, 5), (-1, 5, 1, 5), (1, 5, 1, 0)])
def test_impossible_counts_raise(counts):
    """A kind without cases, and more answers than cases, raise an error."""
    with pytest.raises(StatisticsError, match="both kinds"):
        compute_detection(*counts)


def test_cases_of_a_group_widen_the_interval():
    """Asking every case twice with the same answer gives the interval of half as many cases."""
    random = np.random.default_rng(0)
    is_so = np.arange(120) % 2 == 0
    is_yes = np.where(is_so, random.random(120) < 0.8, random.random(120) < 0.3)
    alone = compute_clustered_detection(is_yes, is_so, range(120))
    twice = compute_clustered_detection(np.tile(is_yes, 2), np.tile(is_so, 2), [*range(120), *range(120)])
    assert twice.high - twice.low == pytest.approx(alone.high - alone.low, rel=0.03)
    assert alone.d_prime == pytest.approx(
        compute_detection(int((is_yes & is_so).sum()), 60, int((is_yes & ~is_so).sum()), 60).d_prime
    )


def test_equal_answers_can_be_aggregated():
    """Equal answers of a group, passed once with their count, give the same result."""
    random = np.random.default_rng(2)
    rows = pd.DataFrame({"yes": random.random(90) < 0.6, "so": random.random(90) < 0.5, "group": np.arange(90) // 6})
    sums = rows.groupby(["yes", "so", "group"]).size().rename("times").reset_index()
    found = compute_clustered_detection(sums["yes"], sums["so"], list(sums["group"]), sums["times"])
    expected = compute_clustered_detection(rows["yes"], rows["so"], list(rows["group"]))
    assert len(sums) < len(rows)
    for name in ("d_prime", "low", "high", "criterion", "hit_rate", "false_alarm_rate"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name))


def test_equal_answers_of_a_group_count_once():
    """Perfect answers to two cases that are each asked twice count as those to one case each."""
    is_so = np.tile([True, False], 10)
    found = compute_clustered_detection(is_so, is_so, np.arange(20) // 4)
    expected = compute_detection(10, 10, 0, 10, 4.0)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_clustered_intervals_cover_the_true_d_prime():
    """About 95% of 300 draws with correlated groups of four have an interval that contains the true d'."""
    random = np.random.default_rng(5)
    held = 0
    for _ in range(300):
        leaning = np.repeat(random.normal(0, 0.7, 60), 4)
        is_so = np.tile([True, True, False, False], 60)
        is_yes = np.where(is_so, 0.6, -0.6) + leaning + random.normal(size=240) > 0
        found = compute_clustered_detection(is_yes, is_so, np.repeat(np.arange(60), 4))
        held += found.low <= 1.2 / np.hypot(1, 0.7) <= found.high
    assert held / 300 > 0.9
