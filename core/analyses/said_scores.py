"""The scores that other programs gave the replies beside ours, from the query `said_scores`."""

import pandas as pd

DIFFERS_FROM = 0.5
"""Points in percent from which on two scores differ: programs round what they write."""


def differing(rows: pd.DataFrame) -> pd.DataFrame:
    """The replies whose two scores differ, the farthest apart first.

    Args:
        rows: of the query `said_scores`; those without a score of ours are left out.
    """
    apart = (rows["said"] - rows["score"]).abs()
    chosen = rows.assign(difference=rows["said"] - rows["score"])[apart > DIFFERS_FROM]
    return chosen.sort_values(
        ["difference", "run_id", "case_id"], key=lambda column: -column.abs() if column.name == "difference" else column
    )


def by_run(rows: pd.DataFrame) -> pd.DataFrame:
    """One row per run: how many replies have both scores, how many of these differ, and the means of both.

    Args:
        rows: of the query `said_scores`.
    """
    both = rows.dropna(subset=["said", "score"])
    counts = differing(both).groupby("run_id").size()
    found = both.groupby(["run_id", "run_label"], as_index=False, observed=True).agg(
        replies=("case_id", "size"), said=("said", "mean"), score=("score", "mean")
    )
    return found.assign(differing=found["run_id"].map(counts).fillna(0).astype(int))


def sentence(rows: pd.DataFrame) -> str:
    """How many replies have another score than the program gave them.

    Args:
        rows: of the query `said_scores`.
    """
    runs = by_run(rows)
    replies, others = int(runs["replies"].sum()), int(runs["differing"].sum())
    if not replies:
        return "No reply here came with another program's score."
    return f"{others:,} of {replies:,} replies have another score here than in the program that asked"
