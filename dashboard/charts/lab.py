"""Charts of the Lab: the picture's classes by tilt, and the solvers' kappa over one factor."""

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts import NEUTRAL, drawn_once, short_name

CLASS_COLOURS = {
    "scalene": "#0072B2", "isosceles": "#E69F00", "equilateral": "#009E73",
    "acute": "#56B4E9", "right": "#D55E00", "obtuse": "#CC79A7",
}  # fmt: skip
ROWS = {"Q1": "Side class", "Q2": "Angle class"}
SYMBOLS = ("square", "diamond", "x", "circle")
CURVE_COLOURS = ("#0072B2", "#D55E00", "#8A6FBF", "#009E73")
"""The Lab's solvers stand alone, so they have colours here."""


@drawn_once
def class_bands(rows: pd.DataFrame, tilt_deg: float) -> go.Figure:
    """One bar per question along the tilt, coloured by class, and a line at the present tilt.

    Args:
        rows: question_id, value, from_deg, to_deg.
        tilt_deg: of the scene.
    """
    figure = go.Figure()
    for row in rows.to_dict("records"):
        width = row["to_deg"] - row["from_deg"]
        figure.add_bar(
            x=[width],
            y=[ROWS[row["question_id"]]],
            base=[row["from_deg"]],
            orientation="h",
            showlegend=False,
            marker={"color": CLASS_COLOURS[row["value"]], "line": {"width": 0}},
            width=0.55,
            text=[row["value"] if width > 7 else ""],
            textposition="inside",
            insidetextanchor="middle",
            textfont={"color": "#ffffff" if row["value"] in ("scalene", "right") else "#10202b"},
            constraintext="none",
            hovertext=[f"{row['value']}<br>{row['from_deg']:.1f}° to {row['to_deg']:.1f}°"],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    figure.add_vline(x=tilt_deg, line={"color": NEUTRAL, "width": 2, "dash": "dash"})
    figure.update_layout(
        height=190,
        barmode="overlay",
        margin={"l": 0, "r": 20, "t": 10, "b": 10},
        dragmode=False,
        xaxis={"title": "tilt, °", "range": [0, 80], "zeroline": False},
        yaxis={"title": None, "autorange": "reversed", "automargin": True},
    )
    return figure


@drawn_once
def curves(rows: pd.DataFrame, title: str) -> go.Figure:
    """Kappa of each solver over a factor: 3D solid with full marks, 2D dotted with open ones.

    Args:
        rows: value, label, kappa_3d, kappa_2d in percent; missing leaves a gap.
        title: of the factor.
    """
    figure = go.Figure()
    for number, (label, part) in enumerate(rows.groupby("label", sort=False)):
        colour, symbol = CURVE_COLOURS[number % 4], SYMBOLS[number % 4]
        for frame, dash, mark in (("3D", "solid", symbol), ("2D", "dot", f"{symbol}-open")):
            figure.add_scatter(
                x=part["value"],
                y=part[f"kappa_{frame.lower()}"],
                mode="lines+markers",
                name=f"{short_name(str(label))}, {frame}",
                connectgaps=False,
                line={"color": colour, "dash": dash, "width": 2},
                marker={"symbol": mark, "size": 9},
                hovertemplate=f"{short_name(str(label))}, {frame}<br>%{{x:.4g}}: %{{y:.1f}} %<extra></extra>",
            )
    figure.update_layout(
        height=400,
        margin={"l": 0, "r": 20, "t": 10, "b": 10},
        dragmode=False,
        xaxis={"title": title, "zeroline": False},
        yaxis={"title": "mean kappa, %", "zeroline": False},
        legend={"orientation": "h", "y": -0.25, "yanchor": "top", "x": 0},
    )
    return figure
