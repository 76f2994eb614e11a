"""Sums over a frame of answers, as `Warehouse.sums` makes them of the warehouse: the slow definition."""

import pandas as pd

from core.records import COUNTED, NEARER_TO_FOIL, NEARER_TO_TRUTH


def summed(answers, by, values):
    """One row per combination of the columns in `by`, nulls too: answers, unreadable, each value's sum and count."""
    is_told = answers["fits"].isin([*NEARER_TO_FOIL, *NEARER_TO_TRUTH]) if "fits" in answers else False
    rows = answers.assign(
        answers=1,
        unreadable=(answers["status"] != "ok").astype(int)
        if "status" in answers
        else answers["score"].isna().astype(int),
        is_unreadable=lambda frame: frame["unreadable"].astype(float),
    )
    if "fits" in answers:
        rows["is_nearer_to_foil"] = answers["fits"].isin(NEARER_TO_FOIL).astype(float).where(is_told)
    by = list(dict.fromkeys(by))
    groups = rows.groupby(by, observed=True, dropna=False)
    sums = {name: groups[name].sum(min_count=1) for name in values}
    counts = {COUNTED.format(name): groups[name].count() for name in values}
    return pd.DataFrame(
        {"answers": groups["answers"].sum(), "unreadable": groups["unreadable"].sum(), **sums, **counts}
    ).reset_index()
