"""Tests of intervals against inspect_ai, statsmodels, SciPy's t-tests, a cluster bootstrap and simulated data."""

import importlib
import itertools
from dataclasses import asdict

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from core.errors import StatisticsError
from core.statistics.intervals import (
    apply_benjamini_hochberg,
    apply_holm_correction,
    classify_differences,
    compute_contrasts,
    compute_design_effect,
    compute_detectable,
)
from tests.scoring.definitions import Estimate
from tests.scoring.slow import clustered_mean, difference_of_means, paired_difference


@pytest.fixture(scope="module")
def inspect_scorer():
    """Import inspect_ai's scorers lazily, because that takes seconds."""
    return importlib.import_module("inspect_ai.scorer")


@pytest.fixture(scope="module")
def sm():
    """Import statsmodels lazily, like inspect_ai."""
    return importlib.import_module("statsmodels.api")


def make_clustered_values(rng, n_groups=30, max_size=24):
    """Make values that are correlated within triangles of unequal sizes."""
    sizes = rng.integers(1, max_size, n_groups)
    triangles = np.repeat([f"{t:03d}" for t in range(n_groups)], sizes)
    return np.repeat(rng.normal(0.6, 0.2, n_groups), sizes) + rng.normal(0, 0.1, len(triangles)), triangles


@pytest.mark.parametrize("seed", range(5))
def test_mean_agrees_with_inspect_ai(inspect_scorer, seed):
    """Standard error and interval of a mean equal those of inspect_ai's clustered metrics."""
    values, triangles = make_clustered_values(np.random.default_rng(seed), n_groups=2 + 7 * seed)
    estimate = clustered_mean(values, triangles)
    scores = [
        inspect_scorer.SampleScore(score=inspect_scorer.Score(value=value), sample_metadata={"triangle": triangle})
        for value, triangle in zip(values.tolist(), triangles, strict=True)
    ]
    assert estimate.standard_error == pytest.approx(inspect_scorer.stderr(cluster="triangle")(scores), rel=1e-12)
    interval = inspect_scorer.ci(cluster="triangle")(scores)
    assert (estimate.low, estimate.high) == pytest.approx((interval["lower"], interval["upper"]), rel=1e-6)


def test_mean_agrees_with_a_regression_on_a_constant(sm):
    """The standard error is statsmodels' cluster-robust one times the finite-cluster factor."""
    values, triangles = make_clustered_values(np.random.default_rng(1))
    codes = np.unique(triangles, return_inverse=True)[1]
    covariance = {"groups": codes, "use_correction": False}
    fit = sm.OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds=covariance)
    assert clustered_mean(values, triangles).standard_error == pytest.approx(fit.bse[0] * np.sqrt(30 / 29), rel=1e-10)


def test_difference_within_triangles_agrees_with_a_regression(sm):
    """If every triangle is in both groups, the difference is statsmodels' cluster-robust one, even if unbalanced."""
    rng = np.random.default_rng(2)
    values, triangles = make_clustered_values(rng)
    values, triangles = (
        np.append(values, rng.normal(0.5, 0.2, 60)),
        np.append(triangles, np.unique(triangles).repeat(2)),
    )
    is_first = np.append(np.ones(len(values) - 60, dtype=bool), np.zeros(60, dtype=bool))
    covariance = {"groups": np.unique(triangles, return_inverse=True)[1], "use_correction": False}
    fit = sm.OLS(values, sm.add_constant(is_first.astype(float))).fit(cov_type="cluster", cov_kwds=covariance)
    estimate = difference_of_means(values, is_first, triangles)
    assert estimate.value == pytest.approx(fit.params[1])
    assert estimate.standard_error == pytest.approx(fit.bse[1] * np.sqrt(30 / 29), rel=1e-10)


@pytest.mark.parametrize("within", [True, False])
def test_standard_error_agrees_with_a_cluster_bootstrap(within):
    """The spread of the difference over resampled triangles equals its standard error."""
    rng = np.random.default_rng(3)
    values, triangles = make_clustered_values(rng, n_groups=60)
    numbers = triangles.astype(int)
    is_first = rng.random(len(values)) < 0.5 if within else numbers % 2 == 0
    values = values + 0.1 * is_first
    members = [np.flatnonzero(numbers == t) for t in range(60)]
    differences = []
    for _ in range(2000):
        drawn = np.concatenate([members[t] for t in rng.integers(0, 60, 60)])
        differences.append(values[drawn][is_first[drawn]].mean() - values[drawn][~is_first[drawn]].mean())
    estimate = difference_of_means(values, is_first, triangles)
    assert estimate.standard_error == pytest.approx(np.std(differences), rel=0.08)


def test_paired_difference_is_a_paired_t_test_of_triangle_means():
    """With equal numbers of answers per triangle, value, p and interval equal SciPy's paired t-test over triangles."""
    rng = np.random.default_rng(4)
    first, second = rng.normal(0.6, 0.2, (2, 25, 4)) + rng.normal(0, 0.2, (25, 1))
    triangles = np.arange(25).repeat(4)
    estimate = paired_difference(first.ravel(), second.ravel(), triangles)
    test = stats.ttest_rel(first.mean(axis=1), second.mean(axis=1))
    assert estimate.p_value == pytest.approx(test.pvalue)
    assert (estimate.low, estimate.high) == pytest.approx(tuple(test.confidence_interval()))
    assert (estimate.n, estimate.n_groups) == (100, 25)


def test_complete_paired_difference_is_the_difference_of_means():
    """Pairing by key and comparing means give the same estimate if every key has both answers."""
    rng = np.random.default_rng(5)
    first, second = rng.random((2, 80))
    triangles = np.arange(20).repeat(4)
    paired = paired_difference(first, second, triangles)
    means = difference_of_means(np.append(first, second), np.arange(160) < 80, np.tile(triangles, 2))
    for name in ("value", "standard_error", "low", "high", "p_value"):
        assert getattr(paired, name) == pytest.approx(getattr(means, name))


def test_groups_without_a_common_triangle_add_their_variances():
    """The squared standard error is the sum of both; the degrees of freedom are the smaller group's."""
    values, triangles = make_clustered_values(np.random.default_rng(6), n_groups=20)
    is_first = triangles < "006"
    first, second = (clustered_mean(values[g], triangles[g]) for g in (is_first, ~is_first))
    estimate = difference_of_means(values, is_first, triangles)
    assert estimate.value == pytest.approx(first.value - second.value)
    assert estimate.standard_error == pytest.approx(np.hypot(first.standard_error, second.standard_error))
    assert (estimate.degrees_of_freedom, estimate.n_groups) == (5, 20)


@pytest.mark.slow
@pytest.mark.parametrize("n_groups", [8, 100])
def test_interval_has_nominal_coverage(n_groups):
    """About 95% of 600 samples with a known mean have it in their interval."""
    rng = np.random.default_rng(7)
    covered = 0
    for _ in range(600):
        values = rng.normal(0.5, 0.2, (n_groups, 1)) + rng.normal(0, 0.1, (n_groups, 4))
        estimate = clustered_mean(values.ravel(), np.arange(n_groups).repeat(4))
        covered += estimate.low <= 0.5 <= estimate.high
    assert covered / 600 == pytest.approx(0.95, abs=0.025)


def test_interval_of_unequal_groups_has_nominal_coverage():
    """At least 94% of 600 differences between 8 triangles and 60 with less spread have the truth in their interval."""
    rng = np.random.default_rng(9)
    triangles, spread = np.arange(68).repeat(4), np.where(np.arange(68) < 8, 0.3, 0.1)[:, None]
    covered = 0
    for _ in range(600):
        values = (rng.normal(0.5, 1.0, (68, 1)) * spread + rng.normal(0, 0.1, (68, 4))).ravel()
        truth = 0.5 * 0.3 - 0.5 * 0.1
        estimate = difference_of_means(values, triangles < 8, triangles)
        covered += estimate.low <= truth <= estimate.high
    assert covered / 600 >= 0.94


def test_standard_error_equals_its_definition():
    """The squared standard error is the sum over pairs of answers of one triangle, times C / (C - 1), over n²."""
    values, triangles = make_clustered_values(np.random.default_rng(8), n_groups=6, max_size=5)
    mean, n = sum(values) / len(values), len(values)
    pairs = itertools.product(range(n), repeat=2)
    total = sum((values[i] - mean) * (values[j] - mean) for i, j in pairs if triangles[i] == triangles[j])
    assert clustered_mean(values, triangles).standard_error == pytest.approx((total * 6 / 5) ** 0.5 / n)


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(-1, 1)), min_size=2, max_size=40))
def test_interval_and_p_value_agree(answers):
    """The interval excludes 0 exactly if p is below 5%."""
    triangles, values = zip(*answers, strict=True)
    estimate = clustered_mean(values, triangles)
    if estimate.low is None:
        assert estimate.high is None
        assert estimate.p_value in (None, 1.0)
    elif abs(estimate.p_value - 0.05) > 1e-9:
        assert (estimate.low > 0 or estimate.high < 0) == (estimate.p_value < 0.05)


def test_missing_values_are_ignored():
    """NaN counts neither as an answer nor towards the number of triangles."""
    estimate = clustered_mean([0.5, np.nan, 0.7, np.nan], ["a", "a", "b", "c"])
    assert (estimate.value, estimate.n, estimate.n_groups) == (pytest.approx(0.6), 2, 2)


def test_incomplete_pairs_are_ignored():
    """A key with only one answer is not a pair."""
    assert paired_difference([0.5, np.nan, 0.7], [0.4, 0.3, np.nan], ["a", "b", "c"]).n == 1


def test_no_answers_have_no_mean():
    """Without answers every value is None and the counts are 0."""
    assert clustered_mean([], []) == Estimate(None, None, None, None, None, 0, 0, 0)
    assert clustered_mean([np.nan], ["a"]).value is None


def test_one_triangle_has_no_standard_error():
    """A single triangle has a mean and no uncertainty."""
    estimate = clustered_mean([0.2, 0.4], ["a", "a"])
    assert estimate.value == pytest.approx(0.3)
    assert (estimate.standard_error, estimate.low, estimate.p_value) == (None, None, None)


@pytest.mark.parametrize("constant", [0.0, 0.7, 1.0])
def test_equal_triangles_have_no_interval(constant):
    """Without spread the standard error is exactly 0 and there is no interval."""
    estimate = clustered_mean([constant] * 12, np.arange(4).repeat(3))
    assert (estimate.standard_error, estimate.low, estimate.high) == (0.0, None, None)
    assert estimate.p_value == (1.0 if constant == 0 else None)


def test_arrays_of_different_lengths_raise():
    """Values and triangles of different lengths raise an error."""
    with pytest.raises(StatisticsError, match="2 values, 1 triangles"):
        clustered_mean([0.1, 0.2], ["a"])


@pytest.mark.parametrize("n_tests", [1, 2, 5, 20])
def test_holm_agrees_with_statsmodels(sm, n_tests):
    """Corrected p-values equal those of statsmodels, including ties."""
    p_values = np.random.default_rng(n_tests).random(n_tests).round(1) * 0.2
    assert apply_holm_correction(p_values) == pytest.approx(sm.stats.multipletests(p_values, method="holm")[1])


def test_holm_ignores_missing_p_values():
    """A missing p-value stays missing and does not affect the others."""
    assert apply_holm_correction([0.01, None, 0.04]) == pytest.approx([0.02, np.nan, 0.04], nan_ok=True)
    assert apply_holm_correction([]).size == 0


def make_estimate(low, high, p_value=0.01):
    return Estimate((low + high) / 2, (high - low) / 4, low, high, p_value, 9, 40, 10)


@pytest.mark.parametrize(
    ("difference", "corrected_p", "expected"),
    [
        (make_estimate(0.01, 0.05), None, "higher"),
        (make_estimate(-0.05, -0.01), None, "lower"),
        (make_estimate(-0.01, 0.05, 0.3), None, "not distinguishable"),
        (make_estimate(0.01, 0.05), 0.04, "higher"),
        (make_estimate(0.01, 0.05), 0.05, "not distinguishable"),
        (clustered_mean([0.0] * 4, ["a", "a", "b", "c"]), None, "not distinguishable"),
        (clustered_mean([0.1] * 4, ["a", "a", "b", "c"]), None, "no spread"),
        (clustered_mean([0.1, 0.2], ["a", "a"]), None, "too few to tell"),
        (clustered_mean([], []), None, "too few to tell"),
    ],
)
def test_verdict_depends_on_the_interval(difference, corrected_p, expected):
    """The verdict is clear only if the interval excludes 0 and the corrected p, if any, is below 5%."""
    corrected = np.array([np.nan if corrected_p is None else corrected_p])
    assert list(classify_differences(pd.DataFrame([asdict(difference)]), corrected)) == [expected]


@pytest.mark.parametrize("share", [0.02, 0.5, 0.985])
def test_interval_of_a_share_lies_within_0_to_1_and_has_nominal_coverage(share):
    """With 4 answers in each of 20 groups, the interval lies within (0, 1) and has nominal coverage."""
    rng = np.random.default_rng(17)
    n_groups, n_runs, spread = 20, 3_000, 8.0
    rates = rng.beta(share * spread, (1 - share) * spread, (n_runs, n_groups))
    sums = rng.binomial(4, rates)[:, None, :].astype(float)
    found = compute_contrasts(sums, np.full(sums.shape, 4.0), np.ones(1), is_share=True)
    known = found.dropna(subset=["low"])
    assert known["low"].gt(0).all()
    assert known["high"].lt(1).all()
    assert (known["low"] < known["value"]).all()
    assert (known["value"] < known["high"]).all()
    covered = ((known["low"] <= share) & (share <= known["high"])).mean()
    assert covered > 0.93
    plain = compute_contrasts(sums, np.full(sums.shape, 4.0), np.ones(1)).loc[known.index]
    assert (plain["high"].gt(1) | plain["low"].lt(0)).any() == (share != 0.5)
    assert found[["value", "standard_error", "p_value"]].equals(
        compute_contrasts(sums, np.full(sums.shape, 4.0), np.ones(1))[["value", "standard_error", "p_value"]]
    )


def test_design_effect_is_one_for_independent_answers():
    """The design effect is 1 for groups of one answer and 4 for four equal answers per group, up to C / (C - 1)."""
    right = np.array([1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0])
    effects = []
    for times in (1, 4):
        found = compute_contrasts(times * right[None, None], np.full((1, 1, 10), float(times)), np.ones(1))
        effects += list(compute_design_effect(found["value"], found["standard_error"], found["n"]))
    assert effects == pytest.approx([10 / 9, 4 * 10 / 9])
    whole = pd.Series([1.0])
    assert compute_design_effect(whole, pd.Series([0.0]), pd.Series([10])).isna().all()


def test_false_discovery_rate_agrees_with_scipy():
    """The adjusted p-values equal SciPy's; missing p-values stay missing and are not counted."""
    p_values = np.random.default_rng(2).random(25) ** 3
    with_gaps = np.insert(p_values, [3, 9], np.nan)
    found = apply_benjamini_hochberg(with_gaps)
    assert np.isnan(found[np.isnan(with_gaps)]).all()
    assert found[~np.isnan(with_gaps)] == pytest.approx(stats.false_discovery_control(p_values))
    assert apply_benjamini_hochberg([]).size == 0


@pytest.mark.slow
def test_maps_of_no_effect_rarely_have_a_marked_cell():
    """At most 5% of 400 maps of 24 cells mark a cell if answers follow no factor, up to three standard errors."""
    rng = np.random.default_rng(6)
    is_marked = []
    for _ in range(400):
        scores = rng.normal(rng.normal(0.0, 1.0, 30), 1.0, (24, 1, 30))  # answers about one group are similar
        cells = compute_contrasts(scores, np.ones_like(scores), np.ones(1))
        marks = classify_differences(cells, apply_benjamini_hochberg(cells["p_value"].to_numpy(dtype=float)))
        is_marked.append(marks.isin(["higher", "lower"]).any())
    assert 0.0 < np.mean(is_marked) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)


def test_detectable_difference_has_80_percent_power():
    """80% of 2,000 samples with the detectable difference are significant; without spread none is detectable."""
    rng = np.random.default_rng(3)
    n = 20
    (needed,) = compute_detectable(np.array([1 / np.sqrt(n)]), np.array([n - 1.0]))
    p_values = stats.ttest_1samp(rng.normal(needed, 1.0, (2000, n)), 0.0, axis=1).pvalue
    assert np.mean(p_values < 0.05) == pytest.approx(0.8, abs=0.03)
    assert np.isnan(compute_detectable(np.array([0.0, np.nan]), np.array([5.0, 5.0]))).all()
