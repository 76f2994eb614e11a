"""Heatmap: a measure for every pair of values of two factors, with its interval, in panels of a third."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.analyses.estimates import in_percent, with_bounds
from core.records import FACTOR_BY_KEY
from core.scoring.slices import mean_table
from core.scoring.unreadable import with_extremes

AXES = ("row_value", "column_value", "panel_value")
"""Columns of the factors' values."""

NEARER_TO_2D, NEARER_TO_3D = ("2d only", "nearer to 2d"), ("3d only", "nearer to 3d")


@dataclass(frozen=True, slots=True)
class Measure:
    """What a cell shows: a column of the answers, its name, and what it says.

    Attributes:
        is_signed: may be below zero; then zero is the middle of the colours.
        is_kappa: is a mean of scores that an unreadable answer lacks, which leaves the mean two bounds.
    """

    column: str
    label: str
    says: str
    is_signed: bool = False
    is_kappa: bool = False


CELL_MEASURES = {
    "kappa_3d": Measure("kappa_3d", "Kappa 3D", "the paper's accuracy against the tape measure", is_kappa=True),
    "kappa_2d": Measure(
        "kappa_2d", "Kappa 2D", "the paper's accuracy against the triangle in the image plane", is_kappa=True
    ),
    "difference": Measure(
        "reliance",
        "2D minus 3D",
        "image-plane reliance: above zero, answers fit the flat picture better, by habit or looking",
        True,
    ),
    "skill": Measure(
        "skill_3d",
        "Skill",
        "kappa 3D minus the best fixed answer's: below zero, worse than answering without looking",
        True,
    ),
    "nearer_2d": Measure(
        "is_nearer_to_2d", "Nearer to 2D", "share of answers nearer to 2D, of those clearly nearer to one truth"
    ),
    "unreadable": Measure("is_unreadable", "Unreadable", "share of answers that could not be read"),
}


def cells(answers: pd.DataFrame, measure: str, rows: str, columns: str, panels: str | None = None) -> pd.DataFrame:
    """One row per cell: the mean of a measure in percent with its interval.

    Args:
        answers: as the query `answers` gives them.
        measure: a key of `CELL_MEASURES`.
        rows: factor down, a key of `FACTOR_BY_KEY`.
        columns: factor across.
        panels: factor of the panels; None for one panel.

    Returns:
        row_value, column_value, panel_value, value, low, high, n (answers behind the mean), n_triangles, answers (all
        of the cell), how many of these are unreadable, least and most (of a mean kappa, with all of them wrong and all
        right; NaN without unreadable answers); cells whose answers all lack a value have NaN.
    """
    keys = {"row_value": rows, "column_value": columns} | ({"panel_value": panels} if panels else {})
    named = answers.assign(
        **{key: answers[FACTOR_BY_KEY[factor].column] for key, factor in keys.items()},
        is_unreadable=(answers["status"] != "ok").astype(float),
        is_nearer_to_2d=_is_nearer_to_2d(answers),
    )
    table = in_percent(mean_table(named, CELL_MEASURES[measure].column, list(keys)))
    counts = named.groupby(list(keys), observed=True, as_index=False).agg(
        answers=("status", "size"), unreadable=("is_unreadable", "sum")
    )
    table = table.merge(counts.astype({"unreadable": int}), on=list(keys))
    if CELL_MEASURES[measure].is_kappa:
        table = with_bounds(table, with_extremes(named, measure, answers["value"].isna()), measure, list(keys))
        table[["least", "most"]] = table[["least", "most"]].where(table["unreadable"] > 0)
    else:
        table = table.assign(least=np.nan, most=np.nan)
    names = ["value", "low", "high", "n", "n_triangles", "answers", "unreadable", "least", "most"]
    return table.assign(panel_value=table["panel_value"] if panels else "")[[*AXES, *names]]


def without_value(answers: pd.DataFrame, factors: Sequence[str | None]) -> dict[str, int]:
    """How many answers no cell has because a factor has no value for them, by factor that lacks some."""
    counts = {
        factor: int(answers[FACTOR_BY_KEY[factor].column].isna().sum()) for factor in dict.fromkeys(factors) if factor
    }
    return {factor: count for factor, count in counts.items() if count}


def _is_nearer_to_2d(answers: pd.DataFrame) -> pd.Series:
    reads = answers["reads"]
    return reads.isin(NEARER_TO_2D).astype(float).where(reads.isin((*NEARER_TO_2D, *NEARER_TO_3D)))
