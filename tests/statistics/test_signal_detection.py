"""d' and criterion: known values, symmetry, and intervals that hold the truth."""

from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest

from core.errors import StatisticsError
from core.statistics.signal_detection import compute_clustered_detection, compute_detection


def test_equal_rates_are_no_detection():
    """Who says yes as often where it is wrong has a d' of 0, and a criterion below 0 where yes is preferred."""
    found = compute_detection(80, 100, 80, 100)
    assert found.d_prime == pytest.approx(0)
    assert found.criterion < 0
    assert found.low < 0 < found.high


def test_known_rates_give_the_known_distance():
    """Rates of 0.84 and 0.16 are two standard deviations apart, without bias."""
    found = compute_detection(84_134, 100_000, 15_866, 100_000)
    assert found.d_prime == pytest.approx(2.0, abs=1e-3)
    assert found.criterion == pytest.approx(0.0, abs=1e-3)


def test_perfect_answers_stay_finite():
    """All right and all wrong give finite values of opposite signs."""
    right, wrong = compute_detection(20, 20, 0, 20), compute_detection(0, 20, 20, 20)
    assert right.d_prime == pytest.approx(-wrong.d_prime)
    assert 3 < right.d_prime < 5


def test_intervals_hold_the_true_distance():
    """Of 400 draws at a d' of 1, about 95 in 100 intervals hold it."""
    random = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        found = compute_detection(int(random.binomial(60, 0.6915)), 60, int(random.binomial(60, 0.3085)), 60)
        held += found.low <= 1.0 <= found.high
    assert 0.92 < held / 400 <= 0.99


@pytest.mark.parametrize(("d_prime", "n"), [(0.0, 20), (2.0, 60), (4.0, 20), (4.0, 60)])
def test_the_lower_end_holds_up_to_the_ceiling(d_prime, n):
    """Of 400 draws, hardly more than the 2.5 in 100 that may be above the true distance are."""
    random, rate = np.random.default_rng(4), NormalDist().cdf(d_prime / 2)
    counts = random.binomial(n, [rate, 1 - rate], size=(400, 2))
    assert np.mean([compute_detection(int(hits), n, int(alarms), n).low > d_prime for hits, alarms in counts]) < 0.04


def test_perfect_answers_are_told_apart_also_in_few_groups():
    """Who is always right in ten groups of twenty is clearly above 0, and less surely than in 200 groups of one."""
    is_so = np.arange(200) % 2 == 0
    few, many = (compute_clustered_detection(is_so, is_so, np.arange(200) // size) for size in (20, 1))
    assert 0 < few.low < many.low < many.d_prime < many.high < few.high


@pytest.mark.parametrize("counts", [(1, 0, 1, 5), (6, 5, 1, 5), (-1, 5, 1, 5), (1, 5, 1, 0)])
def test_impossible_counts_are_refused(counts):
    """No cases of a kind, and more answers than cases."""
    with pytest.raises(StatisticsError, match="both kinds"):
        compute_detection(*counts)


def test_cases_of_a_group_widen_the_interval():
    """A case that is asked twice with the same answer tells nothing more: the interval is that of half as many."""
    random = np.random.default_rng(0)
    is_so = np.arange(120) % 2 == 0
    is_yes = np.where(is_so, random.random(120) < 0.8, random.random(120) < 0.3)
    alone = compute_clustered_detection(is_yes, is_so, range(120))
    twice = compute_clustered_detection(np.tile(is_yes, 2), np.tile(is_so, 2), [*range(120), *range(120)])
    assert twice.high - twice.low == pytest.approx(alone.high - alone.low, rel=0.03)
    assert alone.d_prime == pytest.approx(
        compute_detection(int((is_yes & is_so).sum()), 60, int((is_yes & ~is_so).sum()), 60).d_prime
    )


def test_answers_alike_can_be_counted_together():
    """Answers of a group with the same truth and the same words, given once with their number, give the same."""
    random = np.random.default_rng(2)
    rows = pd.DataFrame({"yes": random.random(90) < 0.6, "so": random.random(90) < 0.5, "group": np.arange(90) // 6})
    sums = rows.groupby(["yes", "so", "group"]).size().rename("times").reset_index()
    found = compute_clustered_detection(sums["yes"], sums["so"], list(sums["group"]), sums["times"])
    expected = compute_clustered_detection(rows["yes"], rows["so"], list(rows["group"]))
    assert len(sums) < len(rows)
    for name in ("d_prime", "low", "high", "criterion", "hit_rate", "false_alarm_rate"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name))


def test_groups_without_any_spread_count_once():
    """All right in pairs that are asked twice: each pair is one case, since nothing shows that it is two."""
    is_so = np.tile([True, False], 10)
    found = compute_clustered_detection(is_so, is_so, np.arange(20) // 4)
    expected = compute_detection(10, 10, 0, 10, 4.0)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_intervals_of_groups_hold_the_true_distance():
    """Of 300 draws of groups of four whose cases go together, about 95 in 100 intervals hold the true d'."""
    random = np.random.default_rng(5)
    held = 0
    for _ in range(300):
        leaning = np.repeat(random.normal(0, 0.7, 60), 4)
        is_so = np.tile([True, True, False, False], 60)
        is_yes = np.where(is_so, 0.6, -0.6) + leaning + random.normal(size=240) > 0
        found = compute_clustered_detection(is_yes, is_so, np.repeat(np.arange(60), 4))
        held += found.low <= 1.2 / np.hypot(1, 0.7) <= found.high
    assert held / 300 > 0.9
