"""Simulated observers with known thresholds: how often the 95% intervals contain them.

`python -m tests.statistics.simulate_thresholds 1000` prints the shares for both kinds of curves.
"""

import sys
from dataclasses import dataclass

import numpy as np

from core.scoring.metrics import Floats
from core.statistics import psychometric as pm

N_GROUPS, N_PER_GROUP, WITHIN = 224, 3, 0.3
"""Groups, answers in each, and the correlation of answers in a group: BlindTest's drawings."""

MARGINS = np.round(np.arange(0.05, 0.51, 0.05), 2)
SIGNED = np.round(np.arange(-0.5, 0.151, 0.05), 2)
LAPSE = 0.02


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of observers whose interval contains the true value, and of those whose fit is rejected at 5%."""

    threshold: float
    bias: float
    rejected: float


def simulate_coverage(
    n_observers: int,
    *,
    is_signed: bool,
    draws: int = 200,
    seed: int = 1,
    n_groups: int = N_GROUPS,
    n_per_group: int = N_PER_GROUP,
) -> Coverage:
    """Simulate observers of one known threshold: 0.15 in log-logistic margins, or a boundary shifted to -0.1."""
    size = n_groups, n_per_group
    levels = SIGNED if is_signed else MARGINS
    shares, threshold = _describe_observer(levels, is_signed=is_signed)
    random = np.random.default_rng(seed)
    found = [_observe(random, levels, shares, size, is_signed=is_signed, draws=draws) for _ in range(n_observers)]
    return Coverage(
        float(np.mean([low <= threshold <= high for low, high, _, _, _ in found])),
        float(np.mean([low <= -0.1 <= high for _, _, low, high, _ in found])) if is_signed else np.nan,
        float(np.mean([p_value < 0.05 for *_, p_value in found])),
    )


def _describe_observer(levels: Floats, *, is_signed: bool) -> tuple[Floats, float]:
    """Return the share at each level, and the threshold by its definition."""
    if is_signed:
        scale, height = 0.05, 1 - 2 * LAPSE
        inner = (0.75 - LAPSE) / height
        return LAPSE + height / (1 + np.exp(-(levels + 0.1) / scale)), float(scale * np.log(inner / (1 - inner)))
    inner = 0.25 / (0.5 - LAPSE)
    return 0.5 + (0.5 - LAPSE) / (1 + (0.15 / levels) ** 3), float(0.15 * (inner / (1 - inner)) ** (1 / 3))


def _observe(
    random: np.random.Generator, levels: Floats, shares: Floats, size: tuple[int, int], *, is_signed: bool, draws: int
) -> tuple[float, float, float, float, float]:
    """Draw one observer's answers (beta-binomial in groups) and return both intervals and the p-value of the fit."""
    n_groups, n_per_group = size
    level_of = np.arange(n_groups) % len(levels)
    strength = (1 - WITHIN) / WITHIN
    share_of = random.beta(shares[level_of] * strength, (1 - shares[level_of]) * strength)
    sums, counts = np.zeros((n_groups, len(levels))), np.zeros((n_groups, len(levels)))
    counts[np.arange(n_groups), level_of] = n_per_group
    sums[np.arange(n_groups), level_of] = random.binomial(n_per_group, share_of)
    answers = pm.GroupedAnswers(levels, sums, counts, None if is_signed else np.full(len(levels), 0.5))
    curves = pm.fit_curves(answers, pm.draw_group_weights(n_groups, draws))
    thresholds, biases = pm.compute_thresholds(curves, answers), pm.compute_biases(curves)
    threshold = pm.compute_interval(float(thresholds[0]), thresholds[1:], n_groups, is_positive=True)
    bias = (
        pm.compute_interval(float(biases[0]), biases[1:], n_groups, is_positive=False)
        if is_signed
        else (np.nan, np.nan)
    )
    return *threshold, *bias, pm.compute_fit_p_value(answers, float(curves.deviances[0]))


if __name__ == "__main__":
    for signed in (False, True):
        print("signed" if signed else "margins", simulate_coverage(int(sys.argv[1]), is_signed=signed))
