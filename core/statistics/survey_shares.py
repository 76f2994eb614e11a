"""Shares estimated from a stratified random sample, weighted by the inverse of the sampling probability."""

from dataclasses import dataclass

import numpy as np

from core.scoring.answer_codes import Codes
from core.scoring.metrics import Floats
from core.statistics.intervals import SIGNIFICANCE
from core.statistics.proportions import compute_wilson_interval

MIN_GROUPS = 2
"""Groups that a stratum needs for a variance; smaller strata are joined with the next one."""


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


def compute_stratified_share(has_code: Floats, sample: StratifiedSample) -> ShareEstimate:
    """Estimate the share of answers with a code among all answers of the strata.

    The estimator is Horvitz-Thompson's with the number of reviewed answers per stratum: sum_h W_h p_h; W_h is
    the stratum's share of all answers. Its variance has two parts. The first is that of stratified sampling with
    groups as clusters: the squared sums over each group of W_h / n_h sqrt(C_h / (C_h - 1)) (y - p_h), with C_h groups
    in the stratum. The second, sum_h W_h^2 (p_h - p)^2 / G_h, accounts for the benchmark's groups, of which the
    stratum has G_h, being themselves a sample. The interval is Wilson's with Student's t and the effective number of
    answers p (1 - p) / variance; it stays in [0, 1] and is not empty for rare codes.

    Args:
        has_code: 1 or 0 for each reviewed answer.
        sample: the reviewed answers and their strata.

    Source: D. Horvitz, D. Thompson, JASA 47 (1952); W. Cochran, "Sampling Techniques" (1977), sections 5A.9 (joined
    strata) and 12.2 (double sampling); N. Dean, M. Pagano, J. Surv. Stat. Methodol. 3 (2015), the Wilson interval with
    an effective sample size.
    """
    from scipy import special  # imported here because it takes a quarter of a second at server start

    n, n_groups = len(has_code), len(np.unique(sample.groups))
    strata, totals = _join_small_strata(sample)
    sizes = totals[0]
    weights = sizes / sizes.sum()
    counts = np.bincount(strata, minlength=len(sizes))
    means = np.bincount(strata, has_code, len(sizes)) / counts
    value = float(weights @ means)
    if n_groups < MIN_GROUPS:
        return ShareEstimate(value, np.nan, np.nan, n, n_groups)
    pairs = np.unique(np.stack([strata, sample.groups]), axis=1)
    clusters = np.bincount(pairs[0], minlength=len(sizes))
    factor = weights / counts * np.sqrt(clusters / np.maximum(clusters - 1, 1))
    psi = np.bincount(sample.groups, factor[strata] * (has_code - means[strata]))
    variance = float((psi**2).sum() + (weights**2 * (means - value) ** 2 / totals[1]).sum())
    effective = min(n, n_groups, 1 / float((weights**2 / counts).sum()))
    if variance > 0:
        effective = value * (1 - value) / variance
    z = float(special.stdtrit(max(int((clusters - 1).sum()), 1), 1 - SIGNIFICANCE / 2))
    low, high = compute_wilson_interval(min(value, 1.0) * effective, effective, z)
    return ShareEstimate(value, low, high, n, n_groups)


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
