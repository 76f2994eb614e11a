"""Simulation of designs with known variance components: mean estimates and coverage of the intervals.

`python -m tests.statistics.simulate_components 1000` prints both for several designs.
"""

import sys
from dataclasses import dataclass

import numpy as np

from core.statistics.variance_components import (
    CASES,
    FACET,
    GROUPS,
    INTERACTION,
    NOISE,
    REST,
    CrossedScores,
    compute_variance_components,
)


@dataclass(frozen=True, slots=True)
class Design:
    """Design of a simulation: groups of cases, the level of each run, and the components as standard deviations."""

    levels: tuple[int, ...]
    shifts: tuple[float, ...]
    n_groups: int = 100
    per_group: int = 4
    group: float = 0.3
    case: float = 0.3
    interaction: float = 0.2
    noise: float = 0.4

    def list_components(self):
        """Return the true components by name."""
        facet = float(np.var(self.shifts, ddof=1)) if len(self.shifts) > 1 else 0.0
        parts = {GROUPS: self.group**2, CASES: self.case**2, FACET: facet}
        if len(set(self.levels)) == 1:  # the same prompt in every pass: the interaction belongs to the cases
            return parts | {CASES: self.case**2 + self.interaction**2, NOISE: self.noise**2}
        if len(set(self.levels)) == len(self.levels):
            return parts | {REST: self.interaction**2 + self.noise**2}
        return parts | {INTERACTION: self.interaction**2, NOISE: self.noise**2}


DESIGNS = {
    "two prompts, two passes each": Design((0, 0, 1, 1), (0.0, 0.1)),
    "no shift": Design((0, 0, 1, 1), (0.0, 0.0)),
    "three passes": Design((0, 0, 0), (0.0,)),
    "three prompts, one pass each": Design((0, 1, 2), (0.0, 0.05, 0.1)),
    "uneven passes": Design((0, 0, 0, 1), (0.0, 0.1)),
}


def draw_design(design, random):
    """Draw the scores of a design."""
    n_cases = design.n_groups * design.per_group
    groups = np.repeat(np.arange(design.n_groups), design.per_group)
    of_case = random.normal(0, design.group, design.n_groups)[groups] + random.normal(0, design.case, n_cases)
    of_level = random.normal(0, design.interaction, (n_cases, len(design.shifts)))
    means = of_case[:, None] + np.asarray(design.shifts) + of_level
    levels = np.asarray(design.levels)
    return CrossedScores(means[:, levels] + random.normal(0, design.noise, (n_cases, len(levels))), groups, levels)


def simulate_components(design, n_draws, seed=1):
    """Return the mean unbiased estimate and the coverage of the interval by component."""
    random, true = np.random.default_rng(seed), design.list_components()
    found = [compute_variance_components(draw_design(design, random)) for _ in range(n_draws)]
    return {
        name: (
            float(np.mean([parts[name].raw for parts in found])),
            float(np.mean([parts[name].low <= value <= parts[name].high for parts in found])),
        )
        for name, value in true.items()
    }


if __name__ == "__main__":
    for title, design in DESIGNS.items():
        for name, (mean, coverage) in simulate_components(design, int(sys.argv[1])).items():
            print(
                f"{title:30} {name:12} true {design.list_components()[name]:.4f} mean {mean:.4f} covered {coverage:.3f}"
            )
