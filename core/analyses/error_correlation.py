"""Models that err on the same cases: phi between their errors, and a sentence about it."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from core.analyses.phrases import describe_few_groups, keep_runs_with_enough_groups
from core.formatting import MISSING, format_interval, format_number
from core.scoring.answer_codes import decode_categories
from core.statistics.correlation import compute_clustered_phis

_REFERENCE = "reference"
_WRONG = ["none", "only_second", "only_first", "both"]
"""Outcomes of a pair, as errors: both wrong, only the first, only the second, neither."""


def compute_error_correlations(sums: pd.DataFrame, runs: Sequence[tuple[str, str, str]]) -> pd.DataFrame:
    """Compute phi between the errors of every two runs over the answers that are readable in both.

    Args:
        sums: of the outcomes of pairs of runs, by first, second and group, as `Warehouse.aggregate` returns them.
        runs: id, label and kind of all runs, in the order in which they are first and second.

    Returns:
        first, second (run ids), phi (NaN if one of them is all right or all wrong), low, high (with groups as
        units, NaN if there are too few), interval (as text), n (answers), both_wrong (answers), n_groups, first_label,
        second_label, of_models (whether neither is a reference); the highest phi first.

    Source: MMPerspective, Figure 7.
    """
    every = pd.DataFrame(combinations([run_id for run_id, *_ in runs], 2), columns=["first", "second"])
    counts = _count_errors(decode_categories(sums), every)
    phis = compute_clustered_phis(counts).rename(columns={"value": "phi"})
    found = every.join(phis).assign(
        interval=[format_interval(low, high, 2) for low, high in zip(phis["low"], phis["high"], strict=True)],
        n=counts.sum(axis=(1, 2)).astype(int),
        both_wrong=counts[:, :, 0].sum(axis=1).astype(int),
    )
    labels, kinds = ({run[0]: run[place] for run in runs} for place in (1, 2))
    for side in ("first", "second"):
        found[f"{side}_label"] = found[side].map(labels)
    of_sides = [found[side].map(kinds) for side in ("first", "second")]
    named = found.assign(of_models=(of_sides[0] != _REFERENCE) & (of_sides[1] != _REFERENCE))
    return named.sort_values(["phi", "first", "second"], ascending=[False, True, True], ignore_index=True)


def _count_errors(sums: pd.DataFrame, pairs: pd.DataFrame) -> np.ndarray:
    """Count how often both are wrong, only the first, only the second, and neither, as pairs x groups x 4."""
    groups, names = pd.factorize(sums["group_id"])
    counts = np.zeros((len(pairs), max(len(names), 1), 4))
    places = pd.MultiIndex.from_frame(pairs).get_indexer(pd.MultiIndex.from_frame(sums[["first", "second"]]))
    counts[places, groups] = sums[_WRONG].to_numpy(dtype=float)
    return counts


def describe_most_alike(found: pd.DataFrame) -> str:
    """Describe the two models whose errors correlate most; empty if no two can be compared."""
    known = found[found["of_models"]].dropna(subset=["phi"])
    if known.empty:
        return ""
    best = keep_runs_with_enough_groups(known).iloc[0]
    return (
        f"{best['first_label']} and {best['second_label']} fail on the same questions most often: {_format_phi(best)}"
    )


def describe_pair(found: pd.DataFrame, first: str, second: str) -> str:
    """Describe how the errors of two runs correlate; empty if one of them is all right or all wrong.

    Args:
        found: as `compute_error_correlations` returns them.
        first: id of a run.
        second: of the other.
    """
    of_pair = found[found["first"].isin([first, second]) & found["second"].isin([first, second])]
    rows = of_pair.dropna(subset=["phi"])
    if rows.empty:
        return ""
    row = rows.iloc[0]
    return f"{row['first_label']} and {row['second_label']}: {_format_phi(row)}"


def _format_phi(row: pd.Series) -> str:
    interval = "no interval" if row["interval"] == MISSING else f"95% CI {row['interval']}"
    return (
        f"phi {format_number(row['phi'], 2)} ({interval}) over {row['n']:,} answers, {row['both_wrong']:,} of them "
        f"wrong in both.{describe_few_groups(row)}"
    )
