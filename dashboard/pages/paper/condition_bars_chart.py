"""Chart of the score by question and condition, as in the paper's Figure 2."""

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.template import HIDING_LEGEND, build_figure, drawn_once, label_ticks
from dashboard.style.palette import NEUTRAL

SYMBOLS = {"P0": "circle", "P1": "square", "T0": "circle-open", "T1": "square-open"}
"""Symbols by condition: full is planar, open is tilted; squares have an object in the scene."""


@drawn_once
def draw_condition_bars(rows: pd.DataFrame) -> go.Figure:
    """Draw the score by question, one mark per condition: planar full, tilted open; with an object a square.

    Args:
        rows: the query `reproduction`, figure `kappa_by_condition`.
    """
    questions = sorted(rows["row_key"].unique())
    traces = []
    for number, (condition, symbol) in enumerate(SYMBOLS.items()):
        part = rows[rows["column_key"] == condition]
        traces.append(
            {
                "x": part["computed"],
                "y": [questions.index(key) + (number - 1.5) / 6 for key in part["row_key"]],
                "mode": "markers",
                "name": condition,
                "marker": {"symbol": symbol, "size": 11, "color": NEUTRAL, "line": {"width": 2}},
                "hovertext": [f"{key} {condition}" for key in part["row_key"]],
                "hovertemplate": "%{hovertext}<br>score 3D %{x:.2f}%<extra></extra>",
            }
        )
    return build_figure(
        traces,
        330,
        xaxis={"title": "mean score 3D, %"},
        yaxis={**label_ticks(questions), "autorange": "reversed"},
        legend=HIDING_LEGEND,
    )
