"""Smooth curves: the mean of a column near each place along a measured quantity, clustered by triangle."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from core.scoring.metrics import Floats
from core.statistics.grouped_means import SHARES
from core.statistics.intervals import compute_contrasts


def compute_epanechnikov_weights(distances: Floats) -> Floats:
    """Compute the weight of an answer by its distance in bandwidths: 1 at 0, falling to 0 at 1 and beyond.

    Source: V. A. Epanechnikov, "Non-Parametric Estimation of a Multivariate Probability Density" (1969), up to a
    factor, which does not affect a mean.
    """
    return np.maximum(0.0, 1.0 - distances**2)


def compute_local_means(
    answers: pd.DataFrame,
    value: str,
    along: str,
    places: Floats,
    bandwidth: float,
    by: Sequence[str] = (),
    *,
    counts: str | None = None,
) -> pd.DataFrame:
    """Compute the mean of a column near each place, weighted by closeness, per slice, with its interval.

    The weights are known, so the estimate is a weighted mean, and its standard error the clustered one with sums and
    counts weighted alike. An interval is of the smoothed curve and excludes the bias of smoothing.

    Args:
        answers: group_id, the columns `value`, `along` (a NaN in one leaves the answer out) and those of `by`.
        value: what to average.
        along: the measured quantity.
        places: where on it the mean is taken.
        bandwidth: answers nearer than this count, in the unit of `along`.
        by: columns whose combinations are the slices; none: one slice of all.
        counts: the column with the number of answers that each value sums; None if each value is a single answer.

    Returns:
        The columns of `by`, `along` (the place), value, standard_error, low, high, n and n_groups within the
        bandwidth. A place with answers on one side only has no row: the mean would be that of another place.

    Source: E. A. Nadaraya, "On Estimating Regression" (1964); G. S. Watson, "Smooth Regression Analysis" (1964).
    """
    by = list(by)
    known = answers.dropna(subset=[value, along])
    groups = known.groupby(by, observed=True, sort=True) if by else [((), known)]
    tables: list[pd.DataFrame] = []
    for key, rows in groups:
        triangles, names = pd.factorize(rows["group_id"])
        positions, inverse = np.unique(rows[along].to_numpy(dtype=float), return_inverse=True)
        shape = (len(positions), len(names))
        cells = inverse * len(names) + triangles
        sums = np.bincount(cells, rows[value].to_numpy(dtype=float), np.prod(shape)).reshape(shape)
        times = None if counts is None else rows[counts].to_numpy(dtype=float)
        n_answers = np.bincount(cells, times, np.prod(shape)).reshape(shape).astype(float)
        distances = (positions[None, :] - places[:, None]) / bandwidth
        weights = compute_epanechnikov_weights(distances)
        is_inside = ((weights > 0) & (distances <= 0)).any(axis=1) & ((weights > 0) & (distances >= 0)).any(axis=1)
        table = compute_contrasts(
            (weights @ sums)[:, None, :], (weights @ n_answers)[:, None, :], np.ones(1), is_share=value in SHARES
        )
        n = ((weights > 0) @ n_answers.sum(axis=1)).astype(int)
        slices = pd.DataFrame(dict(zip(by, key, strict=True)), index=table.index)
        tables.append(slices.join(table.assign(n=n, **{along: places})).take(np.flatnonzero(is_inside)))
    columns = [*by, along, "value", "standard_error", "low", "high", "n", "n_groups"]
    return pd.concat(tables, ignore_index=True)[columns] if tables else pd.DataFrame(columns=columns)
