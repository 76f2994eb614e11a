"""Simulation of observers asked adaptively and at random: coverage and error of their estimated thresholds.

python -m tests.statistics.simulate_adaptive 200
"""

import sys

import numpy as np

from core.benchmarks.data import MarginSpec
from core.inference.adaptive import ROUND, MarginPool
from core.statistics.adaptive_sampling import AnsweredMargins, build_grid, summarise_threshold

POOL, GUESS = 400, 0.25
LAPSES = (0.0, 0.02, 0.06)


def compute_share(z, location, slope, lapse):
    """Return the share of right answers of an observer at positions z."""
    return GUESS + (1 - GUESS) * (1 - lapse) / (1 + np.exp(-slope * (z - location)))


def choose_cases(random, z, right, n_questions, *, is_adaptive):
    """Return the cases that an observer is asked, adaptively from known answers or at random."""
    if not is_adaptive:
        return random.permutation(len(z))[:n_questions]
    order = np.argsort(z)
    ids = tuple(str(index) for index in order)
    pool = MarginPool(MarginSpec("q", "gap"), ids, z[order], np.full(len(z), GUESS), np.ones(len(z), dtype=bool))
    scores: dict[str, float] = {}
    while len(scores) < n_questions:
        chosen = pool.choose_cases(scores, set(scores), min(ROUND, n_questions - len(scores)))
        scores |= {case_id: float(right[int(case_id)]) for case_id in chosen}
    return np.array([int(case_id) for case_id in scores])


def simulate_observer(seed, n_questions, *, is_adaptive):
    """Return whether the interval contains the threshold, the estimate's error, and the interval's width (both log)."""
    random = np.random.default_rng([seed, 11])
    z = np.log(random.uniform(0.01, 0.4, POOL))
    location, slope, lapse = np.log(random.uniform(0.03, 0.15)), random.uniform(2.0, 6.0), random.choice(LAPSES)
    inner = 0.5 / (1 - lapse)
    truth = np.exp(location + np.log(inner / (1 - inner)) / slope)
    right = (random.random(POOL) < compute_share(z, location, slope, lapse)).astype(float)
    asked = choose_cases(random, z, right, n_questions, is_adaptive=is_adaptive)
    grid = build_grid(z.min(), z.max())
    posterior = grid.compute_posterior(AnsweredMargins(z[asked], right[asked], np.full(len(asked), GUESS)))
    middle, low, high = summarise_threshold(grid.compute_thresholds(GUESS), posterior)
    return low <= truth <= high, abs(np.log(middle / truth)), np.log(high / low)


def simulate(n, n_questions, *, is_adaptive):
    """Return the share of intervals that contain the threshold, the median error and the median width (both log)."""
    table = np.array([simulate_observer(seed, n_questions, is_adaptive=is_adaptive) for seed in range(n)], dtype=float)
    return float(table[:, 0].mean()), float(np.median(table[:, 1])), float(np.median(table[:, 2]))


if __name__ == "__main__":
    for adaptive, questions in ((True, 40), (False, 40), (False, 80), (False, 120)):
        found = simulate(int(sys.argv[1]), questions, is_adaptive=adaptive)
        print("adaptive" if adaptive else "random", questions, found, flush=True)
