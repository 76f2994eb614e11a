"""Power and equivalence: the groups that a difference needs, and two one-sided tests that a difference is small."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.records import FEW_GROUPS
from core.statistics.intervals import NO_SPREAD, SIGNIFICANCE, compute_detectable

MAX_GROUPS = 10_000_000

Equivalence = Literal["equivalent", "not shown to be equivalent", "too few to tell"]


@dataclass(frozen=True, slots=True)
class EquivalenceResult:
    """Outcome of two one-sided tests.

    Attributes:
        p_value: the larger one of both; NaN without a standard error.
        low, high: the 90% interval, which lies within the margin exactly if both tests reject.
    """

    verdict: Equivalence
    p_value: float
    low: float
    high: float


def compute_groups_needed(deviation: float, difference: float, power: float = 0.8) -> int | None:
    """Compute the smallest number of groups with which a test detects a true difference with a given power.

    Args:
        deviation: standard deviation from group to group: the standard error times the root of the number of groups.
        difference: to detect, in the unit of the deviation, above 0.
        power: probability of detecting it.

    Returns:
        At least `FEW_GROUPS`, because with fewer no page gives a verdict; None if more than `MAX_GROUPS` are needed.

    Source: `intervals.compute_detectable`, solved for the number of groups by bisection.
    """
    if _detect(deviation, MAX_GROUPS, power) > difference:
        return None
    low, high = FEW_GROUPS - 1, MAX_GROUPS
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _detect(deviation, middle, power) <= difference else (middle, high)
    return high


def _detect(deviation: float, n_groups: int, power: float) -> float:
    if deviation <= NO_SPREAD:
        return 0.0
    error = np.array([deviation / np.sqrt(n_groups)])
    return float(compute_detectable(error, np.array([float(n_groups - 1)]), power)[0])


def compute_deviation_of_passes(deviation: float, repeat_deviation: float, n_passes: int) -> float:
    """Compute the standard deviation of a difference if both models answer several times and the passes are averaged.

    Args:
        deviation: of the difference of two models with one pass each.
        repeat_deviation: of the difference of two passes of one model: the part that passes average out.
        n_passes: of each model.
    """
    return float(np.sqrt(max(deviation**2 - repeat_deviation**2 * (1 - 1 / n_passes), 0.0)))


def compute_equivalence(value: float, error: float, freedom: float, margin: float) -> EquivalenceResult:
    """Compute whether a difference is shown to be smaller than a margin in both directions, each at 5%.

    Args:
        value: estimated difference.
        error: its standard error.
        freedom: degrees of freedom of Student's t.
        margin: the largest difference that does not matter, above 0.

    Source: D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power approach", J.
    Pharmacokinet. Biopharm. 15 (1987).
    """
    from scipy import special  # as in `intervals`

    if np.isnan(value) or np.isnan(error) or freedom < 1:
        return EquivalenceResult("too few to tell", float("nan"), float("nan"), float("nan"))
    if error <= NO_SPREAD:
        p_value = 0.0 if abs(value) < margin else 1.0
    else:
        p_value = float(special.stdtr(freedom, (abs(value) - margin) / error))
    half = float(special.stdtrit(freedom, 1 - SIGNIFICANCE)) * error
    verdict: Equivalence = "equivalent" if p_value < SIGNIFICANCE else "not shown to be equivalent"
    return EquivalenceResult(verdict, p_value, value - half, value + half)
