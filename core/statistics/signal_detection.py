"""Signal detection: discrimination between two answers and preference for one, from hits and false alarms.

Source: D. M. Green, J. A. Swets, "Signal Detection Theory and Psychophysics" (1966); correction of M. J. Hautus,
"Corrections for extreme proportions and their biasing effects on estimated values of d'" (1995), here in proportion to
the cases of each kind. The interval of the difference combines the intervals of both rates: G. Y. Zou, A. Donner,
"Construction of confidence limits about effect measures: a general approach" (2008). The variance of z would carry no
information at rates of 0 and 1.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import hypot, nan
from statistics import NormalDist

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from core.errors import StatisticsError
from core.statistics.proportions import compute_wilson_interval

_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class DetectionEstimate:
    """Discrimination and criterion of a yes-no task.

    Attributes:
        d_prime: the distance of both kinds of cases in standard deviations; 0 if the model cannot discriminate.
        low, high: its 95% interval; NaN if all answers are the same.
        criterion: above 0 if no is preferred, below 0 if yes is.
        hit_rate, false_alarm_rate: shares of yes when it is right, and when it is wrong, as counted.
    """

    d_prime: float
    low: float
    high: float
    criterion: float
    hit_rate: float
    false_alarm_rate: float


def compute_detection_p_value(d_prime: float, low: float) -> float:
    """Compute the two-sided p-value of a d' against 0, from the lower arm of its 95% interval; 1 for a d' up to 0."""
    if not d_prime > 0:
        return 1.0
    z = _NORMAL.inv_cdf(0.975) * d_prime / (d_prime - low)
    return 2 * _NORMAL.cdf(-z)


def compute_detection(
    hits: int, n_signal: int, false_alarms: int, n_noise: int, design_effect: float = 1.0
) -> DetectionEstimate:
    """Compute d' and criterion of a yes-no task.

    One answer of each kind is added, spread over the kinds of cases by their numbers, so that rates of 0 and 1 stay
    finite. If both kinds have as many cases, a half is added to each count and one to each number of cases.

    Args:
        hits: number of yes when it is right, of `n_signal` cases.
        n_signal: cases in which yes is right.
        false_alarms: number of yes when it is wrong, of `n_noise` cases.
        n_noise: cases in which no is right.
        design_effect: factor by which groups of cases widen the variance of independent ones.

    Raises:
        StatisticsError: one kind has no cases, or more answers than cases.
    """
    for count, n in ((hits, n_signal), (false_alarms, n_noise)):
        if n < 1 or not 0 <= count <= n:
            raise StatisticsError(f"{count} of {n} cases; detection needs cases of both kinds")
    n_all = n_signal + n_noise
    corrected_hits, corrected_alarms = (
        _correct_counts(hits, n_signal, n_all),
        _correct_counts(false_alarms, n_noise, n_all),
    )
    z_hit, z_alarm = (_NORMAL.inv_cdf(count / n) for count, n in (corrected_hits, corrected_alarms))
    lowest_hit, highest_hit = _compute_z_interval(*corrected_hits, design_effect)
    lowest_alarm, highest_alarm = _compute_z_interval(*corrected_alarms, design_effect)
    d_prime = z_hit - z_alarm
    return DetectionEstimate(
        d_prime,
        d_prime - hypot(z_hit - lowest_hit, highest_alarm - z_alarm),
        d_prime + hypot(highest_hit - z_hit, z_alarm - lowest_alarm),
        -(z_hit + z_alarm) / 2,
        hits / n_signal,
        false_alarms / n_noise,
    )


def _correct_counts(count: float, n: int, n_all: int) -> tuple[float, float]:
    """Return the count and number of one kind's cases with its share of an answer of each kind added.

    If all answers are the same, the rates of both kinds stay equal, however many cases each has.
    """
    added = n / n_all
    return count + added, n + 2 * added


def _compute_z_interval(count: float, n: float, design_effect: float) -> tuple[float, float]:
    """Return the interval of a corrected rate's z, with its cases reduced to equivalent independent ones."""
    low, high = compute_wilson_interval(count / design_effect, n / design_effect)
    return _NORMAL.inv_cdf(low), _NORMAL.inv_cdf(high)


def compute_clustered_detection(
    is_yes: ArrayLike, is_so: ArrayLike, groups: Sequence[Hashable], times: ArrayLike | None = None
) -> DetectionEstimate:
    """Compute d' and criterion if cases of a group are not independent, such as an image pair in both option orders.

    If all answers are the same, they show no discrimination: d' is 0, without an interval.

    Args:
        is_yes: (n,), whether the answer is yes.
        is_so: (n,), whether yes is right.
        groups: (n,), the unit of independence.
        times: (n,), the number of equal answers that each represents; None means one.

    Raises:
        StatisticsError: one kind has no cases.
    """
    yes, so = np.asarray(is_yes, dtype=bool), np.asarray(is_so, dtype=bool)
    n = np.ones(len(yes), dtype=int) if times is None else np.asarray(times, dtype=int)
    n_signal, n_noise = int(n[so].sum()), int(n[~so].sum())
    hits, alarms = int(n[yes & so].sum()), int(n[yes & ~so].sum())
    alone = compute_detection(hits, n_signal, alarms, n_noise)
    if yes.all() or not yes.any():
        return replace(alone, d_prime=0.0, low=nan, high=nan)
    return compute_detection(hits, n_signal, alarms, n_noise, _compute_design_effect(yes, so, groups, n, alone))


def _compute_design_effect(
    yes: np.ndarray, so: np.ndarray, groups: Sequence[Hashable], times: np.ndarray, estimate: DetectionEstimate
) -> float:
    """Return the variance that groups add to d', over that of independent cases; at least 1.

    If all cases of each kind have one answer, the similarity within groups is unknown: each group then counts as one.
    """
    off = np.where(so, yes - estimate.hit_rate, estimate.false_alarm_rate - yes)
    slopes = []
    for is_kind, rate in ((so, estimate.hit_rate), (~so, estimate.false_alarm_rate)):
        n = int(times[is_kind].sum())
        count, n_corrected = _correct_counts(rate * n, n, int(times.sum()))
        slopes.append(n * _NORMAL.pdf(_NORMAL.inv_cdf(count / n_corrected)))
    added = off / np.where(so, *slopes)
    codes = pd.factorize(pd.Series(list(groups)))[0]
    alone = float(times @ added**2)
    if alone == 0:
        return float(times.sum() / (codes.max() + 1))
    of_groups = np.bincount(codes, weights=times * added)
    return max(1.0, float(of_groups @ of_groups) / alone)
