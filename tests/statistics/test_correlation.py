"""Tests of correlations and their intervals."""

import numpy as np
import pytest

from core.errors import StatisticsError
from core.statistics.agreement import compute_phi
from core.statistics.correlation import compute_clustered_pearson, compute_pearson
from core.statistics.set_consistency import compute_consistency_index


def test_pearson_has_fisher_interval():
    """For r = 0.81 and 39 pairs the interval is 0.66 to 0.90, as computed by hand."""
    x = np.random.default_rng(1).normal(size=39)
    noise = np.random.default_rng(2).normal(size=39)
    noise -= np.polyval(np.polyfit(x, noise, 1), x)
    y = (x - x.mean()) / x.std() * 0.81 + noise / noise.std() * (1 - 0.81**2) ** 0.5
    found = compute_pearson(x, y)
    assert found.r == pytest.approx(0.81)
    assert (found.low, found.high) == pytest.approx((0.66, 0.90), abs=0.006)


def test_repeated_pairs_do_not_narrow_the_clustered_interval():
    """Repeating every pair ten times shrinks Fisher's interval but not the clustered one."""
    random = np.random.default_rng(3)
    x = random.normal(size=20)
    y = x + random.normal(size=20)
    names = list(range(20))
    tenfold = compute_clustered_pearson(np.repeat(x, 10), np.repeat(y, 10), np.repeat(names, 10).tolist())
    once = compute_clustered_pearson(x, y, names)
    assert tenfold.high - tenfold.low == pytest.approx(once.high - once.low, abs=1e-9)
    assert compute_pearson(np.repeat(x, 10), np.repeat(y, 10)).low > tenfold.low


@pytest.mark.parametrize(("x", "y"), [([1, 2, 3], [1, 2, 3]), ([1] * 5, range(5)), ([1, 2, 3, np.nan], range(4))])
def test_undefined_correlation_raises(x, y):
    """Too few pairs, no spread, and non-finite values raise an error."""
    with pytest.raises(StatisticsError):
        compute_pearson(x, list(y))


def test_phi_and_consistency_at_their_extremes():
    """Phi is 1 for equal series and missing without spread; the index is 0 for independent and 1 for equal answers."""
    assert compute_phi(both=2, only_first=0, only_second=0, neither=1) == pytest.approx(1)
    assert compute_phi(both=2, only_first=1, only_second=0, neither=0) is None
    assert compute_consistency_index(0.5**5, 0.5, 5) == pytest.approx(0)
    assert compute_consistency_index(0.5, 0.5, 5) == pytest.approx(1)
    assert compute_consistency_index(1.0, 1.0, 5) is None
