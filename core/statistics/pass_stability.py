"""Stability over several passes: expected and consensus accuracy, internal variance, consistency rate, and pass^k.

The first four are the formulas of lmms-eval. They are means over questions, so each question has its own value, and
`grouped_means` gives the means their intervals.

Source: lmms-eval 0.7.3, `lmms_eval/api/metrics.py`: expected_accuracy, consensus_accuracy, internal_variance and
consistency_rate, which its pull request 997 introduced.
"""

from dataclasses import dataclass

import numpy as np

from core.scoring.metrics import Floats

MIN_PASSES = 2
"""Passes that a variance within a question needs."""


@dataclass(frozen=True, slots=True)
class ItemStability:
    """Stability of each question over its passes; arrays of shape (questions,), NaN without a pass.

    Attributes:
        expected: mean score.
        consensus: 1 if the scores sum to more than half of the passes, else 0.
        variance: sample variance of the scores; NaN with fewer than two.
        consistent: 1 if all scores are equal, else 0.
        n_passes: number of scores.
    """

    expected: Floats
    consensus: Floats
    variance: Floats
    consistent: Floats
    n_passes: Floats


def compute_item_stability(scores: Floats) -> ItemStability:
    """Compute the stability of each question.

    Args:
        scores: shape (questions, passes), in [0, 1]; NaN if a pass has no score.
    """
    n_passes = np.count_nonzero(~np.isnan(scores), axis=1).astype(float)
    divisors = np.where(n_passes > 0, n_passes, np.nan)
    total = np.nansum(scores, axis=1)
    expected = total / divisors
    squares = np.nansum((scores - expected[:, None]) ** 2, axis=1)
    smallest, largest = (np.full(len(scores), np.nan) for _ in range(2))
    is_known = n_passes > 0
    smallest[is_known], largest[is_known] = np.nanmin(scores[is_known], axis=1), np.nanmax(scores[is_known], axis=1)
    return ItemStability(
        expected=expected,
        consensus=np.where(is_known, total > n_passes / 2, np.nan),
        variance=squares / np.where(n_passes >= MIN_PASSES, n_passes - 1, np.nan),
        consistent=np.where(is_known, smallest == largest, np.nan),
        n_passes=n_passes,
    )


def compute_item_pass_hat(right: Floats) -> Floats:
    """Compute for each question the probability that k passes drawn from its own are all right.

    Args:
        right: shape (questions, passes): 1 if right, 0 if wrong, without NaN.

    Returns:
        Shape (questions, passes): column k - 1 is C(right, k) / C(passes, k), the unbiased estimate of p^k.

    Source: S. Yao and others, "tau-bench" (arXiv 2406.12045), section 4, pass^k.
    """
    n_passes = right.shape[1]
    n_right = right.sum(axis=1)
    drawn = np.arange(n_passes)
    ratios = np.clip((n_right[:, None] - drawn) / (n_passes - drawn), 0.0, 1.0)
    shares: Floats = np.cumprod(ratios, axis=1)
    return shares
