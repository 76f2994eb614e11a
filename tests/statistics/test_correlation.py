"""Correlations with their intervals."""

import numpy as np
import pytest

from core.errors import StatisticsError
from core.statistics.agreement import compute_phi
from core.statistics.correlation import compute_clustered_pearson, compute_pearson
from core.statistics.set_consistency import compute_consistency_index


def test_pearson_has_fisher_s_interval():
    """R 0.81 of 39 pairs lies between 0.66 and 0.90, as by hand."""
    x = np.random.default_rng(1).normal(size=39)
    noise = np.random.default_rng(2).normal(size=39)
    noise -= np.polyval(np.polyfit(x, noise, 1), x)
    y = (x - x.mean()) / x.std() * 0.81 + noise / noise.std() * (1 - 0.81**2) ** 0.5
    found = compute_pearson(x, y)
    assert found.r == pytest.approx(0.81)
    assert (found.low, found.high) == pytest.approx((0.66, 0.90), abs=0.006)


def test_doubled_pairs_are_no_more_evidence():
    """With every pair ten times Fisher's interval shrinks, that by clusters does not."""
    random = np.random.default_rng(3)
    x = random.normal(size=20)
    y = x + random.normal(size=20)
    names = list(range(20))
    tenfold = compute_clustered_pearson(np.repeat(x, 10), np.repeat(y, 10), np.repeat(names, 10).tolist())
    once = compute_clustered_pearson(x, y, names)
    assert tenfold.high - tenfold.low == pytest.approx(once.high - once.low, abs=1e-9)
    assert compute_pearson(np.repeat(x, 10), np.repeat(y, 10)).low > tenfold.low


@pytest.mark.parametrize(("x", "y"), [([1, 2, 3], [1, 2, 3]), ([1] * 5, range(5)), ([1, 2, 3, np.nan], range(4))])
def test_what_has_no_correlation_is_refused(x, y):
    """Too few pairs, no spread and values that are not finite have a reason."""
    with pytest.raises(StatisticsError):
        compute_pearson(x, list(y))


def test_phi_and_consistency_at_their_ends():
    """Phi of equal series is 1, of one without spread none; the index is 0 for independent answers and 1 for one."""
    assert compute_phi(both=2, only_first=0, only_second=0, neither=1) == pytest.approx(1)
    assert compute_phi(both=2, only_first=1, only_second=0, neither=0) is None
    assert compute_consistency_index(0.5**5, 0.5, 5) == pytest.approx(0)
    assert compute_consistency_index(0.5, 0.5, 5) == pytest.approx(1)
    assert compute_consistency_index(1.0, 1.0, 5) is None
