"""Estimates with clustered uncertainty, for means, differences and means of group means.

All of them are contrasts: a weighted sum of group means, whose standard error comes from what each cluster contributes
to it. A cluster is one of the benchmark's groups, whose cases are alike; in this module, a group is what one of the
means is taken over. One array operation computes all contrasts of a page. `docs/methods/statistics.md` states when to
trust them.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.scoring.answer_codes import Codes
from core.scoring.metrics import Floats

SIGNIFICANCE = 0.05
"""Intervals cover a probability of 1 - SIGNIFICANCE."""

NO_SPREAD = 1e-12
"""Standard errors below this, in units of the value, are rounding errors: every cluster contributes the same."""


Verdict = Literal["higher", "lower", "not distinguishable", "no spread", "too few to tell"]


def compute_contrasts(sums: Floats, counts: Floats, weights: Floats, *, is_share: bool = False) -> pd.DataFrame:
    """Compute the weighted sum of group means per cell, with its uncertainty.

    A group's mean is m_k = sum / count over its answers, the value is sum_k w_k m_k. A cluster t contributes
    psi_t = sum_k w_k sqrt(C_k / (C_k - 1)) (sum_kt - count_kt m_k) / count_k, the squared standard error is the sum of
    psi_t^2. With one group this is the clustered standard error of a mean; with two groups that contain every cluster,
    that of the paired differences; with two that share no cluster, the root of the sum of both squares.

    Args:
        sums: cells x groups x clusters, of the answers' values, possibly summed by SQL.
        counts: as `sums`, of the number of answers.
        weights: cells x groups, or groups: 1 for a mean, (1, -1) for a difference, 1 / K for a mean of K means.
        is_share: whether the values lie in [0, 1], in which their interval stays.

    Returns:
        value; standard_error by clusters (NaN with fewer than two); low and high, the ends of the 95% interval (NaN
        also if every cluster contributes the same, because there is no spread to judge by); p_value, two-sided, of the
        hypothesis that the value is 0; degrees_of_freedom of Student's t, clusters - 1 (of the smaller group, if there
        are two); n, answers (pairs of answers, if they are paired); n_groups, clusters.

    Source: E. Miller, "Adding Error Bars to Evals" (arXiv 2411.00640), Appendix A, with the finite-cluster factor
    C / (C - 1); t with min_k C_k - 1 degrees of freedom, the cautious choice for groups of unequal size.
    """
    weights = np.broadcast_to(weights, sums.shape[:2])
    used = weights != 0
    n_answers = counts.sum(axis=2)
    n_clusters = (counts > 0).sum(axis=2)
    freedom = np.where(used, n_clusters, np.iinfo(np.int64).max).min(axis=1) - 1
    with np.errstate(invalid="ignore", divide="ignore"):
        means = sums.sum(axis=2) / n_answers
        residuals = (sums - counts * means[:, :, None]) / n_answers[:, :, None]
        factor = weights * np.sqrt(n_clusters / (n_clusters - 1))
        value = np.where(used, weights * means, 0.0).sum(axis=1)
        psi = np.where(used[:, :, None], factor[:, :, None] * residuals, 0.0).sum(axis=1)
    error = np.where(freedom > 0, np.sqrt((psi**2).sum(axis=1)), np.nan)
    counted = np.where(used[:, :, None], counts, 0.0)
    return compute_t_intervals(value, error, freedom, is_share=is_share).assign(
        degrees_of_freedom=np.maximum(freedom, 0),
        n=counted.sum(axis=(1, 2)).astype(int),
        n_groups=(counted.sum(axis=1) > 0).sum(axis=1),
    )


def compute_influence_intervals(values: Floats, influences: Floats, n_clusters: int) -> pd.DataFrame:
    """Compute estimates from what each cluster contributes to them, with the formula of `compute_contrasts`.

    For other statistics than contrasts of means, whose first-order contributions psi_t are known: the squared
    standard error is C / (C - 1) times the sum of psi_t^2, the interval Student's t with C - 1 degrees of freedom.

    Args:
        values: [estimates].
        influences: [estimates, clusters], of each cluster, summing to 0; clusters without answers contribute 0.
        n_clusters: number of clusters with answers.

    Returns:
        The columns of `compute_t_intervals`; the standard error is NaN with fewer than two clusters.
    """
    freedom = np.full(len(values), n_clusters - 1)
    if n_clusters < 2:
        return compute_t_intervals(values, np.full(len(values), np.nan), freedom)
    error = np.sqrt(n_clusters / (n_clusters - 1) * (influences**2).sum(axis=1))
    return compute_t_intervals(values, error, freedom)


def compute_t_intervals(value: Floats, error: Floats, freedom: Codes, *, is_share: bool = False) -> pd.DataFrame:
    """Compute estimates by Student's t: value, standard_error (0 if only rounding error), low, high, p_value.

    The interval of a share is Student's on the logit scale, so it cannot leave [0, 1].

    Source: E. Korn, B. Graubard, "Analysis of Health Surveys" (1999), section 5.6: the logit interval of a proportion
    with clustered standard error.
    """
    from scipy import special  # imported here because it takes a quarter of a second at server start

    error = np.where(error <= NO_SPREAD * np.maximum(1.0, abs(value)), 0.0, error)
    spread = np.where(error > 0, error, np.nan)
    half = special.stdtrit(np.maximum(freedom, 1), 1 - SIGNIFICANCE / 2) * spread
    p_value = 2 * special.stdtr(np.maximum(freedom, 1), -abs(value / spread))
    is_zero = (error == 0) & (abs(value) <= NO_SPREAD)
    if is_share:
        with np.errstate(invalid="ignore", divide="ignore"):
            logit, half = special.logit(value), half / (value * (1.0 - value))
        low, high = special.expit(logit - half), special.expit(logit + half)
    else:
        low, high = value - half, value + half
    columns = {"value": value, "standard_error": error, "low": low, "high": high}
    return pd.DataFrame(columns | {"p_value": np.where(is_zero, 1.0, p_value)})


def compute_design_effect(share: pd.Series, standard_error: pd.Series, n: pd.Series) -> pd.Series:
    """Compute how much groups widen the variance of shares compared with independent answers: SE^2 n / (p (1 - p)).

    Args:
        share: of right answers, in [0, 1].
        standard_error: of it, by clusters.
        n: answers.

    Returns:
        1 if answers of a group are no more alike than others; NaN if all answers are right or all wrong, or if the
        error is not known.

    Source: L. Kish, "Survey Sampling" (1965), section 8.2.
    """
    alone = (share * (1 - share) / n).where((share > 0) & (share < 1))
    return standard_error**2 / alone


def apply_holm_correction(p_values: Sequence[float | None] | Floats, further: int = 0) -> Floats:
    """Return the p-values corrected for their number; NaN (no test) stays NaN and is not counted.

    Args:
        p_values: of the tests.
        further: number of tests in the family besides these, with unknown p-values: the result is never below that of
            correcting all of them together.

    Source: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scand. J. Statist. 6 (1979).
    """
    p = np.asarray(p_values, dtype=float)
    corrected = np.full(p.shape, np.nan)
    order = np.argsort(p)[: np.count_nonzero(~np.isnan(p))]  # NaN sorts last
    steps = np.arange(len(order), 0, -1) + further
    corrected[order] = np.minimum(1.0, np.maximum.accumulate(steps * p[order]))
    return corrected


def compute_detectable(error: Floats, freedom: Floats, power: float = 0.8) -> Floats:
    """Return the smallest true differences that tests with these standard errors would show with a given power.

    Args:
        error: standard errors.
        freedom: degrees of freedom of Student's t.
        power: probability that such a difference is significant, without correction for many comparisons.

    Source: J. Cohen, "Statistical Power Analysis" (1988), in the form (t(1 - alpha / 2) + t(power)) SE.
    """
    from scipy import special  # as in `compute_t_intervals`

    freedom = np.maximum(freedom, 1)
    factor = special.stdtrit(freedom, 1 - SIGNIFICANCE / 2) + special.stdtrit(freedom, power)
    detectable: Floats = np.where(error > 0, factor * error, np.nan)
    return detectable


def apply_benjamini_hochberg(p_values: Sequence[float | None] | Floats) -> Floats:
    """Return the p-values adjusted for the false discovery rate; NaN (no test) stays NaN and is not counted.

    Among the tests whose adjusted p-value is at most q, an expected share of at most q has no effect.

    Source: Y. Benjamini, Y. Hochberg, "Controlling the False Discovery Rate", J. R. Statist. Soc. B 57 (1995).
    """
    p = np.asarray(p_values, dtype=float)
    adjusted = np.full(p.shape, np.nan)
    order = np.argsort(p)[: np.count_nonzero(~np.isnan(p))]  # NaN sorts last
    n = len(order)
    steps = p[order] * n / np.arange(1, n + 1)
    adjusted[order] = np.minimum(1.0, np.minimum.accumulate(steps[::-1])[::-1])
    return adjusted


def classify_differences(differences: pd.DataFrame, corrected_p: Floats) -> pd.Series:
    """Classify differences by their intervals and, if given, by their corrected p-values.

    `no spread`: every cluster contributes the same difference, so there is nothing to judge by.

    Args:
        differences: one row each, with the columns of an estimate.
        corrected_p: of each; NaN judges it by its own interval only.
    """
    value, error, low, high, p_value = (
        differences[name].to_numpy(dtype=float, na_value=np.nan)
        for name in ("value", "standard_error", "low", "high", "p_value")
    )
    is_clear = ((low > 0) | (high < 0)) & ~(corrected_p >= SIGNIFICANCE)
    said: list[tuple[NDArray[np.bool_], Verdict]] = [
        (np.isnan(value) | np.isnan(error), "too few to tell"),
        ((np.isnan(low) | np.isnan(high)) & (p_value != 1.0), "no spread"),
        (~is_clear, "not distinguishable"),
        (low > 0, "higher"),
    ]
    words = np.select([where for where, _ in said], [np.array(word, dtype=object) for _, word in said], "lower")
    return pd.Series(words, differences.index, dtype=object)


def sum_by_cluster(
    values: Floats,
    cells: Codes,
    groups: Codes,
    clusters: Codes,
    shape: tuple[int, int, int],
    times: Floats | None = None,
) -> tuple[Floats, Floats]:
    """Sum and count values by cell x group x cluster; a NaN value or a negative code is left out.

    Args:
        values: of answers, or sums over several of them.
        cells: codes of each value.
        groups: as `cells`.
        clusters: as `cells`.
        shape: the number of cells, groups and clusters.
        times: the number of answers that each value sums; None if each value is a single answer.
    """
    kept = ~np.isnan(values) & (cells >= 0) & (groups >= 0) & (clusters >= 0)
    places = np.ravel_multi_index((cells[kept], groups[kept], clusters[kept]), shape)
    size = int(np.prod(shape))
    sums: Floats = np.bincount(places, weights=values[kept], minlength=size).astype(np.float64).reshape(shape)
    weights = None if times is None else times[kept]
    counts: Floats = np.bincount(places, weights=weights, minlength=size).astype(np.float64).reshape(shape)
    return sums, counts
