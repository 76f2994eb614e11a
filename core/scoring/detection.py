"""Signal detection: how well two answers are told apart, and which of them is preferred, from hits and false alarms.

Source: D. M. Green, J. A. Swets, "Signal Detection Theory and Psychophysics" (1966); correction of M. J. Hautus,
"Corrections for extreme proportions and their biasing effects on estimated values of d'" (1995).
"""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from core.errors import StatisticsError

Z_95 = 1.959964
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Detection:
    """How a yes stands to what is so.

    Attributes:
        d_prime: the distance of both kinds of cases in standard deviations; 0 where they are not told apart.
        low, high: its 95 % interval.
        criterion: above 0 where a no is preferred, below 0 where a yes is.
        hit_rate, false_alarm_rate: shares of yes where it is right, and where it is wrong, as counted.
    """

    d_prime: float
    low: float
    high: float
    criterion: float
    hit_rate: float
    false_alarm_rate: float


def detection(hits: int, n_signal: int, false_alarms: int, n_noise: int) -> Detection:
    """D' and criterion of a yes-no task.

    A half is added to each count and one to each number of cases, so that rates of 0 and 1 stay finite.

    Args:
        hits: yes where it is right, of `n_signal` cases.
        n_signal: cases in which yes is right.
        false_alarms: yes where it is wrong, of `n_noise` cases.
        n_noise: cases in which no is right.

    Raises:
        StatisticsError: there are no cases of one kind, or more answers than cases.
    """
    for count, n in ((hits, n_signal), (false_alarms, n_noise)):
        if n < 1 or not 0 <= count <= n:
            raise StatisticsError(f"{count} of {n} cases; detection needs cases of both kinds")
    hit, alarm = (hits + 0.5) / (n_signal + 1), (false_alarms + 0.5) / (n_noise + 1)
    z_hit, z_alarm = _NORMAL.inv_cdf(hit), _NORMAL.inv_cdf(alarm)
    # The variance of z is that of the rate over the squared density there (Gourevitch and Galanter, 1967).
    variance = sum(
        rate * (1 - rate) / (n * _NORMAL.pdf(z) ** 2)
        for rate, n, z in ((hit, n_signal, z_hit), (alarm, n_noise, z_alarm))
    )
    d_prime, half = z_hit - z_alarm, Z_95 * sqrt(variance)
    return Detection(
        d_prime, d_prime - half, d_prime + half, -(z_hit + z_alarm) / 2, hits / n_signal, false_alarms / n_noise
    )
