"""Shares of answers on which one run is right where the other is wrong, with an interval over independent groups."""

from typing import Any

import pandas as pd

from core.analyses.phrases import describe_too_few_groups
from core.benchmarks.data import Terminology
from core.formatting import format_interval, format_number, has_too_few_groups
from core.statistics.grouped_means import compute_grouped_means


def estimate_right_where_other_wrong(sums: pd.DataFrame) -> pd.DataFrame:
    """Estimate for either run the share of the other run's wrong answers on which it is right.

    The share is a ratio of sums with `group_id` as clusters: groups with more wrong answers weigh more.

    Args:
        sums: of the pairs of two runs by `group_id`, with the columns `only_first`, `only_second` and `none`.

    Returns:
        A row per run, index `first` and `second`: value, low, high (percent), n (wrong answers of the other run),
        n_groups; NaN and 0 if the other run is never wrong.
    """
    rows = {}
    for side in ("first", "second"):
        right = sums[f"only_{side}"]
        wrong_of_other = right + sums["none"]
        has_wrong = wrong_of_other > 0
        answers = pd.DataFrame(
            {"group_id": sums["group_id"], "is_right": right.astype(float), "n_wrong": wrong_of_other}
        )
        share = compute_grouped_means(answers[has_wrong], "is_right", counts="n_wrong")
        rows[side] = share.iloc[0] if len(share) else pd.Series({"n": 0, "n_groups": 0})
    table = pd.DataFrame(rows).T.reindex(columns=["value", "low", "high", "n", "n_groups"]).astype(float)
    table[["value", "low", "high"]] *= 100
    return table.astype({"n": int, "n_groups": int})


def describe_right_where_other_wrong(table: pd.DataFrame, first: str, second: str, words: Terminology) -> str:
    """Describe both shares in one or two sentences, each with its interval or that there are too few groups.

    Args:
        table: as `estimate_right_where_other_wrong` returns it.
        first: name of the first run.
        second: of the second.
        words: of the benchmark.
    """
    sentence = [
        _describe_share(table.loc["first"].to_dict(), first, second, words),
        _describe_share(table.loc["second"].to_dict(), second, first, words),
    ]
    return " ".join(sentence)


def _describe_share(share: dict[Any, Any], name: str, other: str, words: Terminology) -> str:
    if not share["n"]:
        return f"{other} is never wrong."
    sentence = f"Where {other} is wrong, {name} is right on {format_number(share['value'])}%"
    if has_too_few_groups(share["n_groups"]):
        return f"{sentence}; {describe_too_few_groups(int(share['n_groups']), words, 'how often')}."
    if pd.isna(share["low"]):
        return f"{sentence}."
    return f"{sentence} (95% CI {format_interval(share['low'], share['high'])})."
