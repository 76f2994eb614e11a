"""Bounds of a mean difference if few groups differ, for which Student's interval is far too narrow."""

from dataclasses import dataclass

import numpy as np

from core.scoring.metrics import Floats
from core.statistics.intervals import NO_SPREAD, SIGNIFICANCE


@dataclass(frozen=True, slots=True)
class ChangedGroups:
    """Losses and gains of groups between two runs whose scores lie in [0, 1].

    Attributes:
        loss, gain: mean loss and mean gain per answer, in [0, 1]; gain - loss is the mean difference.
        n_changed: number of groups whose difference is not 0.
        n_groups: number of groups.
        n_effective: number of groups of equal size that are as informative: (sum n)^2 / sum n^2.
    """

    loss: float
    gain: float
    n_changed: int
    n_groups: int
    n_effective: float

    def compute_low(self, significance: float = SIGNIFICANCE / 2) -> float:
        """Compute the lower bound of the true difference, in [-1, 1]: lower bound of gains, upper bound of losses."""
        loss = _compute_upper_bound(self.loss, self.n_effective, significance)
        return float(_compute_lower_bound(self.gain, self.n_effective, significance) - loss)

    def compute_p_value(self, max_loss: float) -> float:
        """Compute the lowest one-sided significance at which the upper bound of the true difference is below a loss.

        Args:
            max_loss: in [0, 1].

        Returns:
            In [1e-12, 1]; 1 if no significance below 0.5 is enough.
        """
        levels = np.geomspace(1e-12, 0.5, 600)
        loss = _compute_lower_bound(self.loss, self.n_effective, levels)
        is_below = _compute_upper_bound(self.gain, self.n_effective, levels) - loss < -max_loss
        return float(levels[is_below].min(initial=1.0)) if is_below.any() else 1.0


def summarise_changes(sums: Floats, counts: Floats) -> ChangedGroups:
    """Summarise the differences of groups.

    Args:
        sums: of the differences of each group, in [-count, count].
        counts: pairs of answers of each group; groups without any are left out.
    """
    sums, counts = sums[counts > 0], counts[counts > 0]
    total = max(float(counts.sum()), 1.0)
    return ChangedGroups(
        loss=float(np.maximum(-sums, 0).sum()) / total,
        gain=float(np.maximum(sums, 0).sum()) / total,
        n_changed=int((abs(sums) > NO_SPREAD * counts).sum()),
        n_groups=len(sums),
        n_effective=total**2 / max(float((counts**2).sum()), 1.0),
    )


def _compute_upper_bound(share: float, n: float, significance: Floats | float) -> Floats:
    """Compute the one-sided upper bound of a mean in [0, 1]; see `_compute_lower_bound`."""
    return 1 - _compute_lower_bound(1 - share, n, significance)


def _compute_lower_bound(share: float, n: float, significance: Floats | float) -> Floats:
    """Compute the one-sided lower bound of a mean of values in [0, 1].

    The bound of Clopper and Pearson for share * n successes, which may be a fraction: a mean of values between 0 and 1
    varies less than a share of the same size.

    Source: C. Clopper, E. Pearson, Biometrika 26 (1934), with the effective sample size of E. Korn, B. Graubard,
    "Confidence Intervals for Proportions with Small Expected Number of Positive Counts", Survey Methodology 24 (1998).
    """
    from scipy import special  # as in `intervals`

    successes = share * n
    if successes <= NO_SPREAD * n:
        return np.zeros_like(np.asarray(significance, dtype=float))
    bound: Floats = special.betaincinv(successes, max(n - successes, 0.0) + 1, significance)
    return bound
