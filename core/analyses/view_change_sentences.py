"""Sentences about changes under image views that keep the truth."""

from collections.abc import Mapping

import pandas as pd

from core.analyses.phrases import describe_too_few_groups
from core.analyses.view_changes import ViewChanges
from core.benchmarks.data import Terminology
from core.formatting import format_interval, format_number
from core.records import FEW_GROUPS

LIKELY = 0.9
"""Minimum probability of a rank change for a sentence to state it as a fact."""

_CLEAR = ("higher", "lower")


def describe_view_changes(changes: ViewChanges, titles: Mapping[str, str], words: Terminology) -> str:
    """Describe the largest change of a score that is shown, or that none is shown.

    Args:
        changes: at least one row.
        titles: of the views.
        words: of the benchmark.
    """
    models = changes.rows
    enough = models[models["n_groups"] >= FEW_GROUPS]
    if enough.empty:
        reason = describe_too_few_groups(int(models["n_groups"].max()), words, "if a view changes a score")
        return f"{reason[0].upper()}{reason[1:]}."
    clear = enough[enough["verdict"].isin(_CLEAR)]
    largest = _find_largest(clear if len(clear) else enough)
    value = f"{format_number(abs(largest['value']))} points"
    if clear.empty:
        return (
            f"No view is shown to change a score: the largest of {len(enough)} changes is {value}, for "
            f"{largest['label']} with the view {titles[largest['view']]} ({_format_change(largest)})."
        )
    verb = "loses" if largest["value"] < 0 else "gains"
    return (
        f"{largest['label']} {verb} {value} ({_format_change(largest)}) with the view {titles[largest['view']]}, "
        f"though the truth is the same. {len(clear)} of {len(enough)} changes of a score are distinguishable from 0."
    )


def describe_flips(changes: ViewChanges, titles: Mapping[str, str]) -> str:
    """Describe the view with the most flips, and how many of them repeating alone explains.

    Args:
        changes: at least one row.
        titles: of the views.
    """
    most = changes.rows.sort_values("flips", ascending=False, kind="stable").iloc[0]
    if most["flips"] == 0:
        return f"No answer flips with any of {len(changes.rows)} changed views."
    text = f"Most answers flip for {most['label']} with the view {titles[most['view']]}: {_format_flips(most)}. "
    if pd.isna(most["floor"]):
        return (
            f"{text}How many would flip without any change is unknown, because this model was not asked twice with the "
            "same view."
        )
    share = f"{format_number(most['floor'])}% flip when the same view is asked again"
    if most["n_groups"] < FEW_GROUPS or pd.isna(most["excess_low"]):
        return f"{text}{share}; there are too few groups to compare the two."
    ends = format_interval(most["excess_low"], most["excess_high"], with_plus=True)
    more = f"{format_number(most['excess'], with_plus=True)} points ({ends})"
    return (
        f"{text}{share}, so the view adds {more}."
        if most["excess_low"] > 0
        else f"{text}{share}; the difference of {more} is not distinguishable from 0."
    )


def describe_rank_changes(changes: ViewChanges, titles: Mapping[str, str]) -> str:
    """Describe the likeliest change of places of two models under a view; empty with fewer than two models.

    Args:
        changes: of all models.
        titles: of the views.
    """
    if changes.ranks.empty:
        return ""
    first = changes.ranks.iloc[0]
    share = format_number(100 * first["probability"], 0)
    pair = f"{first['leader']} and {first['follower']} change places with the view {titles[first['view']]}"
    if first["probability"] >= LIKELY:
        return f"{pair} (in {share}% of the draws of groups)."
    return f"No two models are shown to change places; the likeliest case, {pair}, occurs in {share}% of the draws."


def _find_largest(rows: pd.DataFrame) -> pd.Series:
    return rows.sort_values("value", key=lambda values: values.abs(), ascending=False, kind="stable").iloc[0]


def _format_change(row: pd.Series) -> str:
    return format_interval(row["low"], row["high"], with_plus=True)


def _format_flips(row: pd.Series) -> str:
    ends = (
        f" ({format_interval(row['flips_low'], row['flips_high'])})"
        if row["n_groups"] >= FEW_GROUPS and pd.notna(row["flips_low"])
        else ""
    )
    return f"{format_number(row['flips'])}%{ends} of {row['n']:,.0f}"
