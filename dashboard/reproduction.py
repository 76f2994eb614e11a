"""The published figures beside those computed from the warehouse."""

import pandas as pd
import streamlit as st

from core.report import FIGURE_TITLES, summary
from dashboard import charts
from dashboard.queries import model_names, query
from dashboard.tables import show_table

VIEWS = {"computed": "Computed here", "published": "Published", "difference": "Difference", "n": "n"}
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
    figures = figures[figures["origin"] == origin]
    for figure_id, title in FIGURE_TITLES.items():
        rows = figures[figures["figure_id"] == figure_id]
        if rows.empty:
            continue
        st.subheader(title)
        st.caption(f"{summary(rows)}. n is {_counts(rows)}.")
        if figure_id == "kappa_by_condition":
            st.plotly_chart(charts.conditions(rows), config=charts.CONFIG, key="conditions", alt=title)
        show_table(_wide(rows, view or "computed"), f"{figure_id}_{origin}_{view}", alt=title)


def _wide(rows: pd.DataFrame, view: str) -> pd.DataFrame:
    """The figures as printed: one line per row key, one column per column key."""
    wide = rows.pivot_table(index="row_key", columns="column_key", values=view, sort=False).reset_index()
    wide["row_key"] = wide["row_key"].map(lambda key: model_names().get(key, key))
    decimals = 0 if view == "n" or (rows["unit"] == "photographs").all() else 2
    return (
        wide.rename(columns={"row_key": " "}).rename_axis(columns=None).round(15 if view == "difference" else decimals)
    )


def _counts(rows: pd.DataFrame) -> str:
    lowest, highest = int(rows["n"].min()), int(rows["n"].max())
    unit = (
        "photographs" if rows["figure_id"].iloc[0] in ("side_mismatch", "angle_mismatch", "class_change") else "answers"
    )
    return f"{lowest:,} {unit}" if lowest == highest else f"{lowest:,} to {highest:,} {unit}"
