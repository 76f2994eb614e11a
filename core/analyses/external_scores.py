"""Scores that other programs gave the replies, compared with ours, from the query `external_scores_by_run`."""

import pandas as pd

MIN_SCORE_DIFFERENCE = 0.5
"""Minimum difference in percentage points to count as different: programs round what they write."""


def describe_external_scores(runs: pd.DataFrame) -> str:
    """State how many replies have a different score than the program gave them.

    Args:
        runs: of the query `external_scores_by_run`.
    """
    replies, others = int(runs["replies"].sum()), int(runs["differing"].sum())
    return f"{others:,} of {replies:,} replies have another score here than in the program that asked"
