"""The published figures beside those computed from the warehouse."""

import pandas as pd
import streamlit as st

from core.report import FIGURE_TITLES, summary
from dashboard import charts
from dashboard.queries import model_names, query
from dashboard.tables import download, show_small_table

VIEWS = {"computed": "Computed here", "published": "Published", "difference": "Difference", "n": "n"}
KEYS = {"AVERAGE": "Average", "3d": "3D", "2d": "2D"}
"""Keys of published figures that read better otherwise."""

OF_PHOTOGRAPHS = ("side_mismatch", "angle_mismatch", "class_change")
ORIGINS = {"paper": "As printed in the paper", "release": "Result tables of the release"}


def show() -> None:
    """The sentence, the switch of what to show, and the tables in the order of the paper."""
    figures = query("reproduction")
    st.markdown(f"**{summary(figures)}.**")
    with st.container(horizontal=True):
        view = st.segmented_control(
            "Show", list(VIEWS), format_func=VIEWS.__getitem__, default="computed", required=True,
            key="reproduction_view", bind="query-params",
        )  # fmt: skip
        origin = st.segmented_control(
            "Published where", list(ORIGINS), format_func=ORIGINS.__getitem__, default="paper", required=True,
            key="reproduction_origin", bind="query-params",
        )  # fmt: skip
    for figure_id, title in FIGURE_TITLES.items():
        rows = figures[figures["figure_id"] == figure_id]
        if rows.empty:
            continue
        if (rows["origin"] == origin).any():
            rows = rows[rows["origin"] == origin]
        st.subheader(title)
        st.caption(f"{ORIGINS[rows['origin'].iloc[0]]}: {summary(rows)}. n is {_counts(rows)}.")
        if figure_id == "kappa_by_condition":
            st.plotly_chart(charts.conditions(rows), config=charts.CONFIG, key="conditions", alt=title)
        wide = _wide(rows, view or "computed")
        is_count = view == "n" or (rows["unit"] == "photographs").all()
        number = (
            "{:.0f}" if is_count else "{:.1e}" if view == "difference" and rows["decimals"].isna().all() else "{:.2f}"
        )
        show_small_table(wide, dict.fromkeys(wide.columns[1:], number))
    download(figures, "published_figures")


def _wide(rows: pd.DataFrame, view: str) -> pd.DataFrame:
    """The figures as printed: one line per row key, one column per column key."""
    wide = rows.pivot_table(index="row_key", columns="column_key", values=view, sort=False).reset_index()
    wide["row_key"] = wide["row_key"].map(lambda key: model_names().get(key, KEYS.get(key, key)))
    return wide.rename(columns={"row_key": " ", **KEYS}).rename_axis(columns=None)


def _counts(rows: pd.DataFrame) -> str:
    lowest, highest = int(rows["n"].min()), int(rows["n"].max())
    unit = (
        "photographs" if rows["figure_id"].iloc[0] in ("side_mismatch", "angle_mismatch", "class_change") else "answers"
    )
    return f"{lowest:,} {unit}" if lowest == highest else f"{lowest:,} to {highest:,} {unit}"
