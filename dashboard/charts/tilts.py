"""One measure of tilt on the other."""

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.marks import identity_line
from dashboard.charts.palette import NEUTRAL, WORSE
from dashboard.charts.template import chart, drawn_once

NAMED = 5
"""So many photographs carry their name."""


@drawn_once
def tilts(differences: pd.DataFrame) -> go.Figure:
    """The accelerometer's tilt over the homography's with the identity line; `customdata` is the photograph's id.

    Args:
        differences: case_id, tilt_deg, tilt_imu_deg, difference_deg, the largest first; the first few are named.
    """
    ends = [0.0, float(differences[["tilt_deg", "tilt_imu_deg"]].max().max()) + 3.0]
    is_named = [place < NAMED for place in range(len(differences))]
    marks = {
        "x": differences["tilt_deg"],
        "y": differences["tilt_imu_deg"],
        "mode": "markers+text",
        "showlegend": False,
        "customdata": differences["case_id"],
        "marker": {
            "size": [10 if named else 7 for named in is_named],
            "opacity": 0.75,
            "color": [WORSE if named else NEUTRAL for named in is_named],
        },
        "text": [name if named else "" for name, named in zip(differences["case_id"], is_named, strict=True)],
        "textposition": ["middle left" if value > 0 else "middle right" for value in -differences["difference_deg"]],
        "hovertext": [
            f"{row['case_id']}: homography {row['tilt_deg']:.1f}°, accelerometer {row['tilt_imu_deg']:.1f}°"
            for row in differences.to_dict("records")
        ],
        "hovertemplate": "%{hovertext}<br>click: the photograph<extra></extra>",
    }
    axis = {"range": ends, "ticksuffix": "°"}
    return chart(
        [identity_line(ends), marks],
        460,
        xaxis={"title": "tilt by homography", **axis},
        yaxis={"title": "tilt by accelerometer", **axis},
    )
