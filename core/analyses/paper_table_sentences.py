"""Sentences on a column of a paper's table: its highest models, and those below guessing."""

from collections.abc import Mapping

import pandas as pd

from core.analyses.paper_tables import BASELINES, PEOPLE, find_best_guess, find_not_below_best, get_exact_values
from core.formatting import format_number, join_with_and

MAX_NAMED = 4
"""Maximum number of models that a sentence names because they may be as high as the best one."""


def describe_best_row(rows: pd.DataFrame, column: str, n_items: int | None = None, *, with_people: bool = True) -> str:
    """State which models are highest in a column, which others may be equally high, and what people reach.

    Empty without intervals.

    Args:
        rows: as `select_column_with_errors` returns them.
        column: title of a column of the paper's table.
        n_items: number of items behind each value, if every row has the same.
        with_people: whether to state what people reach.
    """
    items = f" ({n_items} items each)" if n_items else ""
    models = rows[~rows["label"].isin(BASELINES)].reset_index(drop=True)
    known = models.dropna(subset=["low", "high"])
    if len(known) < 2 or known.index[0] != 0:
        return ""
    reached = rows.loc[(rows["label"] == PEOPLE) & with_people, "value"]
    people = "".join(f" People reach {format_number(value)}%." for value in reached)
    best, others = find_not_below_best(known)
    if not others:
        return f"{column}: {best} is highest; all others with an interval are significantly lower{items}.{people}"
    exact = get_exact_values(known)
    equal = [label for label in known.loc[exact == exact.iloc[0], "label"] if label in others]
    behind = [label for label in others if label not in equal]
    highest = f"{join_with_and([best, *equal])} {'are' if equal else 'is'} highest"
    lead = "their lead" if equal else "its lead"
    if len(equal) == len(known) - 1:
        return f"{column}: {join_with_and([best, *equal])} are equal{items}.{people}"
    if not behind:
        return f"{column}: {highest}; all others with an interval are significantly lower{items}.{people}"
    if len(others) == len(known) - 1:
        return f"{column}: {highest}, but {lead} over every other model may be chance{items}.{people}"
    more = len(behind) - MAX_NAMED
    named = join_with_and(behind[:MAX_NAMED] + ([f"{more} more"] if more > 0 else []))
    rest = "the others" if len(known) == len(models) else "the others with an interval"
    return f"{column}: {highest}; {lead} over {named} may be chance, that over {rest} is significant{items}.{people}"


def describe_below_guessing(rows: pd.DataFrame, lines: Mapping[str, float]) -> str:
    """Count the models whose whole interval lies below the best way to guess, in a sentence; empty without guesses.

    Args:
        rows: as `select_column_with_errors` returns them.
        lines: as `list_guessing_scores` returns them.
    """
    known = rows[~rows["label"].isin(BASELINES)].dropna(subset=["low", "high"])
    if not lines or known.empty:
        return ""
    best = lines[find_best_guess(lines)]
    n_below = int((known["high"] < best).sum())
    return (
        f"{n_below} of {len(known)} models have an interval that is entirely below guessing without the image "
        f"({format_number(best)}%)."
    )
