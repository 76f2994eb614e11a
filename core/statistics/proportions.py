"""Shares of independent answers: Wilson's interval of one share, McNemar's exact test between two on the same cases.

Use it only if each case is its own group; for groups of cases use `grouped_means` and `intervals`.
"""

import math

Z_95 = 1.96
"""Rounded as in the protocols."""


def compute_wilson_interval(k: float, n: float, z: float = Z_95) -> tuple[float, float]:
    """Compute the interval of a share k/n, in [0, 1]; the whole range if n is 0. Both may be fractions.

    Raises:
        ValueError: k is not between 0 and n.

    Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927).
    """
    if not 0 <= k <= n:
        raise ValueError(f"{k} of {n} is not a share; expected 0 <= k <= n")
    if n == 0:
        return 0.0, 1.0
    share = k / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(centre - half, 0.0) if k else 0.0, min(centre + half, 1.0) if k < n else 1.0


def compute_mcnemar_p_value(only_first: int, only_second: int) -> float:
    """Compute the exact two-sided p-value that two runs are right equally often; 1 if they never differ.

    Args:
        only_first: cases that only the first run has right.
        only_second: cases that only the second run has right.

    Raises:
        ValueError: a number is negative.

    Source: Q. McNemar, Psychometrika 12 (1947); the binomial test of the discordant pairs.
    """
    if min(only_first, only_second) < 0:
        raise ValueError(f"{only_first} and {only_second} are not numbers of cases; both must be 0 or more")
    from scipy import special  # as in `intervals`; `scipy.stats`, which has the test itself, takes 42 MB

    differing = only_first + only_second
    # Both tails of a fair coin are alike; they overlap if the numbers are equal.
    return min(1.0, 2 * float(special.bdtr(min(only_first, only_second), differing, 0.5)))
