"""Correlations with intervals: Pearson's r, also with clusters as units, and phi between two models' errors."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from core.errors import StatisticsError
from core.records import FEW_GROUPS
from core.scoring.metrics import Floats
from core.statistics.agreement import compute_phis
from core.statistics.intervals import compute_t_intervals

Z_95 = 1.959964
DRAWS, SEED = 2000, 0
"""Number and seed of the bootstrap draws over clusters."""

FEWEST = 4
"""Minimum number of pairs for an interval."""


@dataclass(frozen=True, slots=True)
class Correlation:
    """A correlation coefficient.

    Attributes:
        low, high: the 95% interval.
        n: pairs.
        clusters: units of the interval; equals `n` if pairs are independent.
    """

    r: float
    low: float
    high: float
    n: int
    clusters: int


def compute_pearson(x: ArrayLike, y: ArrayLike) -> Correlation:
    """Compute Pearson's r of independent pairs, with the interval of Fisher's transformation.

    Args:
        x: (n,).
        y: (n,).

    Raises:
        StatisticsError: fewer than four pairs, values that are not finite, or no spread.

    Source: R. A. Fisher, Metron 1 (1921): atanh r has the standard error 1 / sqrt(n - 3).
    """
    first, second = _validate_pairs(x, y)
    r = _compute_r(first, second)
    centre, half = math.atanh(min(max(r, -1 + 1e-15), 1 - 1e-15)), Z_95 / math.sqrt(len(first) - 3)
    return Correlation(r, math.tanh(centre - half), math.tanh(centre + half), len(first), len(first))


def compute_clustered_pearson(x: ArrayLike, y: ArrayLike, cluster: Sequence[Hashable]) -> Correlation:
    """Compute Pearson's r with an interval from drawing whole clusters: models of a family are not independent.

    Args:
        x: (n,).
        y: (n,).
        cluster: (n,).

    Raises:
        StatisticsError: as `compute_pearson`, or fewer than four clusters.
    """
    first, second = _validate_pairs(x, y)
    if len(cluster) != len(first):
        raise StatisticsError(f"{len(cluster)} clusters for {len(first)} pairs")
    members: dict[Hashable, list[int]] = {}
    for index, name in enumerate(cluster):
        members.setdefault(name, []).append(index)
    if len(members) < FEWEST:
        raise StatisticsError(f"{len(members)} clusters are too few for an interval; {FEWEST} are needed")
    groups = [np.array(own) for own in members.values()]
    random = np.random.default_rng(SEED)
    drawn = []
    for _ in range(DRAWS):
        chosen = np.concatenate([groups[index] for index in random.integers(len(groups), size=len(groups))])
        if np.ptp(first[chosen]) > 0 and np.ptp(second[chosen]) > 0:
            drawn.append(_compute_r(first[chosen], second[chosen]))
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Correlation(_compute_r(first, second), float(low), float(high), len(first), len(groups))


def compute_clustered_phis(counts: Floats) -> pd.DataFrame:
    """Compute phi of pairs of series with groups as the unit of the interval: a jackknife of Fisher's z.

    Args:
        counts: pairs x groups x 4: how often both hold, only the first, only the second, and neither.

    Returns:
        value (NaN if one of the two is constant), low, high and n_groups, one row per pair. The interval is NaN below
        `FEW_GROUPS`, if a series becomes constant when one group is left out, or if both series are equal.

    Source: B. Efron, R. Tibshirani, "An Introduction to the Bootstrap" (1993), section 11.3, the jackknife.
    """
    totals, is_there = counts.sum(axis=1), counts.sum(axis=2) > 0
    n_groups = is_there.sum(axis=1)
    value = compute_phis(totals)
    with np.errstate(invalid="ignore", divide="ignore"):
        left = np.where(is_there, np.arctanh(compute_phis(totals[:, None, :] - counts)), 0.0)
        mean = left.sum(axis=1) / n_groups
        spread = np.where(is_there, left - mean[:, None], 0.0)
        error = np.sqrt((n_groups - 1) / n_groups * (spread**2).sum(axis=1))
        centre = np.arctanh(value)
    is_known = (n_groups >= FEW_GROUPS) & np.isfinite(centre) & np.isfinite(error)
    around = compute_t_intervals(np.where(is_known, centre, 0.0), np.where(is_known, error, np.nan), n_groups - 1)
    ends = {name: np.tanh(around[name].to_numpy()) for name in ("low", "high")}
    return pd.DataFrame({"value": value, **ends, "n_groups": n_groups})


def _validate_pairs(x: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    first, second = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if first.shape != second.shape or first.ndim != 1 or len(first) < FEWEST:
        raise StatisticsError(
            f"a correlation needs {FEWEST} or more pairs; got shapes {first.shape} and {second.shape}"
        )
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        raise StatisticsError("a correlation needs finite values")
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        raise StatisticsError("a correlation needs values that differ")
    return first, second


def _compute_r(first: np.ndarray, second: np.ndarray) -> float:
    return float(np.corrcoef(first, second)[0, 1])
