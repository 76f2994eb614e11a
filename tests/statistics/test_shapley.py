"""Tests of Shapley values against the definition over all orders."""

from itertools import permutations

import numpy as np
import pytest

from core.statistics.shapley import MAX_FACTORS, compute_shapley_values


def average_over_orders(factors, evaluate):
    """Compute the slow definition: the mean change when a factor is switched, over all orders."""
    shares = dict.fromkeys(factors, 0.0)
    orders = list(permutations(factors))
    for order in orders:
        for index, factor in enumerate(order):
            before, after = frozenset(order[:index]), frozenset(order[: index + 1])
            shares[factor] = shares[factor] + (evaluate(after) - evaluate(before)) / len(orders)
    return shares


@pytest.mark.parametrize("n", [0, 1, 3, 5])
def test_values_equal_the_mean_over_all_orders_and_sum_to_the_whole(n):
    """Values of random games equal the slow definition, and their sum is the whole change."""
    generator = np.random.default_rng(n)
    factors, values = [f"f{k}" for k in range(n)], {}

    def evaluate(members):
        return values.setdefault(members, generator.normal(size=3))

    shares = compute_shapley_values(factors, evaluate)
    slow = average_over_orders(factors, evaluate)
    for factor in factors:
        np.testing.assert_allclose(shares[factor], slow[factor], atol=1e-12)
    whole = evaluate(frozenset(factors)) - evaluate(frozenset())
    np.testing.assert_allclose(sum(shares.values()) if n else whole, whole, atol=1e-12)


def test_too_many_factors_raise():
    """The number of factors is limited, because every subset is evaluated."""
    with pytest.raises(ValueError, match="too many"):
        compute_shapley_values([str(k) for k in range(MAX_FACTORS + 1)], lambda _: np.zeros(1))
