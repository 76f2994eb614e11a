"""Bounds of a mean for unreadable answers: its value if all of them were wrong, and if all of them were right.

A mean leaves unreadable answers out. A model that is unreadable on hard questions gains by it; these bounds show by how
much at most. Source: C. Manski, "Nonparametric Bounds on Treatment Effects", American Economic Review 80 (1990).
"""

import pandas as pd

WARN_FROM = 0.01
"""Minimum share of missing values for a headline to state the bounds."""


def add_missing_bounds(rows: pd.DataFrame, value: str, is_missing: pd.Series | None = None) -> pd.DataFrame:
    """Return the rows with `least` and `most`: the value, or 0 and 1 if it is missing.

    Args:
        rows: with the column `value`, in [0, 1].
        value: score, foil_score.
        is_missing: which values are missing because an answer is unreadable; None takes all that are NaN.
    """
    missing = rows[value].isna() if is_missing is None else is_missing
    return rows.assign(least=rows[value].mask(missing, 0.0), most=rows[value].mask(missing, 1.0))


def compute_missing_bounds(least: pd.Series, most: pd.Series, counts: pd.Series, every: pd.Series) -> pd.DataFrame:
    """Compute the bounds of means in [0, 1] from sums: share_missing, least and most.

    Args:
        least: sums with every missing value at its lowest.
        most: at its highest.
        counts: number of values.
        every: number of values including the missing ones.
    """
    return pd.DataFrame(
        {"share_missing": (every - counts) / every, "least": least.astype(float) / every, "most": most / every}
    )
