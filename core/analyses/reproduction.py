"""Published figures in words: titles of their tables, and how well they are reproduced."""

import pandas as pd

from core.formatting import format_number

FIGURE_TITLES = {
    "side_mismatch": "Side class: 2D (rows) against 3D (columns), photographs. Paper, Table 1a",
    "angle_mismatch": "Angle class: 2D (rows) against 3D (columns), photographs. Paper, Table 1b",
    "class_change": "Photographs whose class changes between 3D and 2D, %. Paper, Composition",
    "kappa_by_model": "Score (κ) by model against 3D and 2D, %. Paper, Table 2",
    "kappa_by_true_class": "Score 3D (κ) of Q1 and Q2 by true class, %. Paper, Table 3",
    "kappa_by_condition": "Score 3D (κ) by question and condition, all models, %. Paper, Figure 2",
    "kappa_by_pose": "Score 3D (κ) by pose, all models, %. Paper, Results",
    "kappa_by_object": "Score 3D (κ) by object, all models, %. Paper, Results",
    "kappa_by_question": "Score 3D (κ) by question, all models, %. Paper, Results",
}
"""Tri-Bench's published tables in the order of the paper."""

EXTRACTION_TITLES = {
    "accuracy_real_without_reasoning": "Accuracy, real figures, without reasoning",
    "accuracy_real_with_reasoning": "Accuracy, real figures, with reasoning",
    "accuracy_synthetic_without_reasoning": "Accuracy, synthetic figures, without reasoning",
}
"""VisOnlyQA's published tables, which the authors' own extraction of answers gives."""

CHECKED = "checked"
"""Column of published figures with a sign, or the figure computed here."""

NO_DIFFERENCE = 1e-9
"""Largest difference of a published figure with all its digits that counts as none."""

_DIGITS = 2
"""Decimals of published figures that are not rounded."""


def format_reproduced_count(rows: pd.DataFrame) -> str:
    """State how many published figures are reproduced.

    Args:
        rows: of the query `reproduction`.
    """
    return f"{int(rows['is_reproduced'].sum())} of {len(rows)} published numbers are reproduced"


def format_checked_values(rows: pd.DataFrame) -> pd.Series:
    """Format published figures with a check mark if they are reproduced, else with the figure computed here.

    A figure that cannot be computed, since no answers exist, has no text.

    Args:
        rows: of the query `reproduction`.
    """
    values = [
        _format_checked_value(*row)
        for row in rows[["published", "computed", "decimals", "is_reproduced"]].itertuples(index=False, name=None)
    ]
    return pd.Series(values, rows.index, dtype=object)


def _format_checked_value(published: float, computed: float, decimals: float, is_reproduced: bool) -> str | None:
    if pd.isna(computed):
        return None
    digits = _DIGITS if pd.isna(decimals) else int(decimals)
    text = format_number(published, digits)
    return f"{text} ✓" if is_reproduced else f"{text} → {format_number(computed, digits)}"


def describe_reproduction(rows: pd.DataFrame) -> str:
    """Describe how well some published figures are reproduced, in a sentence without its full stop.

    Args:
        rows: of the query `reproduction`.
    """
    if not rows["computed"].notna().any():
        return f"No published number of {len(rows)} can be computed, because no answers exist"
    sentence = format_reproduced_count(rows)
    printed, exact = rows[rows["decimals"].notna()], rows[rows["decimals"].isna()]
    if rows["is_reproduced"].all() and not (exact["difference"].abs() > NO_DIFFERENCE).any():
        return f"{sentence} exactly"
    if len(printed) and printed["is_reproduced"].all():
        sentence += ", printed ones to the last digit"
    if len(exact):
        sentence += f", unrounded ones within {exact['difference'].abs().max():.1g}"
    return sentence
