"""Tests of statistics that are robust to outliers."""

import numpy as np
import pytest

from core.geometry.robust_stats import compute_geman_mcclure_weights, compute_robust_deviation


def test_the_robust_deviation_is_that_of_normal_errors():
    """For normal errors it is the standard deviation; a third of gross errors changes it only little."""
    errors = np.random.default_rng(1).normal(0.0, 2.0, 100_000)
    assert compute_robust_deviation(errors) == pytest.approx(2.0, rel=0.02)
    with_outliers = np.where(np.arange(len(errors)) % 3 == 0, 1e6, errors)
    assert compute_robust_deviation(with_outliers) < 5.0


def test_weights_are_the_derivative_of_the_loss():
    """Each weight times its error is the slope of Geman and McClure's loss, in units of the scale."""
    errors, step = np.linspace(-9.0, 9.0, 37), 1e-5

    def loss(x):
        return (x / 3.0) ** 2 / (1 + (x / 3.0) ** 2) / 2 * 3.0**2

    slope = (loss(errors + step) - loss(errors - step)) / (2 * step)
    assert compute_geman_mcclure_weights(errors, 3.0) * errors == pytest.approx(slope, abs=1e-8)
