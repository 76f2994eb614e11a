"""One-sided tests of several means against the rest, corrected together, with whole groups as the unit.

Source: the min-P correction of Westfall and Young (1993) with a restricted wild cluster bootstrap (Cameron, Gelbach and
Miller, "Bootstrap-Based Improvements for Inference with Clustered Errors", 2008).
"""

import numpy as np

from core.scoring.metrics import Floats
from core.statistics.intervals import NO_SPREAD

SIGN_FLIPS = 1999


def compute_min_p_values(
    sums: Floats, counts: Floats, other_sums: Floats, other_counts: Floats, generator: np.random.Generator
) -> Floats:
    """Compute one-sided p-values of the hypotheses that means inside are not below means outside, corrected together.

    Under the hypotheses, inside and outside have one mean. The deviations from it are multiplied by a random sign for
    each group, which keeps their dependence within groups and between overlapping slices; t is computed again from each
    draw. Each t becomes a p-value among the draws of its own slice, so that slices with few groups, whose t varies
    more, do not decide for all; the smallest p-value of each draw gives the correction (min-P of Westfall and Young).

    Args:
        sums: of values inside, [slices, groups].
        counts: of answers inside, [slices, groups].
        other_sums: of values outside, [slices, groups].
        other_counts: of answers outside, [slices, groups].
        generator: of the signs.

    Returns:
        [slices]; a mean that is lower without any spread, because all answers inside are equal and so are all outside,
        is the lowest of all.
    """
    n_inside, n_outside = counts.sum(axis=1)[:, None], other_counts.sum(axis=1)[:, None]
    mean = (sums + other_sums).sum(axis=1)[:, None] / (n_inside + n_outside)
    inside, outside = (sums - counts * mean) / n_inside, (other_sums - other_counts * mean) / n_outside
    share, other_share = counts / n_inside, other_counts / n_outside
    deviations = inside - outside
    signs = np.vstack([np.ones(sums.shape[1]), generator.choice((-1.0, 1.0), size=(SIGN_FLIPS, sums.shape[1]))])
    a, b = signs @ inside.T, signs @ outside.T
    squares = (
        (deviations**2).sum(axis=1)
        + a**2 * (share**2).sum(axis=1)
        + b**2 * (other_share**2).sum(axis=1)
        - 2 * a * b * (share * other_share).sum(axis=1)
        - 2 * a * (signs @ (deviations * share).T)
        + 2 * b * (signs @ (deviations * other_share).T)
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        certain = np.where(np.abs(a - b) > NO_SPREAD, np.copysign(np.inf, a - b), 0.0)
        t = np.where(squares > NO_SPREAD**2, (a - b) / np.sqrt(squares), certain)
    ranks = np.stack([np.searchsorted(np.sort(column), column, side="right") for column in t.T], axis=1) / len(t)
    smallest = ranks.min(axis=1)
    return np.asarray((smallest[:, None] <= ranks[0]).sum(axis=0) / len(t))
