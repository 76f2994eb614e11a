"""Tests of Krippendorff's alpha against its definition, a published example, and simulated coders."""

from itertools import permutations

import numpy as np
import pytest

from core.statistics.krippendorff import compute_krippendorff_alpha


def compute_slow_alpha(codes):
    """Compute alpha by its definition, from every ordered pair of codes of an answer and of all paired codes."""
    units = [[code for code in unit if code >= 0] for unit in codes]
    units = [unit for unit in units if len(unit) > 1]
    values = [code for unit in units for code in unit]
    n = len(values)
    observed = (
        sum(sum(first != second for first, second in permutations(unit, 2)) / (len(unit) - 1) for unit in units) / n
    )
    expected = sum(first != second for first, second in permutations(values, 2)) / (n * (n - 1))
    return 1 - observed / expected


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("n_coders", [2, 3, 5])
def test_alpha_equals_its_definition(seed, n_coders):
    """Alpha equals its definition for any number of coders, also if codes are missing."""
    generator = np.random.default_rng(seed)
    codes = generator.integers(-1, 4, (30, n_coders))
    found = compute_krippendorff_alpha(codes, np.arange(30))
    assert found.value == pytest.approx(compute_slow_alpha(codes.tolist()), abs=1e-12)
    assert found.n == int(((codes >= 0).sum(axis=1) > 1).sum())


def test_alpha_of_the_published_example():
    """Source: K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), example C, nominal: 0.743."""
    table = [
        "1 2 3 3 2 1 4 1 2 * * *", "1 2 3 3 2 2 4 1 2 5 * 3", "* 3 3 3 2 3 4 2 2 5 1 *", "1 2 3 3 2 4 4 1 2 5 1 *"
    ]  # fmt: skip
    codes = np.array([[-1 if sign == "*" else int(sign) for sign in row.split()] for row in table]).T
    assert compute_krippendorff_alpha(codes, np.arange(12)).value == pytest.approx(0.743, abs=5e-4)


def test_alpha_is_one_if_coders_agree_and_undefined_without_two_codes():
    """Alpha is undefined if only one code occurs, or none."""
    equal = np.array([[0, 0], [1, 1], [2, 2]])
    assert compute_krippendorff_alpha(equal, np.arange(3)).value == 1
    assert compute_krippendorff_alpha(np.zeros((5, 2), dtype=int), np.arange(5)).value is None
    assert compute_krippendorff_alpha(np.empty((0, 2), dtype=int), np.empty(0, dtype=int)).value is None


def test_one_group_has_no_interval():
    """Groups are resampled, so a single group has no interval."""
    found = compute_krippendorff_alpha(np.array([[0, 0], [1, 0]]), np.zeros(2, dtype=int))
    assert (found.low, found.n_groups) == (None, 1)


@pytest.mark.slow
def test_the_interval_covers_the_alpha_of_many_answers():
    """92 to 98 of 100 intervals of pairs of coders contain the alpha of very many answers."""
    generator = np.random.default_rng(5)

    def code(n):
        truth = generator.choice(4, n, p=[0.4, 0.3, 0.2, 0.1])
        return np.stack(
            [np.where(generator.random(n) < 0.75, truth, generator.integers(0, 4, n)) for _ in range(2)], axis=1
        )

    true = compute_krippendorff_alpha(code(400_000), np.zeros(400_000, dtype=int)).value
    held = 0
    for _ in range(300):
        found = compute_krippendorff_alpha(code(100), np.arange(100))
        held += found.low <= true <= found.high
    assert 0.92 <= held / 300 <= 0.98
