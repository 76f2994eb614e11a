"""Score of the Lab's solvers over one factor."""

from itertools import cycle

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.palette import SOLVERS
from dashboard.charts.template import chart, drawn_once, short_name

SYMBOLS = ("square", "diamond", "x", "circle")


@drawn_once
def solver_curves(rows: pd.DataFrame, title: str) -> go.Figure:
    """Kappa of each solver over a factor: 3D solid with full marks, 2D dotted with open ones.

    Args:
        rows: value, label, score, foil_score in percent; missing leaves a gap.
        title: of the factor.
    """
    traces = []
    for (label, part), colour, symbol in zip(
        rows.groupby("label", sort=False), cycle(SOLVERS), cycle(SYMBOLS), strict=False
    ):
        for frame, score, dash, mark in (
            ("3D", "score", "solid", symbol), ("2D", "foil_score", "dot", f"{symbol}-open"),
        ):  # fmt: skip
            name = f"{short_name(str(label))}, {frame}"
            traces.append(
                {
                    "x": part["value"],
                    "y": part[score],
                    "mode": "lines+markers",
                    "name": name,
                    "connectgaps": False,
                    "line": {"color": colour, "dash": dash, "width": 2},
                    "marker": {"symbol": mark, "size": 9},
                    "hovertemplate": f"{name}<br>%{{x:.4g}}: %{{y:.1f}} %<extra></extra>",
                }
            )
    below = {"y": -0.25, "yanchor": "top", "itemclick": "toggle"}
    return chart(traces, 400, xaxis={"title": title}, yaxis={"title": "mean score, %"}, legend=below)
