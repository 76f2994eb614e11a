"""What unreadable answers may hide: what a mean would be if all of them were wrong, and if all of them were right.

A mean leaves unreadable answers out. Whoever is unreadable where the question is hard gains by it; these bounds say how
much at most. Source: C. Manski, "Nonparametric Bounds on Treatment Effects", American Economic Review 80 (1990).
"""

from collections.abc import Sequence

import pandas as pd

from core.scoring.coding import in_words

WARN_FROM = 0.01
"""The share of missing values from which on a headline names the bounds."""


def with_extremes(rows: pd.DataFrame, value: str, is_missing: pd.Series | None = None) -> pd.DataFrame:
    """The rows with `least` and `most`: the value, or 0 and 1 where it is missing.

    Args:
        rows: with the column `value`, in [0, 1].
        value: score, foil_score.
        is_missing: which values are missing because an answer is unreadable; all that are NaN where it is None.
    """
    missing = rows[value].isna() if is_missing is None else is_missing
    return rows.assign(least=rows[value].mask(missing, 0.0), most=rows[value].mask(missing, 1.0))


def bounds_table(rows: pd.DataFrame, value: str, by: Sequence[str]) -> pd.DataFrame:
    """The bounds of the mean of a column per slice.

    Args:
        rows: the columns `value`, `least`, `most` (as `with_extremes` adds them) and those of `by`.
        value: what is averaged; NaN where it is left out of the mean.
        by: columns whose combinations are the slices.

    Returns:
        The columns of `by`, share_missing (of the rows that have bounds), least and most: the mean with every missing
        value at its lowest and at its highest. All are in [0, 1].
    """
    bounded = rows[rows["least"].notna()]
    missing = bounded.assign(share_missing=bounded[value].isna().astype(float))
    names = ["share_missing", "least", "most"]
    return in_words(missing.groupby(list(by), observed=True, as_index=False)[names].mean())


def bounds_of_sums(sums: pd.Series, counts: pd.Series, missing: pd.Series) -> pd.DataFrame:
    """The same bounds of means in [0, 1] out of sums: share_missing, least and most.

    Args:
        sums: of the values that there are.
        counts: how many these are.
        missing: how many values are missing.
    """
    sums, every = sums.astype(float), counts + missing
    return pd.DataFrame({"share_missing": missing / every, "least": sums / every, "most": (sums + missing) / every})
