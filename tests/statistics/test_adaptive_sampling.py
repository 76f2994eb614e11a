"""Tests of the adaptive choice of margins, by numeric differentiation and on simulated observers."""

import numpy as np
import pytest

from core.statistics.adaptive_sampling import AnsweredMargins, build_grid, choose_positions, summarise_threshold
from tests.statistics.simulate_adaptive import simulate

NONE = np.array([])


@pytest.mark.parametrize("guess", [0.25, None])
def test_information_equals_the_slow_definition(guess):
    """The expected information of an answer is the squared numeric derivative of p divided by its variance."""
    grid = build_grid(-2.0, 2.0)
    position, index = 0.4, 1234
    location, slope, lapse = grid.locations[index], grid.slopes[index], grid.lapses[index]

    def compute_p(location, slope):
        inner = 1 / (1 + np.exp(-slope * (position - location)))
        floor, ceiling = (lapse, 1 - lapse) if guess is None else (guess, 1 - lapse * (1 - guess))
        return floor + (ceiling - floor) * inner

    posterior = np.zeros(len(grid.slopes))
    posterior[index] = 1
    guesses = None if guess is None else np.array([guess])
    (found,) = grid.compute_information(posterior, np.array([position]), guesses)
    step, p = 1e-6, compute_p(location, slope)
    gradient = np.array([
        (compute_p(location + step, slope) - compute_p(location - step, slope)) / (2 * step),
        (compute_p(location, slope * np.exp(step)) - compute_p(location, slope * np.exp(-step))) / (2 * step),
    ])  # fmt: skip
    assert found == pytest.approx(np.outer(gradient, gradient) / (p * (1 - p)), rel=1e-4, abs=1e-12)


def test_the_choice_follows_the_threshold():
    """If answers are wrong below a margin and right above it, the next cases lie around it, without repeats."""
    positions = np.linspace(0, 10, 41)
    asked = positions[::4]
    answers = AnsweredMargins(asked, (asked > 7).astype(float), np.full(len(asked), 0.25))
    chosen = choose_positions(build_grid(0, 10), answers, positions, np.full(41, 0.25), 6)
    assert len(set(chosen)) == 6
    assert np.all(np.abs(positions[chosen] - 7) < 2)
    everything = choose_positions(build_grid(0, 10), answers, positions[:3], np.full(3, 0.25), 6)
    assert sorted(everything) == [0, 1, 2]


def test_the_interval_without_answers_is_that_of_the_grid():
    """Before the first answer all points have the same weight and the threshold's interval is wide."""
    grid = build_grid(0.0, 1.0)
    posterior = grid.compute_posterior(AnsweredMargins(NONE, NONE, NONE))
    assert posterior == pytest.approx(1 / len(grid.slopes))
    middle, low, high = summarise_threshold(grid.compute_thresholds(0.25), posterior)
    assert low < 1.0 < middle < np.e < high


@pytest.mark.slow
def test_simulated_observers_are_recovered_with_fewer_questions():
    """93 to 97 of 100 intervals contain the threshold, up to chance; 40 chosen cases err less than 80 random ones."""
    n = 60
    found = simulate(n, 40, is_adaptive=True)
    assert found[0] == pytest.approx(0.95, abs=0.02 + 2 * np.sqrt(0.05 * 0.95 / n))
    random = simulate(n, 80, is_adaptive=False)
    assert found[1] < random[1]
