"""Shapley values: the share of each factor in a difference, without an order of the factors.

Source: L. S. Shapley, "A value for n-person games" (1953).
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from math import factorial

import numpy as np

from core.scoring.metrics import Floats

MAX_FACTORS = 10


def compute_shapley_values(factors: Sequence[str], evaluate: Callable[[frozenset[str]], Floats]) -> dict[str, Floats]:
    """Compute the Shapley value of each factor.

    Args:
        factors: at most `MAX_FACTORS`; every subset is evaluated once.
        evaluate: returns the value with these factors switched, an array of any shape.

    Returns:
        Values by factor, of the shape of the evaluations. Their sum is the value with all factors minus that with none.

    Raises:
        ValueError: there are too many factors.
    """
    if len(factors) > MAX_FACTORS:
        raise ValueError(f"{len(factors)} factors are too many. Give at most {MAX_FACTORS}.")
    n = len(factors)
    subsets = [frozenset(members) for size in range(n + 1) for members in combinations(factors, size)]
    values = {members: np.asarray(evaluate(members), dtype=float) for members in subsets}
    shares = {}
    for factor in factors:
        share = np.zeros_like(values[frozenset()])
        for members in subsets:
            if factor not in members:
                weight = factorial(len(members)) * factorial(n - len(members) - 1) / factorial(n)
                share = share + weight * (values[members | {factor}] - values[members])
        shares[factor] = share
    return shares
