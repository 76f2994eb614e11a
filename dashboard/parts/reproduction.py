"""The published figures beside those computed from the warehouse."""

import pandas as pd
import streamlit as st

from core.analyses.published import FIGURE_TITLES, reproduction_sentence
from dashboard.charts.conditions import conditions
from dashboard.choices import choose_one
from dashboard.figures import show_chart
from dashboard.queries import model_names, query
from dashboard.tables import download, show_small_table

COLUMNS = {"computed": "Computed here", "published": "Published", "difference": "Difference", "n": "n"}
KEYS = {"AVERAGE": "Average", "3d": "3D", "2d": "2D"}
"""What to write for some keys of published figures."""

OF_PHOTOGRAPHS = ("side_mismatch", "angle_mismatch", "class_change")
"""Figures that count photographs; the others are about answers."""

ORIGINS = {"paper": "As printed in the paper", "release": "Result tables of the release"}

PARTS = {
    "Table 1: shapes": OF_PHOTOGRAPHS,
    "Table 2: models": ("kappa_by_model",),
    "Table 3: true classes": ("kappa_by_true_class",),
    "Figure 2: conditions": ("kappa_by_condition", "kappa_by_pose", "kappa_by_object", "kappa_by_question"),
}
"""The published figures as the paper groups them."""


@st.fragment
def show() -> None:
    """The sentence, the choice of a part and of what to show, and the part's tables."""
    figures = query("reproduction")
    st.markdown(f"**{reproduction_sentence(figures)}.**")
    part = choose_one("Part of the paper", {name: name for name in PARTS}, "paper_part")
    column = choose_one("Show", COLUMNS, "reproduction_view")
    origin = choose_one("Published in", ORIGINS, "reproduction_origin")
    for figure_id in PARTS[part]:
        rows = figures[figures["figure_id"] == figure_id]
        if (rows["origin"] == origin).any():
            rows = rows[rows["origin"] == origin]
        if len(rows):
            _show_figure(figure_id, rows, column)
    download(figures, "published_figures")


def _show_figure(figure_id: str, rows: pd.DataFrame, column: str) -> None:
    title = FIGURE_TITLES[figure_id]
    st.subheader(title)
    st.caption(f"{ORIGINS[rows['origin'].iloc[0]]}: {reproduction_sentence(rows)}. n is {_counts(rows)}.")
    if figure_id == "kappa_by_condition":
        show_chart(conditions(rows), "conditions", title)
    wide = _wide(rows, column)
    is_count = column == "n" or (rows["unit"] == "photographs").all()
    is_exact = column == "difference" and rows["decimals"].isna().all()
    number = "{:.0f}" if is_count else "{:.6f}" if is_exact else "{:.2f}"
    show_small_table(wide, dict.fromkeys(wide.columns[1:], number))


def _wide(rows: pd.DataFrame, column: str) -> pd.DataFrame:
    """The figures as printed: one line per row key, one column per column key."""
    wide = rows.pivot_table(index="row_key", columns="column_key", values=column, sort=False).reset_index()
    wide["row_key"] = wide["row_key"].map(lambda key: model_names().get(key, KEYS.get(key, key)))
    return wide.rename(columns={"row_key": " ", **KEYS}).rename_axis(columns=None)


def _counts(rows: pd.DataFrame) -> str:
    lowest, highest = int(rows["n"].min()), int(rows["n"].max())
    unit = "photographs" if rows["figure_id"].iloc[0] in OF_PHOTOGRAPHS else "answers"
    return f"{lowest:,} {unit}" if lowest == highest else f"{lowest:,} to {highest:,} {unit}"
