"""What a set of cases could have shown: the smallest differences that it would have found."""

import pandas as pd

from core.analyses.overview import Overview
from core.records import FEW_GROUPS
from core.text import number_text

CHANCES = "in 80 of 100 such sets"


def describe_sensitivity(found: Overview) -> str:
    """Return which differences the compared models' answers could have shown, with 80 % power; empty without models.

    The figure is the median over the models, or over their pairs, of (t(0.975) + t(0.8)) standard errors.

    Args:
        found: the overview.
    """
    compared = found.skill[found.skill["run_id"].isin(found.compared)]
    parts = {
        "of one model from not looking": _median_detectable(compared),
        "between two models": _median_detectable(found.pairs),
    }
    told = [f"{number_text(points)} points {which}" for which, points in parts.items() if points is not None]
    if not told:
        return ""
    words, n_groups = found.about.words, int(compared["n_groups"].max())
    return (
        f"These {n_groups:,} {words.groups} would show a difference of {' and of '.join(told)} {CHANCES}; a smaller "
        "one may be there and not be found."
    )


def _median_detectable(differences: pd.DataFrame) -> float | None:
    rows = differences[differences["n_groups"] >= FEW_GROUPS]
    points = rows["detectable"].dropna()
    return float(points.median()) if len(points) else None
