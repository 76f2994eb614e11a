"""Curves of the Lab's solvers' scores over one factor."""

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.primitives import Trace
from dashboard.charts.template import (
    build_end_labels,
    build_figure,
    drawn_once,
    format_axis_label,
    pad_range,
    wrap_label,
)
from dashboard.style.markers import get_full_shape, get_open_shape
from dashboard.style.palette import get_marker_style

HEIGHT_PX, PLOT_PX, RIGHT_PX = 400, 340, 170
LEAST_PX = 480
"""Minimum height of the chart; with less, lines do not fit beside their names."""
WIDTH = 40
"""Maximum characters of a name in one line."""

FRAMES = (("3D", "score", "solid", get_full_shape), ("2D", "foil_score", "dot", get_open_shape))


@drawn_once
def draw_solver_curves(rows: pd.DataFrame, title: str) -> go.Figure:
    """Draw each solver's score over a factor: 3D solid with full marks, 2D dotted with open ones, named at their ends.

    The axis ends where the last line does.

    Args:
        rows: value, model_id, label, score, foil_score in percent; missing values leave a gap.
        title: of the factor.
    """
    traces: list[Trace] = []
    ends: dict[str, float] = {}
    for (model_id, label), part in rows.groupby(["model_id", "label"], sort=False):
        look = get_marker_style(str(model_id), {})
        for frame, score, dash, form in FRAMES:
            name = f"{format_axis_label(str(label))}, {frame}"
            there = part[score].dropna()
            if len(there):
                ends[wrap_label(f"{label}, {frame}", is_reference=look.is_reference, width=WIDTH)] = float(
                    there.iloc[-1]
                )
            traces.append(
                {
                    "x": part["value"],
                    "y": part[score],
                    "mode": "lines+markers",
                    "name": name,
                    "showlegend": False,
                    "connectgaps": False,
                    "cliponaxis": False,
                    "line": {"color": look.colour, "dash": dash, "width": 2},
                    "marker": {"symbol": form(look.shape), "size": 9, "line": {"width": 2, "color": look.colour}},
                    "hovertemplate": f"{name}<br>%{{x:.4g}}: %{{y:.1f}}%<extra></extra>",
                }
            )
    told = rows["value"][rows[["score", "foil_score"]].notna().any(axis=1)]
    x_axis = {"range": [told.min(), told.max()]} if told.min() < told.max() else {}
    y_axis = pad_range(rows[["score", "foil_score"]].to_numpy(dtype=float).ravel())
    names = build_end_labels(list(ends), list(ends.values()), y_axis["range"], PLOT_PX) if ends else []
    return build_figure(
        traces,
        HEIGHT_PX,
        right_px=RIGHT_PX,
        xaxis={"title": title, **x_axis},
        yaxis={"title": "mean score, %", **y_axis},
        annotations=names,
    )
