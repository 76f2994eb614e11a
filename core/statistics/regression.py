"""Straight lines through scores: how much a column changes with a quantity of the cases, with clusters as units."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from core.scoring.answer_codes import decode_categories
from core.statistics.intervals import compute_t_intervals

LINE = 2
"""Number of parameters of a line: its height and its slope."""


def compute_slopes(
    answers: pd.DataFrame, value: str, along: str, by: Sequence[str], *, counts: str | None = None
) -> pd.DataFrame:
    """Compute the least-squares slope of a column over a quantity per slice, with the benchmark's groups as clusters.

    The slope is b = sum (x - X) (y - Y) / S with S = sum (x - X)^2. A cluster t contributes
    psi_t = sum over t of (x - X) (y - Y - b (x - X)) / S; the squared standard error is C / (C - 1) sum psi_t^2.

    Args:
        answers: group_id, the columns `value` and `along` (a NaN in one leaves the answer out), those of `by`.
        value: what changes.
        along: the quantity, of a case.
        by: columns whose combinations are the slices.
        counts: the column with the number of answers that each value sums; None if each value is a single answer.

    Returns:
        The columns of `by`, value (the slope, in units of the column per unit of the quantity), standard_error, low,
        high, p_value, n, n_groups. A slice whose cases all have the same quantity has no row. Fewer than three clusters
        have no interval.

    Source: K.-Y. Liang, S. Zeger, "Longitudinal Data Analysis Using Generalized Linear Models" (1986), for a line;
    Student's t with clusters - 2 degrees of freedom.
    """
    n = np.ones(len(answers)) if counts is None else answers[counts].to_numpy(dtype=float)
    rows = answers.assign(_n=n)[np.asarray(answers[[value, along]].notna().all(axis=1)) & (n > 0)]
    found = []
    for key, own in rows.groupby(list(by), observed=True, sort=True):
        times, x = own["_n"].to_numpy(dtype=float), own[along].to_numpy(dtype=float)
        y = own[value].to_numpy(dtype=float) / times
        aside = x - np.average(x, weights=times)
        if not (spread := float(times @ aside**2)):
            continue
        above = y - np.average(y, weights=times)
        slope = float(times @ (aside * above)) / spread
        contributed = times * aside * (above - slope * aside) / spread
        psi = pd.Series(contributed).groupby(own["group_id"].to_numpy()).sum().to_numpy()
        error = np.sqrt(len(psi) / (len(psi) - 1) * (psi @ psi)) if len(psi) > LINE else np.nan
        found.append((*key, slope, error, len(psi), int(times.sum())))
    table = decode_categories(pd.DataFrame(found, columns=[*by, "slope", "error", "n_groups", "n"]))
    slopes, errors, groups = (table.pop(name).to_numpy(dtype=float) for name in ("slope", "error", "n_groups"))
    freedom = groups.astype(int) - LINE
    return table.join(compute_t_intervals(slopes, errors, freedom)).assign(n_groups=groups.astype(int))
