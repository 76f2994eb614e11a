"""Heatmap: a measure for every pair of values of two factors, with its interval, in panels of a third."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.analyses.estimates import in_percent, with_bounds
from core.benchmarks.about import About
from core.records import column_of
from core.scoring.coding import in_words
from core.scoring.slices import mean_table
from core.scoring.unreadable import with_extremes

AXES = ("row_value", "column_value", "panel_value")
"""Columns of the factors' values."""

NEARER_TO_FOIL, NEARER_TO_TRUTH = ("foil only", "nearer to the foil"), ("truth only", "nearer to the truth")


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


def cell_measures(about: About) -> dict[str, Measure]:
    """The measures of a benchmark, by their names in links."""
    own = {
        "score": Measure("score", _capital(about.score), f"the score against {about.truth.phrase}", is_kappa=True),
        "skill": Measure(
            "skill",
            "Skill",
            f"{about.score} minus the best fixed answer's: below zero, worse than answering without looking",
            True,
        ),
        "unreadable": Measure("is_unreadable", "Unreadable", "share of answers that could not be read"),
    }
    if about.foil is None:
        return own
    truth, foil = about.truth.title, about.foil.title
    return {
        "kappa_3d": own["score"],
        "kappa_2d": Measure(
            "foil_score", _capital(about.foil_score), f"the score against {about.foil.phrase}", is_kappa=True
        ),
        "difference": Measure(
            "reliance",
            f"{foil} minus {truth}",
            f"image-plane reliance: above zero, answers fit {foil} better, by habit or looking",
            True,
        ),
        "skill": own["skill"],
        "nearer_2d": Measure(
            "is_nearer_to_foil",
            f"Nearer to {foil}",
            f"share of answers nearer to {foil}, of those clearly nearer to one truth",
        ),
        "unreadable": own["unreadable"],
    }


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def cells(answers: pd.DataFrame, measure: Measure, rows: str, columns: str, panels: str | None = None) -> pd.DataFrame:
    """One row per cell: the mean of a measure in percent with its interval.

    Args:
        answers: as the query `answers` gives them.
        measure: one of `cell_measures`.
        rows: factor down, a key of `About.factors`.
        columns: factor across.
        panels: factor of the panels; None for one panel.

    Returns:
        row_value, column_value, panel_value, value, low, high, n (answers behind the mean), n_groups, answers (all
        of the cell), how many of these are unreadable, least and most (of a mean kappa, with all of them wrong and all
        right; NaN without unreadable answers); cells whose answers all lack a value have NaN.
    """
    keys = {"row_value": rows, "column_value": columns} | ({"panel_value": panels} if panels else {})
    named = answers.assign(
        **{key: answers[column_of(factor)] for key, factor in keys.items()},
        is_unreadable=(answers["status"] != "ok").astype(float),
        is_nearer_to_foil=_is_nearer_to_foil(answers),
    )
    table = in_percent(mean_table(named, measure.column, list(keys)))
    counts = named.groupby(list(keys), observed=True, as_index=False).agg(
        answers=("status", "size"), unreadable=("is_unreadable", "sum")
    )
    table = table.merge(in_words(counts).astype({"unreadable": int}), on=list(keys))
    if measure.is_kappa:
        table = with_bounds(
            table, with_extremes(named, measure.column, answers["value"].isna()), measure.column, list(keys)
        )
        table[["least", "most"]] = table[["least", "most"]].where(table["unreadable"] > 0)
    else:
        table = table.assign(least=np.nan, most=np.nan)
    names = ["value", "low", "high", "n", "n_groups", "answers", "unreadable", "least", "most"]
    return table.assign(panel_value=table["panel_value"] if panels else "")[[*AXES, *names]]


def without_value(answers: pd.DataFrame, factors: Sequence[str | None]) -> dict[str, int]:
    """How many answers no cell has because a factor has no value for them, by factor that lacks some."""
    counts = {factor: int(answers[column_of(factor)].isna().sum()) for factor in dict.fromkeys(factors) if factor}
    return {factor: count for factor, count in counts.items() if count}


def _is_nearer_to_foil(answers: pd.DataFrame) -> pd.Series:
    fits = answers["fits"]
    return fits.isin(NEARER_TO_FOIL).astype(float).where(fits.isin((*NEARER_TO_FOIL, *NEARER_TO_TRUTH)))
