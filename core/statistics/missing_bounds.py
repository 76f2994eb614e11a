"""What unreadable answers may hide: what a mean would be if all of them were wrong, and if all of them were right.

A mean leaves unreadable answers out. Whoever is unreadable where the question is hard gains by it; these bounds say how
much at most. Source: C. Manski, "Nonparametric Bounds on Treatment Effects", American Economic Review 80 (1990).
"""

import pandas as pd

WARN_FROM = 0.01
"""The share of missing values from which on a headline names the bounds."""


def add_missing_bounds(rows: pd.DataFrame, value: str, is_missing: pd.Series | None = None) -> pd.DataFrame:
    """The rows with `least` and `most`: the value, or 0 and 1 where it is missing.

    Args:
        rows: with the column `value`, in [0, 1].
        value: score, foil_score.
        is_missing: which values are missing because an answer is unreadable; all that are NaN where it is None.
    """
    missing = rows[value].isna() if is_missing is None else is_missing
    return rows.assign(least=rows[value].mask(missing, 0.0), most=rows[value].mask(missing, 1.0))


def compute_missing_bounds(least: pd.Series, most: pd.Series, counts: pd.Series, every: pd.Series) -> pd.DataFrame:
    """The bounds of means in [0, 1] out of sums: share_missing, least and most.

    Args:
        least: sums with every missing value at its lowest.
        most: at its highest.
        counts: how many values there are.
        every: how many there are with the missing ones.
    """
    return pd.DataFrame(
        {"share_missing": (every - counts) / every, "least": least.astype(float) / every, "most": most / every}
    )
