"""Shares estimated from a stratified random sample, weighted by the inverse of the sampling probability."""

from dataclasses import dataclass

import numpy as np

from core.scoring.answer_codes import Codes
from core.scoring.metrics import Floats
from core.statistics.intervals import SIGNIFICANCE
from core.statistics.proportions import compute_wilson_interval
from core.statistics.run_estimates import Mask

MIN_GROUPS = 2
"""Groups that a stratum needs for a variance; smaller strata are joined with the next one."""

PRIOR_ANSWERS = 0.5
"""Number of answers with the overall share that a stratum has beside its own, for the spread that it does not show."""


@dataclass(frozen=True, slots=True)
class StratifiedSample:
    """The reviewed answers of a sample and the strata that they were drawn from.

    Attributes:
        strata: for each answer, the index of its stratum.
        groups: for each answer, its group, from 0.
        stratum_sizes: answers in each stratum, sampled or not.
        stratum_groups: groups in each stratum that its answers belong to.
    """

    strata: Codes
    groups: Codes
    stratum_sizes: Floats
    stratum_groups: Floats


@dataclass(frozen=True, slots=True)
class ShareEstimate:
    """A weighted share with its 95% interval, in [0, 1].

    Attributes:
        low, high: NaN if fewer than two groups were reviewed.
        n: reviewed answers.
        n_groups: groups that they belong to.
    """

    value: float
    low: float
    high: float
    n: int
    n_groups: int


@dataclass(frozen=True, slots=True)
class ShareDifference:
    """A difference of two weighted shares with its 95% interval, in [-1, 1].

    Attributes:
        standard_error, low, high, p_value: NaN if either share has no interval.
        n: reviewed answers of both.
        n_groups: groups of the share that has fewer.
        degrees_of_freedom: of the test, which is Student's.
    """

    value: float
    standard_error: float
    low: float
    high: float
    p_value: float
    n: int
    n_groups: int
    degrees_of_freedom: int


@dataclass(frozen=True, slots=True)
class _LinearisedShare:
    """A share with the two parts of its variance: the influence of each group, and the rest."""

    estimate: ShareEstimate
    influences: Floats
    variance: float
    degrees_of_freedom: int


def compute_stratified_share(
    has_code: Floats, sample: StratifiedSample, in_domain: Mask | None = None
) -> ShareEstimate:
    """Estimate the share of answers with a code among all answers of the strata, or of a part of them.

    The estimator is Horvitz-Thompson's with the number of reviewed answers per stratum: each answer has the weight
    N_h / n_h, and the share is that of the weights, sum_h W_h p_h over whole strata. Its variance has three parts. The
    first is that of stratified sampling with groups as clusters, for a part of the answers by linearisation: the
    squared sums over each group of N_h / (N n_h) sqrt(C_h / (C_h - 1)) (e - mean_h e), with residuals e = y - p inside
    of the part and 0 outside, N the estimated size of the part, and C_h groups in the stratum. The second,
    sum_h (N_h / N)^2 (mean_h e)^2 / G_h, accounts for the benchmark's groups, of which the stratum has G_h, being
    themselves a sample. The third is for strata in which all or none of a few answers have the code: these have no
    spread, but are not certain. Their p_h (1 - p_h) is that of `PRIOR_ANSWERS` more answers with the overall share, if
    that is larger. The interval is Wilson's with Student's t and the effective number of answers p (1 - p) / variance;
    it stays in [0, 1] and is not empty for rare codes.

    Args:
        has_code: 1 or 0 for each reviewed answer.
        sample: the reviewed answers and their strata.
        in_domain: whether each reviewed answer belongs to the part; None for all. At least one does.

    Source: D. Horvitz, D. Thompson, JASA 47 (1952); W. Cochran, "Sampling Techniques" (1977), sections 5A.9 (joined
    strata), 5A.14 (parts of the population) and 12.2 (double sampling); N. Dean, M. Pagano, J. Surv. Stat. Methodol. 3
    (2015), the Wilson interval with an effective sample size.
    """
    return _linearise(has_code, sample, np.ones(len(has_code), bool) if in_domain is None else in_domain).estimate


def compute_share_difference(has_code: Floats, sample: StratifiedSample, first: Mask, second: Mask) -> ShareDifference:
    """Estimate the difference of the shares of two parts of the answers, the first minus the second.

    The interval joins the two Wilson intervals and the correlation of the shares, which answers of the same group
    cause. The p-value is Student's, with the variance of the difference of the influences of each group.

    Args:
        has_code: 1 or 0 for each reviewed answer.
        sample: the reviewed answers and their strata.
        first: whether each reviewed answer belongs to the first part; at least one does.
        second: the same of the second part.

    Source: G. Zou, A. Donner, Stat. Med. 27 (2008), equations 7 and 8 (MOVER).
    """
    from scipy import special  # imported here because it takes a quarter of a second at server start

    parts = [_linearise(has_code, sample, part) for part in (first, second)]
    (minuend, subtrahend), shares = parts, [part.estimate for part in parts]
    value, n = shares[0].value - shares[1].value, shares[0].n + shares[1].n
    n_groups, freedom = (
        min(share.n_groups for share in shares),
        minuend.degrees_of_freedom + subtrahend.degrees_of_freedom,
    )
    if n_groups < MIN_GROUPS:
        return ShareDifference(value, np.nan, np.nan, np.nan, np.nan, n, n_groups, freedom)
    variances = [float((part.influences**2).sum()) + part.variance for part in parts]
    covariance = float(minuend.influences @ subtrahend.influences)
    error = float(np.sqrt(max(sum(variances) - 2 * covariance, 0.0)))
    correlation = covariance / float(np.sqrt(variances[0] * variances[1])) if min(variances) > 0 else 0.0
    reaches = []
    for low, high in ((0, 1), (1, 0)):  # down: the first share's lower end against the second's upper end
        down, up = shares[low].value - shares[low].low, shares[high].high - shares[high].value
        reaches.append(float(np.sqrt(max(down**2 + up**2 - 2 * correlation * down * up, 0.0))))
    p_value = 2 * float(special.stdtr(freedom, -abs(value) / error)) if error > 0 else np.nan
    return ShareDifference(value, error, value - reaches[0], value + reaches[1], p_value, n, n_groups, freedom)


def _linearise(has_code: Floats, sample: StratifiedSample, in_domain: Mask) -> _LinearisedShare:
    from scipy import special  # imported here because it takes a quarter of a second at server start

    n, n_groups = int(in_domain.sum()), len(np.unique(sample.groups[in_domain]))
    strata, (sizes, groups_of_strata) = _join_small_strata(sample)
    n_strata = len(sizes)
    counts = np.bincount(strata, minlength=n_strata)
    expansions = sizes / counts
    weights = np.where(in_domain, expansions[strata], 0.0)
    total = float(weights.sum())
    value = float(weights @ has_code) / total
    influences: Floats = np.zeros(int(sample.groups.max()) + 1)
    if n_groups < MIN_GROUPS:
        return _LinearisedShare(ShareEstimate(value, np.nan, np.nan, n, n_groups), influences, np.nan, 0)
    residuals = np.where(in_domain, has_code - value, 0.0)
    means = np.bincount(strata, residuals, n_strata) / counts
    clusters = _count_clusters(strata, sample.groups, n_strata)
    factor = expansions / total * np.sqrt(clusters / np.maximum(clusters - 1, 1))
    influences = np.bincount(sample.groups, factor[strata] * (residuals - means[strata])).astype(float)
    between = float(((sizes / total) ** 2 * means**2 / groups_of_strata).sum())
    rest = between + _compute_hidden_variance(has_code, strata, in_domain, expansions / total, value)
    variance = float((influences**2).sum()) + rest
    effective = min(n, n_groups, total**2 / float((weights**2).sum()))
    if variance > 0:
        effective = value * (1 - value) / variance
    clusters_inside = _count_clusters(strata[in_domain], sample.groups[in_domain], n_strata)
    freedom = max(int(np.maximum(clusters_inside - 1, 0).sum()), 1)
    z = float(special.stdtrit(freedom, 1 - SIGNIFICANCE / 2))
    low, high = compute_wilson_interval(min(value, 1.0) * effective, effective, z)
    return _LinearisedShare(ShareEstimate(value, low, high, n, n_groups), influences, rest, freedom)


def _compute_hidden_variance(has_code: Floats, strata: Codes, in_domain: Mask, weights: Floats, value: float) -> float:
    """Return the third part of the variance: the spread that a few equal answers of a stratum do not show.

    Args:
        has_code: as `compute_stratified_share` takes it.
        strata: the stratum of each answer.
        in_domain: whether each answer belongs to the part.
        weights: of an answer, by stratum.
        value: the share in the part.
    """
    counts = np.bincount(strata[in_domain], minlength=len(weights))
    totals = np.bincount(strata[in_domain], has_code[in_domain], len(weights))
    shares = totals / np.maximum(counts, 1)
    shrunk = (totals + PRIOR_ANSWERS * value) / (counts + PRIOR_ANSWERS)
    hidden = np.maximum(shrunk * (1 - shrunk) - shares * (1 - shares), 0.0)
    return float((weights**2 * counts * hidden).sum())


def _count_clusters(strata: Codes, groups: Codes, n_strata: int) -> Codes:
    """Count the groups of each stratum."""
    pairs = np.unique(np.stack([strata, groups]), axis=1)
    clusters: Codes = np.bincount(pairs[0], minlength=n_strata)
    return clusters


def _join_small_strata(sample: StratifiedSample) -> tuple[Codes, Floats]:
    """Join each stratum with fewer than `MIN_GROUPS` reviewed groups with the next one, the last with the one before.

    Returns:
        The joined stratum of each answer, and a row with the answers and one with the groups of each joined stratum.
    """
    n_strata = len(sample.stratum_sizes)
    joined, current, groups = np.zeros(n_strata, dtype=int), 0, set[int]()
    for stratum in range(n_strata):
        joined[stratum] = current
        groups.update(sample.groups[sample.strata == stratum].tolist())
        if len(groups) >= MIN_GROUPS:
            current, groups = current + 1, set()
    if current:
        joined = np.minimum(joined, current - 1)
    totals: Floats = np.stack(
        [np.bincount(joined, sizes).astype(float) for sizes in (sample.stratum_sizes, sample.stratum_groups)]
    )
    strata: Codes = joined[sample.strata]
    return strata, totals
