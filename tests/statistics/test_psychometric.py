"""Tests of psychometric functions against SciPy's optimiser, a slow definition, and simulated observers."""

import numpy as np
import pytest
from scipy import optimize, stats

from core.statistics import psychometric as pm
from tests.statistics.simulate_thresholds import MARGINS, simulate_coverage


def make_observer_answers(shares, per_level=400, guess=0.5):
    """Make answers with exactly these shares, in 20 groups per level."""
    sums = np.repeat(np.diag(np.asarray(shares) * per_level / 20), 20, axis=0)
    counts = np.repeat(np.eye(len(shares)) * per_level / 20, 20, axis=0)
    return pm.GroupedAnswers(MARGINS, sums, counts, None if guess is None else np.full(len(shares), guess))


def fit(answers):
    """Fit the curve to the data, without bootstrap draws."""
    return pm.fit_curves(answers, np.ones((1, len(answers.sums))))


def test_a_known_curve_is_recovered():
    """Shares on a log-logistic curve without lapses give its threshold and a deviance of nearly 0."""
    answers = make_observer_answers(0.5 + 0.5 / (1 + (0.15 / MARGINS) ** 3))
    curves = fit(answers)
    assert pm.compute_thresholds(curves, answers)[0] == pytest.approx(0.15, rel=1e-2)
    assert curves.deviances[0] < 0.05


def test_the_likelihood_agrees_with_scipy():
    """SciPy finds no better curve over the same lapses."""
    random = np.random.default_rng(3)
    answers = make_observer_answers(
        np.clip(0.5 + 0.47 / (1 + (0.2 / MARGINS) ** 2) + random.normal(0, 0.03, 10), 0.4, 0.995)
    )
    sums, counts, z = answers.sums.sum(axis=0), answers.counts.sum(axis=0), np.log(MARGINS)

    def deviance(parameters, lapse):
        inner = 1 / (1 + np.exp(-parameters[0] - parameters[1] * z))
        p, share = 0.5 + (0.5 - lapse) * inner, sums / counts
        return 2 * np.sum(sums * np.log(share / p) + (counts - sums) * np.log((1 - share) / (1 - p)))

    best = min(optimize.minimize(deviance, [4.0, 2.0], (lapse,), "Nelder-Mead").fun for lapse in pm.LAPSES)
    assert fit(answers).deviances[0] == pytest.approx(best, abs=0.05)


def test_a_bias_moves_the_boundary_and_not_the_threshold():
    """Two observers with equal slopes and boundaries 0.1 apart have the same threshold."""
    found = []
    for shift in (0.2, 0.3):
        answers = make_observer_answers(1 / (1 + np.exp(-(MARGINS - shift) / 0.04)), guess=None)
        curves = fit(answers)
        found.append((pm.compute_biases(curves)[0], pm.compute_thresholds(curves, answers)[0]))
    assert found[0][0] == pytest.approx(0.2, abs=0.01)
    assert found[1][0] == pytest.approx(0.3, abs=0.01)
    assert found[0][1] == pytest.approx(0.04 * np.log(3), rel=0.05)
    assert found[1][1] == pytest.approx(found[0][1], rel=0.05)


def test_a_flat_or_falling_curve_has_no_threshold():
    """An observer who guesses everywhere, or gets worse, never reaches the level."""
    for shares in (np.full(10, 0.5), np.linspace(0.7, 0.5, 10)):
        answers = make_observer_answers(shares)
        assert np.isinf(pm.compute_thresholds(fit(answers), answers)[0])


def test_a_wrong_shape_is_rejected():
    """A score that falls at wide margins fits no curve."""
    shares = np.where(MARGINS < 0.25, 0.95, 0.6)
    random = np.random.default_rng(4)
    counts = np.repeat(np.eye(10) * 3, 50, axis=0)
    answers = pm.GroupedAnswers(MARGINS, random.binomial(3, shares, (500, 10)) * (counts > 0), counts, np.full(10, 0.5))
    assert pm.compute_fit_p_value(answers, float(fit(answers).deviances[0])) < 0.001


@pytest.mark.slow
@pytest.mark.parametrize("is_signed", [False, True])
def test_intervals_contain_the_true_threshold(is_signed):
    """At least 88% of 60 observers are recovered; `simulate_thresholds` prints the shares for 1,000."""
    found = simulate_coverage(60, is_signed=is_signed, draws=100)
    assert found.threshold >= 0.88
    assert not is_signed or found.bias >= 0.88
    assert found.rejected <= 0.15


def test_an_interval_uses_student_s_t_and_the_finite_cluster_factor():
    """A positive parameter's interval is computed on the log scale."""
    draws = np.random.default_rng(4).normal(2.0, 0.5, 4000)
    low, high = pm.compute_interval(2.0, draws, 10, is_positive=False)
    half = stats.t.ppf(0.975, 9) * draws.std(ddof=1) * np.sqrt(10 / 9)
    assert (low, high) == pytest.approx((2.0 - half, 2.0 + half))
    low, high = pm.compute_interval(2.0, np.exp(draws), 10, is_positive=True)
    assert np.log([low / 2, high / 2]) == pytest.approx([-half, half])


@pytest.mark.slow
@pytest.mark.parametrize("n_groups", [40, 60])
def test_intervals_of_few_single_answers_contain_the_true_threshold(n_groups):
    """With 40 to 60 groups of one answer, 95% of intervals contain the threshold, minus three standard errors."""
    n_observers = 400
    found = simulate_coverage(n_observers, is_signed=False, n_groups=n_groups, n_per_group=1)
    assert found.threshold >= 0.95 - 3 * np.sqrt(0.05 * 0.95 / n_observers)


@pytest.mark.slow
def test_intervals_of_few_single_answers_contain_the_true_bias():
    """With 60 groups of one answer, 95% of intervals contain the bias, minus three standard errors."""
    found = simulate_coverage(100, is_signed=True, draws=100, n_groups=60, n_per_group=1)
    assert found.bias >= 0.95 - 3 * np.sqrt(0.05 * 0.95 / 100)
