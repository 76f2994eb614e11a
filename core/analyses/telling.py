"""Cases that show at a glance what a benchmark asks: the models differ on them, and some fall for the foil."""

from collections.abc import Collection, Sequence

import pandas as pd

MOST_CASES = 24


def telling_cases(outcomes: pd.DataFrame, seen: Collection[str]) -> pd.DataFrame:
    """Up to `MOST_CASES` cases with one question each, the most telling first.

    The more of the answers a right one and one that is right only against the foil can be set against each other, the
    more telling; without a foil any wrong answer takes its place.

    Args:
        outcomes: the table `case_outcomes`.
        seen: the cases whose pictures are here; all count where none are.

    Returns:
        case_id, question_id, n_right, n_foil (right against the foil only), n_wrong.
    """
    is_seen = outcomes["case_id"].isin(seen)
    counts = outcomes[is_seen] if is_seen.any() else outcomes
    against = counts["n_foil"] if counts["n_foil"].any() else counts["n_wrong"]
    counts = counts.assign(pairs=counts["n_right"] * against).sort_values(["case_id", "question_id"])
    ordered = counts.sort_values(["pairs", "n_right"], ascending=False, kind="stable")
    one_each = ordered.drop_duplicates("case_id").head(MOST_CASES)
    return one_each.drop(columns="pairs").reset_index(drop=True)


def first_seen(case_ids: Sequence[str], seen: Collection[str]) -> str | None:
    """The first case whose picture is here, or the first where none is; None without cases."""
    return next((case_id for case_id in case_ids if case_id in seen), next(iter(case_ids), None))
