"""Tests of sample sizes and equivalence, against simulation and SciPy."""

import numpy as np
import pytest
from scipy import stats

from core.records import FEW_GROUPS
from core.statistics.power import compute_deviation_of_passes, compute_equivalence, compute_groups_needed


def test_planned_groups_have_the_planned_power():
    """80% of 20,000 simulated comparisons with the computed number of groups are significant, within two points."""
    deviation, difference = 30.0, 5.0
    n_groups = compute_groups_needed(deviation, difference)
    draws = np.random.default_rng(1).normal(difference, deviation, (20_000, n_groups))
    p_values = stats.ttest_1samp(draws, 0.0, axis=1).pvalue
    assert np.mean(p_values < 0.05) == pytest.approx(0.8, abs=0.02)


def test_smaller_differences_need_more_groups():
    """A tiny difference has no sufficient number of groups, and a huge one needs the minimum number."""
    n_groups = compute_groups_needed(30.0, 5.0)
    n_more = compute_groups_needed(30.0, 4.9)
    assert n_groups < n_more
    assert compute_groups_needed(30.0, 1e-6) is None
    assert compute_groups_needed(1.0, 50.0) == FEW_GROUPS, "pages give no verdict for fewer groups"


def test_equivalence_is_two_one_sided_tests():
    """The p-value is the larger of SciPy's two tests; the verdict follows from the 90% interval."""
    draws = np.random.default_rng(2).normal(0.3, 4.0, 120)
    error = draws.std(ddof=1) / np.sqrt(120)
    found = compute_equivalence(draws.mean(), error, 119, 1.5)
    below = stats.ttest_1samp(draws, -1.5, alternative="greater").pvalue
    above = stats.ttest_1samp(draws, 1.5, alternative="less").pvalue
    assert found.p_value == pytest.approx(max(below, above))
    assert (found.verdict == "equivalent") == (found.low > -1.5 and found.high < 1.5)
    assert compute_equivalence(2.0, error, 119, 1.5).verdict == "not shown to be equivalent"
    assert compute_equivalence(0.0, float("nan"), 0, 1.5).verdict == "too few to tell"


def test_more_passes_remove_only_the_noise_between_passes():
    """With many passes the deviation between cases remains."""
    assert compute_deviation_of_passes(30.0, 0.0, 8) == pytest.approx(30.0)
    assert compute_deviation_of_passes(30.0, 18.0, 1) == pytest.approx(30.0)
    assert compute_deviation_of_passes(30.0, 18.0, 10**6) == pytest.approx(24.0, abs=0.01)
