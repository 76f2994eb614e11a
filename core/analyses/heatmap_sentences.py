"""Sentences on the cells of a heatmap of differences: how many are significant, and whose."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from core.analyses.answered import name_some
from core.analyses.phrases import MAX_NAMED
from core.formatting import format_count

MAX_COUNTS = 3
"""Maximum number of different counts that a sentence states on each side of 0."""


@dataclass(frozen=True, slots=True)
class CellWords:
    """Words of a sentence on the cells by value.

    Attributes:
        above: what a value above 0 means, as a verb in singular and plural: `beats the best constant answer`, ....
        below: what one below 0 means.
        parts: word for the cells of a value: `questions`.
        yardstick: what a value is compared with; named once, then `it`.
    """

    above: tuple[str, str]
    below: tuple[str, str]
    parts: str
    yardstick: str = ""


def describe_values_with_significant_cells(cells: pd.DataFrame, axis: str, words: CellWords) -> str:
    """Describe for whom a difference is significant, and in how many cells; empty if it is so in none.

    Args:
        cells: standing and labels by axis, as `compute_cells` returns them.
        axis: whose values are the subject.
        words: for the measure and the cells.
    """
    n_cells = cells.groupby(axis, sort=False).size()
    counts_above, counts_below = (
        cells[cells["standing"] == standing].groupby(axis, sort=False).size() for standing in ("above", "below")
    )
    above = _list_clauses(counts_above, n_cells, words.above, words.parts)
    below = _list_clauses(counts_below, n_cells, words.below, words.parts)
    if not above:
        return f"{', '.join(below)}." if below else ""
    without = [str(name) for name in n_cells.index if name not in counts_above.index]
    if without and set(without) == set(counts_below.index) and len(below) == 1:
        names = name_some([str(name) for name in counts_below.index])
        below = [f"{names} {words.above[len(without) > 1]} on none and{below[0].removeprefix(names)}"]
    elif without:
        is_few = len(without) <= MAX_NAMED
        above = [*above, f"{name_some(without) if is_few else f'{len(without)} others'} on none"]
    if words.yardstick:
        none_below = f"None is significantly worse than {words.yardstick}"
        below = [clause.replace(words.yardstick, "it") for clause in below or [none_below]]
    return " ".join(f"{', '.join(clauses)}." for clauses in (above, below) if clauses)


def _list_clauses(counts: pd.Series, n_cells: pd.Series, verbs: tuple[str, str], parts: str) -> Sequence[str]:
    """List the clauses on values with equal counts, the highest count first."""
    distinct = sorted(set(counts), reverse=True)
    clauses: list[str] = []
    for count in distinct[:MAX_COUNTS]:
        names = [str(name) for name in counts.index[counts == count]]
        suffix = " each" if len(names) > 1 else ""
        if clauses:
            clauses.append(f"{name_some(names)} on {count}{suffix}")
            continue
        own_counts = set(n_cells[counts.index[counts == count]])
        n_parts = int(next(iter(own_counts))) if len(own_counts) == 1 else 0
        owner = "their" if len(names) > 1 else "its"
        whose = " ".join(filter(None, (owner if len(set(n_cells)) > 1 else "", str(n_parts or ""))))
        all_parts = "both" if n_parts == 2 else f"all {n_parts}"
        of_all = f"{all_parts} {parts}" if count == n_parts else f"{count} of {whose} {parts}{suffix}"
        clauses.append(f"{name_some(names)} {verbs[len(names) > 1]} on {of_all}")
    n_others = int(counts.isin(distinct[MAX_COUNTS:]).sum())
    return [*clauses, f"{n_others} {'other' if n_others == 1 else 'others'} on fewer"] if n_others else clauses


def describe_significant_cells(title: str, cells: pd.DataFrame) -> str:
    """Describe in how many cells a difference is significant at a false discovery rate of 5%.

    Args:
        title: of the measure.
        cells: standing, as `compute_cells` returns them.
    """
    of_all = format_count(len(cells), "cell")
    above, below = ((cells["standing"] == standing).sum() for standing in ("above", "below"))
    if not above and not below:
        return f"{title} is not significantly different from 0 in any of {of_all}."
    return (
        f"{title} is above 0 in {_format_or_none(above)} of {of_all} and below 0 in {_format_or_none(below)}; at most "
        "5% of such cells are expected to be chance findings."
    )


def _format_or_none(number: int) -> str:
    """Format a count for a sentence in which 0 is possible."""
    return str(number or "none")
