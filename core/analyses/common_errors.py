"""Which models err on the same cases: phi between their errors, and the sentence that says it."""

from collections.abc import Sequence
from itertools import combinations

import pandas as pd

from core.scoring.agreement import phi_of_counts
from core.scoring.coding import in_words
from core.text import number_text

_REFERENCE = "reference"


def common_errors(sums: pd.DataFrame, runs: Sequence[tuple[str, str, str]]) -> pd.DataFrame:
    """Phi between the errors of every two runs over the answers that are readable in both.

    Args:
        sums: of who is right in the pairs of two runs, by first and second, as `Warehouse.sums` gives them.
        runs: id, label and kind of all runs, in the order in which they are first and second.

    Returns:
        first, second (run ids), phi (NaN where one of them is all right or all wrong), n (answers), both_wrong
        (answers), first_label, second_label, of_models (whether neither is a reference); the highest phi first.

    Source: MMPerspective, Figure 7.
    """
    every = pd.DataFrame(combinations([run_id for run_id, *_ in runs], 2), columns=["first", "second"])
    counted = every.merge(in_words(sums), on=["first", "second"], how="left").fillna(0)
    wrong = counted[["none", "only_second", "only_first", "both"]].astype(int).itertuples(index=False, name=None)
    found = counted[["first", "second"]].assign(
        phi=pd.Series([phi_of_counts(*each) for each in wrong], counted.index, dtype=float),
        n=counted["pairs"].astype(int),
        both_wrong=counted["none"].astype(int),
    )
    labels, kinds = ({run[0]: run[place] for run in runs} for place in (1, 2))
    for side in ("first", "second"):
        found[f"{side}_label"] = found[side].map(labels)
    of_sides = [found[side].map(kinds) for side in ("first", "second")]
    named = found.assign(of_models=(of_sides[0] != _REFERENCE) & (of_sides[1] != _REFERENCE))
    return named.sort_values(["phi", "first", "second"], ascending=[False, True, True], ignore_index=True)


def most_alike(found: pd.DataFrame) -> str:
    """The two models whose errors go together most, as a sentence; empty where no two can be compared."""
    known = found[found["of_models"]].dropna(subset=["phi"])
    if known.empty:
        return ""
    best = known.iloc[0]
    return (
        f"The errors of {best['first_label']} and {best['second_label']} go together most: phi "
        f"{number_text(best['phi'], 2)} over {best['n']:,} answers, {best['both_wrong']:,} of them wrong in both."
    )
