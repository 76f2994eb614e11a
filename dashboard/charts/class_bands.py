"""The picture's classes by tilt, in the Lab."""

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.marks import Trace, vertical_line
from dashboard.charts.palette import CLASSES, TEXT_ON_CLASSES
from dashboard.charts.template import chart, drawn_once

ROWS = {"Q1": "Side class", "Q2": "Angle class"}
NARROWEST_NAMED_DEG = 7.0


@drawn_once
def class_bands(rows: pd.DataFrame, tilt_deg: float) -> go.Figure:
    """One bar per question along the tilt, coloured by class, and a line at the present tilt.

    Args:
        rows: question_id, value, from_deg, to_deg.
        tilt_deg: of the scene.
    """
    return chart(
        [_band(row) for row in rows.to_dict("records")],
        190,
        barmode="overlay",
        xaxis={"title": "tilt, °", "range": [0, 80]},
        yaxis={"autorange": "reversed"},
        shapes=[vertical_line(tilt_deg)],
    )


def _band(row: Mapping[Hashable, Any]) -> Trace:
    width_deg = row["to_deg"] - row["from_deg"]
    return {
        "type": "bar",
        "x": [width_deg],
        "y": [ROWS[row["question_id"]]],
        "base": [row["from_deg"]],
        "orientation": "h",
        "showlegend": False,
        "marker": {"color": CLASSES[row["value"]], "line": {"width": 0}},
        "width": 0.55,
        "text": [row["value"] if width_deg > NARROWEST_NAMED_DEG else ""],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textfont": {"color": TEXT_ON_CLASSES},
        "constraintext": "none",
        "hovertext": [f"{row['value']}<br>{row['from_deg']:.1f}° to {row['to_deg']:.1f}°"],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }
