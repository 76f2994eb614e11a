"""Impossible claims: a run's answers that together claim a combination of properties that does not exist."""

from collections.abc import Sequence

import pandas as pd

from core.analyses.estimates import list_run_metadata
from core.benchmarks.data import ImpossibleCombination
from core.records import RUN_COLUMNS
from core.scoring.answer_codes import decode_categories
from core.statistics.proportions import compute_wilson_interval

COLUMNS = ("run_id", "exclusion", "n_together", "n_groups", "value", "low", "high")


SUMMED_BY = (*RUN_COLUMNS, "question_id", "group_id", "said")
"""Columns by which answers are summed here."""


def count_impossible_claims(sums: pd.DataFrame, exclusions: Sequence[ImpossibleCombination]) -> pd.DataFrame:
    """Count how often each run claims all of an exclusion about one group.

    Several answers to one question about a group count as a claim if one of them is.

    Args:
        sums: of answers to the questions of exclusions, by `SUMMED_BY`, as `Warehouse.aggregate` returns them.
        exclusions: combinations that no group has.

    Returns:
        run_id, exclusion (its title), n_together (groups of which all is claimed), n_groups (those with a readable
        answer to each of its questions), value (the share in percent), low, high (Wilson's, because a group counts
        once), model_id, label and kind; the run with the largest share of the first exclusion first.
    """
    parts = [_count_claims(sums, exclusion) for exclusion in exclusions]
    found = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(COLUMNS))
    named = found.merge(list_run_metadata(sums), on="run_id")
    order = {exclusion.title: index for index, exclusion in enumerate(exclusions)}
    keyed = named.assign(place=named["exclusion"].map(order))
    return keyed.sort_values(["place", "value"], ascending=[True, False], ignore_index=True).drop(columns="place")


def _count_claims(sums: pd.DataFrame, exclusion: ImpossibleCombination) -> pd.DataFrame:
    claims = dict(exclusion.claims)
    is_read = sums["answers"] > sums["unreadable"]
    answers = decode_categories(sums[sums["question_id"].isin(list(claims)) & is_read])
    is_claimed = answers["said"] == answers["question_id"].map(claims)
    wide = answers.assign(is_claimed=is_claimed).pivot_table(
        index=["run_id", "group_id"], columns="question_id", values="is_claimed", aggfunc="max"
    )
    complete = wide.reindex(columns=list(claims)).dropna().astype(bool).all(axis=1)
    counts = complete.groupby(level="run_id").agg(["sum", "size"])
    rows = []
    for run_id, n_together, n_groups in counts.itertuples():
        low, high = compute_wilson_interval(int(n_together), int(n_groups))
        share = n_together / n_groups
        rows.append((run_id, exclusion.title, int(n_together), int(n_groups), 100 * share, 100 * low, 100 * high))
    return pd.DataFrame(rows, columns=list(COLUMNS))
