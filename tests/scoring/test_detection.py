"""d' and criterion: known values, symmetry, and intervals that hold the truth."""

import numpy as np
import pytest

from core.errors import StatisticsError
from core.scoring.detection import detection


def test_equal_rates_are_no_detection():
    """Who says yes as often where it is wrong has a d' of 0, and a criterion below 0 where yes is preferred."""
    found = detection(80, 100, 80, 100)
    assert found.d_prime == pytest.approx(0)
    assert found.criterion < 0
    assert found.low < 0 < found.high


def test_known_rates_give_the_known_distance():
    """Rates of 0.84 and 0.16 are two standard deviations apart, without bias."""
    found = detection(84_134, 100_000, 15_866, 100_000)
    assert found.d_prime == pytest.approx(2.0, abs=1e-3)
    assert found.criterion == pytest.approx(0.0, abs=1e-3)


def test_perfect_answers_stay_finite():
    """All right and all wrong give finite values of opposite signs."""
    right, wrong = detection(20, 20, 0, 20), detection(0, 20, 20, 20)
    assert right.d_prime == pytest.approx(-wrong.d_prime)
    assert 3 < right.d_prime < 5


def test_intervals_hold_the_true_distance():
    """Of 400 draws at a d' of 1, about 95 in 100 intervals hold it."""
    random = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        found = detection(int(random.binomial(60, 0.6915)), 60, int(random.binomial(60, 0.3085)), 60)
        held += found.low <= 1.0 <= found.high
    assert 0.92 < held / 400 <= 0.99


@pytest.mark.parametrize("counts", [(1, 0, 1, 5), (6, 5, 1, 5), (-1, 5, 1, 5), (1, 5, 1, 0)])
def test_impossible_counts_are_refused(counts):
    """No cases of a kind, and more answers than cases."""
    with pytest.raises(StatisticsError, match="both kinds"):
        detection(*counts)
