"""Tests of Wilson's interval and McNemar's test, against statsmodels and published protocols."""

import pytest
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from statsmodels.stats.proportion import proportion_confint

from core.statistics.proportions import compute_mcnemar_p_value, compute_wilson_interval


@pytest.mark.parametrize(
    ("k", "n", "low", "high"), [(5, 5, 56.6, 100), (0, 53, 0, 6.8), (4, 4, 51, 100), (1, 4, 5, 70)]
)
def test_wilson_agrees_with_the_protocols(k, n, low, high):
    """The intervals equal those printed in the protocols."""
    assert [100 * end for end in compute_wilson_interval(k, n)] == pytest.approx(
        [low, high], abs=0.5 if n == 4 else 0.05
    )


def test_wilson_agrees_with_statsmodels():
    """All shares up to n = 30 have statsmodels' interval, at the same quantile."""
    for n in range(1, 31):
        for k in range(n + 1):
            assert compute_wilson_interval(k, n, 1.959963984540054) == pytest.approx(
                proportion_confint(k, n, method="wilson"), abs=1e-12
            )


def test_mcnemar_agrees_with_statsmodels():
    """The exact p-value equals statsmodels' for all small tables."""
    for b in range(13):
        for c in range(13):
            table = [[7, b], [c, 3]]
            assert compute_mcnemar_p_value(b, c) == pytest.approx(statsmodels_mcnemar(table, exact=True).pvalue)
    assert compute_mcnemar_p_value(0, 0) == 1.0


def test_no_answers_have_the_full_interval():
    """Without answers the interval is 0 to 1."""
    assert compute_wilson_interval(0, 0) == (0.0, 1.0)


def test_invalid_shares_raise():
    """Impossible counts raise an error."""
    for k, n in ((-1, 3), (4, 3)):
        with pytest.raises(ValueError, match="not a share"):
            compute_wilson_interval(k, n)
    with pytest.raises(ValueError, match="not numbers"):
        compute_mcnemar_p_value(-1, 2)
