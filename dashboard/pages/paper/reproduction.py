"""Published figures beside those computed from the warehouse."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from core.analyses.paper_tables import list_table_titles
from core.analyses.reproduction import CHECKED, FIGURE_TITLES, describe_reproduction, format_checked_values
from dashboard.data.benchmark_info import get_benchmark_info, get_model_names
from dashboard.data.queries import run_query
from dashboard.pages.paper import texts
from dashboard.pages.paper.condition_bars_chart import draw_condition_bars
from dashboard.runtime.session_state import ElementKey
from dashboard.runtime.state_keys import paper as keys
from dashboard.selection.selectors import choose_segment
from dashboard.widgets.chart_display import show_chart
from dashboard.widgets.tables import download, show_small_table

COLUMNS = {
    CHECKED: texts.CHECKED_VIEW,
    "computed": "Computed here",
    "published": "Published",
    "difference": "Difference",
    "n": texts.SAMPLE_SIZE,
}
KEYS = {"AVERAGE": "Average", "average": "Average", "3d": "3D", "2d": "2D"}
"""Labels of some keys of published figures."""

OF_PHOTOGRAPHS = ("side_mismatch", "angle_mismatch", "class_change")
"""Figures that count photographs; the others are about answers."""

ORIGINS = {"paper": texts.ORIGIN_PAPER, "release": texts.ORIGIN_RELEASE}

PARTS = {
    "Table 2: models": ("kappa_by_model",),
    "Table 3: true classes": ("kappa_by_true_class",),
    "Figure 2: conditions": ("kappa_by_condition", "kappa_by_pose", "kappa_by_object", "kappa_by_question"),
    "Table 1: shapes": OF_PHOTOGRAPHS,
}
"""The published figures as the paper of Tri-Bench groups them, those of models first.

Each other figure forms its own part.
"""


@st.fragment
def show() -> None:
    """Show the summary, the choice of a part and of a column, and the part's tables."""
    figures = run_query("reproduction")
    st.markdown(f"**{describe_reproduction(figures)}.**")
    titles = list_table_titles(figures) | FIGURE_TITLES
    parts = _find_parts(figures, titles)
    origins = {key: title for key, title in ORIGINS.items() if (figures["origin"] == key).any()}
    part = _choose(texts.PART, {name: name for name in parts}, keys.PART)
    with st.container(horizontal=True):
        origin = _choose("Published in", origins, keys.ORIGIN)
        column = choose_segment("Show", COLUMNS, keys.VIEW)
    if column in texts.VIEW_NOTES:
        st.caption(texts.VIEW_NOTES[column])
    for figure_id in parts[part]:
        rows = figures[figures["figure_id"] == figure_id]
        if (rows["origin"] == origin).any():
            rows = rows[rows["origin"] == origin]
        if len(rows):
            _show_figure(figure_id, titles[figure_id], rows, column)
    download(figures, "published_figures")


def _find_parts(figures: pd.DataFrame, titles: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the figures of each part that has any, by the part's name."""
    present = list(dict.fromkeys(figures["figure_id"]))
    grouped = {figure_id for figure_ids in PARTS.values() for figure_id in figure_ids}
    parts = {name: figure_ids for name, figure_ids in PARTS.items() if set(figure_ids) & set(present)}
    return parts | {titles[figure_id]: (figure_id,) for figure_id in present if figure_id not in grouped}


def _choose(label: str, options: Mapping[str, str], key: ElementKey) -> str:
    """Return the chosen option; show no control if there is only one."""
    return choose_segment(label, options, key) if len(options) > 1 else next(iter(options))


def _show_figure(figure_id: str, title: str, rows: pd.DataFrame, column: str) -> None:
    st.subheader(title)
    if not rows["is_reproduced"].all():
        st.caption(f"{describe_reproduction(rows)}.")
    if figure_id == "kappa_by_condition":
        show_chart(draw_condition_bars(rows), keys.CONDITIONS_CHART, title)
    if column == CHECKED:
        rows = rows.assign(**{CHECKED: format_checked_values(rows)})
    wide = _build_wide_table(rows, column)
    is_count = column == "n" or (rows["unit"] == "photographs").all()
    is_exact = column == "difference" and rows["decimals"].isna().all()
    number = "{:.0f}" if is_count else "{:.6f}" if is_exact else "{:.2f}"
    show_small_table(wide, {} if column == CHECKED else dict.fromkeys(wide.columns[1:], number))


def _build_wide_table(rows: pd.DataFrame, column: str) -> pd.DataFrame:
    """Return the figures as printed: one line per row key, one column per column key."""
    wide = rows.pivot_table(
        index="row_key", columns="column_key", values=column, sort=False, aggfunc="first"
    ).reset_index()
    wide["row_key"] = wide["row_key"].map(lambda key: get_model_names().get(key, KEYS.get(key, key)))
    titles = {
        question_id: question.title
        for question_id, question in get_benchmark_info().questions.items()
        if question.kind == "choice"
    }
    return wide.rename(columns={"row_key": " ", **titles, **KEYS}).rename_axis(columns=None)
