"""Score of the Lab's solvers over one factor."""

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.primitives import Trace
from dashboard.charts.template import chart, drawn_once, in_lines, labels_at_right, roomy, short_name
from dashboard.style.markers import full_shape, open_shape
from dashboard.style.palette import look_of

HEIGHT_PX, PLOT_PX, RIGHT_PX = 400, 340, 170
LEAST_PX = 480
"""Of the whole chart: with less there is no room for lines beside their names."""
WIDTH = 40
"""Characters of a name, which takes one line."""

FRAMES = (("3D", "score", "solid", full_shape), ("2D", "foil_score", "dot", open_shape))


@drawn_once
def solver_curves(rows: pd.DataFrame, title: str) -> go.Figure:
    """Score of each solver over a factor: 3D solid with full marks, 2D dotted with open ones, named at their ends.

    The axis ends where the last line does.

    Args:
        rows: value, model_id, label, score, foil_score in percent; missing leaves a gap.
        title: of the factor.
    """
    traces: list[Trace] = []
    ends: dict[str, float] = {}
    for (model_id, label), part in rows.groupby(["model_id", "label"], sort=False):
        look = look_of(str(model_id), {})
        for frame, score, dash, form in FRAMES:
            name = f"{short_name(str(label))}, {frame}"
            there = part[score].dropna()
            if len(there):
                ends[in_lines(f"{label}, {frame}", is_reference=look.is_reference, width=WIDTH)] = float(there.iloc[-1])
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
                    "hovertemplate": f"{name}<br>%{{x:.4g}}: %{{y:.1f}} %<extra></extra>",
                }
            )
    told = rows["value"][rows[["score", "foil_score"]].notna().any(axis=1)]
    x_axis = {"range": [told.min(), told.max()]} if told.min() < told.max() else {}
    y_axis = roomy(rows[["score", "foil_score"]].to_numpy(dtype=float).ravel())
    names = labels_at_right(list(ends), list(ends.values()), y_axis["range"], PLOT_PX) if ends else []
    return chart(
        traces,
        HEIGHT_PX,
        right_px=RIGHT_PX,
        xaxis={"title": title, **x_axis},
        yaxis={"title": "mean score, %", **y_axis},
        annotations=names,
    )
