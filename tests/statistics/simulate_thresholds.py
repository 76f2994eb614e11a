"""Simulation of observers with known thresholds: coverage of the 95% intervals.

`python -m tests.statistics.simulate_thresholds 1000` prints the table of docs/using/thresholds.md.
"""

import sys
from dataclasses import dataclass

import numpy as np

from core.analyses.thresholds import fit_threshold
from core.scoring.metrics import Floats
from core.statistics import psychometric as pm

N_GROUPS, N_PER_GROUP, WITHIN = 224, 3, 0.3
"""Number of groups, answers per group, and correlation within a group, as in BlindTest's drawings."""

SIZES = ((N_GROUPS, N_PER_GROUP), (60, 1), (20, 1))
"""Number of groups and answers per group, for each row of the table; two answers need at least 60 groups."""

COLUMNS = (
    "curve",
    "groups",
    "answers in each",
    "threshold stated",
    "interval contains it",
    "of the bias",
    "fits rejected at 5%",
)

MARGINS = np.round(np.arange(0.05, 0.51, 0.05), 2)
SIGNED = np.round(np.arange(-0.5, 0.151, 0.05), 2)
BIAS = -0.1
LAPSE = 0.02


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of observers.

    Attributes:
        stated: observers with a stated threshold.
        threshold: share of these whose interval contains the true threshold.
        bias: share of the observers with a stated bias whose interval contains the true bias.
        rejected: observers whose fit is rejected at 5%.
    """

    stated: float
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
    levels = SIGNED if is_signed else MARGINS
    shares, threshold = _describe_observer(levels, is_signed=is_signed)
    random, weights = np.random.default_rng(seed), pm.draw_group_weights(n_groups, draws)
    answers = [_observe(random, levels, shares, n_groups, n_per_group, is_signed=is_signed) for _ in range(n_observers)]
    found = [fit_threshold("model", "question", rows, weights, ("No", "Yes") if is_signed else ()) for rows in answers]
    stated = [fit for fit in found if fit.status == "threshold"]
    biased = [fit for fit in found if np.isfinite(fit.bias)]
    return Coverage(
        len(stated) / n_observers,
        float(np.mean([fit.low <= threshold <= fit.high for fit in stated])),
        float(np.mean([fit.bias_low <= BIAS <= fit.bias_high for fit in biased])) if is_signed else np.nan,
        float(np.mean([fit.fit_p < 0.05 for fit in found])),
    )


def _describe_observer(levels: Floats, *, is_signed: bool) -> tuple[Floats, float]:
    """Return the share at each level, and the threshold by its definition."""
    if is_signed:
        scale, height = 0.05, 1 - 2 * LAPSE
        inner = (0.75 - LAPSE) / height
        return LAPSE + height / (1 + np.exp(-(levels - BIAS) / scale)), float(scale * np.log(inner / (1 - inner)))
    inner = 0.25 / (0.5 - LAPSE)
    return 0.5 + (0.5 - LAPSE) / (1 + (0.15 / levels) ** 3), float(0.15 * (inner / (1 - inner)) ** (1 / 3))


def _observe(
    random: np.random.Generator, levels: Floats, shares: Floats, n_groups: int, n_per_group: int, *, is_signed: bool
) -> pm.GroupedAnswers:
    """Draw the answers of one observer, beta-binomial in groups of one margin each."""
    level_of = np.arange(n_groups) % len(levels)
    strength = (1 - WITHIN) / WITHIN
    share_of = random.beta(shares[level_of] * strength, (1 - shares[level_of]) * strength)
    sums, counts = np.zeros((n_groups, len(levels))), np.zeros((n_groups, len(levels)))
    counts[np.arange(n_groups), level_of] = n_per_group
    sums[np.arange(n_groups), level_of] = random.binomial(n_per_group, share_of)
    return pm.GroupedAnswers(levels, sums, counts, None if is_signed else np.full(len(levels), 0.5))


def print_table(n_observers: int) -> None:
    """Print coverage by kind of curve and number of groups as a table in Markdown."""
    for row in (COLUMNS, ["---"] * len(COLUMNS)):
        print(f"| {' | '.join(row)} |")
    for is_signed, name in ((False, "margin without sides"), (True, "two answers")):
        for n_groups, n_per_group in SIZES if not is_signed else SIZES[:2]:
            coverage = simulate_coverage(n_observers, is_signed=is_signed, n_groups=n_groups, n_per_group=n_per_group)
            shares = (coverage.stated, coverage.threshold, coverage.bias, coverage.rejected)
            cells = [f"{100 * share:.1f}%" if np.isfinite(share) else "" for share in shares]
            print(f"| {' | '.join([name, str(n_groups), str(n_per_group), *cells])} |")


if __name__ == "__main__":
    print_table(int(sys.argv[1]))
