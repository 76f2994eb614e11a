"""Sensitivity of a set of cases: the smallest differences that it would have shown."""

import pandas as pd

from core.analyses.estimates import to_percent
from core.analyses.overview import Overview
from core.analyses.skill import BenchmarkConstants, estimate_skill
from core.formatting import format_number
from core.records import COUNTED, FEW_GROUPS
from core.statistics.grouped_means import compute_grouped_means
from core.statistics.intervals import compute_detectable

CHANCES = "in 80 of 100 such sets"


def format_detectable(points: float | None) -> str:
    """Return the smallest difference that a set could have shown, in points, as text; empty if there is none."""
    return "" if points is None else f"smallest difference {format_number(points)}"


def describe_sensitivity(overview: Overview) -> str:
    """State which differences the compared models' answers could have shown, with 80% power; empty without models.

    The figure is the median over the models, or over their pairs, of (t(0.975) + t(0.8)) standard errors.

    Args:
        overview: the overview.
    """
    compared = overview.skill[overview.skill["run_id"].isin(overview.compared)]
    parts = {
        "between one model and the best constant answer": _compute_median_detectable(compared),
        "between two models": _compute_median_detectable(overview.pairs),
    }
    told = [f"{format_number(points)} points {which}" for which, points in parts.items() if points is not None]
    if not told:
        return ""
    words, n_groups = overview.about.words, int(compared["n_groups"].max())
    return (
        f"These {n_groups:,} {words.groups} would show a difference of {' and of '.join(told)} {CHANCES}; a smaller "
        "one may exist undetected."
    )


SUMMED_BY, SUMMED_COLUMNS = ("run_id", "group_id", "question_id"), ("skill", "score")
"""Columns and values of the sums of `list_detectable_differences`; also by `ASKED` if it chooses constants again."""


def list_detectable_differences(sums: pd.DataFrame, redrawn: BenchmarkConstants | None) -> pd.DataFrame:
    """Return the smallest difference from the best constant answer that each question would have shown, with 80% power.

    Args:
        sums: of the runs that are judged, by `SUMMED_BY`; with `redrawn` also by `ASKED`.
        redrawn: chooses the constants again for the intervals; None takes them as given.

    Returns:
        One row per question: question_id, n_groups, n_runs, detectable (median over the runs, in percent; NaN for fewer
        than `FEW_GROUPS` groups).
    """
    by = ["run_id", "question_id"]
    table = to_percent(compute_grouped_means(sums, "skill", by, counts=COUNTED.format("skill")))
    if redrawn is not None:
        skills = estimate_skill(sums, by, redrawn)[[*by, "standard_error"]]
        table = table.drop(columns="standard_error").merge(skills, on=by)
    errors = table["standard_error"].to_numpy(dtype=float, na_value=float("nan"))
    detectable = compute_detectable(errors, table["n_groups"].to_numpy(dtype=float) - 1)
    table = table.assign(detectable=pd.Series(detectable, table.index).where(table["n_groups"] >= FEW_GROUPS))
    return table.groupby("question_id", as_index=False).agg(
        n_groups=("n_groups", "max"), n_runs=("run_id", "nunique"), detectable=("detectable", "median")
    )


def _compute_median_detectable(differences: pd.DataFrame) -> float | None:
    rows = differences[differences["n_groups"] >= FEW_GROUPS]
    points = rows["detectable"].dropna()
    return float(points.median()) if len(points) else None
