"""Small multiples of the Tilt page: a panel for each model or question, the others faint behind it."""

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from dashboard.charts.template import drawn_once
from dashboard.data.queries import run_query
from dashboard.pages.tilt import texts
from dashboard.pages.tilt.line_styles import LineStyle
from dashboard.pages.tilt.score_by_tilt_chart import draw_score_by_tilt
from dashboard.runtime.state_keys import tilt as keys
from dashboard.widgets.chart_display import show_chart

SHOWN_AT_FIRST = 8
"""Number of panels shown at first if there are more lines; the user can add the others."""

PANEL_WIDTH = 390
"""Minimum width of a panel, in pixels."""


def show_panels(
    bands: pd.DataFrame, curves: pd.DataFrame, lines: Mapping[str, LineStyle], open_mark: Callable[[Any], None]
) -> None:
    """Show a panel for each line except reference models, as many per row as fit.

    Args:
        bands: as `draw_score_by_tilt` takes them.
        curves: as `draw_score_by_tilt` takes them.
        lines: the style of each key.
        open_mark: called with the `customdata` of a clicked mark.
    """
    panels, chosen = list(lines), _choose_panels(list_panel_keys(lines), lines)
    figures = _draw_panels(bands, curves, dict(lines), chosen)
    with st.grid("auto", min_column_width=PANEL_WIDTH):
        for key, figure in zip(chosen, figures, strict=True):
            show_chart(
                figure, keys.PANEL_CHART.make_key(panels.index(key)), texts.describe_panel(lines[key].label), open_mark
            )


@drawn_once
def _draw_panels(
    bands: pd.DataFrame, curves: pd.DataFrame, lines: dict[str, LineStyle], panels: list[str]
) -> list[go.Figure]:
    """Draw the panels of some lines; the cache compares the rows of all lines once instead of once per panel."""
    return [draw_score_by_tilt(bands, curves, lines, key) for key in panels]


def list_panel_keys(lines: Mapping[str, LineStyle]) -> list[str]:
    """List the lines with a panel: questions in order, runs the best first; reference models only if they are alone.

    The order of runs depends on the warehouse alone, so a panel keeps its position when a filter changes.
    """
    panel_keys = [key for key, line in lines.items() if not line.is_reference] or list(lines)
    ranks = {run_id: rank for rank, run_id in enumerate(run_query("ranking", kinds=None)["run_id"])}
    return sorted(panel_keys, key=lambda key: ranks.get(key, len(ranks)))


def _choose_panels(panels: list[str], lines: Mapping[str, LineStyle]) -> list[str]:
    """Return the first lines if there are many, and those that the user added."""
    first, others = panels[:SHOWN_AT_FIRST], panels[SHOWN_AT_FIRST:]
    if not others:
        return first
    added = st.multiselect(
        "More panels",
        others,
        format_func=lambda key: lines[key].label if key in lines else key,
        key=keys.MORE_PANELS,
        bind="query-params",
        placeholder=texts.explain_panel_choice(len(first), len(panels)),
    )
    shown = [key for key in panels if key in first or key in added]
    if added:
        st.caption(texts.describe_shown_panels(len(shown), len(panels)))
    return shown
