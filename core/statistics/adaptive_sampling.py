"""Adaptive choice of margins: where the next answer reveals most about a psychometric function.

The function is that of `core.statistics.psychometric`, with location a and slope b: F(b (z - a)) between floor and
ceiling. Its parameters have a posterior on a grid. The next margin maximises the determinant of the Fisher information
on (a, log b), averaged over the posterior and summed over the answers so far (D-optimality), so that both the
threshold and the slope become known.

Source: A. B. Watson, "QUEST+: A general multidimensional Bayesian adaptive psychometric method", Journal of Vision 17
(2017), for the grid; V. V. Fedorov, "Theory of Optimal Experiments" (1972), for the criterion.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np

from core.scoring.metrics import Floats
from core.statistics.intervals import SIGNIFICANCE
from core.statistics.psychometric import LEVEL

N_LOCATIONS = 61
N_SLOPES = 12
LAPSES = (0.0, 0.02, 0.06, 0.15)
FLATTEST, STEEPEST = 2.0, 60.0
"""Slopes of the grid, in units of one over the range of z."""

BEYOND = 0.25
"""Share of the range of z by which locations may lie outside of it."""

_RIDGE = 1e-6
_EDGE = 1e-6


@dataclass(frozen=True, slots=True)
class AnsweredMargins:
    """Answers so far.

    Attributes:
        positions: [answers], z of the margins asked.
        successes: [answers], 1 for right, or for the upper side's option of signed margins; else 0. Scores between
            them count in part.
        guesses: [answers], scores of guessing; None for signed margins.
    """

    positions: Floats
    successes: Floats
    guesses: Floats | None


@dataclass(frozen=True, slots=True)
class AdaptiveGrid:
    """Grid of parameters for margins in a range.

    Attributes:
        locations, slopes, lapses: [points], a, b, and share of lapses.
    """

    locations: Floats
    slopes: Floats
    lapses: Floats

    def compute_posterior(self, answers: AnsweredMargins) -> Floats:
        """Compute the weights of the points [points] after the answers, from equal weights before."""
        if not len(answers.positions):
            return np.full(len(self.slopes), 1 / len(self.slopes))
        p, _ = self._compute_shares(answers.positions, answers.guesses)
        likelihood = (answers.successes * np.log(p) + (1 - answers.successes) * np.log(1 - p)).sum(axis=1)
        weights = np.exp(likelihood - likelihood.max())
        total: Floats = weights / weights.sum()
        return total

    def compute_information(self, posterior: Floats, positions: Floats, guesses: Floats | None) -> Floats:
        """Compute the expected Fisher information on (a, log b) of one answer at each position: [positions, 2, 2]."""
        p, inner = self._compute_shares(positions, guesses)
        rise = (self._compute_ceilings(guesses) - self._compute_floors(guesses)) * inner * (1 - inner)
        scaled = rise * self.slopes[:, None] / np.sqrt(p * (1 - p))
        distance = positions - self.locations[:, None]
        moments = [posterior @ (scaled**2 * factor) for factor in (1.0, -distance, distance**2)]
        information: Floats = np.array([[moments[0], moments[1]], [moments[1], moments[2]]]).transpose(2, 0, 1)
        return information

    def _compute_floors(self, guesses: Floats | None) -> Floats:
        return self.lapses[:, None] if guesses is None else guesses[None]

    def _compute_ceilings(self, guesses: Floats | None) -> Floats:
        room = 1.0 if guesses is None else 1 - guesses[None]
        return 1 - self.lapses[:, None] * room

    def _compute_shares(self, positions: Floats, guesses: Floats | None) -> tuple[Floats, Floats]:
        """Compute p and F [points, positions]."""
        inner = 0.5 * (1 + np.tanh(self.slopes[:, None] * (positions - self.locations[:, None]) / 2))
        floors = self._compute_floors(guesses)
        p = np.clip(floors + (self._compute_ceilings(guesses) - floors) * inner, _EDGE, 1 - _EDGE)
        return p, inner

    def compute_thresholds(self, guess: float | None) -> Floats:
        """Compute the threshold of each point [points], as `psychometric.compute_thresholds` defines it.

        Args:
            guess: mean score of guessing, for z = log margin; None for signed margins.
        """
        if guess is None:
            inner = (LEVEL - self.lapses) / (1 - 2 * self.lapses)
            half: Floats = np.log(inner / (1 - inner)) / self.slopes
            return half
        inner = 0.5 / (1 - self.lapses)
        threshold: Floats = np.exp(self.locations + np.log(inner / (1 - inner)) / self.slopes)
        return threshold


def summarise_threshold(thresholds: Floats, posterior: Floats) -> tuple[float, float, float]:
    """Return the median of a threshold's posterior and the ends of its central 95% interval.

    Args:
        thresholds: [points], as `AdaptiveGrid.compute_thresholds` returns them.
        posterior: [points], weights.
    """
    order = np.argsort(thresholds)
    heights = np.cumsum(posterior[order]) - posterior[order] / 2
    low, middle, high = np.interp([SIGNIFICANCE / 2, 0.5, 1 - SIGNIFICANCE / 2], heights, thresholds[order])
    return float(middle), float(low), float(high)


def build_grid(low: float, high: float) -> AdaptiveGrid:
    """Build the grid for positions from `low` to `high`."""
    width = max(high - low, _EDGE)
    locations = np.linspace(low - BEYOND * width, high + BEYOND * width, N_LOCATIONS)
    slopes = np.geomspace(FLATTEST, STEEPEST, N_SLOPES) / width
    points = np.array(list(product(locations, slopes, LAPSES)))
    return AdaptiveGrid(points[:, 0], points[:, 1], points[:, 2])


def choose_positions(
    grid: AdaptiveGrid, answers: AnsweredMargins, positions: Floats, guesses: Floats | None, count: int
) -> list[int]:
    """Choose the most informative candidates, one after the other, each at most once; return their indices.

    Args:
        grid: of the parameters.
        answers: those so far.
        positions: [candidates], z.
        guesses: [candidates], scores of guessing; None for signed margins.
        count: number of candidates to choose, if there are so many.
    """
    posterior = grid.compute_posterior(answers)
    total = _RIDGE * np.eye(2) + grid.compute_information(posterior, answers.positions, answers.guesses).sum(axis=0)
    information = grid.compute_information(posterior, positions, guesses)
    is_left = np.ones(len(positions), dtype=bool)
    indices = []
    for _ in range(min(count, len(positions))):
        gains = np.where(is_left, np.linalg.det(total + information), -np.inf)
        best = int(gains.argmax())
        indices.append(best)
        is_left[best] = False
        total = total + information[best]
    return indices
