"""Straight lines through scores: how much a column changes with a quantity of the cases, a cluster as the unit."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from core.scoring.answer_codes import decode_categories
from core.statistics.intervals import compute_t_intervals

LINE = 2
"""What a line has to be told by: its height and its slope."""


def compute_slopes(
    answers: pd.DataFrame, value: str, along: str, by: Sequence[str], *, counts: str | None = None
) -> pd.DataFrame:
    """The least-squares slope of a column over a quantity per slice, with the benchmark's groups as clusters.

    The slope is b = sum (x - X) (y - Y) / S with S = sum (x - X)^2. A cluster t contributes
    psi_t = sum over t of (x - X) (y - Y - b (x - X)) / S; the squared standard error is C / (C - 1) sum psi_t^2.

    Args:
        answers: group_id, the columns `value` and `along` (where one is NaN the answer is left out), those of `by`.
        value: what changes.
        along: the quantity, of a case.
        by: columns whose combinations are the slices.
        counts: the column that says over how many answers each value is a sum; None where each is of one answer.

    Returns:
        The columns of `by`, value (the slope, in units of the column by unit of the quantity), standard_error, low,
        high, p_value, n, n_groups; no row where all cases have the same quantity. Fewer than three clusters have no
        interval.

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
